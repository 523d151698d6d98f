// The piece facts that clients receive agree with the rules: the moves and promotions that they
// describe are those of the legal moves. A new variant is covered as soon as it is in the registry.
#include "core/rules/piece_facts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <any>
#include <map>
#include <set>

#include "absl/strings/ascii.h"
#include "core/base/strings.h"
#include "tests/support/detail.h"
#include "tests/support/fen_board.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::FenBoard;
using testing::FirstBoardOf;
using testing::GameCase;
using testing::MovesOf;
using testing::PlayGames;
using testing::Random;
using testing::RandomSetUp;
using testing::ReadFenBoard;
using testing::SwapSide;

// The origin and target squares of moves.
using SquarePairs = std::set<std::pair<int, int>>;

// Returns the features of a game of Chpok; empty in other variants.
std::set<std::string, std::less<>> FeaturesOf(const Game& game) {
  const std::any detail = game.detail();
  const auto* board = std::any_cast<chpok::BoardDetail>(&detail);
  std::set<std::string, std::less<>> features;
  if (board == nullptr) return features;
  std::string_view rest = board->features;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(','), rest.size());
    features.emplace(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return features;
}

const PieceFacts& FactsOf(const VariantInfo& info, char letter) {
  return std::find_if(info.pieces.begin(), info.pieces.end(),
                      [letter](const PieceInfo& piece) { return piece.letter == letter; })
      ->facts;
}

bool DescribesMovement(const VariantInfo& info) {
  return std::all_of(info.pieces.begin(), info.pieces.end(),
                     [](const PieceInfo& piece) { return piece.facts.movement.has_value(); });
}

// A board on which pieces move only as their facts describe, independently of the rules.
class DescribedBoard {
 public:
  explicit DescribedBoard(const Game& game)
      : info_(game.variant()),
        view_(game.View()),
        turn_(game.turn()),
        features_(FeaturesOf(game)) {}

  const BoardView::Cell& At(int square) const { return view_.cells[static_cast<size_t>(square)]; }
  int Find(std::string_view square) const {
    return (square[1] - '1') * view_.files + (square[0] - 'a');
  }
  const PieceFacts& FactsAt(int square) const { return FactsOf(info_, At(square).piece.front()); }
  // Returns the rank of a square as `color` counts it, from 1.
  int RankFor(Color color, int square) const {
    const int rank = square / view_.files;
    return color == Color::kWhite ? rank + 1 : view_.ranks - rank;
  }
  bool HasFeature(std::string_view feature) const { return features_.contains(feature); }

  // Returns the moves of the side to move. If `safe` is true, they exclude those that leave a royal
  // piece of that side attacked.
  SquarePairs Moves(bool safe) const {
    SquarePairs moves;
    for (int from = 0; from < Size(); ++from) {
      if (!HasPiece(from, turn_) || At(from).immobilised) continue;
      for (const int to : Targets(from)) {
        if (!safe || IsSafe(from, to)) moves.emplace(from, to);
      }
    }
    return moves;
  }
  std::string ToText(const SquarePairs& moves) const {
    std::string text;
    for (const auto& [from, to] : moves) StrAppend(&text, " ", NameOf(from), NameOf(to));
    return text;
  }

 private:
  int Size() const { return static_cast<int>(view_.cells.size()); }
  std::string NameOf(int square) const {
    return {static_cast<char>('a' + square % view_.files),
            static_cast<char>('1' + square / view_.files)};
  }
  // Returns whether the side to move sees a piece on the square. It does not see the opponent's
  // hidden queen.
  bool HasPiece(int square) const {
    return !At(square).piece.empty() && !(At(square).hidden && At(square).color != turn_);
  }
  bool HasPiece(int square, Color color) const {
    return HasPiece(square) && At(square).color == color;
  }
  bool Blocks(int square) const {
    const char letter = At(square).object;
    return std::any_of(info_.objects.begin(), info_.objects.end(), [letter](const auto& object) {
      return object.letter == letter && object.facts.blocks;
    });
  }
  bool IsCorner(int square) const {
    const int file = square % view_.files, rank = square / view_.files;
    return (file == 0 || file == view_.files - 1) && (rank == 0 || rank == view_.ranks - 1);
  }
  static bool Lists(const std::vector<int>& ranks, int rank) {
    return ranks.empty() || std::count(ranks.begin(), ranks.end(), rank) > 0;
  }

  std::set<int> Targets(int from) const {
    std::set<int> targets;
    for (const MovePattern& pattern : *FactsAt(from).movement) {
      const bool open = (pattern.feature.empty() || HasFeature(pattern.feature)) &&
                        (!pattern.from_corners || IsCorner(from)) &&
                        Lists(pattern.from_ranks, RankFor(At(from).color, from));
      if (!open) continue;
      for (const Step& step : pattern.steps) Walk(pattern, from, step, &targets);
    }
    return targets;
  }

  void Walk(const MovePattern& pattern, int from, const Step& step, std::set<int>* targets) const {
    const Color color = At(from).color;
    const int forward = color == Color::kWhite ? 1 : -1;
    const bool leaps = pattern.kind == MovePattern::Kind::kLeap;
    bool mounted = pattern.kind != MovePattern::Kind::kHop;
    int file = from % view_.files, rank = from / view_.files;
    for (int steps = 1; leaps ? steps == 1 : true; ++steps) {
      if (pattern.max_steps > 0 && steps > pattern.max_steps) return;
      file += step.file;
      rank += forward * step.rank;
      if (file < 0 || file >= view_.files || rank < 0 || rank >= view_.ranks) return;
      const int to = rank * view_.files + file;
      if (!mounted) {
        mounted = HasPiece(to);
        continue;
      }
      if (!HasPiece(to, color) && Fits(pattern, color, to)) targets->insert(to);
      if (HasPiece(to) || Blocks(to)) return;
    }
  }

  bool Fits(const MovePattern& pattern, Color color, int to) const {
    if (!Lists(pattern.to_ranks, RankFor(color, to))) return false;
    switch (pattern.purpose) {
      case MovePattern::Purpose::kMove:
        return !HasPiece(to);
      case MovePattern::Purpose::kCapture:
        return HasPiece(to) || At(to).object != 0;
      case MovePattern::Purpose::kMoveOrCapture:
        break;
    }
    return true;
  }

  bool IsSafe(int from, int to) const {
    DescribedBoard after = *this;
    after.view_.cells[static_cast<size_t>(to)] = At(from);
    after.view_.cells[static_cast<size_t>(from)] = {};
    for (int square = 0; square < Size(); ++square) {
      if (!after.HasPiece(square, !turn_)) continue;
      for (const int target : after.Targets(square)) {
        if (after.HasPiece(target, turn_) && after.FactsAt(target).role == PieceRole::kRoyal) {
          return false;
        }
      }
    }
    return true;
  }

  const VariantInfo& info_;
  BoardView view_;
  Color turn_;
  std::set<std::string, std::less<>> features_;
};

class PieceFactsTest : public ::testing::TestWithParam<GameCase> {
 protected:
  void SetUp() override {
    if (!DescribesMovement(info())) GTEST_SKIP() << "the facts do not describe movement";
  }
  // The facts do not say whether a royal piece may be left attacked. The legal moves must therefore
  // be all described moves in every position, or the safe ones in every position.
  void TearDown() override {
    EXPECT_TRUE(unlike_all_.empty() || unlike_safe_.empty()) << unlike_all_ << '\n' << unlike_safe_;
  }
  const VariantInfo& info() const { return GetParam().variant->info(); }

  void Check(const Game& game) {
    if (game.phase() == Phase::kBidding || !game.pending().empty()) return;
    const std::vector<MoveInfo> infos = MovesOf(game);
    // The list is empty after some ends of a game, but not after all (C12).
    if (infos.empty()) return;
    const DescribedBoard board(game);
    const std::string fen = game.Fen(FenStyle::kStandard);
    SquarePairs legal;
    std::map<std::pair<int, int>, std::set<char>> promotions;
    for (const MoveInfo& move : infos) {
      if (move.kind != MoveKind::kQuiet && move.kind != MoveKind::kCapture) continue;
      const int from = board.Find(move.from), to = board.Find(move.to);
      const bool en_passant = move.captured != 0 && board.At(to).letter == 0;
      const bool own = board.At(to).letter != 0 && board.At(to).color == game.turn();
      // The facts describe these moves only in prose.
      if (en_passant || own) continue;
      legal.emplace(from, to);
      if (move.promotion != 0) promotions[{from, to}].insert(move.promotion);
      const bool is_pawn = board.FactsAt(from).role == PieceRole::kPawn;
      ASSERT_EQ(absl::ascii_islower(move.san.front()), is_pawn) << move.san << " in " << fen;
    }
    for (const auto& [from, to] : legal) {
      ASSERT_EQ((promotions[{from, to}]), PromotionsAt(board, game.turn(), from, to))
          << board.ToText({{from, to}}) << " in " << fen;
    }
    const std::string check = game.View().check;
    if (!check.empty()) {
      ASSERT_EQ(board.FactsAt(board.Find(check)).role, PieceRole::kRoyal);
    }
    Compare(legal, board, /*safe=*/false, fen, &unlike_all_);
    Compare(legal, board, /*safe=*/true, fen, &unlike_safe_);
    ++positions_;
  }

  int positions_ = 0;

 private:
  static std::set<char> PromotionsAt(const DescribedBoard& board, Color mover, int from, int to) {
    const PieceFacts& facts = board.FactsAt(from);
    std::set<char> letters;
    if (board.RankFor(mover, to) < facts.promotion_rank) return letters;
    letters.insert(facts.promotes_to.begin(), facts.promotes_to.end());
    if (board.HasFeature("nopromoteking")) letters.erase('K');
    return letters;
  }
  static void Compare(const SquarePairs& legal, const DescribedBoard& board, bool safe,
                      const std::string& fen, std::string* unlike) {
    if (!unlike->empty()) return;
    const SquarePairs moves = board.Moves(safe);
    if (legal == moves) return;
    *unlike = StrCat(fen, safe ? "\nsafe:" : "\nall:", board.ToText(moves),
                     "\nlegal:", board.ToText(legal));
  }

  // The first position in which the legal moves differ from all described moves, and the first in
  // which they differ from the safe ones; empty if there is no such position.
  std::string unlike_all_;
  std::string unlike_safe_;
};

// Puts each piece on each square where it may stand, on a board that otherwise has only the royal
// pieces.
TEST_P(PieceFactsTest, AgreeWithTheRulesForEachPieceAlone) {
  FenBoard start = ReadFenBoard(FirstBoardOf(GetParam()));
  std::set<char> royals;
  for (std::string& rank : start.ranks) {
    for (char& letter : rank) {
      const char capital = absl::ascii_toupper(letter);
      const bool royal = letter != 0 && absl::ascii_isalpha(letter) &&
                         FactsOf(info(), capital).role == PieceRole::kRoyal;
      if (!royal || !royals.insert(letter).second) letter = 0;
    }
  }
  for (const PieceInfo& piece : info().pieces) {
    for (const char letter : {piece.letter, SwapSide(piece.letter, info())}) {
      FenBoard board = start;
      board.side = letter == piece.letter ? 'w' : 'b';
      const bool royal = piece.facts.role == PieceRole::kRoyal;
      for (std::string& rank : board.ranks) {
        for (char& other : rank) {
          // A royal piece under test replaces the royal piece of its side.
          const bool same_side = absl::ascii_isupper(other) == absl::ascii_isupper(letter);
          if (royal && same_side) other = 0;
        }
      }
      int read = 0;
      for (std::string& rank : board.ranks) {
        for (char& square : rank) {
          if (square != 0) continue;
          square = letter;
          const auto game = GetParam().variant->FromFen(board.ToFen(), GetParam().options, false);
          square = 0;
          if (!game.ok()) continue;
          Check(**game);
          ++read;
        }
      }
      EXPECT_GT(read, 0) << letter;
    }
  }
  EXPECT_GT(positions_, 200);
}

TEST_P(PieceFactsTest, AgreeWithTheRulesInRandomGames) {
  Random random(91);
  PlayGames(GetParam(), 40 / testing::kSanitizerSlowdown, 200, random,
            [this](const Game& game, const auto& /*actions*/) { Check(game); });
  EXPECT_GT(positions_, 500 / testing::kSanitizerSlowdown);
}

TEST_P(PieceFactsTest, AgreeWithTheRulesInRandomPositions) {
  Random random(92);
  const std::string fen = FirstBoardOf(GetParam());
  for (int i = 0; i < 3'000 / testing::kSanitizerSlowdown; ++i) {
    const std::string set_up = RandomSetUp(GetParam(), fen, random);
    if (set_up.empty()) continue;
    Check(**GetParam().variant->FromFen(set_up, GetParam().options, false));
  }
  EXPECT_GT(positions_, 1'000 / testing::kSanitizerSlowdown);
}

INSTANTIATE_TEST_SUITE_P(Variants, PieceFactsTest, ::testing::ValuesIn(testing::AllGameCases()),
                         [](const auto& info) { return info.param.Name(); });

}  // namespace
}  // namespace arbiter
