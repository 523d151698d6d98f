// Tests states of Chpok's board phase in random games with every feature: snapshots and FENs
// preserve them, and undos restore exactly what they should (ruling P19).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/strings.h"
#include "tests/support/chpok_play.h"
#include "tests/support/game.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::CanUndo;
using testing::FenOf;
using testing::GamePtr;
using testing::IsOk;
using testing::kSanitizerSlowdown;
using testing::LegalOf;
using testing::Random;
using testing::StartOf;
using testing::ToText;
using testing::VariantNamed;

constexpr int kGames = 400 / kSanitizerSlowdown;
constexpr size_t kMaxPlies = 100;

chpok::BoardDetail DetailOf(const Game& game) {
  return testing::DetailOf<chpok::BoardDetail>(game);
}

// An action and the time used for it.
struct Action {
  std::string text;
  int64_t elapsed_ms = -1;
};

Action RandomAction(const Game& game, bool clocks, Random& random) {
  Action action;
  if (clocks && !random.OneIn(3)) action.elapsed_ms = static_cast<int64_t>(random.Below(1'500));
  action.text = testing::RandomAction(game, random);
  if (CanUndo(game) && random.OneIn(4)) action.text = "undo";
  return action;
}

using Visitor = std::function<void(const Game& game, const Game& before, const Action& last)>;

// Plays random games with undos, about half of them with clocks. Calls `start` with each game at
// its start and `visit` after each action.
void PlayWithUndos(uint64_t seed, int games,
                   const std::function<void(const Game& game, const OptionMap& options)>& start,
                   const Visitor& visit) {
  Random random(seed);
  for (int i = 0; i < games; ++i) {
    const bool clocks = random.OneIn(2);
    OptionMap options = testing::RandomBoardOptions(random, 1 + random.Below(6), clocks);
    std::string& features = options["features"];
    if (features.find("undo") == std::string::npos) {
      features = features == "-" ? "undo=5" : features + ",undo=5";
    }
    const GamePtr game = StartOf("chpok", options);
    start(*game, options);
    for (size_t k = 0; k < kMaxPlies && !game->Adjudicate().end; ++k) {
      const Action action = RandomAction(*game, clocks, random);
      const GamePtr before = game->Clone();
      const ActionInput given{.elapsed_ms = action.elapsed_ms};
      ASSERT_THAT(game->Apply(action.text, given, nullptr), IsOk()) << action.text;
      visit(*game, *before, action);
      ASSERT_FALSE(::testing::Test::HasFatalFailure())
          << action.text << " in " << FenOf(*before) << " to " << FenOf(*game);
    }
  }
}

// Returns everything about a state except the undos left and the clocks, which an undo does not
// restore.
std::string WithoutUndosAndClocks(const Game& game) {
  const chpok::BoardDetail detail = DetailOf(game);
  std::string fen = FenOf(game);
  // The undos are the two digits after board, side to move, en passant, castlings and points.
  size_t field = 0;
  for (int i = 0; i < 5; ++i) field = fen.find(' ', field) + 1;
  fen.replace(field, 3, "U,U");
  const size_t clocks = std::min(fen.find(";clock="), fen.size());
  fen = fen.substr(0, clocks);
  for (const chpok::PointSources& of : detail.sources) {
    StrAppend(&fen, " ", of.rows, ",", of.kinds, ",", of.kings, ",", of.goals, ",", of.time, ",",
              of.before);
  }
  for (const std::string& text : LegalOf(game)) StrAppend(&fen, " ", text);
  return StrCat(fen, " ", ToText(game.Adjudicate()), " white ",
                detail.challenger ? Index(*detail.challenger) : 2, " ply ", game.ply());
}

// The states before each ply of the record.
class Record {
 public:
  void Clear() { plies_.clear(); }
  void Add(const Game& before) { plies_.push_back(WithoutUndosAndClocks(before)); }
  // Removes two plies and returns the expected state.
  std::string TakeBack() {
    EXPECT_GE(plies_.size(), 2u);
    std::string before = std::move(plies_.at(plies_.size() - 2));
    plies_.resize(plies_.size() - 2);
    return before;
  }
  size_t size() const { return plies_.size(); }

 private:
  std::vector<std::string> plies_;
};

TEST(ChpokStates, P19_UndoRestoresEverythingExceptUndosAndClocks) {
  Record record;
  int undone = 0, twice = 0;
  bool last_was_undo = false;
  PlayWithUndos(
      81, kGames,
      [&](const Game&, const OptionMap&) {
        record.Clear();
        last_was_undo = false;
      },
      [&](const Game& game, const Game& before, const Action& action) {
        const chpok::BoardDetail was = DetailOf(before), is = DetailOf(game);
        const auto mover = static_cast<size_t>(Index(before.turn()));
        const bool undo = action.text == "undo" && !game.Adjudicate().end;
        if (!undo) {
          ASSERT_EQ(is.undos_left, was.undos_left);
          if (game.ply() != before.ply()) record.Add(before);
        } else {
          ASSERT_EQ(WithoutUndosAndClocks(game), record.TakeBack());
          ASSERT_EQ(is.undos_left[mover], was.undos_left[mover] - 1);
          ASSERT_EQ(is.undos_left[1 - mover], was.undos_left[1 - mover]);
          ASSERT_EQ(is.clocks.has_value(), was.clocks.has_value());
          if (is.clocks) {
            // The time is charged, and there is no bonus.
            const int64_t used = std::max<int64_t>(0, action.elapsed_ms);
            ASSERT_EQ((*is.clocks)[mover], (*was.clocks)[mover] - used);
            ASSERT_EQ((*is.clocks)[1 - mover], (*was.clocks)[1 - mover]);
          }
          ++undone;
          twice += last_was_undo ? 1 : 0;
        }
        last_was_undo = undo;
        // An undo is legal if the record has two plies.
        const auto turn = static_cast<size_t>(Index(game.turn()));
        const bool can_undo =
            !game.Adjudicate().end && is.undos_left[turn] > 0 && record.size() >= 2;
        ASSERT_EQ(CanUndo(game), can_undo);
      });
  EXPECT_GT(undone, 2 * kGames);
  EXPECT_GT(twice, kGames / 8);
}

// Compares a game that is read from a snapshot before each action with one that is not.
TEST(ChpokStates, F3_SnapshotsHoldAllThatUndosNeed) {
  GamePtr stepped;
  OptionMap options;
  int undone = 0;
  PlayWithUndos(
      82, kGames,
      [&](const Game& game, const OptionMap& of_game) {
        options = of_game;
        stepped = game.Clone();
      },
      [&](const Game& game, const Game&, const Action& action) {
        auto next = VariantNamed("chpok").FromSnapshot(stepped->Snapshot(), options);
        ASSERT_THAT(next, IsOk());
        stepped = *std::move(next);
        ActionResult applied;
        ASSERT_THAT(stepped->Apply(action.text, {.elapsed_ms = action.elapsed_ms}, &applied),
                    IsOk());
        undone += applied.text == "undo" ? 1 : 0;
        ASSERT_EQ(stepped->Snapshot(), game.Snapshot());
        ASSERT_EQ(FenOf(*stepped), FenOf(game));
        ASSERT_EQ(LegalOf(*stepped), LegalOf(game));
        ASSERT_EQ(ToText(stepped->Adjudicate()), ToText(game.Adjudicate()));
        ASSERT_EQ(CanUndo(*stepped), CanUndo(game));
        ASSERT_EQ(DetailOf(*stepped).sources, DetailOf(game).sources);
        ASSERT_EQ(DetailOf(*stepped).challenger, DetailOf(game).challenger);
      });
  EXPECT_GT(undone, 2 * kGames);
}

// Takes back as much as possible, in a game and in a copy from its snapshot.
TEST(ChpokStates, P19_UndosAfterASnapshotHaveTheSameEffect) {
  int chains = 0;
  OptionMap options;
  PlayWithUndos(
      83, kGames, [&](const Game&, const OptionMap& of_game) { options = of_game; },
      [&](const Game& game, const Game&, const Action&) {
        if (!CanUndo(game)) return;
        const GamePtr a = game.Clone();
        const auto b = VariantNamed("chpok").FromSnapshot(game.Snapshot(), options);
        ASSERT_THAT(b, IsOk());
        int length = 0;
        for (; CanUndo(*a); ++length) {
          ASSERT_THAT(a->Apply("undo", nullptr), IsOk());
          ASSERT_THAT((*b)->Apply("undo", nullptr), IsOk());
          ASSERT_EQ((*b)->Snapshot(), a->Snapshot());
        }
        ASSERT_EQ(CanUndo(**b), false);
        chains += length >= 3 ? 1 : 0;
      });
  EXPECT_GT(chains, kGames);
}

// A FEN shows only the loss of the last king and the move limit. The limit can have been reached
// together with an end that the FEN does not show (ruling F1).
void ExpectEndsThatThePositionShows(const Game& read, const Game& game) {
  const std::string end = testing::EndText(game), shown = testing::EndText(read);
  const auto is = [&end](const char* termination) {
    return end.ends_with(std::string(" ") + termination);
  };
  if (is("KING_CAPTURED") || is("POINTS")) {
    ASSERT_EQ(shown, end) << FenOf(game);
  } else if (!shown.empty()) {
    ASSERT_TRUE(is("HILL") || is("RACING")) << end << ": " << FenOf(game);
    ASSERT_EQ(shown, end.substr(0, end.find(' ')) + " POINTS") << FenOf(game);
  }
}

TEST(ChpokStates, P26_FensHoldEverythingExceptTheRecord) {
  OptionMap options;
  PlayWithUndos(
      84, kGames,
      [&](const Game&, const OptionMap& of_game) {
        options = {{"draw_policy", "claim"}};
        if (of_game.contains("draw_policy")) options["draw_policy"] = of_game.at("draw_policy");
      },
      [&](const Game& game, const Game&, const Action&) {
        const GamePtr read = testing::GameAt("chpok", FenOf(game), options);
        ASSERT_EQ(FenOf(*read), FenOf(game));
        ASSERT_EQ(LegalOf(*read), LegalOf(game));
        ASSERT_FALSE(CanUndo(*read));
        ASSERT_EQ(read->ply(), game.ply());
        ASSERT_EQ(read->Adjudicate().points, game.Adjudicate().points);
        ExpectEndsThatThePositionShows(*read, game);
        if (!game.Adjudicate().end) {
          ASSERT_EQ(testing::ClaimText(*read), testing::ClaimText(game));
        }
      });
}

TEST(ChpokStates, P28_EveryLegalMoveCanBeReadBackInEveryNotation) {
  int state = 0;
  PlayWithUndos(
      85, kGames, [](const Game&, const OptionMap&) {},
      [&](const Game& game, const Game&, const Action&) {
        if (++state % 4 != 0) return;
        std::map<std::string, std::string> sans;
        for (const MoveInfo& move : testing::MovesOf(game)) {
          for (const Notation notation : {Notation::kSan, Notation::kLan, Notation::kAction}) {
            const auto written = game.WriteMove(move.text, notation);
            ASSERT_THAT(written, IsOk()) << move.text;
            const auto read = game.ReadMove(*written, notation);
            ASSERT_THAT(read, IsOk()) << *written;
            ASSERT_EQ(*read, move.text) << *written;
          }
          ASSERT_TRUE(sans.emplace(move.san, move.text).second)
              << move.san << " is " << sans.at(move.san) << " and " << move.text;
        }
      });
}

}  // namespace
}  // namespace arbiter
