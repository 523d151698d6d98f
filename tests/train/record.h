#ifndef ARBITER_TESTS_TRAIN_RECORD_H_
#define ARBITER_TESTS_TRAIN_RECORD_H_

#include <array>
#include <cstdint>

#include "core/board/color.h"
#include "tests/tune/self_play.h"

namespace arbiter::train {

// A quiet position of self-play, as tests/train/positions.py reads it: packed, in the byte order of
// the machine. Numbers are from the point of view of the side to move.
template <typename Position>
struct Record {
  // The cells of the board (core/board/board.h), a1 first and then along the rank.
  std::array<uint8_t, Position::Geo::kSquares> cells;
  // 0 for the first player, 1 for the second.
  uint8_t turn;
  // The result of the game: 2, 1 or 0 half points.
  uint8_t result;
  // The value that the search returned, as two bytes, the low one first.
  std::array<uint8_t, 2> searched;
  // The shares of a positive and of a negative value of the network that the evaluation keeps
  // (ScaleValue() of the variant), in 255ths.
  uint8_t positive_share;
  uint8_t negative_share;
};

template <typename Position>
Record<Position> MakeRecord(const tune::QuietPosition<Position>& quiet, float result) {
  Record<Position> record = {};
  record.cells = quiet.position.board.cells();
  const bool white = quiet.position.turn == Color::kWhite;
  const auto half_points = static_cast<int>(2 * result);
  const auto searched = static_cast<uint16_t>(white ? quiet.searched : -quiet.searched);
  record.turn = white ? 0 : 1;
  record.result = static_cast<uint8_t>(white ? half_points : 2 - half_points);
  record.searched = {static_cast<uint8_t>(searched & 255), static_cast<uint8_t>(searched >> 8)};
  const auto share = [&quiet](int value) {
    return static_cast<uint8_t>(255 * ScaleValue(quiet.position, value) / value);
  };
  constexpr int kValue = 10'000;
  record.positive_share = share(kValue);
  record.negative_share = share(-kValue);
  static_assert(sizeof(Record<Position>) == Position::Geo::kSquares + 6);
  return record;
}

}  // namespace arbiter::train

#endif  // ARBITER_TESTS_TRAIN_RECORD_H_
