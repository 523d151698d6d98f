#ifndef ARBITER_SERVICE_RENDER_PALETTE_H_
#define ARBITER_SERVICE_RENDER_PALETTE_H_

#include <string_view>

namespace arbiter {

// The SVG colours of the pieces of a side, or of objects whose drawings have no colours of their
// own.
struct PieceInk {
  std::string_view fill;
  std::string_view outline;
  std::string_view detail;
};

// The SVG colours of a theme.
struct Palette {
  std::string_view frame;
  std::string_view label;
  std::string_view light_square;
  std::string_view dark_square;
  std::string_view grid;
  std::string_view river;
  std::string_view temple;
  std::string_view altar;
  std::string_view last_move;
  std::string_view highlight;
  std::string_view arrow;
  std::string_view check;
  // The disc behind an immobilised piece, and its edge.
  std::string_view halo;
  std::string_view halo_edge;
  // The mark of a hidden piece, and the edge that sets it off from the square.
  std::string_view hidden;
  std::string_view hidden_edge;
  // White's pieces, then Black's.
  PieceInk sides[2];
  PieceInk object;
};

inline constexpr Palette kLightPalette = {
    .frame = "#6b4a2e",
    .label = "#f4e6cc",
    .light_square = "#f3e2c1",
    .dark_square = "#e3c797",
    .grid = "#8b6a3f",
    .river = "#3f8fc4",
    .temple = "#b5562f",
    .altar = "#d9921a",
    .last_move = "#e8cf2a",
    .highlight = "#1f8a55",
    .arrow = "#1b7f4d",
    .check = "#ee2a20",
    .halo = "#a6ee84",
    .halo_edge = "#4fae3c",
    .hidden = "#6d2f9e",
    .hidden_edge = "#ffffff",
    .sides = {{"#fffaf0", "#33241a", "#33241a"}, {"#33302f", "#14110f", "#f3e2c1"}},
    .object = {"#fff0d2", "#3a2418", "#3a2418"},
};

inline constexpr Palette kDarkPalette = {
    .frame = "#1f2227",
    .label = "#c6ccd6",
    .light_square = "#828b99",
    .dark_square = "#717a88",
    .grid = "#4a525e",
    .river = "#2f9be0",
    .temple = "#c9683f",
    .altar = "#f0a92b",
    .last_move = "#e6c52c",
    .highlight = "#5fe09a",
    .arrow = "#5fe09a",
    .check = "#ee2a20",
    .halo = "#a6ee84",
    .halo_edge = "#4fae3c",
    .hidden = "#e0c4ff",
    .hidden_edge = "#2a1d38",
    .sides = {{"#f6f1e6", "#17191d", "#17191d"}, {"#1d2025", "#08090b", "#e9dcc0"}},
    .object = {"#fff0d2", "#2a1a12", "#2a1a12"},
};

// Indices into the 256 colours of a terminal. The backgrounds are medium tones, on which the
// letters of both sides stand out.
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

// The colours of White's letters, of Black's letters, and of marks on empty squares.
inline constexpr int kAnsiPieces[2] = {231, 16};
inline constexpr int kAnsiMark = 252;

// Objects and `?` have a dark background of their own, which distinguishes them from pieces.
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

#endif  // ARBITER_SERVICE_RENDER_PALETTE_H_
