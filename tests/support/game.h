#ifndef ARBITER_TESTS_SUPPORT_GAME_H_
#define ARBITER_TESTS_SUPPORT_GAME_H_

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "core/game/registry.h"
#include "tests/support/apply.h"
#include "tests/support/detail.h"
#include "tests/support/status.h"

namespace arbiter::testing {

using GamePtr = std::unique_ptr<Game>;
using Actions = std::vector<std::string>;

inline const Variant& VariantNamed(std::string_view id) { return **FindVariant(id); }

// Starts a game. Fails the test and ends the program if the options are invalid.
inline GamePtr StartOf(std::string_view variant, const OptionMap& options = {}) {
  auto game = VariantNamed(variant).Start(options);
  EXPECT_THAT(game, IsOk());
  return *std::move(game);
}

// Starts a game at `fen`, with a history that begins there.
inline GamePtr GameAt(std::string_view variant, std::string_view fen,
                      const OptionMap& options = {}) {
  auto game = VariantNamed(variant).FromFen(fen, options, /*history_is_complete=*/true);
  EXPECT_THAT(game, IsOk()) << fen;
  return *std::move(game);
}

// Parses `fen` and returns OK or the error.
inline absl::Status ReadFen(std::string_view variant, std::string_view fen,
                            const OptionMap& options = {}) {
  return VariantNamed(variant).FromFen(fen, options, false).status();
}

// Applies the actions in order and expects each to be accepted. No phase of the game may end before
// the last action.
inline void Play(Game& game, const Actions& actions) {
  for (const std::string& action : actions) {
    ASSERT_THAT(game.Apply(action, nullptr), IsOk())
        << action << " in " << game.Fen(FenStyle::kStandard);
  }
}
// Does the same, and goes to the next phase when an action ends one.
inline void Play(GamePtr& game, const Actions& actions) {
  for (const std::string& action : actions) {
    Play(*game, {action});
    GoToNextPhase(game);
  }
}

// Expects `action` to be refused with `reason` and a message that contains `text`, without any
// change of the state (ruling C9).
inline void ExpectRefused(Game& game, std::string_view action, ErrorReason reason,
                          std::string_view text) {
  const std::string before = game.Snapshot();
  EXPECT_THAT(game.Apply(action, nullptr), Fails(reason, std::string(text)))
      << action << " in " << game.Fen(FenStyle::kStandard);
  EXPECT_EQ(game.Snapshot(), before) << action;
}

// Expects `action` to be refused as illegal with a message that contains `text`.
inline void ExpectIllegal(std::string_view variant, std::string_view fen, std::string_view action,
                          std::string_view text) {
  const GamePtr game = GameAt(variant, fen);
  ExpectRefused(*game, action, ErrorReason::kIllegalAction, text);
}

inline std::string FenOf(const Game& game) { return game.Fen(FenStyle::kStandard); }

// Returns the FEN after one action.
inline std::string FenAfter(std::string_view variant, std::string_view fen,
                            const std::string& action, const OptionMap& options = {}) {
  const GamePtr game = GameAt(variant, fen, options);
  Play(*game, {action});
  return FenOf(*game);
}

// An action in a position, and the FEN after it.
struct Step {
  const char* fen;
  const char* action;
  const char* after;
};

inline void ExpectSteps(std::string_view variant, std::span<const Step> steps) {
  for (const Step& step : steps) {
    EXPECT_EQ(FenAfter(variant, step.fen, step.action), step.after)
        << step.action << " in " << step.fen;
  }
}

// Returns the action texts of all legal moves, or of those from the square `from` if it is given.
inline std::vector<std::string> LegalOf(const Game& game, std::string_view from = "") {
  const auto texts = game.LegalTexts(from);
  EXPECT_THAT(texts, IsOk());
  return *texts;
}

// Returns the action texts of the control actions that are available now.
inline std::vector<std::string> ControlsOf(const Game& game) {
  std::vector<std::string> actions;
  for (const ControlInfo& control : game.Controls()) actions.emplace_back(control.action);
  return actions;
}

// Returns the action texts of the legal moves from one square without the name of that square, for
// example `e5` or `e5+`.
inline std::vector<std::string> TargetsFrom(const Game& game, std::string_view from) {
  std::vector<std::string> targets = LegalOf(game, from);
  for (std::string& target : targets) target.erase(0, 2);
  return targets;
}
inline std::vector<std::string> TargetsFrom(std::string_view variant, std::string_view fen,
                                            std::string_view from) {
  return TargetsFrom(*GameAt(variant, fen), from);
}

// Writes a legal move, given as its action text, in SAN or another notation.
inline std::string SanOf(std::string_view variant, std::string_view fen, std::string_view action,
                         Notation notation = Notation::kSan) {
  const GamePtr game = GameAt(variant, fen);
  const auto text = game->WriteMove(action, notation);
  EXPECT_THAT(text, IsOk()) << action << " in " << fen;
  return text.ok() ? *text : std::string();
}

// Returns the texts of Game::Notes().
inline std::vector<std::string> NoteTexts(const Game& game, Locale locale = Locale::kEnglish) {
  std::vector<std::string> texts;
  for (const Note& note : game.Notes(locale)) texts.push_back(note.text);
  return texts;
}

// Expects the game to have ended with this result and termination under this ruling.
inline void ExpectEnd(const Game& game, Result result, Termination termination,
                      std::string_view rule) {
  const std::optional<End> end = game.Adjudicate().end;
  ASSERT_TRUE(end) << "not over: " << FenOf(game);
  EXPECT_EQ(end->result, result) << FenOf(game);
  EXPECT_EQ(end->termination, termination) << FenOf(game);
  EXPECT_EQ(end->rule, rule) << FenOf(game);
}

inline void ExpectOngoing(const Game& game) {
  const std::optional<End> end = game.Adjudicate().end;
  EXPECT_FALSE(end) << "ended by termination " << static_cast<int>(end->termination) << ": "
                    << FenOf(game);
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_GAME_H_
