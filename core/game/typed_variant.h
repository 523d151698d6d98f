#ifndef ARBITER_CORE_GAME_TYPED_VARIANT_H_
#define ARBITER_CORE_GAME_TYPED_VARIANT_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/game/clocks.h"
#include "core/game/history.h"
#include "core/game/snapshot.h"
#include "core/game/typed_game.h"
#include "core/game/variant.h"
#include "core/rules/draws.h"
#include "core/rules/fen.h"

namespace arbiter {

// Functions that make a game with given rules. They return the errors that Variant describes.

// What the options of a game say: the rules, and the clocks if it has any.
template <Rules R>
struct SetUp {
  R rules;
  ClocksOf<R> clocks;
};

// Returns the description of the variant, to whose options the option `clock` is added unless its
// rules have clocks of their own (ruling C17).
template <Rules R>
const VariantInfo& InfoWithClock() {
  if constexpr (ClockRules<R>) {
    return R::Info();
  } else {
    static const auto& with_clock = *new VariantInfo([] {
      VariantInfo info = R::Info();
      info.options.push_back(ClockOption());
      return info;
    }());
    return with_clock;
  }
}

// Reads all options of a game. The path of an error is the name of the option.
template <Rules R>
absl::StatusOr<SetUp<R>> SetUpFromOptions(const OptionMap& options) {
  if (!options.contains(kClockOption)) {
    ARBITER_RETURN_IF_ERROR(CheckOptionNames(InfoWithClock<R>(), options));
    ARBITER_ASSIGN_OR_RETURN(R rules, R::Create(options));
    return SetUp<R>{std::move(rules), {}};
  }
  if constexpr (ClockRules<R>) {
    return AtField(MakeError(ErrorReason::kOptionOutOfRange, R::ClockOptionRefusal()),
                   kClockOption);
  } else {
    ARBITER_ASSIGN_OR_RETURN(const std::optional<TimeControl> control, FindTimeControl(options));
    OptionMap others = options;
    others.erase(others.find(kClockOption));
    ARBITER_ASSIGN_OR_RETURN(SetUp<R> set_up, SetUpFromOptions<R>(others));
    if (control) set_up.clocks = ClocksOf<R>(GameClocks(*control));
    return set_up;
  }
}

// Reads the options of a request.
template <Rules R>
absl::StatusOr<SetUp<R>> ReadSetUp(const OptionMap& options) {
  // This is the usual case.
  if (options.empty()) return SetUp<R>{DefaultRules<R>(), {}};
  absl::StatusOr<SetUp<R>> set_up = SetUpFromOptions<R>(options);
  if (set_up.ok()) return set_up;
  // These are options of every variant; other options belong to their variant.
  const std::string field = FieldOf(set_up.status());
  const bool shared = field == "draw_policy" || field == kClockOption;
  return AtField(set_up.status(), shared ? "options" : StrCat("options.", R::Info().id));
}

// Returns what the encoded options of a snapshot say.
template <Rules R>
absl::StatusOr<SetUp<R>> SetUpOfSnapshot(std::string_view options) {
  // A snapshot has all options, and usually they have their defaults.
  if (options == DefaultOptions<R>()) return SetUp<R>{DefaultRules<R>(), {}};
  return SetUpFromOptions<R>(DecodeOptions(options));
}

// Returns the start position of a game without a random start. It does not depend on the options.
template <Rules R>
const typename R::Position& StartPosition() {
  static const typename R::Position start = *DefaultRules<R>().ParseFen(R::Info().start_fen);
  return start;
}

template <Rules R>
absl::StatusOr<TypedGamePtr<R>> GameFromFen(const SetUp<R>& set_up, std::string_view fen,
                                            bool history_is_complete) {
  const auto& [rules, clocks] = set_up;
  ARBITER_ASSIGN_OR_RETURN(const auto position, rules.ParseFen(fen));
  if constexpr (FenCheckRules<R>) {
    ARBITER_RETURN_IF_ERROR(rules.CheckFenPosition(position));
  }
  // If no position can occur twice, no history is missing.
  const bool complete = history_is_complete || !DeterministicRules<R>;
  return std::make_unique<TypedGame<R>>(rules, position, History(position.key(), complete), clocks);
}

// Returns a whole FEN of a phase, which errors show.
template <Rules R>
std::string_view ExampleFen() {
  if constexpr (requires { R::kExampleFen; }) {
    return R::kExampleFen;
  } else {
    return R::Info().start_fen;
  }
}

// Returns a random start position, drawn from `seed`; RANDOMNESS_REQUIRED if `seed` is empty.
// Assigns the random draws to `draws` unless `draws` is null.
template <RandomStartRules R>
absl::StatusOr<typename R::FirstBoard> DrawStart(const R& rules, std::string_view seed,
                                                 std::vector<Draw>* draws) {
  if (seed.empty()) {
    return MakeError(
        ErrorReason::kRandomnessRequired,
        StrCat(R::WhyRandomStart(), ": give a seed, or the FEN of the start position"));
  }
  SeededDraws seeded(seed, R::Info().id, "setup", {.turn = 0, .action = 0});
  const typename R::FirstBoard board = rules.DrawStart(
      [&seeded](std::string_view purpose, std::vector<std::string_view> candidates) {
        return seeded.Choose(purpose, std::move(candidates));
      });
  if (draws != nullptr) *draws = std::move(seeded.draws());
  return board;
}

// Returns the set-up of the first phase that has a board.
template <Rules R>
auto FirstBoard(const SetUp<R>& set_up) {
  if constexpr (PhasedRules<R>) {
    return SetUp<typename R::Next>{set_up.rules.NextRules(), {}};
  } else {
    return set_up;
  }
}

// Returns whether control actions can have led to `controls` in a position; `without` is the same
// game without control actions.
template <Rules R>
bool IsPossible(const R& rules, const typename R::Position& position, const ControlState& controls,
                const TypedGame<R>& without) {
  if constexpr (ClockRules<R>) {
    if (controls.end && controls.end->termination == Termination::kTimeout) {
      return !controls.claimed_by && rules.IsTimeoutEnd(position, *controls.end);
    }
  } else if (const auto left = without.clocks();
             left && controls.end && controls.end->termination == Termination::kTimeout) {
    const std::optional<Color> winner = RolesOf<R>().WinnerOf(controls.end->result);
    return winner && (*left)[static_cast<size_t>(Index(!*winner))] == 0 && !controls.claimed_by;
  }
  if constexpr (NoDrawOfferRules<R>) {
    const auto is_agreed = [](const End& end) {
      return end.termination == Termination::kDrawAgreed;
    };
    if (controls.draw_offered_by || (controls.end && is_agreed(*controls.end))) return false;
  }
  return controls.IsPossible(without.Adjudicate().claims, RolesOf<R>());
}

template <Rules R>
absl::StatusOr<TypedGamePtr<R>> GameFromSnapshot(SnapshotData data) {
  absl::StatusOr<SetUp<R>> set_up = SetUpOfSnapshot<R>(data.options);
  if (!set_up.ok()) return BadSnapshot("has options that this server does not know");
  auto& [rules, clocks] = *set_up;
  if constexpr (!ClockRules<R>) {
    if (clocks.own() != nullptr) {
      GameClocks restored = *clocks.own();
      if (!restored.ConsumeExtra(&data.extra)) return BadSnapshot("has clocks that are not valid");
      clocks = ClocksOf<R>(restored);
    }
  }
  auto position = rules.ParseFen(data.fen);
  if (!position.ok()) {
    return BadSnapshot(StrCat("cannot be used: ", std::string(position.status().message())));
  }
  UndoStack<R> undo;
  const bool extra_fits = ParseSnapshotExtra(rules, data.extra, &*position, &undo);
  if (!extra_fits || data.keys.back() != position->key()) {
    return BadSnapshot("has a position that this server cannot restore");
  }
  History history(std::move(data.keys), data.history_complete);
  if (data.controls != ControlState()) {
    const TypedGame<R> without(rules, *position, history, clocks);
    if (!IsPossible(rules, *position, data.controls, without)) {
      return BadSnapshot("has a result that no action of this game can bring about");
    }
  }
  return std::make_unique<TypedGame<R>>(rules, *position, std::move(history), clocks, data.controls,
                                        undo);
}

// The variant with the rules R, which are those of the first phase if the game has phases.
template <Rules R>
class TypedVariant final : public Variant {
 public:
  const VariantInfo& info() const override { return InfoWithClock<R>(); }

  absl::StatusOr<std::unique_ptr<Game>> Start(const OptionMap& options, std::string_view seed,
                                              std::vector<Draw>* draws) const override {
    ARBITER_ASSIGN_OR_RETURN(const SetUp<R> set_up, ReadSetUp<R>(options));
    const auto& [rules, clocks] = set_up;
    const auto at_board = [first = FirstBoard(set_up)](const auto& board) {
      return GameAtStart(first.rules, board, first.clocks);
    };
    if constexpr (RandomStartRules<R>) {
      if (rules.HasRandomStart()) {
        ARBITER_ASSIGN_OR_RETURN(const auto board, DrawStart(rules, seed, draws));
        return at_board(board);
      }
    }
    if constexpr (PhasedRules<R>) {
      if (const auto board = rules.StartIfSkipped()) return at_board(*board);
      return GameAtStart(rules, rules.Start());
    } else {
      return at_board(StartPosition<R>());
    }
  }

  bool CanBeRandomStart(const Game& start, const OptionMap& options) const override {
    if constexpr (RandomStartRules<R>) {
      const absl::StatusOr<SetUp<R>> set_up = ReadSetUp<R>(options);
      if (!set_up.ok() || !set_up->rules.HasRandomStart() || start.ply() > 0) return true;
      const auto board = FirstBoard(*set_up).rules.ParseFen(start.Fen(FenStyle::kStandard));
      return board.ok() && set_up->rules.CanBeRandomStart(*board);
    } else {
      return true;
    }
  }

  absl::StatusOr<std::unique_ptr<Game>> FromFen(std::string_view fen, const OptionMap& options,
                                                bool history_is_complete) const override {
    ARBITER_ASSIGN_OR_RETURN(const SetUp<R> set_up, ReadSetUp<R>(options));
    auto game = FromExactFen(set_up, fen, history_is_complete);
    if (game.ok() || ReasonOf(game.status()) != ErrorReason::kBadFen) return game;
    // Only a FEN with other blanks than single spaces between its fields is read twice (F4).
    const std::string spaced = WithSingleSpaces(fen);
    if (spaced != fen) game = FromExactFen(set_up, spaced, history_is_complete);
    if (ReasonOf(game.status()) != ErrorReason::kBadFen) return game;
    return MakeError(ErrorReason::kBadFen, StrCat(std::string(game.status().message()),
                                                  "; an example of a FEN is ", ExampleFor(spaced)));
  }

  absl::StatusOr<std::unique_ptr<Game>> FromSnapshot(std::string_view snapshot,
                                                     const OptionMap& options) const override {
    ARBITER_ASSIGN_OR_RETURN(SnapshotData data, ReadSnapshot(snapshot, R::Info().id, options));
    ARBITER_ASSIGN_OR_RETURN(const SetUp<R> asked, ReadSetUp<R>(options));
    if constexpr (PhasedRules<R>) {
      if (!R::IsFen(data.fen)) return GameFromSnapshot<typename R::Next>(std::move(data));
    }
    ARBITER_ASSIGN_OR_RETURN(TypedGamePtr<R> game, GameFromSnapshot<R>(std::move(data)));
    if (asked.clocks.own() != nullptr && !game->clocks()) {
      return BadSnapshot("has no clocks, but the request has the option clock");
    }
    return game;
  }

 private:
  static absl::StatusOr<std::unique_ptr<Game>> FromExactFen(const SetUp<R>& set_up,
                                                            std::string_view fen,
                                                            bool history_is_complete) {
    if constexpr (PhasedRules<R>) {
      if (!R::IsFen(fen)) return GameFromFen(FirstBoard(set_up), fen, history_is_complete);
    }
    return GameFromFen(set_up, fen, history_is_complete);
  }
  // Returns a FEN of the phase to which `fen` seems to belong.
  static std::string_view ExampleFor(std::string_view fen) {
    if constexpr (PhasedRules<R>) {
      if (!R::IsFen(fen)) return ExampleFen<typename R::Next>();
    }
    return ExampleFen<R>();
  }
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_TYPED_VARIANT_H_
