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
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/board/color.h"
#include "core/game/clocks.h"
#include "core/game/game.h"
#include "core/game/messages.h"
#include "core/game/viewed_game.h"
#include "core/pgn/tokens.h"
#include "core/rules/draws.h"
#include "core/rules/seed_text.h"

namespace arbiter::pgn {
namespace {

// The maximum length of a line in PGN's export format, in bytes.
constexpr size_t kMaxLineLength = 79;

// Formats movetext in lines of at most kMaxLineLength, unless a single part is longer.
class Movetext {
 public:
  // Adds a move, preceded by its number if that is required.
  void AddMove(uint32_t number, Color mover, std::string_view san);
  // Adds a part to the current comment. A part is never split between lines. Consecutive parts
  // share one comment.
  void AddToComment(std::string part) { comment_.push_back(std::move(part)); }
  // Adds the result and returns the movetext.
  std::string Finish(std::string_view result);

 private:
  void Add(std::string_view part);
  void FlushComment();

  std::string text_;
  size_t line_length_ = 0;
  std::vector<std::string> comment_;
  // Whether the next move needs its number even if it is Black's.
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

void Movetext::Add(std::string_view part) {
  if (line_length_ > 0 && line_length_ + 1 + part.size() > kMaxLineLength) {
    text_ += '\n';
    line_length_ = 0;
  }
  StrAppend(&text_, line_length_ > 0 ? " " : "", part);
  line_length_ += part.size() + (line_length_ > 0 ? 1 : 0);
}

void Movetext::FlushComment() {
  if (comment_.empty()) return;
  comment_.front() = StrCat("{", comment_.front());
  comment_.back() += "}";
  for (const std::string& part : comment_) Add(part);
  comment_.clear();
  interrupted_ = true;
}

// Returns whether a SAN is a valid PGN symbol.
bool IsPgnSymbol(std::string_view san) {
  if (san == "--") return true;
  const auto is_symbol_character = [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("_+#=:-").find(c) != std::string_view::npos;
  };
  return !san.empty() && absl::ascii_isalpha(static_cast<unsigned char>(san.front())) &&
         std::all_of(san.begin(), san.end(), is_symbol_character);
}

constexpr size_t kMaxTagNameLength = 255;
constexpr std::string_view kTerminationTag = "Termination";

// The tags that PGN requires of every game, each with its value for "unknown". The tag Result
// follows them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kRoster = {
    {{"Event", "?"},
     {"Site", "?"},
     {"Date", "????.??.??"},
     {"Round", "?"},
     {"White", "?"},
     {"Black", "?"}}};

absl::Status BadTag(size_t index, std::string_view field, std::string_view why) {
  return AtField(MakeError(ErrorReason::kBadField, why), "tags[", index, "].", field);
}

absl::Status CheckTags(const std::vector<Tag>& tags, bool has_clock_option) {
  std::set<std::string_view> names;
  for (size_t i = 0; i < tags.size(); ++i) {
    const auto& [name, value] = tags[i];
    const auto fits = [](char c) {
      return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
    };
    if (name.empty() || name.size() > kMaxTagNameLength ||
        !absl::ascii_isalpha(static_cast<unsigned char>(name.front())) ||
        !std::all_of(name.begin(), name.end(), fits)) {
      return BadTag(i, "name",
                    StrCat(Quoted(name),
                           " is not a valid tag name; a name is a letter followed by letters,"
                           " digits and _, at most ",
                           kMaxTagNameLength, " characters"));
    }
    if (name == kVariantTag || name == kOptionsTag || name == kSetUpTag || name == kFenTag ||
        name == kResultTag || (has_clock_option && IsTimeControlTag(name))) {
      return BadTag(i, "name", StrCat("the tag ", name, " is written from the game itself"));
    }
    if (!names.insert(name).second) {
      return BadTag(i, "name", StrCat("the tag ", name, " appears twice"));
    }
    const auto is_control = [](char c) {
      return absl::ascii_iscntrl(static_cast<unsigned char>(c));
    };
    if (std::any_of(value.begin(), value.end(), is_control)) {
      return BadTag(i, "value", "the value must not contain control characters or line breaks");
    }
    if (name != kSeedTag) continue;
    ARBITER_RETURN_IF_ERROR(AtField(ParseSeed(value).status(), "tags[", i, "].value"));
  }
  return absl::OkStatus();
}

void WriteTag(std::string_view name, std::string_view value, std::string* text) {
  StrAppend(text, "[", name, " \"", ReplaceAll(value, {{"\\", "\\\\"}, {"\"", "\\\""}}), "\"]\n");
}

// Returns the value of the tag Termination in the PGN standard; empty if the termination is
// unknown.
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
  // The current state, including everything that is hidden. The output is returned only if nothing
  // is hidden from the viewer.
  const Game& game() const { return game_->unredacted(); }
  absl::Status Play(size_t index);
  // The facts about an action and the state before it.
  struct Before {
    bool is_move;
    bool bidding;
    bool continues;
    uint32_t move_number;
    Color turn;
    // The SAN of a move without its outcomes; empty if it is not needed.
    std::string san;
  };
  // Writes an action, which has been made, to the movetext.
  void WriteAction(const Before& before, const ActionResult& applied);
  absl::StatusOr<Result> CheckResult(const std::optional<End>& end) const;
  std::string WriteTags(Result result, const std::optional<End>& end) const;
  void WriteTimeControl(std::string* text) const;

  const PgnGame& record_;
  const Viewer viewer_;
  std::optional<ViewedGame> game_;
  // The option `clock`; std::nullopt if it is not set.
  std::optional<TimeControl> control_;
  // Empty for the start position of the variant.
  std::string start_fen_;
  // Whether the side to move has already acted in this turn.
  bool turn_continues_ = false;
  Movetext movetext_;
};

absl::Status Writer::Start() {
  const auto& [variant, options] = std::pair(record_.variant, record_.options);
  absl::StatusOr<std::unique_ptr<Game>> start =
      record_.start_fen.empty() ? variant->Start(options, record_.seed, nullptr)
                                : variant->FromFen(record_.start_fen, options, true);
  if (!start.ok()) {
    const bool has_field = !FieldOf(start.status()).empty() || record_.start_fen.empty();
    return has_field ? start.status() : AtField(start.status(), "start_fen");
  }
  ARBITER_ASSIGN_OR_RETURN(control_, FindTimeControl(options));
  const std::string fen = LosslessFen(*variant, options, **start);
  const auto default_start = variant->Start(options);
  if (!default_start.ok() || (*default_start)->Fen(FenStyle::kStandard) != fen) start_fen_ = fen;
  if (!record_.elapsed_ms.empty()) {
    (*start)->TrackClocks();
    ARBITER_RETURN_IF_ERROR(CheckReportedTimes(**start, record_.elapsed_ms));
  }
  game_.emplace(*std::move(start), viewer_);
  turn_continues_ = !game().pending().empty();
  return absl::OkStatus();
}

absl::Status Writer::Play(size_t index) {
  const std::string& action = record_.actions[index];
  const std::vector<int64_t>& times = record_.elapsed_ms;
  const ActionInput input = {.seed = record_.seed, .elapsed_ms = times.empty() ? -1 : times[index]};
  Before before = {.is_move = !game().IsControl(action),
                   .bidding = game().phase() == Phase::kBidding,
                   .continues = turn_continues_,
                   .move_number = game().move_number(),
                   .turn = game().turn(),
                   .san = {}};
  const uint32_t ply = game().ply();
  // SAN adds signs for some outcomes, which are not valid in PGN.
  const size_t outcomes = action.find('{');
  const bool may_draw = outcomes != std::string::npos || !record_.seed.empty();
  if (before.is_move && !before.bidding && may_draw) {
    before.san = game().WriteMove(action.substr(0, outcomes), Notation::kSan).value_or("");
  }
  ActionResult applied;
  ARBITER_RETURN_IF_ERROR(game_->Replay(action, input, &applied));
  if (applied.timed_out) {
    before.is_move = false;
    applied.text = "timeout";
  }
  if (before.san.empty()) before.san = applied.san;
  WriteAction(before, applied);
  if (before.is_move) {
    turn_continues_ = game().turn() == before.turn && game().ply() == ply;
  }
  const std::optional<ClockTimes> clocks = game().clocks();
  if (input.elapsed_ms >= 0) {
    movetext_.AddToComment(FormatCommand("emt", FormatTime(input.elapsed_ms)));
    // After the bidding the players have other clocks.
    const bool has_same_clocks = before.bidding == (game().phase() == Phase::kBidding);
    if (clocks && has_same_clocks) {
      const int64_t left = (*clocks)[static_cast<size_t>(Index(before.turn))];
      movetext_.AddToComment(FormatCommand("clk", FormatTime(left)));
    }
  } else if (index == 0 && !times.empty() && clocks) {
    // Shows that clocks are tracked although no time is reported (P6).
    movetext_.AddToComment(FormatCommand("emt", "-"));
  }
  return absl::OkStatus();
}

void Writer::WriteAction(const Before& before, const ActionResult& applied) {
  const std::string_view text = std::string_view(applied.text).substr(0, applied.text.find('{'));
  if (before.bidding && before.is_move) {
    movetext_.AddToComment(FormatCommand("bid", text));
  } else if (!before.is_move || before.continues) {
    movetext_.AddToComment(FormatCommand("act", text));
  } else if (IsPgnSymbol(before.san)) {
    movetext_.AddMove(before.move_number, before.turn, before.san);
  } else {
    movetext_.AddMove(before.move_number, before.turn, "--");
    movetext_.AddToComment(FormatCommand("act", text));
  }
  if (applied.draws.empty()) return;
  const std::string draws = FormatOutcomes(applied.draws);
  movetext_.AddToComment(
      FormatCommand("draw", std::string_view(draws).substr(1, draws.size() - 2)));
}

absl::StatusOr<Result> Writer::CheckResult(const std::optional<End>& end) const {
  const Result input = record_.result;
  if (end) {
    if (input == Result::kOngoing || input == end->result) return end->result;
    return AtField(
        MakeError(
            ErrorReason::kBadField,
            StrCat("the result is given as ", FormatResult(input), ", but the rules say: ",
                   DescribeEnd(game().variant(), *end, Locale::kEnglish), " (", end->rule, ")")),
        "result");
  }
  if (input == Result::kOngoing || input == Result::kDraw) return input;
  const Roles& roles = game().roles();
  if (roles.WinnerOf(input)) return input;
  const std::string players = StrCat(roles.Name(Color::kWhite), " or ", roles.Name(Color::kBlack));
  return AtField(MakeError(ErrorReason::kBadField,
                           game().phase() == Phase::kBidding
                               ? StrCat("the winner of a game that ends during the bidding is ",
                                        players, " (P6)")
                               : StrCat("the winner of a game on the board is ", players, " (C5)")),
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
    const Tag* input = find(name);
    WriteTag(name, input != nullptr ? std::string_view(input->value) : unknown, &text);
  }
  WriteTag(kResultTag, FormatResult(result), &text);
  WriteTag(kVariantTag, game().variant().name.en, &text);
  std::string options = FormatOptions(record_.variant->info(), record_.options);
  if (!control_ && HasClockOption(*record_.variant) && TimeControlOf(record_.tags)) {
    // The tags alone would give the game clocks.
    StrAppend(&options, options.empty() ? "" : "; ", kClockOption, "=", kNoClocks);
  }
  if (!options.empty()) WriteTag(kOptionsTag, options, &text);
  if (!start_fen_.empty()) {
    WriteTag(kSetUpTag, "1", &text);
    WriteTag(kFenTag, start_fen_, &text);
  }
  WriteTimeControl(&text);
  const std::string_view termination = TerminationText(end, result);
  if (!termination.empty() && find(kTerminationTag) == nullptr) {
    WriteTag(kTerminationTag, termination, &text);
  }
  for (const Tag& tag : record_.tags) {
    const auto in_roster = [&tag](const auto& entry) { return entry.first == tag.name; };
    if (std::none_of(kRoster.begin(), kRoster.end(), in_roster)) {
      WriteTag(tag.name, tag.value, &text);
    }
  }
  return text;
}

void Writer::WriteTimeControl(std::string* text) const {
  if (!control_) return;
  const auto [white, black] = control_->base;
  if (white == black) {
    WriteTag(kTimeControlTag, FormatTimeControl(*control_), text);
  } else {
    WriteTag(kWhiteTimeControlTag, FormatTimeControl({{white, white}, control_->bonus}), text);
    WriteTag(kBlackTimeControlTag, FormatTimeControl({{black, black}, control_->bonus}), text);
  }
}

absl::StatusOr<std::string> Writer::Write(absl::FunctionRef<absl::Status()> spend) {
  ARBITER_RETURN_IF_ERROR(Start());
  ARBITER_RETURN_IF_ERROR(CheckTags(record_.tags, control_.has_value()));
  for (size_t i = 0; i < record_.actions.size(); ++i) {
    ARBITER_RETURN_IF_ERROR(spend());
    ARBITER_RETURN_IF_ERROR(AtField(Play(i), "actions[", i, "]"));
  }
  ARBITER_RETURN_IF_ERROR(game_->FullGame("the game cannot be written").status());
  const std::optional<End> end = game().Adjudicate().end;
  ARBITER_ASSIGN_OR_RETURN(const Result result, CheckResult(end));
  if (end) {
    const std::string sentence =
        StrCat(DescribeEnd(game().variant(), *end, Locale::kEnglish), " (", end->rule, ")");
    for (const std::string& word : std::vector<std::string>(absl::StrSplit(sentence, ' '))) {
      movetext_.AddToComment(word);
    }
  }
  return StrCat(WriteTags(result, end), "\n", movetext_.Finish(FormatResult(result)), "\n");
}

}  // namespace

absl::StatusOr<std::string> WriteGame(const PgnGame& game, Viewer viewer,
                                      absl::FunctionRef<absl::Status()> spend) {
  return Writer(game, viewer).Write(spend);
}

}  // namespace arbiter::pgn
