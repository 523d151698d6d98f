#include "core/pgn/write.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "core/board/color.h"
#include "core/game/game.h"
#include "core/game/messages.h"
#include "core/game/viewed_game.h"
#include "core/pgn/tokens.h"
#include "core/rules/draws.h"
#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"

namespace arbiter::pgn {
namespace {

// The longest line of PGN's export format, in bytes.
constexpr size_t kLongestLine = 79;

// Writes movetext in lines that are not too long, unless one piece alone is.
class Movetext {
 public:
  // A move with its number, where one is due.
  void AddMove(uint32_t number, Color mover, std::string_view san);
  // What stands in a comment, which nothing breaks; those that follow each other share one.
  void AddToComment(std::string piece) { comment_.push_back(std::move(piece)); }
  // The result, and the end.
  std::string Finish(std::string_view result);

 private:
  void Add(std::string_view piece);
  void FlushComment();

  std::string text_;
  size_t line_length_ = 0;
  std::vector<std::string> comment_;
  // Whether a move of Black needs its number.
  bool interrupted_ = true;
};

void Movetext::AddMove(uint32_t number, Color mover, std::string_view san) {
  FlushComment();
  if (mover == Color::kWhite) {
    Add(StrCat(number, "."));
  } else if (interrupted_) {
    Add(StrCat(number, "..."));
  }
  Add(san);
  interrupted_ = false;
}

std::string Movetext::Finish(std::string_view result) {
  FlushComment();
  Add(result);
  return std::move(text_) + "\n";
}

void Movetext::Add(std::string_view piece) {
  if (line_length_ > 0 && line_length_ + 1 + piece.size() > kLongestLine) {
    text_ += '\n';
    line_length_ = 0;
  }
  StrAppend(&text_, line_length_ > 0 ? " " : "", piece);
  line_length_ += piece.size() + (line_length_ > 0 ? 1 : 0);
}

void Movetext::FlushComment() {
  if (comment_.empty()) return;
  comment_.front().insert(0, "{");
  comment_.back() += "}";
  for (const std::string& piece : comment_) Add(piece);
  comment_.clear();
  interrupted_ = true;
}

// Whether PGN's tokens can spell a move so.
bool IsMoveWord(std::string_view san) {
  if (san == "--") return true;
  const auto spells = [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("_+#=:-").find(c) != std::string_view::npos;
  };
  return !san.empty() && absl::ascii_isalpha(static_cast<unsigned char>(san.front())) &&
         std::all_of(san.begin(), san.end(), spells);
}

constexpr size_t kLongestTagName = 255;
constexpr std::string_view kTerminationTag = "Termination";

// What PGN demands of every game, with what stands for "unknown"; the result is written after
// these.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kRoster = {
    {{"Event", "?"},
     {"Site", "?"},
     {"Date", "????.??.??"},
     {"Round", "?"},
     {"White", "?"},
     {"Black", "?"}}};

absl::Status BadTag(size_t index, std::string_view field, std::string_view why) {
  return AtField(MakeError(ErrorReason::kBadField, why), StrCat("tags[", index, "].", field));
}

absl::Status CheckTags(const std::vector<Tag>& tags) {
  std::set<std::string_view> names;
  for (size_t i = 0; i < tags.size(); ++i) {
    const auto& [name, value] = tags[i];
    const auto fits = [](char c) {
      return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
    };
    if (name.empty() || name.size() > kLongestTagName ||
        !absl::ascii_isalpha(static_cast<unsigned char>(name.front())) ||
        !std::all_of(name.begin(), name.end(), fits)) {
      return BadTag(i, "name",
                    StrCat(Quoted(name),
                           " is no name of a tag: a letter, then letters,"
                           " digits and _, ",
                           kLongestTagName, " at most"));
    }
    if (name == kVariantTag || name == kOptionsTag || name == kSetUpTag || name == kFenTag ||
        name == kResultTag) {
      return BadTag(i, "name", StrCat("the tag ", name, " is written from the game itself"));
    }
    if (!names.insert(name).second) {
      return BadTag(i, "name", StrCat("the tag ", name, " is there twice"));
    }
    const auto is_control = [](char c) {
      return absl::ascii_iscntrl(static_cast<unsigned char>(c));
    };
    if (std::any_of(value.begin(), value.end(), is_control)) {
      return BadTag(i, "value", "a tag has no control characters, ends of lines among them");
    }
    if (name != kSeedTag) continue;
    if (const auto seed = ParseSeed(value); !seed.ok()) {
      return AtField(seed.status(), StrCat("tags[", i, "].value"));
    }
  }
  return absl::OkStatus();
}

void WriteTag(std::string_view name, std::string_view value, std::string* text) {
  StrAppend(text, "[", name, " \"", ReplaceAll(value, {{"\\", "\\\\"}, {"\"", "\\\""}}), "\"]\n");
}

// In the words of PGN's standard; empty where it is not known.
std::string_view TerminationText(const std::optional<End>& end, Result result) {
  if (end) return end->termination == Termination::kTimeout ? "time forfeit" : "normal";
  return result == Result::kOngoing ? "unterminated" : "";
}

class Writer {
 public:
  Writer(const PgnGame& record, Viewer viewer) : record_(record), viewer_(viewer) {}

  absl::StatusOr<std::string> Write(absl::FunctionRef<absl::Status()> spend);

 private:
  absl::Status Start();
  // The game as it is now. What is written of it is given out only if its viewer may read it all.
  const Game& game() const { return game_->unredacted(); }
  absl::Status Play(size_t index);
  // Notes what an action that has been made adds to the movetext; `before` is when.
  struct Before {
    bool is_move;
    bool bidding;
    bool continues;
    uint32_t move_number;
    Color turn;
    // Of a move, without what it draws; empty where it is not needed.
    std::string san;
  };
  void WriteAction(const Before& before, const Applied& applied);
  absl::StatusOr<Result> CheckResult(const std::optional<End>& end) const;
  std::string WriteTags(Result result, const std::optional<End>& end) const;

  const PgnGame& record_;
  const Viewer viewer_;
  std::optional<ViewedGame> game_;
  // Empty where it is the variant's start.
  std::string start_fen_;
  // Whether the player to move has already moved in this turn.
  bool turn_continues_ = false;
  Movetext movetext_;
};

// The FEN in the standard style, or in the pychess style if that tells more (ruling M13).
std::string LosslessFen(const Variant& variant, const OptionMap& options, const Game& game) {
  std::string fen = game.Fen(FenStyle::kStandard);
  std::string marked = game.Fen(FenStyle::kPychess);
  if (fen == marked) return fen;
  const auto reread = variant.FromFen(fen, options, true);
  return reread.ok() && (*reread)->Fen(FenStyle::kPychess) == marked ? fen : marked;
}

absl::Status Writer::Start() {
  const auto& [variant, options] = std::pair(record_.variant, record_.options);
  absl::StatusOr<std::unique_ptr<Game>> start =
      record_.start_fen.empty() ? variant->Start(options, record_.seed, nullptr)
                                : variant->FromFen(record_.start_fen, options, true);
  if (!start.ok()) {
    const bool known = !FieldOf(start.status()).empty() || record_.start_fen.empty();
    return known ? start.status() : AtField(start.status(), "start_fen");
  }
  const std::string fen = LosslessFen(*variant, options, **start);
  const auto plain = variant->Start(options);
  if (!plain.ok() || (*plain)->Fen(FenStyle::kStandard) != fen) start_fen_ = fen;
  if (!record_.elapsed_ms.empty()) (*start)->TrackClocks();
  game_.emplace(*std::move(start), viewer_);
  turn_continues_ = !game().pending().empty();
  return absl::OkStatus();
}

absl::Status Writer::Play(size_t index) {
  const std::string& action = record_.actions[index];
  const std::vector<int64_t>& times = record_.elapsed_ms;
  const Given given = {.seed = record_.seed, .elapsed_ms = times.empty() ? -1 : times[index]};
  Before before = {.is_move = !game().IsControl(action),
                   .bidding = game().phase() == Phase::kBidding,
                   .continues = turn_continues_,
                   .move_number = game().move_number(),
                   .turn = game().turn(),
                   .san = {}};
  const uint32_t ply = game().ply();
  // SAN tells of some draws, in signs that PGN does not have.
  const size_t outcomes = action.find('{');
  const bool may_draw = outcomes != std::string::npos || !record_.seed.empty();
  if (before.is_move && !before.bidding && may_draw) {
    before.san = game().WriteMove(action.substr(0, outcomes), Notation::kSan).value_or("");
  }
  Applied applied;
  ARBITER_RETURN_IF_ERROR(game_->Replay(action, given, &applied));
  if (applied.timed_out) {
    before.is_move = false;
    applied.text = "timeout";
  }
  if (before.san.empty()) before.san = applied.san;
  WriteAction(before, applied);
  if (before.is_move) {
    turn_continues_ = game().turn() == before.turn && game().ply() == ply;
  }
  if (given.elapsed_ms >= 0) {
    movetext_.AddToComment(CommandText("emt", TimeText(given.elapsed_ms)));
  } else if (index == 0 && !times.empty()) {
    // Clocks are tracked even where no time is reported (P6).
    movetext_.AddToComment(CommandText("emt", "-"));
  }
  return absl::OkStatus();
}

void Writer::WriteAction(const Before& before, const Applied& applied) {
  const std::string_view text = std::string_view(applied.text).substr(0, applied.text.find('{'));
  if (before.bidding && before.is_move) {
    movetext_.AddToComment(CommandText("bid", text));
  } else if (!before.is_move || before.continues) {
    movetext_.AddToComment(CommandText("act", text));
  } else if (IsMoveWord(before.san)) {
    movetext_.AddMove(before.move_number, before.turn, before.san);
  } else {
    movetext_.AddMove(before.move_number, before.turn, "--");
    movetext_.AddToComment(CommandText("act", text));
  }
  if (applied.draws.empty()) return;
  const std::string draws = FormatOutcomes(applied.draws);
  movetext_.AddToComment(CommandText("draw", std::string_view(draws).substr(1, draws.size() - 2)));
}

absl::StatusOr<Result> Writer::CheckResult(const std::optional<End>& end) const {
  const Result given = record_.result;
  if (end) {
    if (given == Result::kOngoing || given == end->result) return end->result;
    return AtField(
        MakeError(ErrorReason::kBadField,
                  StrCat("by the rules: ", DescribeEnd(game().variant(), *end, Locale::kEnglish),
                         " (", end->rule, ")")),
        "result");
  }
  if (given == Result::kOngoing || given == Result::kDraw) return given;
  const Roles& roles = game().roles();
  if (roles.WinnerOf(given)) return given;
  const std::string players = StrCat(roles.Name(Color::kWhite), " or ", roles.Name(Color::kBlack));
  return AtField(MakeError(ErrorReason::kBadField,
                           game().phase() == Phase::kBidding
                               ? StrCat("in a bidding ", players, " wins (P6)")
                               : StrCat("where there is a board ", players, " wins (C5)")),
                 "result");
}

std::string Writer::WriteTags(Result result, const std::optional<End>& end) const {
  std::string text;
  const auto find = [this](std::string_view name) -> const Tag* {
    for (const Tag& tag : record_.tags) {
      if (tag.name == name) return &tag;
    }
    return nullptr;
  };
  for (const auto& [name, unknown] : kRoster) {
    const Tag* given = find(name);
    WriteTag(name, given != nullptr ? std::string_view(given->value) : unknown, &text);
  }
  WriteTag(kResultTag, ResultText(result), &text);
  WriteTag(kVariantTag, game().variant().name.en, &text);
  const std::string options = FormatOptions(game().variant(), record_.options);
  if (!options.empty()) WriteTag(kOptionsTag, options, &text);
  if (!start_fen_.empty()) {
    WriteTag(kSetUpTag, "1", &text);
    WriteTag(kFenTag, start_fen_, &text);
  }
  const std::string_view termination = TerminationText(end, result);
  if (!termination.empty() && find(kTerminationTag) == nullptr) {
    WriteTag(kTerminationTag, termination, &text);
  }
  for (const Tag& tag : record_.tags) {
    const auto in_roster = [&tag](const auto& entry) { return entry.first == tag.name; };
    if (std::none_of(kRoster.begin(), kRoster.end(), in_roster))
      WriteTag(tag.name, tag.value, &text);
  }
  return text;
}

absl::StatusOr<std::string> Writer::Write(absl::FunctionRef<absl::Status()> spend) {
  ARBITER_RETURN_IF_ERROR(CheckTags(record_.tags));
  ARBITER_RETURN_IF_ERROR(Start());
  for (size_t i = 0; i < record_.actions.size(); ++i) {
    ARBITER_RETURN_IF_ERROR(spend());
    if (absl::Status status = Play(i); !status.ok()) {
      return AtField(std::move(status), StrCat("actions[", i, "]"));
    }
  }
  ARBITER_RETURN_IF_ERROR(game_->InFull("the game is not for him to read").status());
  const std::optional<End> end = game().Adjudicate().end;
  ARBITER_ASSIGN_OR_RETURN(const Result result, CheckResult(end));
  if (end) {
    const std::string sentence =
        StrCat(DescribeEnd(game().variant(), *end, Locale::kEnglish), " (", end->rule, ")");
    for (const std::string& word : std::vector<std::string>(absl::StrSplit(sentence, ' '))) {
      movetext_.AddToComment(word);
    }
  }
  return StrCat(WriteTags(result, end), "\n", movetext_.Finish(ResultText(result)), "\n");
}

}  // namespace

absl::StatusOr<std::string> WriteGame(const PgnGame& game, Viewer viewer,
                                      absl::FunctionRef<absl::Status()> spend) {
  return Writer(game, viewer).Write(spend);
}

}  // namespace arbiter::pgn
