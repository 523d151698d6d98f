#ifndef ARBITER_TESTS_PLAIN_CHPOK_POSITION_H_
#define ARBITER_TESTS_PLAIN_CHPOK_POSITION_H_

// A second, deliberately plain reading of rules/chpok.md, the board phase only, to compare the
// real one with. It uses nothing of the project, and follows the text rather than being fast.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace arbiter::testing::plain_chpok {

// The sides, which index what both have of their own.
constexpr int kWhite = 0;
constexpr int kBlack = 1;

inline int Other(int side) { return side == kWhite ? kBlack : kWhite; }

constexpr char kEmpty = '.';

// Both from 0: a1 is {0, 0}.
struct Cell {
  int file;
  int rank;
  bool operator==(const Cell&) const = default;
};

// The features of P9, but for the width, which is the board's.
struct Features {
  int moves = 888;
  int undo = 0;
  // For P, R, N, B, D, Q, K.
  std::string points = "0000000";
  int castlings = 1;
  bool hill = false;
  bool racing = false;
  bool cruel = false;
  bool superqueen = false;
  bool cornerbishop = false;
  bool backpawn = false;
  bool newborn = false;
  bool remove = false;
  bool skip = false;
  bool nopromoteking = false;
  bool noenpassant = false;
};

struct TimeControl {
  int64_t minutes;
  int64_t bonus_seconds;
};

// What a FEN says (P26).
struct Position {
  // Rank 1 first, a letter a cell, upper case for White; every rank is as long as the board wide.
  std::array<std::string, 8> ranks;
  int side = kWhite;
  std::optional<Cell> en_passant;
  // Of White, of Black; all but the points are numbers left.
  std::array<int64_t, 2> castlings = {};
  std::array<int64_t, 2> points = {};
  std::array<int64_t, 2> undos = {};
  std::array<int64_t, 2> newborns = {};
  int64_t move_number = 1;

  Features features;
  // Whether the last ply was a forced pass.
  bool forced_pass = false;
  // The last known d(k) of P18, at most 21, oldest first.
  std::vector<int64_t> differences;
  std::optional<TimeControl> time_control;
  // Milliseconds of both, where clocks are tracked.
  std::optional<std::array<int64_t, 2>> clocks;

  int Width() const { return static_cast<int>(ranks[0].size()); }
  bool Has(Cell cell) const {
    return cell.file >= 0 && cell.file < Width() && cell.rank >= 0 && cell.rank < 8;
  }
  char& At(Cell cell) { return ranks[cell.rank][cell.file]; }
  char At(Cell cell) const { return ranks[cell.rank][cell.file]; }
};

// `e4`
std::string CellText(Cell cell);
// Of the first two characters of a text that is long enough.
Cell ReadCell(const std::string& text);

// Nothing where the text is no FEN. That the position is possible is not looked at.
std::optional<Position> ReadFen(const std::string& fen);
std::string WriteFen(const Position& position);

}  // namespace arbiter::testing::plain_chpok

#endif  // ARBITER_TESTS_PLAIN_CHPOK_POSITION_H_
