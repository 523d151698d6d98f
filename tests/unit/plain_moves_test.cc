// The generator of Makruk and Chak against the plain one: in random games, and on boards strewn
// with pieces as no game brings them about.
#include "tests/support/plain_moves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/rules/royal_moves.h"
#include "core/variants/chak/rules.h"
#include "core/variants/makruk/rules.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::PlainAttackers;
using testing::PlainAttacks;
using testing::PlainMovesIn;
using testing::PlainRoyal;
using testing::PlainTargets;
using testing::Random;

// A variant with its FEN and what is strewn about.
struct Makruk {
  using Rules = makruk::MakrukRules;
  using Kind = makruk::Kind;
  static constexpr const char* kStart = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
  static constexpr Kind kRoyal = Kind::kKhun;
  static constexpr Kind kLinePieces[] = {Kind::kRuea};
  static constexpr Kind kPieces[] = {Kind::kMet, Kind::kKhon, Kind::kMa, Kind::kRuea, Kind::kBia};
  static constexpr int kMostPieces = 64;

  // What of the kind may stand there; kCount: nothing.
  static Kind Fit(Kind kind, makruk::Sq square, Color color) {
    if (kind != Kind::kBia) return kind;
    if (makruk::IsPromotionZone(square, color)) return Kind::kMet;
    return square.rank_for(color) < 2 ? Kind::kCount : kind;
  }
};

struct Chak {
  using Rules = chak::ChakRules;
  using Kind = chak::Kind;
  static constexpr const char* kStart =
      "rvsqkjsvr/4o4/p1p1p1p1p/9/9/9/P1P1P1P1P/4O4/RVSJKQSVR w - - 0 1";
  static constexpr Kind kRoyal = Kind::kKing;
  static constexpr Kind kLinePieces[] = {Kind::kQuetzal, Kind::kQuetzal, Kind::kSerpent};
  static constexpr Kind kPieces[] = {Kind::kJaguar,  Kind::kQuetzal, Kind::kShaman,
                                     Kind::kVulture, Kind::kSerpent, Kind::kPawn,
                                     Kind::kWarrior, Kind::kOffering};
  static constexpr int kMostPieces = 30;  // K17

  static Kind Fit(Kind kind, chak::Sq square, Color color) {
    const bool far = chak::IsFarSide(square, color);
    switch (kind) {
      case Kind::kKing:
        return far ? Kind::kDivineKing : kind;
      case Kind::kPawn:
      case Kind::kWarrior:
        return far ? Kind::kWarrior : Kind::kPawn;
      case Kind::kOffering:
        return square == chak::AltarOf(color) ? kind : Kind::kCount;
      default:
        return kind;
    }
  }
};

template <typename V>
class PlainMovesTest : public ::testing::Test {
 protected:
  using Rules = typename V::Rules;
  using Position = typename Rules::Position;
  using Move = typename Rules::Move;
  using Kind = typename V::Kind;
  using Geo = typename Position::Geo;
  using Sq = Square<Geo>;
  using Squares = Bitboard<Geo>;

  static constexpr Color kColors[] = {Color::kWhite, Color::kBlack};

  // In each of two tests.
  static constexpr int kPositions = 50'000 / testing::kSanitizerSlowdown;

  template <typename T, size_t n>
  static T OneOf(const T (&values)[n], Random& random) {
    return values[random.Below(n)];
  }

  // Mostly one that `near` holds.
  static Sq RandomSquare(const Squares& near, Random& random) {
    for (;;) {
      const Sq square(static_cast<int>(random.Below(Geo::kSquares)));
      if (near.Has(square) || random.OneIn(8)) return square;
    }
  }

  // A valid position that no game need reach. Both royals stand anywhere; on their lines or all
  // over the board a few, many or very many pieces do, all kinds alike or mostly those that attack
  // along lines.
  static Position StrewnPosition(Random& random) {
    for (;;) {
      Position position;
      position.turn = OneOf(kColors, random);
      auto& board = position.board;
      const auto put = [&](Kind wanted, Sq square, Color color) {
        const Kind kind = V::Fit(wanted, square, color);
        if (kind == Kind::kCount || !board.IsEmpty(square)) return false;
        if (board.Of(color).size() == V::kMostPieces) return false;
        board.Put(square, {kind, color});
        return true;
      };
      Squares near;
      for (const Color color : kColors) {
        Sq square = RandomSquare(kAllSquares<Geo>, random);
        while (!put(V::kRoyal, square, color)) square = RandomSquare(kAllSquares<Geo>, random);
        near |= kQueenLines<Geo>[square.index()];
      }
      if (random.OneIn(3)) near = kAllSquares<Geo>;
      const bool lines = random.OneIn(2);
      for (size_t i = random.Below(random.OneIn(4) ? 100 : 30); i > 0; --i) {
        const bool line_piece = lines && !random.OneIn(3);
        const Kind kind = line_piece ? OneOf(V::kLinePieces, random) : OneOf(V::kPieces, random);
        put(kind, RandomSquare(near, random), OneOf(kColors, random));
      }
      if (Unattack(&position) && AltarMates(position) < 2) return position;
    }
  }

  // Takes off what attacks the royal of the side that is not to move; false where that is a royal.
  static bool Unattack(Position* position) {
    auto& board = position->board;
    const Sq royal = PlainRoyal(board, !position->turn);
    for (;;) {
      const Squares attackers = PlainAttackers(board, royal, position->turn);
      if (!attackers) return true;
      if (attackers.Has(PlainRoyal(board, position->turn))) return false;
      board.Remove(attackers.First());
    }
  }

  void Check(const Position& position) {
    const std::string fen = rules_.FormatFen(position, FenStyle::kStandard);
    const auto plain = PlainMovesIn(position);
    std::vector<Move> expected = plain.legal;
    EXPECT_EQ(AnyMove(position), !expected.empty()) << fen;
    // C12
    if (AltarMates(position) > 0) expected.clear();

    typename Rules::Moves moves;
    rules_.GenerateMoves(position, &moves);
    EXPECT_EQ(std::vector<Move>(moves.begin(), moves.end()), expected) << fen;
    EXPECT_EQ(rules_.CountMoves(position), static_cast<int>(expected.size())) << fen;
    for (const Move move : plain.legal) {
      EXPECT_TRUE(IsSafe(position, move)) << rules_.FormatMove(move) << " in " << fen;
    }
    for (const Move move : plain.unsafe) {
      EXPECT_FALSE(IsSafe(position, move)) << rules_.FormatMove(move) << " in " << fen;
    }
    CheckAttacks(position, fen);

    ++positions_;
    unsafe_ += plain.unsafe.empty() ? 0 : 1;
    if (rules_.Checkers(position)) ++checks_;
    if (rules_.Checkers(position).size() > 1) ++double_checks_;
    if (expected.empty()) ++ends_;
  }

  static void CheckAttacks(const Position& position, const std::string& fen) {
    const auto& board = position.board;
    std::vector<Squares> attackers[2];
    for (const Color color : kColors) {
      auto& by_square = attackers[Index(color)];
      by_square.resize(Geo::kSquares);
      for (const Sq from : board.Of(color)) {
        for (const Sq to : PlainAttacks(board, from)) by_square[to.index()].Set(from);
        EXPECT_TRUE(Targets(board, from) == PlainTargets(board, from)) << ToString(from) << fen;
      }
      for (int i = 0; i < Geo::kSquares; ++i) {
        EXPECT_TRUE(Attackers(board, Sq(i), color) == by_square[i]) << ToString(Sq(i)) << fen;
      }
    }
  }

  static int AltarMates(const makruk::Position& /*position*/) { return 0; }
  static int AltarMates(const chak::Position& position) {
    int mates = 0;
    for (const Color color : kColors) {
      const Squares divine = position.board.Of(color, chak::Kind::kDivineKing);
      mates += divine.Has(chak::AltarOf(!color)) ? 1 : 0;
    }
    return mates;
  }

  Rules rules_ = *Rules::Create({});
  // How many there were of all, with a move that is not safe, in check, in check from several
  // pieces, and without a move.
  int positions_ = 0;
  int unsafe_ = 0;
  int checks_ = 0;
  int double_checks_ = 0;
  int ends_ = 0;
};

using Variants = ::testing::Types<Makruk, Chak>;
class VariantName {
 public:
  template <typename V>
  static std::string GetName(int /*index*/) {
    return std::is_same_v<V, Makruk> ? "makruk" : "chak";
  }
};
TYPED_TEST_SUITE(PlainMovesTest, Variants, VariantName);

TYPED_TEST(PlainMovesTest, RandomGames) {
  Random random(61);
  while (this->positions_ < this->kPositions && !this->HasFailure()) {
    auto position = *this->rules_.ParseFen(TypeParam::kStart);
    for (int ply = 0; ply < 200; ++ply) {
      this->Check(position);
      typename TypeParam::Rules::Moves moves;
      this->rules_.GenerateMoves(position, &moves);
      if (moves.size() == 0) break;
      this->rules_.Apply(&position, moves[static_cast<int>(random.Below(moves.size()))]);
    }
  }
}

TYPED_TEST(PlainMovesTest, StrewnBoards) {
  Random random(62);
  while (this->positions_ < this->kPositions && !this->HasFailure()) {
    const auto position = this->StrewnPosition(random);
    const std::string fen = this->rules_.FormatFen(position, FenStyle::kStandard);
    ASSERT_TRUE(this->rules_.ParseFen(fen).ok()) << fen;
    this->Check(position);
  }
  // What makes legality hard is there.
  EXPECT_GT(this->unsafe_, this->positions_ / 3);
  EXPECT_GT(this->checks_, this->positions_ / 5);
  EXPECT_GT(this->double_checks_, this->positions_ / 30);
  EXPECT_GT(this->ends_, this->positions_ / 200);
}

}  // namespace
}  // namespace arbiter
