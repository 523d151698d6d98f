#ifndef ARBITER_TESTS_TOOLS_TRAIN_RECORD_H_
#define ARBITER_TESTS_TOOLS_TRAIN_RECORD_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/board/color.h"
#include "tests/tools/tune/self_play.h"

namespace arbiter::train {

// What a network and the evaluation see of a position besides its pieces.
template <int kOthers>
struct Others {
  // What the evaluation adds to the network's value, as two bytes.
  std::array<uint8_t, 2> added;
  // The features that are no pieces, first as seen from the side to move.
  std::array<std::array<uint8_t, kOthers>, 2> features;
};
// Only the pieces count.
template <>
struct Others<0> {};

// A quiet position of self-play, as tests/tools/train/positions.py reads it: packed, in the byte
// order of the machine. Numbers are from the point of view of the side to move.
template <typename Position, typename Inputs>
struct Record : Others<Inputs::kOthers> {
  // The cells of the board (core/board/board.h), a1 first and then along the rank.
  std::array<uint8_t, Position::Geo::kSquares> cells;
  // 0 for the first player, 1 for the second.
  uint8_t turn;
  // The result of the game: 2, 1 or 0 half points.
  uint8_t result;
  // The value that the search returned, as two bytes, the low one first.
  std::array<uint8_t, 2> searched;
  // The shares of a positive and of a negative value of the network that the evaluation keeps
  // (FinalValue() of the variant), in 255ths.
  uint8_t positive_share;
  uint8_t negative_share;
};

template <typename Inputs, typename Position>
Record<Position, Inputs> MakeRecord(const tune::QuietPosition<Position>& quiet, float result) {
  Record<Position, Inputs> record = {};
  record.cells = quiet.position.board.cells();
  const bool white = quiet.position.turn == Color::kWhite;
  const auto half_points = static_cast<int>(2 * result);
  const auto searched = static_cast<uint16_t>(white ? quiet.searched : -quiet.searched);
  record.turn = white ? 0 : 1;
  record.result = static_cast<uint8_t>(white ? half_points : 2 - half_points);
  record.searched = {static_cast<uint8_t>(searched & 255), static_cast<uint8_t>(searched >> 8)};
  const int added = FinalValue(quiet.position, 0);
  const auto share = [&quiet, added](int value) {
    return static_cast<uint8_t>(255 * (FinalValue(quiet.position, value) - added) / value);
  };
  constexpr int kValue = 10'000;
  record.positive_share = share(kValue);
  record.negative_share = share(-kValue);
  if constexpr (Inputs::kOthers > 0) {
    static_assert(Inputs::kOtherFeatures <= 256);
    record.added = {static_cast<uint8_t>(added & 255), static_cast<uint8_t>(added >> 8 & 255)};
    for (const int side : {0, 1}) {
      const Color seen_from = side == 0 ? quiet.position.turn : !quiet.position.turn;
      const auto others = Inputs::OtherFeatures(quiet.position, seen_from);
      std::copy(others.begin(), others.end(), record.features[static_cast<size_t>(side)].begin());
    }
  }
  static_assert(sizeof(record) ==
                Position::Geo::kSquares + 6 + (Inputs::kOthers == 0 ? 0 : 2 + 2 * Inputs::kOthers));
  return record;
}

}  // namespace arbiter::train

#endif  // ARBITER_TESTS_TOOLS_TRAIN_RECORD_H_
