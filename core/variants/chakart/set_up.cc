#include "core/variants/chakart/set_up.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace arbiter::chakart {
namespace {

// The kinds of the pieces on a back rank, from the a-file on.
using BackRank = std::array<Kind, Geo::kFiles>;

constexpr BackRank kStandard = {Kind::kRook, Kind::kKnight, Kind::kBishop, Kind::kQueen,
                                Kind::kKing, Kind::kBishop, Kind::kKnight, Kind::kRook};

// Draws one back rank. The candidates are squares of `rank`.
BackRank DrawBackRank(int rank, const DrawFunction& draw) {
  BackRank kinds;
  kinds.fill(Kind::kRook);
  std::array<bool, Geo::kFiles> taken{};
  // Places a piece on a file that is drawn among those of `first`, `first + stride` and so on that
  // are still free.
  const auto place = [&](Kind kind, std::string_view purpose, int first, int stride) {
    std::vector<int> files;
    std::vector<std::string_view> squares;
    for (int file = first; file < Geo::kFiles; file += stride) {
      if (taken[file]) continue;
      files.push_back(file);
      squares.push_back(NameOf(Sq(file, rank)));
    }
    const int file = files[draw(purpose, std::move(squares))];
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

constexpr int kLastRank = Geo::kRanks - 1;

Position WithBackRanks(const BackRank& white, const BackRank& black) {
  Position position;
  for (int file = 0; file < Geo::kFiles; ++file) {
    position.board.Put(Sq(file, 0), {white[file], Color::kWhite});
    position.board.Put(Sq(file, 1), {Kind::kPawn, Color::kWhite});
    position.board.Put(Sq(file, kLastRank - 1), {Kind::kPawn, Color::kBlack});
    position.board.Put(Sq(file, kLastRank), {black[file], Color::kBlack});
  }
  return position;
}

// Returns the kinds of the pieces on a rank; std::nullopt if the rank is not full.
std::optional<BackRank> BackRankOf(const Position& position, int rank) {
  BackRank kinds;
  for (int file = 0; file < Geo::kFiles; ++file) {
    const auto piece = position.board.At(Sq(file, rank));
    if (!piece) return std::nullopt;
    kinds[file] = piece->kind;
  }
  return kinds;
}

// Returns whether the back rank has the right pieces, and its bishops on squares of different
// colours.
bool CanBeDrawn(BackRank kinds) {
  int even_bishops = 0;
  for (int file = 0; file < Geo::kFiles; file += 2) even_bishops += kinds[file] == Kind::kBishop;
  BackRank standard = kStandard;
  std::sort(kinds.begin(), kinds.end());
  std::sort(standard.begin(), standard.end());
  return even_bishops == 1 && kinds == standard;
}

}  // namespace

Position MakeStart(SetUp set_up, const DrawFunction& draw) {
  const BackRank white = set_up == SetUp::kStandard ? kStandard : DrawBackRank(0, draw);
  const BackRank black = set_up == SetUp::kAsymmetric ? DrawBackRank(kLastRank, draw) : white;
  return WithBackRanks(white, black);
}

bool CanMakeStart(SetUp set_up, const Position& position) {
  const std::optional<BackRank> white = BackRankOf(position, 0);
  const std::optional<BackRank> black = BackRankOf(position, kLastRank);
  if (!white || !black || position != WithBackRanks(*white, *black)) return false;
  if (set_up == SetUp::kStandard) return *white == kStandard && *black == kStandard;
  return CanBeDrawn(*white) &&
         (set_up == SetUp::kSymmetric ? *black == *white : CanBeDrawn(*black));
}

}  // namespace arbiter::chakart
