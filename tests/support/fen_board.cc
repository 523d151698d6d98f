#include "tests/support/fen_board.h"

namespace arbiter::testing {

std::string FenBoard::ToFen() const {
  std::string fen;
  for (const std::string& rank : ranks) {
    if (!fen.empty()) fen.push_back('/');
    int empty = 0;
    for (const char letter : rank + '/') {
      if (letter == 0) {
        ++empty;
        continue;
      }
      if (empty > 0) fen += std::to_string(empty);
      empty = 0;
      if (letter != '/') fen.push_back(letter);
    }
  }
  return fen + ' ' + side + rest;
}

FenBoard ReadFenBoard(std::string_view fen) {
  const size_t blank = fen.find(' ');
  FenBoard board{.ranks = {""}, .side = fen[blank + 1], .rest = std::string(fen.substr(blank + 2))};
  for (const char next : fen.substr(0, blank)) {
    if (next == '/') {
      board.ranks.emplace_back();
    } else if (next >= '1' && next <= '9') {
      board.ranks.back().append(static_cast<size_t>(next - '0'), '\0');
    } else {
      board.ranks.back().push_back(next);
    }
  }
  return board;
}

char SwapCase(char letter) {
  const bool capital = letter >= 'A' && letter <= 'Z';
  const bool small = letter >= 'a' && letter <= 'z';
  return capital || small ? static_cast<char>(letter ^ 0x20) : letter;
}

}  // namespace arbiter::testing
