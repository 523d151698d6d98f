#include "tests/support/fen_board.h"

#include <algorithm>

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
  const size_t space = fen.find(' ');
  FenBoard board{.ranks = {""}, .side = fen[space + 1], .rest = std::string(fen.substr(space + 2))};
  for (const char next : fen.substr(0, space)) {
    if (next == '/') {
      board.ranks.emplace_back();
    } else if (next == '0') {
      // This is the 0 of `10`, whose 1 has already added one empty square.
      board.ranks.back().append(9, '\0');
    } else if (next >= '1' && next <= '9') {
      board.ranks.back().append(static_cast<size_t>(next - '0'), '\0');
    } else {
      board.ranks.back().push_back(next);
    }
  }
  return board;
}

char SwapSide(char letter, const VariantInfo& info) {
  const bool capital = letter >= 'A' && letter <= 'Z';
  const bool small = letter >= 'a' && letter <= 'z';
  const bool object =
      std::any_of(info.objects.begin(), info.objects.end(),
                  [letter](const ObjectInfo& other) { return other.letter == letter; });
  return (capital || small) && !object ? static_cast<char>(letter ^ 0x20) : letter;
}

std::string MirrorSquares(std::string text, const VariantInfo& info) {
  for (size_t i = 1; i < text.size(); ++i) {
    const bool square = text[i - 1] >= 'a' && text[i - 1] < 'a' + info.files && text[i] >= '1' &&
                        text[i] < '1' + info.ranks;
    if (square) text[i] = static_cast<char>('1' + info.ranks - 1 - (text[i] - '1'));
  }
  return text;
}

}  // namespace arbiter::testing
