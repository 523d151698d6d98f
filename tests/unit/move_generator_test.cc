// Compares the move generators of Makruk and Chak with the reference implementation, in random
// games and in random positions that no game reaches.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/rules/royal_moves.h"
#include "core/variants/chak/rules.h"
#include "core/variants/makruk/rules.h"
#include "tests/support/random_play.h"
#include "tests/support/reference_moves.h"

namespace arbiter {
namespace {

using testing::Random;
using testing::ReferenceAttackers;
using testing::ReferenceAttacks;
using testing::ReferenceMovesIn;
using testing::ReferenceRoyal;
using testing::ReferenceTargets;

// A variant, its starting FEN, and the pieces of random positions.
struct Makruk {
  using Rules = makruk::MakrukRules;
  using Kind = makruk::Kind;
  static constexpr const char* kStart = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
  static constexpr Kind kRoyal = Kind::kKhun;
  static constexpr Kind kLinePieces[] = {Kind::kRuea};
  static constexpr Kind kPieces[] = {Kind::kMet, Kind::kKhon, Kind::kMa, Kind::kRuea, Kind::kBia};
  static constexpr int kMaxPieces = 64;

  // Returns the kind that a piece of `kind` must have on that square: a bia in its promotion zone
  // is a met. Returns kCount if the piece is not allowed there.
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
  static constexpr int kMaxPieces = 30;  // K17

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
class MoveGeneratorTest : public ::testing::Test {
 protected:
  using Rules = typename V::Rules;
  using Position = typename Rules::Position;
  using Move = typename Rules::Move;
  using Kind = typename V::Kind;
  using Geo = typename Position::Geo;
  using Sq = Square<Geo>;
  using Squares = Bitboard<Geo>;

  static constexpr Color kColors[] = {Color::kWhite, Color::kBlack};

  // The number of positions in each test.
  static constexpr int kPositions = 50'000 / testing::kSanitizerSlowdown;

  template <typename T, size_t n>
  static T OneOf(const T (&values)[n], Random& random) {
    return values[random.Below(n)];
  }

  // Returns a random square, usually one of `near`.
  static Sq RandomSquare(const Squares& near, Random& random) {
    for (;;) {
      const Sq square(static_cast<int>(random.Below(Geo::kSquares)));
      if (near.Has(square) || random.OneIn(8)) return square;
    }
  }

  // Returns a valid position that need not be reachable. The royal pieces stand anywhere. There are
  // up to 29 other pieces, and sometimes up to 99. They stand mostly on the lines of the royal
  // pieces or all over the board, and are of any kind or mostly line pieces.
  static Position RandomPosition(Random& random) {
    for (;;) {
      Position position;
      position.turn = OneOf(kColors, random);
      auto& board = position.board;
      const auto put = [&](Kind wanted, Sq square, Color color) {
        const Kind kind = V::Fit(wanted, square, color);
        if (kind == Kind::kCount || !board.IsEmpty(square)) return false;
        if (board.Of(color).size() == V::kMaxPieces) return false;
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
      if (RemoveAttackers(&position) && AltarMates(position) < 2) return position;
    }
  }

  // Removes the pieces that attack the royal piece of the side that is not to move. Returns false
  // if one of them is the other royal piece.
  static bool RemoveAttackers(Position* position) {
    auto& board = position->board;
    const Sq royal = ReferenceRoyal(board, !position->turn);
    for (;;) {
      const Squares attackers = ReferenceAttackers(board, royal, position->turn);
      if (!attackers) return true;
      if (attackers.Has(ReferenceRoyal(board, position->turn))) return false;
      board.Remove(attackers.First());
    }
  }

  void Check(const Position& position) {
    const std::string fen = rules_.FormatFen(position, FenStyle::kStandard);
    const auto reference = ReferenceMovesIn(position);
    std::vector<Move> expected = reference.legal;
    EXPECT_EQ(HasLegalMove(position), !expected.empty()) << fen;
    // After an altar mate, the list of legal moves is empty (C12).
    if (AltarMates(position) > 0) expected.clear();

    typename Rules::Moves moves;
    rules_.GenerateMoves(position, &moves);
    EXPECT_EQ(std::vector<Move>(moves.begin(), moves.end()), expected) << fen;
    EXPECT_EQ(rules_.CountMoves(position), static_cast<int>(expected.size())) << fen;
    for (const Move move : reference.legal) {
      EXPECT_TRUE(IsSafe(position, move)) << rules_.FormatMove(move) << " in " << fen;
    }
    for (const Move move : reference.unsafe) {
      EXPECT_FALSE(IsSafe(position, move)) << rules_.FormatMove(move) << " in " << fen;
    }
    CheckAttacks(position, fen);

    ++positions_;
    unsafe_ += reference.unsafe.empty() ? 0 : 1;
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
        for (const Sq to : ReferenceAttacks(board, from)) by_square[to.index()].Set(from);
        EXPECT_TRUE(Targets(board, from) == ReferenceTargets(board, from)) << ToString(from) << fen;
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
  // The numbers of all positions and of those with an unsafe move, with a check, with a check by
  // several pieces, and without a legal move.
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
TYPED_TEST_SUITE(MoveGeneratorTest, Variants, VariantName);

TYPED_TEST(MoveGeneratorTest, AgreesWithTheReferenceInRandomGames) {
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

TYPED_TEST(MoveGeneratorTest, AgreesWithTheReferenceInRandomPositions) {
  Random random(62);
  while (this->positions_ < this->kPositions && !this->HasFailure()) {
    const auto position = this->RandomPosition(random);
    const std::string fen = this->rules_.FormatFen(position, FenStyle::kStandard);
    ASSERT_TRUE(this->rules_.ParseFen(fen).ok()) << fen;
    this->Check(position);
  }
  // The positions include many of those in which legality is difficult.
  EXPECT_GT(this->unsafe_, this->positions_ / 3);
  EXPECT_GT(this->checks_, this->positions_ / 5);
  EXPECT_GT(this->double_checks_, this->positions_ / 30);
  EXPECT_GT(this->ends_, this->positions_ / 200);
}

}  // namespace
}  // namespace arbiter
