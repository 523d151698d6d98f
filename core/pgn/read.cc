#include "core/pgn/read.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/game/any_notation.h"
#include "core/game/clocks.h"
#include "core/game/game.h"
#include "core/game/messages.h"
#include "core/game/registry.h"
#include "core/game/viewed_game.h"
#include "core/pgn/game_texts.h"
#include "core/pgn/tokens.h"
#include "core/rules/control.h"
#include "core/rules/san.h"
#include "core/rules/seed_text.h"

namespace arbiter::pgn {
namespace {

using Item = GameText::Item;

// The number of tags that take about as long to read as one action takes to replay.
constexpr size_t kTagsPerSpend = 32;

// Finds a variant by its id or name, ignoring case.
absl::StatusOr<const Variant*> FindVariantNamed(std::string_view name) {
  const std::string wanted = LowerCase(name);
  for (const Variant* variant : AllVariants()) {
    if (wanted == variant->info().id || wanted == LowerCase(variant->info().name.en)) {
      return variant;
    }
  }
  return FindVariant(name);
}

// Parses the result in a tag or at the end of a movetext; std::nullopt if `text` does not name one.
std::optional<Result> ParseResult(std::string_view text, const Roles& roles) {
  const std::string result = StandardResult(text);
  if (result == "1-0") return roles.WinFor(Color::kWhite);
  if (result == "0-1") return roles.WinFor(Color::kBlack);
  if (result == "1/2-1/2") return Result::kDraw;
  return std::nullopt;
}

bool IsBefore(const Place& a, const Place& b) {
  return a.line != b.line ? a.line < b.line : a.column < b.column;
}

// Reads one game.
class Reader {
 public:
  Reader(const GameText& text, const ReadOptions& options) : text_(text), options_(options) {
    result_.place = text.place;
    result_.fault = text.fault;
  }

  // Reads the game; returns only errors of `spend`.
  absl::Status Read(absl::FunctionRef<absl::Status()> spend) {
    ARBITER_RETURN_IF_ERROR(ReadTags(spend));
    if (has_bad_tags_ || result_.game.variant == nullptr) return absl::OkStatus();
    const std::optional<TimeControl> control = ReadTimeControl();
    if (!control) return ReadGame(spend);
    const ReadResult without_clocks = result_;
    result_.game.options.emplace(kClockOption, FormatTimeControl(*control));
    std::erase_if(result_.game.tags, [](const Tag& tag) { return IsTimeControlTag(tag.name); });
    ARBITER_RETURN_IF_ERROR(ReadGame(spend));
    // Programs differ in how they measure time, so a fault may be due to the clocks, unless it is a
    // text that names no legal move.
    const bool may_be_timed = result_.fault &&
                              ReasonOf(result_.fault->status) != ErrorReason::kBadNotation &&
                              ReasonOf(result_.fault->status) != ErrorReason::kIllegalAction;
    if (!may_be_timed) return absl::OkStatus();
    ReadResult with_clocks = std::exchange(result_, without_clocks);
    ARBITER_RETURN_IF_ERROR(ReadGame(spend));
    if (result_.fault && !IsBefore(with_clocks.fault->place, result_.fault->place)) {
      result_ = std::move(with_clocks);
    }
    return absl::OkStatus();
  }

  ReadResult Take() { return std::move(result_); }

 private:
  // Sets the fault unless the game already has one that is earlier in the text.
  void SetFault(Place place, std::string_view text, absl::Status status, uint32_t move_number = 0) {
    if (result_.fault && !IsBefore(place, result_.fault->place)) return;
    result_.fault = Fault{place, std::string(text), std::move(status), move_number};
  }
  void SetFault(const GameText::Tag& tag, absl::Status status) {
    SetFault(tag.place, tag.name, std::move(status));
    has_bad_tags_ = true;
  }
  const GameText::Tag* Find(std::string_view name) const {
    for (const GameText::Tag& tag : text_.tags) {
      if (tag.name == name) return &tag;
    }
    return nullptr;
  }

  absl::Status ReadTags(absl::FunctionRef<absl::Status()> spend);
  void ReadVariant();
  void ReadOptionsTag(const GameText::Tag& tag);
  void ReadSeed(const GameText::Tag& tag);
  // Returns the clocks that only the tags give the game; std::nullopt if there are none. If the
  // options say which clocks the game has, removes the tags, and sets the fault if they disagree.
  std::optional<TimeControl> ReadTimeControl();
  // Reads the moves and the result, with the options as they are now.
  absl::Status ReadGame(absl::FunctionRef<absl::Status()> spend);
  // Returns the game at its start. If it cannot be started, sets the fault and returns nullptr.
  std::unique_ptr<Game> Start();
  absl::Status Replay(absl::FunctionRef<absl::Status()> spend, ViewedGame* game);
  absl::StatusOr<std::string> FindAction(const Game& game, const Item& item) const;
  // Returns the time that an action took; -1 if it is not reported.
  int64_t ElapsedTime(const Game& game, const Item& item, std::string_view action) const;
  void ReadResultOf(const Game& game);

  const GameText& text_;
  const ReadOptions& options_;
  ReadResult result_;
  // Whether the tags have a fault, so that the game cannot be replayed.
  bool has_bad_tags_ = false;
};

absl::Status Reader::ReadTags(absl::FunctionRef<absl::Status()> spend) {
  std::set<std::string_view> names;
  for (const GameText::Tag& tag : text_.tags) {
    const bool first = names.insert(tag.name).second;
    if (names.size() % kTagsPerSpend == 0) {
      ARBITER_RETURN_IF_ERROR(spend());
    }
    const bool is_known = tag.name == kVariantTag || tag.name == kOptionsTag ||
                          tag.name == kSetUpTag || tag.name == kFenTag || tag.name == kSeedTag ||
                          tag.name == kResultTag;
    if (!is_known) {
      // If another tag occurs several times, its first value counts.
      if (first) result_.game.tags.push_back({tag.name, tag.value});
    } else if (!first) {
      SetFault(tag,
               MakeError(ErrorReason::kBadField, StrCat("the tag ", tag.name, " appears twice")));
    } else if (tag.name == kOptionsTag) {
      ReadOptionsTag(tag);
    } else if (tag.name == kFenTag) {
      result_.game.start_fen = tag.value;
    } else if (tag.name == kSeedTag) {
      ReadSeed(tag);
    }
  }
  ReadVariant();
  return absl::OkStatus();
}

void Reader::ReadVariant() {
  const GameText::Tag* tag = Find(kVariantTag);
  if (tag == nullptr) {
    result_.game.variant = options_.variant;
    if (options_.variant != nullptr) return;
    SetFault(text_.place, "",
             MakeError(ErrorReason::kUnknownVariant,
                       "the game has no Variant tag, and the request names no variant"));
    return;
  }
  result_.variant_text = tag->value;
  const absl::StatusOr<const Variant*> variant = FindVariantNamed(tag->value);
  if (variant.ok()) {
    result_.game.variant = *variant;
  } else {
    SetFault(*tag, variant.status());
  }
}

void Reader::ReadOptionsTag(const GameText::Tag& tag) {
  absl::StatusOr<OptionMap> options = ParseOptions(tag.value);
  if (options.ok()) {
    result_.game.options = *std::move(options);
  } else {
    SetFault(tag, options.status());
  }
}

void Reader::ReadSeed(const GameText::Tag& tag) {
  absl::StatusOr<std::string> seed = ParseSeed(tag.value);
  if (seed.ok()) {
    result_.game.seed = *std::move(seed);
  } else {
    SetFault(tag, seed.status());
  }
}

std::optional<TimeControl> Reader::ReadTimeControl() {
  PgnGame& game = result_.game;
  const std::optional<TimeControl> control = TimeControlOf(game.tags);
  const auto option = game.options.find(kClockOption);
  if (option == game.options.end()) return HasClockOption(*game.variant) ? control : std::nullopt;
  if (option->second == kNoClocks) {
    game.options.erase(option);
    return std::nullopt;
  }
  if (control && FormatTimeControl(*control) != option->second) {
    const GameText::Tag* tag = Find(kTimeControlTag);
    if (tag == nullptr) tag = Find(kWhiteTimeControlTag);
    SetFault(*tag, MakeError(ErrorReason::kBadField,
                             StrCat("the tag says ", FormatTimeControl(*control),
                                    ", but VariantOptions says clock=", option->second)));
  }
  std::erase_if(game.tags, [](const Tag& tag) { return IsTimeControlTag(tag.name); });
  return std::nullopt;
}

absl::Status Reader::ReadGame(absl::FunctionRef<absl::Status()> spend) {
  std::unique_ptr<Game> start = has_bad_tags_ ? nullptr : Start();
  if (start == nullptr) return absl::OkStatus();
  ViewedGame game(std::move(start), Viewer::kAll);
  ARBITER_RETURN_IF_ERROR(Replay(spend, &game));
  ReadResultOf(game.shown());
  return absl::OkStatus();
}

std::unique_ptr<Game> Reader::Start() {
  PgnGame& game = result_.game;
  const GameText::Tag* fen = Find(kFenTag);
  absl::StatusOr<std::unique_ptr<Game>> start =
      fen != nullptr ? game.variant->FromFen(game.start_fen, game.options, true)
                     : game.variant->Start(game.options, game.seed, nullptr);
  if (start.ok()) {
    if (fen != nullptr) game.start_fen = LosslessFen(*game.variant, game.options, **start);
    if (text_.has_times) (*start)->TrackClocks();
    return *std::move(start);
  }
  const GameText::Tag* options = Find(kOptionsTag);
  const GameText::Tag* wrong = FieldOf(start.status()).starts_with("options") ? options : fen;
  if (wrong == nullptr) wrong = options;
  if (wrong != nullptr) {
    SetFault(*wrong, start.status());
  } else {
    SetFault(text_.place, "", start.status());
  }
  return nullptr;
}

absl::Status Reader::Replay(absl::FunctionRef<absl::Status()> spend, ViewedGame* game) {
  PgnGame& record = result_.game;
  const bool is_timed = game->shown().clocks() && (text_.has_times || text_.has_clocks);
  for (const Item& item : text_.items) {
    ARBITER_RETURN_IF_ERROR(spend());
    const absl::StatusOr<std::string> action = FindAction(game->shown(), item);
    ActionResult applied;
    ActionInput input = {.seed = record.seed};
    absl::Status status = action.status();
    if (status.ok()) {
      if (is_timed) input.elapsed_ms = ElapsedTime(game->shown(), item, *action);
      status = game->Replay(*action, input, &applied);
    }
    if (!status.ok()) {
      const bool is_move = game->shown().phase() == Phase::kBoard;
      SetFault(item.place, item.text, std::move(status), is_move ? game->shown().move_number() : 0);
      break;
    }
    record.actions.push_back(applied.timed_out ? "timeout" : std::move(applied.text));
    if (is_timed) record.elapsed_ms.push_back(input.elapsed_ms);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> Reader::FindAction(const Game& game, const Item& item) const {
  const bool bidding = game.phase() == Phase::kBidding;
  if (item.kind == Item::Kind::kAct) return StrCat(item.text, item.draws);
  if (item.kind == Item::Kind::kBid) {
    if (bidding) return StrCat(item.text, item.draws);
    return MakeError(ErrorReason::kWrongPhase,
                     StrCat(Quoted(item.text), ": the bidding is over (P5)"));
  }
  if (bidding) {
    return MakeError(ErrorReason::kWrongPhase,
                     StrCat(Quoted(item.text),
                            ": the bidding is not over; bids are written in comments,"
                            " for example {[%bid raise white +1]}"));
  }
  absl::StatusOr<std::string> action = ReadAnyMove(game, StrCat(item.text, item.draws));
  // After the end of the game, Game::Apply() refuses any text with GAME_OVER.
  if (!action.ok() && game.Adjudicate().end) return item.text;
  return action;
}

int64_t Reader::ElapsedTime(const Game& game, const Item& item, std::string_view action) const {
  if (item.elapsed_ms >= 0 || item.left_ms < 0) return item.elapsed_ms;
  const auto control = FindTimeControl(result_.game.options);
  if (!control.ok() || !*control) return item.elapsed_ms;
  // The time left is written with the bonus for the move.
  const int64_t bonus = game.IsControl(action) ? 0 : (*control)->bonus;
  const int64_t left = (*game.clocks())[static_cast<size_t>(Index(game.turn()))];
  return std::clamp<int64_t>(left + 1000 * bonus - item.left_ms, 0, left);
}

void Reader::ReadResultOf(const Game& game) {
  const Roles& roles = game.roles();
  const GameText::Tag* tag = Find(kResultTag);
  std::optional<Result> input;
  if (tag != nullptr) {
    input = ParseResult(tag->value, roles);
    if (!input && !tag->value.empty() && tag->value != "*" && tag->value != "?") {
      SetFault(*tag, MakeError(ErrorReason::kBadField,
                               StrCat(Quoted(tag->value),
                                      " is not a result; results are 1-0, 0-1, 1/2-1/2 and *")));
    }
  }
  const std::optional<Result> at_end = ParseResult(text_.result, roles);
  if (input && at_end && input != at_end) {
    SetFault(
        text_.result_place, text_.result,
        MakeError(ErrorReason::kBadField, StrCat("the tag Result says ", tag->value,
                                                 ", but the movetext ends with ", text_.result)));
  }
  if (at_end) input = at_end;
  result_.game.result = input.value_or(Result::kOngoing);
  if (result_.fault) return;
  const Adjudication adjudication = game.Adjudicate();
  if (!adjudication.end) return;
  if (input && input != adjudication.end->result) {
    const bool in_tag = !at_end;
    SetFault(
        in_tag ? tag->place : text_.result_place,
        in_tag ? std::string_view(kResultTag) : text_.result,
        MakeError(ErrorReason::kBadField,
                  StrCat("the result is given as ", FormatResult(*input), ", but the rules say: ",
                         DescribeEnd(game.variant(), *adjudication.end, Locale::kEnglish), " (",
                         adjudication.end->rule, ")")));
    return;
  }
  result_.game.result = adjudication.end->result;
}

}  // namespace

absl::Status ReadGames(std::string_view text, const ReadOptions& options,
                       absl::FunctionRef<absl::Status()> spend,
                       absl::FunctionRef<absl::Status(ReadResult)> visit) {
  GameTexts texts(text, options.max_actions);
  while (true) {
    ARBITER_ASSIGN_OR_RETURN(const std::optional<GameText> game, texts.Next(spend));
    if (!game.has_value()) return absl::OkStatus();
    ARBITER_RETURN_IF_ERROR(spend());
    Reader reader(*game, options);
    ARBITER_RETURN_IF_ERROR(reader.Read(spend));
    ARBITER_RETURN_IF_ERROR(visit(reader.Take()));
  }
}

}  // namespace arbiter::pgn
