#ifndef ARBITER_SERVICE_RENDER_TEST_BOARDS_H_
#define ARBITER_SERVICE_RENDER_TEST_BOARDS_H_

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "core/rules/board_view.h"

// Boards for the renderer's tests, made from the placement field of a FEN without any rules.
namespace arbiter {

inline BoardView BoardFromPlacement(std::string_view placement,
                                    const std::map<char, std::string_view>& shapes) {
  const std::vector<std::string> ranks = absl::StrSplit(std::string(placement), '/');
  BoardView view;
  view.ranks = static_cast<int>(ranks.size());
  for (auto rank = ranks.rbegin(); rank != ranks.rend(); ++rank) {
    size_t empty = 0;
    const auto flush = [&] { view.cells.resize(view.cells.size() + std::exchange(empty, 0)); };
    for (const char c : *rank) {
      if (absl::ascii_isdigit(c)) {
        empty = 10 * empty + (c - '0');
        continue;
      }
      flush();
      const char letter = absl::ascii_toupper(c);
      const auto shape = shapes.find(letter);
      view.cells.push_back({letter, c == letter ? Color::kWhite : Color::kBlack,
                            shape == shapes.end() ? "none" : shape->second});
    }
    flush();
  }
  view.files = static_cast<int>(view.cells.size()) / view.ranks;
  return view;
}

inline BoardView MakrukBoard(
    std::string_view placement = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR") {
  return BoardFromPlacement(
      placement,
      {{'R', "ruea"}, {'N', "ma"}, {'S', "khon"}, {'M', "met"}, {'K', "khun"}, {'P', "bia"}});
}

inline BoardView ChessBoard(std::string_view placement) {
  return BoardFromPlacement(placement, {{'R', "chess-rook"},
                                        {'N', "chess-knight"},
                                        {'B', "chess-bishop"},
                                        {'Q', "chess-queen"},
                                        {'K', "chess-king"},
                                        {'P', "chess-pawn"}});
}

inline const std::vector<RegionInfo>& ChakRegions() {
  static const auto* const kRegions = new std::vector<RegionInfo>{
      {{.shape = "river"}, {"River"}, {"a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "i5"}},
      {{.shape = "temple"}, {"Temple"}, {"d1", "e1", "f1", "d2", "e2", "f2", "d3", "e3", "f3"}},
      {{.shape = "temple"}, {"Temple"}, {"d7", "e7", "f7", "d8", "e8", "f8", "d9", "e9", "f9"}},
      {{.shape = "altar"}, {"Altar"}, {"e2", "e8"}}};
  return *kRegions;
}

inline BoardView ChakBoard(
    std::string_view placement = "rvsqkjsvr/4o4/p1p1p1p1p/9/9/9/P1P1P1P1P/4O4/RVSJKQSVR") {
  BoardView view = BoardFromPlacement(placement, {{'K', "king"},
                                                  {'D', "divine-king"},
                                                  {'J', "jaguar"},
                                                  {'Q', "quetzal"},
                                                  {'S', "shaman"},
                                                  {'V', "vulture"},
                                                  {'R', "serpent"},
                                                  {'P', "pawn"},
                                                  {'W', "warrior"},
                                                  {'O', "offering"}});
  view.regions = &ChakRegions();
  return view;
}

inline BoardView ChpokBoard(std::string_view placement) {
  return BoardFromPlacement(placement, {{'K', "chess-king"},
                                        {'Q', "chess-queen"},
                                        {'R', "chess-rook"},
                                        {'B', "chess-bishop"},
                                        {'D', "chpok-dragon"},
                                        {'N', "chess-knight"},
                                        {'P', "chess-pawn"}});
}

// The placement uses the letters of Chakart's FENs: objects m d w e, immobilised pieces S U O C T L
// for P R N B Q K, a hidden queen I, and `?` where a hidden queen left.
inline BoardView ChakartBoard(
    std::string_view placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR") {
  constexpr std::string_view kObjects = "MDWE";
  constexpr std::string_view kImmobilised = "SUOCTL";
  constexpr std::string_view kFree = "PRNBQK";
  BoardView view = BoardFromPlacement(placement, {{'K', "chess-king"},
                                                  {'Q', "chess-queen"},
                                                  {'R', "chess-rook"},
                                                  {'B', "chess-bishop"},
                                                  {'N', "chess-knight"},
                                                  {'P', "chess-pawn"},
                                                  {'L', "chess-king"},
                                                  {'T', "chess-queen"},
                                                  {'U', "chess-rook"},
                                                  {'C', "chess-bishop"},
                                                  {'O', "chess-knight"},
                                                  {'S', "chess-pawn"},
                                                  {'I', "chess-queen"},
                                                  {'M', "mushroom"},
                                                  {'D', "banana"},
                                                  {'W', "bomb"},
                                                  {'E', "egg"}});
  for (BoardView::Cell& cell : view.cells) {
    if (cell.letter == 0) continue;
    if (cell.letter == '?') {
      cell = {};
      cell.unknown = true;
    } else if (kObjects.find(cell.letter) != std::string_view::npos) {
      cell = {.shape = cell.shape, .object = absl::ascii_tolower(cell.letter)};
    } else if (const size_t at = kImmobilised.find(cell.letter); at != std::string_view::npos) {
      cell.letter = kFree[at];
      cell.immobilised = true;
    }
    cell.hidden = cell.letter == 'I';
  }
  return view;
}

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_TEST_BOARDS_H_
