#ifndef ARBITER_CORE_RULES_FEN_H_
#define ARBITER_CORE_RULES_FEN_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/board/board.h"
#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"

namespace arbiter {

// Parts of FEN reading and writing that variants share. All errors are BAD_FEN
// and name the field, for the board also the rank (ruling F2).

// How a FEN is spelt. Same numbers as `arbiter.v1.FenStyle`.
enum class FenStyle : uint8_t { kStandard = 1, kPychess = 2 };

// Longest FEN read, in bytes.
inline constexpr size_t kMaxFenLength = 1024;
// Largest ply count, counter or move number read.
inline constexpr uint32_t kMaxFenNumber = 1'000'000;

// Counts one more, up to what a FEN can hold.
inline void Advance(uint32_t* counter) {
  if (*counter < kMaxFenNumber) ++*counter;
}

// The most fields that a FEN has.
inline constexpr size_t kMostFenFields = 16;
using FenFields = std::array<std::string_view, kMostFenFields>;

// The blank-separated fields, exactly as many as `names`.
absl::StatusOr<FenFields> SplitFen(std::string_view fen, std::span<const std::string_view> names);

// `w` or `b`.
absl::StatusOr<Color> ParseFenSide(std::string_view field);

// A field that this variant does not use and that must be `-`.
absl::Status ExpectFenDash(std::string_view field, std::string_view name);

// A number without leading zeros, `least` to kMaxFenNumber.
absl::StatusOr<uint32_t> ParseFenNumber(std::string_view field, std::string_view name,
                                        uint32_t least);

// The FEN letter of a piece; `letters` are the capitals in the order of the variant's kinds.
template <typename Kind>
char LetterOf(Piece<Kind> piece, std::string_view letters) {
  const char capital = letters[static_cast<size_t>(piece.kind)];
  return piece.color == Color::kWhite ? capital : static_cast<char>(capital - 'A' + 'a');
}

// The pieces by their letters, upper case White's; `letters` are capitals, in the order of the
// variant's kinds.
template <typename Kind>
class PieceLetters {
 public:
  constexpr explicit PieceLetters(std::string_view letters) {
    for (size_t i = 0; i < letters.size(); ++i) {
      const auto capital = static_cast<uint8_t>(letters[i]);
      pieces_[capital] = Piece<Kind>{static_cast<Kind>(i), Color::kWhite};
      pieces_[capital - 'A' + 'a'] = Piece<Kind>{static_cast<Kind>(i), Color::kBlack};
    }
  }

  const std::optional<Piece<Kind>>& operator[](char letter) const {
    return pieces_[static_cast<uint8_t>(letter)];
  }

 private:
  std::array<std::optional<Piece<Kind>>, 256> pieces_;
};

// Reads ranks separated by `/`, from the last rank down, runs of empty squares as
// digits. `read(text, square)` takes what stands on the square from the front of
// `text`, which is not empty; it answers false, and takes nothing, where that is nothing it knows,
// as digits and `/` have to be.
template <typename G, typename Reader>
absl::Status ReadFenRanks(std::string_view field, Reader read) {
  int rank = G::kRanks - 1;
  int file = 0;
  bool after_digit = false;
  const auto error = [&rank](const auto&... parts) {
    return MakeError(ErrorReason::kBadFen,
                     StrCat("FEN field 1 (board), rank ", rank + 1, ": ", parts...));
  };
  while (!field.empty()) {
    if (file < G::kFiles && read(&field, Square<G>(file, rank))) {
      ++file;
      after_digit = false;
      continue;
    }
    const char next = field.front();
    if (next == '/') {
      if (file != G::kFiles) return error("has ", file, " files, not ", G::kFiles);
      if (rank == 0) return error("there are more than ", G::kRanks, " ranks");
      --rank;
      file = 0;
      after_digit = false;
    } else if (next >= '1' && next <= '9') {
      if (after_digit) return error("two numbers in a row");
      file += next - '0';
      after_digit = true;
      if (file > G::kFiles) return error("has more than ", G::kFiles, " files");
    } else {
      if (file >= G::kFiles) return error("has more than ", G::kFiles, " files");
      const bool printable = next > ' ' && next < 0x7f;
      return printable ? error("'", std::string_view(&next, 1), "' is no piece")
                       : error("has a character that is no piece");
    }
    field.remove_prefix(1);
  }
  if (file != G::kFiles) return error("has ", file, " files, not ", G::kFiles);
  if (rank != 0) return error("is the last one; there must be ", G::kRanks, " ranks");
  return absl::OkStatus();
}

// The same of a board, empty so far, that holds nothing but pieces: `read_piece(text, square)`
// takes the one on the square from the front of `text`, or answers none.
template <typename G, typename Kind, typename PieceReader>
absl::Status ParseFenBoard(std::string_view field, PieceReader read_piece, Board<G, Kind>* board) {
  return ReadFenRanks<G>(field, [&](std::string_view* text, Square<G> square) {
    const std::optional<Piece<Kind>> piece = read_piece(text, square);
    if (piece) board->Put(square, *piece);
    return piece.has_value();
  });
}

// Reads the fields that begin the FEN of a variant without castling, board and side
// to move and an unused one, into `position`; answers all fields.
template <typename Position, typename PieceReader>
absl::StatusOr<FenFields> ParseFenStart(std::string_view fen,
                                        std::span<const std::string_view> names,
                                        PieceReader read_piece, Position* position) {
  ARBITER_ASSIGN_OR_RETURN(FenFields fields, SplitFen(fen, names));
  ARBITER_RETURN_IF_ERROR(ParseFenBoard(fields[0], read_piece, &position->board));
  ARBITER_ASSIGN_OR_RETURN(position->turn, ParseFenSide(fields[1]));
  ARBITER_RETURN_IF_ERROR(ExpectFenDash(fields[2], names[2]));
  return fields;
}

// Writes what ReadFenRanks reads. `write(square, out)` writes what stands on the square, one or two
// characters, and answers where they end: at `out` where nothing stands there.
template <typename G, typename Writer>
void AppendFenRanks(Writer write, std::string* fen) {
  std::array<char, (2 * G::kFiles + 1) * G::kRanks> text;
  char* out = text.data();
  for (int rank = G::kRanks - 1; rank >= 0; --rank) {
    // What stands behind a run of empty squares is written behind the place of its number.
    char empty = '0';
    for (int file = 0; file < G::kFiles; ++file) {
      char* const begin = empty > '0' ? out + 1 : out;
      char* const end = write(Square<G>(file, rank), begin);
      if (end == begin) {
        ++empty;
        continue;
      }
      if (empty > '0') *out = std::exchange(empty, '0');
      out = end;
    }
    if (empty > '0') *out++ = empty;
    if (rank > 0) *out++ = '/';
  }
  fen->append(text.data(), out);
}

// The same of a board that holds nothing but pieces: `write_piece(piece, square, out)`.
template <typename G, typename Kind, typename PieceWriter>
void AppendFenBoard(const Board<G, Kind>& board, PieceWriter write_piece, std::string* fen) {
  AppendFenRanks<G>(
      [&](Square<G> square, char* out) {
        const std::optional<Piece<Kind>> piece = board.At(square);
        return piece ? write_piece(*piece, square, out) : out;
      },
      fen);
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_FEN_H_
