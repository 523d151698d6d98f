#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rules/strings.h"
#include "service/render/ansi_palette.h"
#include "service/render/render.h"
#include "service/render/squares.h"

namespace arbiter {
namespace {

class TextBoard {
 public:
  // Without a palette: plain text.
  TextBoard(const BoardView& view, const RenderOptions& options, const AnsiPalette* palette)
      : view_(view),
        options_(options),
        palette_(palette),
        river_(MarkRegion(view, RegionInfo::Kind::kRiver)),
        temple_(MarkRegion(view, RegionInfo::Kind::kTemple)),
        altar_(MarkRegion(view, RegionInfo::Kind::kAltar)),
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
    for (const std::string& note : view_.notes) StrAppend(&text_, note, "\n");
    return std::move(text_);
  }

 private:
  void AppendCell(BoardPoint point) {
    const int index = CellIndex(view_, point);
    const BoardView::Cell& cell = view_.cells[index];
    if (palette_ != nullptr) {
      const bool occupied = cell.letter != 0;
      StrAppend(&text_, "\x1b[0", occupied ? ";1" : "", ";38;5;",
                occupied ? kAnsiPieces[Index(cell.color)] : kAnsiMark, ";48;5;", Background(point),
                "m");
    }
    const std::string_view around = Around(index);
    text_ += around[0];
    text_ += cell.letter != 0 ? FenLetter(cell) : EmptyMark(index);
    text_ += around[1];
  }

  // What stands on both sides of the square's letter or mark.
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
    if (last_move_[index]) return palette_->last_move;
    if (highlight_[index]) return palette_->highlight;
    if (altar_[index]) return palette_->altar;
    if (temple_[index]) return palette_->temple;
    if (river_[index]) return palette_->river;
    return (point.file + point.rank) % 2 == 0 ? palette_->dark_square : palette_->light_square;
  }

  // In colour the last square keeps its full width.
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
    for (const Entry& entry : kEntries) {
      for (size_t i = 0; i < entry.squares.size(); ++i) {
        if (!entry.squares[i] || (view_.cells[i].letter != 0 && !entry.shown_when_occupied)) {
          continue;
        }
        StrAppend(&legend, legend.empty() ? "" : ", ", entry.mark, " ", entry.meaning);
        break;
      }
    }
    if (!legend.empty()) StrAppend(&text_, legend, "\n");
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
