#include "tests/plain_chpok/moves.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <utility>

namespace arbiter::testing::plain_chpok {
namespace {

using Texts = std::vector<std::string>;
// Files and ranks to go.
using Steps = std::vector<std::pair<int, int>>;

const Steps kStraight = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
const Steps kDiagonal = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
const Steps kKnight = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
const Steps kTwoStraight = {{0, 2}, {0, -2}, {2, 0}, {-2, 0}};

bool IsOf(char piece, int side) {
  return side == kWhite ? std::isupper(piece) != 0 : std::islower(piece) != 0;
}

// The upper-case letter of a piece of either side.
char Kind(char piece) { return static_cast<char>(std::toupper(piece)); }

char PieceOf(char kind, int side) {
  return static_cast<char>(side == kWhite ? std::toupper(kind) : std::tolower(kind));
}

// The row of a cell counted from 1 at the side's home row.
int RowOf(Cell cell, int side) { return side == kWhite ? cell.rank + 1 : 8 - cell.rank; }

int Forward(int side) { return side == kWhite ? 1 : -1; }

Cell Plus(Cell cell, int files, int ranks) { return {cell.file + files, cell.rank + ranks}; }

bool IsEmptyCell(const Position& position, Cell cell) {
  return position.Has(cell) && position.At(cell) == kEmpty;
}

bool HasPieceOf(const Position& position, Cell cell, int side) {
  return position.Has(cell) && IsOf(position.At(cell), side);
}

// One step or leap, onto an empty cell or an opponent's piece.
void AddLeaps(const Position& position, Cell from, const Steps& steps, Texts& texts) {
  for (const auto& [files, ranks] : steps) {
    const Cell to = Plus(from, files, ranks);
    if (position.Has(to) && !HasPieceOf(position, to, position.side)) {
      texts.push_back(CellText(from) + CellText(to));
    }
  }
}

// As far as the cells are empty, and onto an opponent's piece after them.
void AddSlides(const Position& position, Cell from, const Steps& steps, Texts& texts) {
  for (const auto& [files, ranks] : steps) {
    Cell to = Plus(from, files, ranks);
    while (IsEmptyCell(position, to)) {
      texts.push_back(CellText(from) + CellText(to));
      to = Plus(to, files, ranks);
    }
    if (HasPieceOf(position, to, Other(position.side))) {
      texts.push_back(CellText(from) + CellText(to));
    }
  }
}

// P16: onto every rook of one's own on the home row with nothing but empty cells between.
void AddCastlings(const Position& position, Cell king, Texts& texts) {
  const int side = position.side;
  if (position.castlings[side] <= 0 || RowOf(king, side) != 1) return;
  for (const int direction : {-1, 1}) {
    Cell next = Plus(king, direction, 0);
    while (IsEmptyCell(position, next)) next = Plus(next, direction, 0);
    if (position.Has(next) && position.At(next) == PieceOf('R', side)) {
      texts.push_back(CellText(king) + CellText(next));
    }
  }
}

// P21: a king takes its own side's pieces.
void AddCruelCaptures(const Position& position, Cell king, Texts& texts) {
  for (const Steps* steps : {&kStraight, &kDiagonal}) {
    for (const auto& [files, ranks] : *steps) {
      const Cell to = Plus(king, files, ranks);
      if (HasPieceOf(position, to, position.side)) {
        texts.push_back(CellText(king) + CellText(to) + "x");
      }
    }
  }
}

// P15: on the 8th row once for each piece that the pawn can become.
void AddPawnMove(const Position& position, Cell from, Cell to, Texts& texts) {
  const std::string text = CellText(from) + CellText(to);
  if (RowOf(to, position.side) != 8) {
    texts.push_back(text);
    return;
  }
  for (const char letter : std::string("kqrbdn")) {
    if (letter == 'k' && position.features.nopromoteking) continue;
    texts.push_back(text + letter);
  }
}

void AddPawnMoves(const Position& position, Cell from, Texts& texts) {
  const int side = position.side;
  const int forward = Forward(side);
  const Cell one = Plus(from, 0, forward);
  const Cell two = Plus(from, 0, 2 * forward);
  if (IsEmptyCell(position, one)) AddPawnMove(position, from, one, texts);
  if (RowOf(from, side) == 2 && IsEmptyCell(position, one) && IsEmptyCell(position, two)) {
    AddPawnMove(position, from, two, texts);
  }
  for (const int files : {-1, 1}) {
    const Cell to = Plus(from, files, forward);
    const bool en_passant = position.en_passant == to && !position.features.noenpassant;
    if (HasPieceOf(position, to, Other(side)) || en_passant) {
      AddPawnMove(position, from, to, texts);
    }
  }
  // P22: backwards, never capturing.
  const Cell back = Plus(from, 0, -forward);
  if (position.features.backpawn && IsEmptyCell(position, back)) {
    texts.push_back(CellText(from) + CellText(back));
  }
}

bool IsCorner(const Position& position, Cell cell) {
  const bool first_or_last_file = cell.file == 0 || cell.file == position.Width() - 1;
  const bool first_or_last_rank = cell.rank == 0 || cell.rank == 7;
  return first_or_last_file && first_or_last_rank;
}

void AddMovesOfPiece(const Position& position, Cell from, Texts& texts) {
  switch (Kind(position.At(from))) {
    case 'K':
      AddLeaps(position, from, kStraight, texts);
      AddLeaps(position, from, kDiagonal, texts);
      AddCastlings(position, from, texts);
      if (position.features.cruel) AddCruelCaptures(position, from, texts);
      break;
    case 'Q':
      AddSlides(position, from, kStraight, texts);
      AddSlides(position, from, kDiagonal, texts);
      if (position.features.superqueen) AddLeaps(position, from, kKnight, texts);
      break;
    case 'R':
      AddSlides(position, from, kStraight, texts);
      break;
    case 'B':
      AddSlides(position, from, kDiagonal, texts);
      if (position.features.cornerbishop && IsCorner(position, from)) {
        AddLeaps(position, from, kStraight, texts);
      }
      break;
    case 'D':
      AddLeaps(position, from, kTwoStraight, texts);
      AddLeaps(position, from, kDiagonal, texts);
      break;
    case 'N':
      AddLeaps(position, from, kKnight, texts);
      break;
    case 'P':
      AddPawnMoves(position, from, texts);
      break;
    default:
      break;
  }
}

// P14: for the row of the destination.
int64_t RowPoints(Cell to, int side) {
  switch (RowOf(to, side)) {
    case 8:
      return 4;
    case 7:
      return 3;
    case 6:
      return 2;
    case 5:
      return 1;
    default:
      return 0;
  }
}

// P14: for the kind of what moves.
int64_t KindPoints(const Position& position, char kind) {
  return position.features.points[std::string("PRNBDQK").find(kind)] - '0';
}

// P20: whether the cell is one of the centre cells of the side's opponent.
bool IsHill(const Position& position, Cell cell, int side) {
  const int width = position.Width();
  return RowOf(cell, side) == 5 && (cell.file == (width - 1) / 2 || cell.file == width / 2);
}

// P16: swaps the two if they are adjacent; else the rook goes next to the king on the side where
// it was, and the king to the rook's other side.
void Castle(Position& position, Cell king, Cell rook) {
  const int side = position.side;
  const int direction = rook.file > king.file ? 1 : -1;
  position.At(king) = kEmpty;
  position.At(rook) = kEmpty;
  if (std::abs(rook.file - king.file) == 1) {
    position.At(rook) = PieceOf('K', side);
    position.At(king) = PieceOf('R', side);
  } else {
    position.At(Plus(king, direction, 0)) = PieceOf('R', side);
    position.At(Plus(king, 2 * direction, 0)) = PieceOf('K', side);
  }
  --position.castlings[side];
  position.points[side] += KindPoints(position, 'K');
}

// Any move from a cell to another that is no castling.
void MovePiece(const Position& before, const std::string& text, Made& made) {
  Position& after = made.after;
  const int side = before.side;
  const Cell from = ReadCell(text);
  const Cell to = ReadCell(text.substr(2));
  const char piece = before.At(from);
  const char captured = before.At(to);

  after.At(from) = kEmpty;
  after.At(to) = piece;
  if (Kind(piece) == 'P') {
    if (before.en_passant == to && from.file != to.file) after.At({to.file, from.rank}) = kEmpty;
    if (std::abs(to.rank - from.rank) == 2 && !before.features.noenpassant) {
      after.en_passant = Plus(from, 0, Forward(side));
    }
    if (text.size() == 5) after.At(to) = PieceOf(text[4], side);
  }

  if (Kind(piece) == 'K') {
    made.hill = before.features.hill && IsHill(before, to, side);
    made.racing = before.features.racing && RowOf(to, side) == 8;
  }
  after.points[side] += RowPoints(to, side) + KindPoints(before, Kind(piece));
  if (made.hill || made.racing) {
    after.points[side] += 1000 * static_cast<int64_t>(KingCount(before, Other(side)));
  } else if (captured == PieceOf('K', Other(side))) {
    after.points[side] += 1000;
  }
}

}  // namespace

int KingCount(const Position& position, int side) {
  int count = 0;
  for (const std::string& rank : position.ranks) {
    count += static_cast<int>(std::count(rank.begin(), rank.end(), PieceOf('K', side)));
  }
  return count;
}

bool PastMoveLimit(const Position& position) {
  return position.move_number > position.features.moves;
}

Texts LegalTexts(const Position& position) {
  Texts texts;
  if (KingCount(position, kWhite) == 0 || KingCount(position, kBlack) == 0) return texts;
  if (PastMoveLimit(position)) return texts;

  const int side = position.side;
  for (int rank = 0; rank < 8; ++rank) {
    for (int file = 0; file < position.Width(); ++file) {
      const Cell cell = {file, rank};
      const bool own = HasPieceOf(position, cell, side);
      if (own) AddMovesOfPiece(position, cell, texts);
      // P22: what is done instead of a move.
      if (own && position.features.remove) texts.push_back("x@" + CellText(cell));
      if (position.At(cell) == kEmpty && RowOf(cell, side) <= 2 && position.newborns[side] > 0) {
        texts.push_back("P@" + CellText(cell));
      }
    }
  }
  // P23: who can do nothing else must pass.
  if (position.features.skip || texts.empty()) texts.push_back("0000");
  std::sort(texts.begin(), texts.end());
  return texts;
}

Made Make(const Position& before, const std::string& text) {
  Made made = {before};
  Position& after = made.after;
  const int side = before.side;
  after.en_passant = std::nullopt;
  after.forced_pass = false;

  if (text == "0000") {
    after.forced_pass = !before.features.skip;
    made.blocked = before.forced_pass && after.forced_pass;
  } else if (text.starts_with("P@")) {
    after.At(ReadCell(text.substr(2))) = PieceOf('P', side);
    --after.newborns[side];
  } else if (text.starts_with("x@")) {
    const Cell cell = ReadCell(text.substr(2));
    if (before.At(cell) == PieceOf('K', side)) after.points[Other(side)] += 1000;
    after.At(cell) = kEmpty;
  } else if (text.size() == 4 && IsOf(before.At(ReadCell(text.substr(2))), side)) {
    Castle(after, ReadCell(text), ReadCell(text.substr(2)));
  } else {
    MovePiece(before, text, made);
  }

  after.side = Other(side);
  if (side == kBlack) {
    ++after.move_number;
    // P18: d after Black's move; 21 of them decide every claim.
    after.differences.push_back(after.points[kWhite] - after.points[kBlack]);
    if (after.differences.size() > 21) after.differences.erase(after.differences.begin());
  }
  return made;
}

}  // namespace arbiter::testing::plain_chpok
