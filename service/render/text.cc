#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/strings.h"
#include "service/render/palette.h"
#include "service/render/render.h"
#include "service/render/squares.h"

namespace arbiter {
namespace {

struct ChessSymbol {
  std::string_view shape;
  // White's symbol is outlined, Black's filled.
  std::string_view white;
  std::string_view black;
};
constexpr ChessSymbol kChessSymbols[] = {
    {"chess-king", "♔", "♚"},   {"chess-queen", "♕", "♛"},  {"chess-rook", "♖", "♜"},
    {"chess-bishop", "♗", "♝"}, {"chess-knight", "♘", "♞"}, {"chess-pawn", "♙", "♟"},
};

const ChessSymbol* FindSymbol(std::string_view shape) {
  for (const ChessSymbol& symbol : kChessSymbols) {
    if (symbol.shape == shape) return &symbol;
  }
  return nullptr;
}

class TextBoard {
 public:
  // Draws plain text if `palette` is nullptr.
  TextBoard(const BoardView& view, const RenderOptions& options, const AnsiPalette* palette)
      : view_(view),
        options_(options),
        palette_(palette),
        river_(MarkRegion(view, "river")),
        temple_(MarkRegion(view, "temple")),
        altar_(MarkRegion(view, "altar")),
        last_move_(MarkSquares(view, options.last_move)),
        highlight_(MarkSquares(view, options.highlights)),
        check_(MarkSquares(view, {view.check})) {}

  std::string Render() {
    const bool flipped = options_.orientation == Color::kBlack;
    for (int row = 0; row < view_.ranks; ++row) {
      const int rank = flipped ? row : view_.ranks - 1 - row;
      if (options_.coordinates) StrAppend(&text_, rank + 1, " ");
      for (int column = 0; column < view_.files; ++column) {
        AppendCell({flipped ? view_.files - 1 - column : column, rank});
      }
      EndLine();
    }
    if (options_.coordinates) {
      text_ += "  ";
      for (int column = 0; column < view_.files; ++column) {
        const int file = flipped ? view_.files - 1 - column : column;
        text_.append({' ', static_cast<char>('a' + file), ' '});
      }
      EndLine();
    }
    AppendLegend();
    for (const std::string& caption : view_.captions) StrAppend(&text_, caption, "\n");
    return std::move(text_);
  }

 private:
  void AppendCell(BoardPoint point) {
    const int index = CellIndex(view_, point);
    const BoardView::Cell& cell = view_.cells[index];
    const std::string_view around = Around(index);
    const bool token = cell.object != 0 || cell.unknown;
    Paint(cell.letter != 0, cell.letter != 0 ? kAnsiPieces[Index(cell.color)] : kAnsiMark, point);
    text_ += around[0];
    if (token) PaintToken(cell);
    const std::string occupant = Occupant(cell);
    StrAppend(&text_, occupant.empty() ? std::string(1, EmptyMark(index)) : occupant);
    if (token) Paint(false, kAnsiMark, point);
    text_ += cell.immobilised ? '*' : cell.promoted ? '~' : around[1];
  }

  // Returns the symbol or letter of the piece or object; empty if the cell is empty.
  std::string Occupant(const BoardView::Cell& cell) const {
    const ChessSymbol* symbol = options_.symbols && !cell.hidden ? FindSymbol(cell.shape) : nullptr;
    if (symbol != nullptr) {
      // On coloured squares, the colour distinguishes the sides, and filled symbols show it best.
      const bool outlined = palette_ == nullptr && cell.color == Color::kWhite;
      return std::string(outlined ? symbol->white : symbol->black);
    }
    const char letter = FenLetter(cell);
    return letter == 0 ? "" : std::string(1, letter);
  }

  // Sets the colours of the text that follows; does nothing in plain text.
  void Paint(bool bold, int foreground, BoardPoint point) {
    if (palette_ == nullptr) return;
    StrAppend(&text_, "\x1b[0", bold ? ";1" : "", ";38;5;", foreground, ";48;5;", Background(point),
              "m");
  }

  void PaintToken(const BoardView::Cell& cell) {
    if (palette_ == nullptr) return;
    int foreground = cell.unknown ? kAnsiUnknown : kAnsiMark;
    for (const AnsiObject& object : kAnsiObjects) {
      if (cell.shape == object.shape) foreground = object.color;
    }
    StrAppend(&text_, "\x1b[0;1;38;5;", foreground, ";48;5;", kAnsiToken, "m");
  }

  // Returns the characters before and after the square's letter or mark.
  std::string_view Around(int index) const {
    if (check_[index]) return "!!";
    if (last_move_[index]) return "[]";
    if (highlight_[index]) return "()";
    return "  ";
  }

  char EmptyMark(int index) const {
    if (altar_[index]) return '*';
    if (temple_[index]) return ':';
    if (river_[index]) return '~';
    return palette_ != nullptr ? ' ' : '.';
  }

  int Background(BoardPoint point) const {
    const int index = CellIndex(view_, point);
    if (check_[index]) return palette_->check;
    if (view_.cells[index].immobilised) return palette_->halo;
    if (last_move_[index]) return palette_->last_move;
    if (highlight_[index]) return palette_->highlight;
    if (altar_[index]) return palette_->altar;
    if (temple_[index]) return palette_->temple;
    if (river_[index]) return palette_->river;
    return (point.file + point.rank) % 2 == 0 ? palette_->dark_square : palette_->light_square;
  }

  // Ends a line. Plain text drops trailing spaces; in colour, the last square keeps its width.
  void EndLine() {
    if (palette_ != nullptr) {
      text_ += "\x1b[0m";
    } else {
      text_.erase(text_.find_last_not_of(' ') + 1);
    }
    text_ += '\n';
  }

  void AppendLegend() {
    struct Entry {
      std::string_view mark;
      std::string_view meaning;
      const std::vector<bool>& squares;
      bool shown_when_occupied;
    };
    const Entry kEntries[] = {
        {"~", "river", river_, false},
        {":", "temple", temple_, false},
        {"*", "altar", altar_, false},
        {"[ ]", "last move", last_move_, true},
        {"( )", "highlighted", highlight_, true},
        {"! !", "check", check_, true},
    };
    std::string legend;
    const auto add = [&](std::string_view mark, std::string_view meaning) {
      StrAppend(&legend, legend.empty() ? "" : ", ", mark, " ", meaning);
    };
    for (const Entry& entry : kEntries) {
      for (size_t i = 0; i < entry.squares.size(); ++i) {
        if (!entry.squares[i] || (FenLetter(view_.cells[i]) != 0 && !entry.shown_when_occupied)) {
          continue;
        }
        add(entry.mark, entry.meaning);
        break;
      }
    }
    for (const auto& [mark, meaning] : CellMarks()) add(mark, meaning);
    if (!legend.empty()) StrAppend(&text_, legend, "\n");
  }

  // Returns the meanings of all letters and marks except those of ordinary pieces.
  std::map<std::string, std::string_view> CellMarks() const {
    std::map<std::string, std::string_view> marks;
    bool immobilised = false;
    bool promoted = false;
    for (const BoardView::Cell& cell : view_.cells) {
      const std::string letter = Occupant(cell);
      if (cell.object != 0) marks[letter] = cell.shape;
      if (cell.unknown) marks[letter] = "left for an unknown square";
      if (cell.hidden) marks[letter] = "hidden from the other side";
      // The legend needs only one example.
      if (cell.immobilised && !std::exchange(immobilised, true)) {
        marks[letter + "*"] = "immobilised";
      }
      if (cell.promoted && !std::exchange(promoted, true)) {
        marks[letter + "~"] = "promoted pawn";
      }
    }
    return marks;
  }

  const BoardView& view_;
  const RenderOptions& options_;
  const AnsiPalette* const palette_;
  const std::vector<bool> river_;
  const std::vector<bool> temple_;
  const std::vector<bool> altar_;
  const std::vector<bool> last_move_;
  const std::vector<bool> highlight_;
  const std::vector<bool> check_;
  std::string text_;
};

}  // namespace

std::string RenderText(const BoardView& view, const RenderOptions& options) {
  return TextBoard(view, options, nullptr).Render();
}

std::string RenderAnsi(const BoardView& view, const RenderOptions& options) {
  return TextBoard(view, options, options.dark ? &kDarkAnsi : &kLightAnsi).Render();
}

}  // namespace arbiter
