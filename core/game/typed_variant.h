#ifndef ARBITER_CORE_GAME_TYPED_VARIANT_H_
#define ARBITER_CORE_GAME_TYPED_VARIANT_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/game/history.h"
#include "core/game/snapshot.h"
#include "core/game/typed_game.h"
#include "core/game/variant.h"
#include "core/rules/draws.h"
#include "core/rules/fen.h"

namespace arbiter {

// Functions that make a game with given rules. They return the errors that Variant describes.

template <Rules R>
absl::StatusOr<R> CreateRules(const OptionMap& options) {
  // This is the usual case.
  if (options.empty()) return DefaultRules<R>();
  absl::StatusOr<R> rules = R::Create(options);
  if (rules.ok()) return rules;
  // The draw policy is an option of every variant; other options belong to their variant.
  const bool own = FieldOf(rules.status()) != "draw_policy";
  return AtField(rules.status(), own ? StrCat("options.", R::Info().id) : "options");
}

// Returns the rules with the encoded options of a snapshot.
template <Rules R>
absl::StatusOr<R> RulesOfSnapshot(std::string_view options) {
  // A snapshot has all options, and usually they have their defaults.
  if (options == DefaultOptions<R>()) return DefaultRules<R>();
  return R::Create(DecodeOptions(options));
}

// Returns the start position of a game without a random start. It does not depend on the options.
template <Rules R>
const typename R::Position& StartPosition() {
  static const typename R::Position start = *DefaultRules<R>().ParseFen(R::Info().start_fen);
  return start;
}

template <Rules R>
absl::StatusOr<TypedGamePtr<R>> GameFromFen(const R& rules, std::string_view fen,
                                            bool history_is_complete) {
  ARBITER_ASSIGN_OR_RETURN(const auto position, rules.ParseFen(fen));
  if constexpr (FenCheckRules<R>) {
    ARBITER_RETURN_IF_ERROR(rules.CheckFenPosition(position));
  }
  // If no position can occur twice, no history is missing.
  const bool complete = history_is_complete || !DeterministicRules<R>;
  return std::make_unique<TypedGame<R>>(rules, position, History(position.key(), complete));
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

// Returns the rules of the first phase that has a board.
template <Rules R>
auto FirstBoardRules(const R& rules) {
  if constexpr (PhasedRules<R>) {
    return rules.NextRules();
  } else {
    return rules;
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
  const absl::StatusOr<R> rules = RulesOfSnapshot<R>(data.options);
  if (!rules.ok()) return BadSnapshot("has options that this server does not know");
  auto position = rules->ParseFen(data.fen);
  if (!position.ok()) {
    return BadSnapshot(StrCat("cannot be used: ", std::string(position.status().message())));
  }
  UndoStack<R> undo;
  const bool extra_fits = ParseSnapshotExtra(*rules, data.extra, &*position, &undo);
  if (!extra_fits || data.keys.back() != position->key()) {
    return BadSnapshot("has a position that this server cannot restore");
  }
  History history(std::move(data.keys), data.history_complete);
  if (data.controls != ControlState()) {
    const TypedGame<R> without(*rules, *position, history);
    if (!IsPossible(*rules, *position, data.controls, without)) {
      return BadSnapshot("has a result that no action of this game can bring about");
    }
  }
  return std::make_unique<TypedGame<R>>(*rules, *position, std::move(history), data.controls, undo);
}

// The variant with the rules R, which are those of the first phase if the game has phases.
template <Rules R>
class TypedVariant final : public Variant {
 public:
  const VariantInfo& info() const override { return R::Info(); }

  absl::StatusOr<std::unique_ptr<Game>> Start(const OptionMap& options, std::string_view seed,
                                              std::vector<Draw>* draws) const override {
    ARBITER_ASSIGN_OR_RETURN(const R rules, CreateRules<R>(options));
    if constexpr (RandomStartRules<R>) {
      if (rules.HasRandomStart()) {
        ARBITER_ASSIGN_OR_RETURN(const auto board, DrawStart(rules, seed, draws));
        return GameAtStart(FirstBoardRules(rules), board);
      }
    }
    if constexpr (PhasedRules<R>) {
      if (const auto board = rules.StartIfSkipped()) return GameAtStart(rules.NextRules(), *board);
      return GameAtStart(rules, rules.Start());
    } else {
      return GameAtStart(rules, StartPosition<R>());
    }
  }

  bool CanBeRandomStart(const Game& start, const OptionMap& options) const override {
    if constexpr (RandomStartRules<R>) {
      const absl::StatusOr<R> rules = R::Create(options);
      if (!rules.ok() || !rules->HasRandomStart() || start.ply() > 0) return true;
      const auto board = FirstBoardRules(*rules).ParseFen(start.Fen(FenStyle::kStandard));
      return board.ok() && rules->CanBeRandomStart(*board);
    } else {
      return true;
    }
  }

  absl::StatusOr<std::unique_ptr<Game>> FromFen(std::string_view fen, const OptionMap& options,
                                                bool history_is_complete) const override {
    ARBITER_ASSIGN_OR_RETURN(const R rules, CreateRules<R>(options));
    auto game = FromExactFen(rules, fen, history_is_complete);
    if (game.ok() || ReasonOf(game.status()) != ErrorReason::kBadFen) return game;
    // Only a FEN with other blanks than single spaces between its fields is read twice (F4).
    const std::string spaced = WithSingleSpaces(fen);
    if (spaced != fen) game = FromExactFen(rules, spaced, history_is_complete);
    if (ReasonOf(game.status()) != ErrorReason::kBadFen) return game;
    return MakeError(ErrorReason::kBadFen, StrCat(std::string(game.status().message()),
                                                  "; an example of a FEN is ", ExampleFor(spaced)));
  }

  absl::StatusOr<std::unique_ptr<Game>> FromSnapshot(std::string_view snapshot,
                                                     const OptionMap& options) const override {
    ARBITER_ASSIGN_OR_RETURN(SnapshotData data, ReadSnapshot(snapshot, R::Info().id, options));
    ARBITER_RETURN_IF_ERROR(CreateRules<R>(options).status());
    if constexpr (PhasedRules<R>) {
      if (!R::IsFen(data.fen)) return GameFromSnapshot<typename R::Next>(std::move(data));
    }
    return GameFromSnapshot<R>(std::move(data));
  }

 private:
  static absl::StatusOr<std::unique_ptr<Game>> FromExactFen(const R& rules, std::string_view fen,
                                                            bool history_is_complete) {
    if constexpr (PhasedRules<R>) {
      if (!R::IsFen(fen)) return GameFromFen(rules.NextRules(), fen, history_is_complete);
    }
    return GameFromFen(rules, fen, history_is_complete);
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
