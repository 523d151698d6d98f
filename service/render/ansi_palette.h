#ifndef ARBITER_SERVICE_RENDER_ANSI_PALETTE_H_
#define ARBITER_SERVICE_RENDER_ANSI_PALETTE_H_

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
};

// Letters of White and of Black, marks on empty squares.
inline constexpr int kAnsiPieces[2] = {231, 16};
inline constexpr int kAnsiMark = 252;

inline constexpr AnsiPalette kLightAnsi = {137, 95, 67, 131, 166, 100, 65, 160};
inline constexpr AnsiPalette kDarkAnsi = {244, 242, 67, 131, 166, 100, 65, 160};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_RENDER_ANSI_PALETTE_H_
