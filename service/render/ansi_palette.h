#ifndef ARBITER_SERVICE_RENDER_ANSI_PALETTE_H_
#define ARBITER_SERVICE_RENDER_ANSI_PALETTE_H_

#include <string_view>

namespace arbiter {

// Indices into the terminal's 256 colours. The backgrounds are middle tones, on
// which both White's and Black's letters stand out.
struct AnsiPalette {
  int light_square;
  int dark_square;
  int river;
  int temple;
  int altar;
  int last_move;
  int highlight;
  int check;
  int halo;
};

// Letters of White and of Black, marks on empty squares.
inline constexpr int kAnsiPieces[2] = {231, 16};
inline constexpr int kAnsiMark = 252;

// Objects and `?` stand on a dark ground of their own, which tells them from pieces.
inline constexpr int kAnsiToken = 235;
inline constexpr int kAnsiUnknown = 183;

struct AnsiObject {
  std::string_view shape;
  int color;
};
inline constexpr AnsiObject kAnsiObjects[] = {
    {"mushroom", 210}, {"banana", 227}, {"bomb", 117}, {"egg", 120}};

inline constexpr AnsiPalette kLightAnsi = {137, 95, 67, 131, 166, 100, 65, 160, 34};
inline constexpr AnsiPalette kDarkAnsi = {244, 242, 67, 131, 166, 100, 65, 160, 34};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_ANSI_PALETTE_H_
