// An illegal move is refused for the same reason in every notation (ruling C9).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/strings.h"
#include "core/rules/board_view.h"
#include "tests/support/game.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::AllGameCases;
using testing::Fails;
using testing::GameAt;
using testing::GameCase;
using testing::Message;
using testing::Random;

// Returns the reason why `text` does not name a legal move.
std::string WhyNot(const Game& game, const std::string& text, Notation notation) {
  const auto read = game.ReadMove(text, notation);
  EXPECT_THAT(read, Fails(ErrorReason::kBadNotation, Quoted(text)));
  const std::string begin = StrCat(Quoted(text), " names no legal move: ");
  std::string message = Message(read.status());
  return message.starts_with(begin) ? message.substr(begin.size()) : message;
}

// Returns a square as Thai notation writes it.
std::string ThaiSquare(std::string_view square) {
  constexpr const char* kFiles[] = {"ก", "ข", "ค", "ง", "จ", "ฉ", "ช", "ญ"};
  constexpr const char* kRanks[] = {"๑", "๒", "๓", "๔", "๕", "๖", "๗", "๘"};
  return StrCat(kFiles[square[0] - 'a'], kRanks[square[1] - '1']);
}

// A move of a piece of the side to move, which need not be legal.
struct RandomMove {
  char letter;
  std::string from;
  std::string to;
  // Whether the piece is the only one of its kind.
  bool alone;
  // Whether the piece is a promoted bia.
  bool upturned;
};

std::string ThaiMove(const RandomMove& move) {
  static const std::map<char, std::string> kLetters = {{'K', "ข"}, {'M', "ม็"}, {'S', "ค"},
                                                       {'N', "ม"}, {'R', "ร"}, {'P', "บ"}};
  return StrCat(move.upturned ? "ง" : kLetters.at(move.letter), ThaiSquare(move.from), "-",
                ThaiSquare(move.to));
}

std::optional<RandomMove> PickMove(const Game& game, Random& random) {
  const BoardView view = game.View();
  const auto text = [&view](size_t index) {
    return StrCat(std::string(1, static_cast<char>('a' + index % view.files)),
                  1 + index / view.files);
  };
  std::vector<size_t> own;
  for (size_t i = 0; i < view.cells.size(); ++i) {
    if (view.cells[i].letter != 0 && !view.cells[i].hidden && view.cells[i].color == game.turn()) {
      own.push_back(i);
    }
  }
  if (own.empty()) return std::nullopt;
  const size_t from = own[random.Below(own.size())];
  const char letter = view.cells[from].letter;
  const auto of_kind = std::count_if(
      own.begin(), own.end(), [&](size_t square) { return view.cells[square].letter == letter; });
  return RandomMove{letter, text(from), text(random.Below(view.cells.size())), of_kind == 1,
                    view.cells[from].promoted};
}

TEST(IllegalNotation, C9_TheReasonIsTheSameInEveryNotation) {
  constexpr int kMoves = 20'000;
  const std::vector<GameCase> cases = AllGameCases();
  Random random(91);
  int compared = 0;
  for (size_t i = 0; compared < kMoves; ++i) {
    const GameCase& game_case = cases[i % cases.size()];
    testing::PlayGames(game_case, 1, 60, random, [&](const Game& game, const auto& /*actions*/) {
      if (game.phase() != Phase::kBoard || game.Adjudicate().end) return;
      for (int j = 0; j < 8; ++j) {
        const std::optional<RandomMove> move = PickMove(game, random);
        if (!move) return;
        const std::string action = move->from + move->to;
        const absl::Status status =
            game.Clone()->Apply(action, std::string(testing::kSeed), nullptr);
        if (ReasonOf(status) != ErrorReason::kIllegalAction) continue;
        // SAN has no `x` for a king's capture of its own piece (P21).
        if (game.Clone()->Apply(action + "x", nullptr).ok()) continue;
        // For a promotion without its piece, SAN and LAN list the moves that it could mean.
        if (game.Clone()->Apply(action + "q", std::string(testing::kSeed), nullptr).ok()) continue;
        const std::string reason = Message(status).substr(action.size() + 2);
        const std::string letter = move->letter == 'P' ? "" : std::string(1, move->letter);
        const std::string where = StrCat(action, " in ", game.Fen(FenStyle::kStandard));
        EXPECT_EQ(WhyNot(game, letter + action, Notation::kSan), reason) << where;
        EXPECT_EQ(WhyNot(game, StrCat(letter, move->from, "-", move->to), Notation::kLan), reason)
            << where;
        if (game.variant().has_thai_notation) {
          for (const Notation notation : {Notation::kThaiSan, Notation::kThaiLan}) {
            EXPECT_EQ(WhyNot(game, ThaiMove(*move), notation), reason) << where;
          }
        }
        if (move->alone && move->letter != 'P') {
          EXPECT_EQ(WhyNot(game, letter + move->to, Notation::kSan), reason) << where;
        }
        ++compared;
      }
    });
    if (HasFailure()) return;
  }
}

TEST(IllegalNotation, K12_APinnedPieceIsExplained) {
  EXPECT_EQ(WhyNot(*GameAt("chak", "k8/9/9/9/4r4/9/9/4J4/4K4 w - - 0 1"), "Jf2", Notation::kSan),
            "leaves the king on e1 attacked by the serpent on e5 (K12)");
}

// The file of a pawn's move says which pawn is meant.
TEST(IllegalNotation, C9_APawnMoveIsExplainedForThePawnOfThatFile) {
  for (const char* variant : {"chak", "chakart", "chpok", "makruk"}) {
    const OptionMap options =
        variant == std::string_view("chpok") ? OptionMap{{"skip_bidding", "true"}} : OptionMap();
    const auto game = testing::StartOf(variant, options);
    const BoardView view = game->View();
    for (int file = 0; file < view.files; ++file) {
      int rank = 0;
      while (rank < view.ranks && (view.cells[rank * view.files + file].letter != 'P' ||
                                   view.cells[rank * view.files + file].color != Color::kWhite)) {
        ++rank;
      }
      if (rank == view.ranks) continue;
      const std::string letter(1, static_cast<char>('a' + file));
      const std::string from = StrCat(letter, rank + 1);
      for (int to = rank + 4; to <= view.ranks; ++to) {
        const std::string target = StrCat(letter, to);
        const absl::Status status = game->Clone()->Apply(from + target, nullptr);
        ASSERT_THAT(status, Fails(ErrorReason::kIllegalAction, from)) << variant;
        EXPECT_EQ(WhyNot(*game, target, Notation::kSan), Message(status).substr(6)) << target;
      }
    }
  }
}

// A piece that is only pinned comes nearest to a legal move, and after it a piece whose path is
// blocked.
TEST(IllegalNotation, C9_TheMessageIsAboutThePieceThatComesNearest) {
  const auto rooks = GameAt("makruk", "7k/8/8/8/8/P7/8/R2RK3 w - - 0 1");
  EXPECT_THAT(WhyNot(*rooks, "Ra5", Notation::kSan),
              ::testing::HasSubstr("on a1 comes nearest: the rook's path is blocked on a3"));
  EXPECT_THAT(WhyNot(*rooks, "Rd1a5", Notation::kSan), ::testing::HasSubstr("ranks and files"));
  const auto pinned = GameAt("chak", "k8/9/9/4r4/9/9/9/4J1J2/4K4 w - - 0 1");
  EXPECT_EQ(WhyNot(*pinned, "Je3", Notation::kSan),
            "'Je3' names more than one legal move: Jee3 and Jge3");
  EXPECT_THAT(WhyNot(*pinned, "Jd3", Notation::kSan),
              ::testing::HasSubstr("the jaguar on e2 comes nearest: leaves the king on e1"));
}

TEST(IllegalNotation, C9_EachMistakeInASanMoveIsExplained) {
  const auto game = GameAt("makruk", "7k/8/8/4r3/3P4/8/8/RN5K w - - 0 1");
  const auto why = [&game](const std::string& text) { return WhyNot(*game, text, Notation::kSan); };
  EXPECT_EQ(why("Se2"), "White has no bishop (khon)");
  EXPECT_EQ(why("Rc4"), why("Ra1c4"));
  EXPECT_EQ(why("Rbd2"), "White has no rook (ruea) on the b-file");
  EXPECT_EQ(why("R3d2"), "White has no rook (ruea) on rank 3");
  EXPECT_EQ(why("Rb3d2"), "White has no rook (ruea) on b3");
  EXPECT_EQ(why("Cd2"), "unknown piece C (known: K, M, S, N, R, P)");
  EXPECT_EQ(why("Bd2"), why("Sd2"));
  EXPECT_EQ(why("Nj9"), "the board ends at h8");
  EXPECT_EQ(why("b1d2"), "the knight (ma) on b1 must be written with its letter");
  EXPECT_EQ(why("e5"), "write dxe5");
  EXPECT_EQ(why("Nxd2"), "write Nd2");
  EXPECT_THAT(why("Nd2=M"), ::testing::HasSubstr("does not promote"));
  const auto promoting = GameAt("makruk", "7k/8/8/4P3/8/8/8/7K w - - 0 1");
  EXPECT_EQ(WhyNot(*promoting, "e6=R", Notation::kSan), "write e6=M");
  EXPECT_THAT(why("hello"),
              ::testing::StartsWith("it is not valid SAN; a legal move is written, "));
}

TEST(IllegalNotation, H27_SpecialActionsOfChakartAreExplained) {
  const auto game = GameAt("chakart", R"(4k3/8/8/8/8/3P4/8/3QK3 w 4 {"flags":"0011"})");
  const auto why = [&game](const std::string& text) { return WhyNot(*game, text, Notation::kSan); };
  EXPECT_THAT(why("Qd5?"), ::testing::HasSubstr("has already used stealth (H6)"));
  EXPECT_THAT(why("K*e8"), ::testing::HasSubstr("has already used the shell (H7)"));
  EXPECT_THAT(why("a1~b2"), ::testing::HasSubstr("no swap is due"));
  EXPECT_THAT(why("N@e4"), ::testing::HasSubstr("there is no piece to place"));
  EXPECT_THAT(why("--"), ::testing::HasSubstr("(H18)"));
  EXPECT_THAT(why("a1~"), ::testing::HasSubstr("not valid SAN"));
  const auto two = GameAt("chakart", R"(4k3/8/8/8/8/8/8/Q2QK1K1 w 4 {"flags":"1111"})");
  EXPECT_EQ(WhyNot(*two, "Qd4?", Notation::kSan),
            "'Qd4?' names more than one legal move: Qad4? and Qdd4?");
  EXPECT_THAT(why("Qd8*K"), ::testing::HasSubstr("blocked on d3"));
}

TEST(IllegalNotation, P28_SpecialActionsOfChpokAreExplained) {
  const auto game = GameAt("chpok", "4k3/8/8/8/8/8/8/R1B1K2R w - 0,1 0,0 0,0 0,0 1 {d=0}");
  const auto why = [&game](const std::string& text) { return WhyNot(*game, text, Notation::kSan); };
  EXPECT_THAT(why("O-O"), ::testing::HasSubstr("has no castling left (P16)"));
  EXPECT_THAT(why("O-O-O"), ::testing::HasSubstr("the bishop on c1 stands between"));
  EXPECT_THAT(why("P@d2"), ::testing::HasSubstr("newborn is not in force"));
  EXPECT_THAT(why("x@c1"), ::testing::HasSubstr("remove is not in force"));
  EXPECT_THAT(why("--"), ::testing::HasSubstr("(P22, P23)"));
  const auto castling = GameAt("chpok", "4k3/8/8/8/8/8/8/4K2R w - 1,1 0,0 0,0 0,0 1 {d=0}");
  EXPECT_EQ(WhyNot(*castling, "O-O [+1]", Notation::kSan),
            "'O-O [+1]': this move scores [+0] (P14)");
  EXPECT_THAT(WhyNot(*castling, "O-O-O", Notation::kSan), ::testing::HasSubstr("king"));
  EXPECT_THAT(why("Ke3 [+3]"), ::testing::HasSubstr("one square in any direction"));
}

}  // namespace
}  // namespace arbiter
