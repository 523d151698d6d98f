#include "core/variants/chakart/set_up.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter::chakart {
namespace {

// The kinds from the a-file on.
using BackRank = std::array<Kind, Geo::kFiles>;

constexpr BackRank kStandard = {Kind::kRook, Kind::kKnight, Kind::kBishop, Kind::kQueen,
                                Kind::kKing, Kind::kBishop, Kind::kKnight, Kind::kRook};

// Draws one back rank, told as squares of `rank`.
BackRank DrawBackRank(int rank, const DrawFunction& draw) {
  BackRank kinds;
  kinds.fill(Kind::kRook);
  std::array<bool, Geo::kFiles> taken{};
  // Every `stride`-th file from `first` is a candidate while it is free.
  const auto place = [&](Kind kind, std::string_view purpose, int first, int stride) {
    std::vector<int> files;
    std::vector<std::string> squares;
    for (int file = first; file < Geo::kFiles; file += stride) {
      if (taken[file]) continue;
      files.push_back(file);
      squares.push_back(ToString(Sq(file, rank)));
    }
    const int file = files[draw(purpose, squares)];
    taken[file] = true;
    kinds[file] = kind;
  };
  place(Kind::kBishop, "bishop", 0, 2);
  place(Kind::kBishop, "bishop", 1, 2);
  place(Kind::kQueen, "queen", 0, 1);
  place(Kind::kKing, "king", 0, 1);
  place(Kind::kKnight, "knight", 0, 1);
  place(Kind::kKnight, "knight", 0, 1);
  return kinds;
}

}  // namespace

Position MakeStart(SetUp set_up, const DrawFunction& draw) {
  constexpr int kLastRank = Geo::kRanks - 1;
  const BackRank white = set_up == SetUp::kStandard ? kStandard : DrawBackRank(0, draw);
  const BackRank black = set_up == SetUp::kAsymmetric ? DrawBackRank(kLastRank, draw) : white;
  Position position;
  for (int file = 0; file < Geo::kFiles; ++file) {
    position.board.Put(Sq(file, 0), {white[file], Color::kWhite});
    position.board.Put(Sq(file, 1), {Kind::kPawn, Color::kWhite});
    position.board.Put(Sq(file, kLastRank - 1), {Kind::kPawn, Color::kBlack});
    position.board.Put(Sq(file, kLastRank), {black[file], Color::kBlack});
  }
  return position;
}

}  // namespace arbiter::chakart
