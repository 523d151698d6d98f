// Writes what board_fen.cc reads.
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/rules/fen.h"
#include "core/rules/strings.h"
#include "core/variants/chpok/board_fen.h"
#include "core/variants/chpok/numbers.h"

namespace arbiter::chpok {
namespace {

// Few FENs are longer.
constexpr size_t kUsualLength = 224;

// The squares of each rank.
constexpr auto kRanks = [] {
  std::array<Squares, Geo::kRanks> ranks;
  for (int rank = 0; rank < Geo::kRanks; ++rank) {
    ranks[static_cast<size_t>(rank)] =
        SquaresWhere<Geo>([rank](Sq square) { return square.rank() == rank; });
  }
  return ranks;
}();

void AppendBoard(const Position& position, std::string* fen) {
  std::array<char, Geo::kSquares + Geo::kRanks> text;
  char* end = text.data();
  const auto add_run = [&end](int empty) {
    if (empty == kMostWidth) *end++ = '1';
    if (empty > 0) *end++ = static_cast<char>('0' + empty % kMostWidth);
  };
  for (int rank = Geo::kRanks - 1; rank >= 0; --rank) {
    int file = 0;
    for (const Sq square : position.board.Occupied() & kRanks[static_cast<size_t>(rank)]) {
      add_run(square.file() - file);
      *end++ = LetterOf(*position.board.At(square), kLetters);
      file = square.file() + 1;
    }
    add_run(position.features.width - file);
    *end++ = '/';
  }
  // But for the last slash.
  fen->append(text.data(), end - 1);
}

void AppendPair(int white, int black, std::string* fen) {
  fen->push_back(' ');
  AppendNumber(white, fen);
  fen->push_back(',');
  AppendNumber(black, fen);
}

void AppendItems(const Position& position, std::string* fen) {
  std::string_view before = " {";
  const auto add = [&](std::string_view name) {
    fen->append(before).append(name).push_back('=');
    before = ";";
  };
  Features features = position.features;
  features.width = Features().width;
  if (features != Features()) {
    add("xf");
    AppendFeatures(features, fen);
  }
  if (position.forced_pass) {
    add("pass");
    fen->push_back('1');
  }
  if (position.history.size() > 0) {
    add("d");
    AppendHistory(position.history, fen);
  }
  if (position.time_control) {
    add("tc");
    fen->append(FormatTimeControl(*position.time_control));
  }
  if (position.clocks) {
    add("clock");
    fen->append(FormatClocks(position.clocks));
  }
  if (before == ";") fen->push_back('}');
}

}  // namespace

std::string FormatClocks(const Clocks& clocks) { return StrCat((*clocks)[0], ",", (*clocks)[1]); }

std::string FormatBoardFen(const Position& position) {
  std::string fen;
  fen.reserve(kUsualLength);
  AppendBoard(position, &fen);
  fen.append(position.turn == Color::kWhite ? " w " : " b ");
  fen.append(position.en_passant ? ToString(*position.en_passant) : "-");
  AppendPair(position.castlings[0], position.castlings[1], &fen);
  AppendPair(position.points(Color::kWhite), position.points(Color::kBlack), &fen);
  AppendPair(position.undos[0], position.undos[1], &fen);
  AppendPair(position.newborn[0], position.newborn[1], &fen);
  fen.push_back(' ');
  AppendNumber(position.move_number, &fen);
  AppendItems(position, &fen);
  return fen;
}

}  // namespace arbiter::chpok
