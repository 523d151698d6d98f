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
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/board/board.h"

namespace arbiter {

// The parts of parsing and formatting FENs that variants share. All errors are BAD_FEN. An error in
// a field names the field and, in the board field, also the rank (ruling F2).

// A way to write FENs, with the numbers of `arbiter.v1.FenStyle`.
enum class FenStyle : uint8_t { kStandard = 1, kPychess = 2 };

// The maximum length of a FEN that can be parsed, in bytes.
inline constexpr size_t kMaxFenLength = 1024;
// The maximum value of a ply count, a counter or a move number in a FEN.
inline constexpr uint32_t kMaxFenNumber = 1'000'000;

// Increments a counter unless it has reached kMaxFenNumber.
inline void Advance(uint32_t* counter) {
  if (*counter < kMaxFenNumber) ++*counter;
}

// The maximum number of fields of a FEN.
inline constexpr size_t kMaxFenFields = 9;
using FenFields = std::array<std::string_view, kMaxFenFields>;

// A field of a variant's FENs.
struct FenField {
  // The number and meaning of the field, such as `2 (side to move)`, which errors contain.
  std::string_view name;
  // What the field means if it and all fields after it are missing (ruling F4); empty if it must be
  // there.
  std::string_view missing = {};
};

// Returns a FEN without blanks around it, and with one space between its fields (ruling F4).
std::string WithSingleSpaces(std::string_view fen);

// Splits a FEN at single spaces into `fields`. The result refers to `fen` and `fields`, which must
// outlive it. Fields beyond the last of `fields` are empty.
absl::StatusOr<FenFields> SplitFen(std::string_view fen, std::span<const FenField> fields);

// Parses the side to move, `w` or `b`.
absl::StatusOr<Color> ParseFenSide(std::string_view field);

// Fails unless a field that the variant does not use is `-`.
absl::Status ExpectFenDash(std::string_view field, std::string_view name);

// Parses a number from `min` to kMaxFenNumber, without leading zeros.
absl::StatusOr<uint32_t> ParseFenNumber(std::string_view field, std::string_view name,
                                        uint32_t min);

// Parses the number of a move, which counts from 1; 0 means 1 (ruling F4).
absl::StatusOr<uint32_t> ParseFenMoveNumber(std::string_view field, std::string_view name);

// Returns the FEN letter of a piece. `letters` are the capital letters in the order of the
// variant's kinds of pieces.
template <typename Kind>
char LetterOf(Piece<Kind> piece, std::string_view letters) {
  const char capital = letters[static_cast<size_t>(piece.kind)];
  return piece.color == Color::kWhite ? capital : static_cast<char>(capital - 'A' + 'a');
}

// Maps FEN letters to pieces: capital letters to White's, lower-case letters to Black's, and other
// characters to std::nullopt.
template <typename Kind>
class PieceLetters {
 public:
  // `letters` are the capital letters in the order of the variant's kinds of pieces.
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

// Makes the error about a rank of the board; `rank` counts from 0. Takes copies, so that the
// compiler can keep the variables of a parser in registers.
template <typename... Parts>
absl::Status BadFenRank(int rank, Parts... parts) {
  return MakeError(ErrorReason::kBadFen,
                   StrCat("FEN field 1 (board), rank ", rank + 1, ": ", parts...));
}

// Parses the ranks of a board, from the last rank down. They are separated by `/`, and digits stand
// for runs of empty squares. `read(text, square)` consumes the contents of a square from the front
// of `text`, which begins with neither a digit from 1 to 9 nor `/`, and returns true. If it does
// not recognize the contents, it consumes nothing and returns false.
template <typename G, typename Reader>
absl::Status ReadFenRanks(std::string_view field, Reader read) {
  // The number of the first square of the rank.
  int first = G::kSquares - G::kFiles;
  int file = 0;
  bool after_digit = false;
  const auto error = [](int rank_first, auto... parts) {
    return BadFenRank(rank_first / G::kFiles, parts...);
  };
  while (!field.empty()) {
    const char next = field.front();
    if (next >= '1' && next <= '9') {
      if (after_digit) return error(first, "there are two numbers in a row");
      file += next - '0';
      after_digit = true;
      if (file > G::kFiles) return error(first, "there are more than ", G::kFiles, " files");
      field.remove_prefix(1);
    } else if (next == '/') {
      if (file != G::kFiles) return error(first, "there are ", file, " files, not ", G::kFiles);
      if (first == 0) return error(first, "the board has more than ", G::kRanks, " ranks");
      first -= G::kFiles;
      file = 0;
      after_digit = false;
      field.remove_prefix(1);
    } else {
      if (file >= G::kFiles) return error(first, "there are more than ", G::kFiles, " files");
      if (!read(&field, Square<G>(first + file))) {
        const bool printable = next > ' ' && next < 0x7f;
        return printable ? error(first, "'", field.substr(0, 1), "' is not a piece")
                         : error(first, "there is a space, control or non-ASCII character");
      }
      ++file;
      after_digit = false;
    }
  }
  if (file != G::kFiles) return error(first, "there are ", file, " files, not ", G::kFiles);
  if (first != 0) return error(first, "the board ends here; it must have ", G::kRanks, " ranks");
  return absl::OkStatus();
}

// Parses a board that contains only pieces into `board`, which must be empty.
// `read_piece(text, square)` consumes the piece on a square from the front of `text` and returns
// it; if there is no piece, it consumes nothing and returns std::nullopt.
template <typename G, typename Kind, typename PieceReader>
absl::Status ParseFenBoard(std::string_view field, PieceReader read_piece, Board<G, Kind>* board) {
  return ReadFenRanks<G>(field, [&](std::string_view* text, Square<G> square) {
    const std::optional<Piece<Kind>> piece = read_piece(text, square);
    if (piece) board->Put(square, *piece);
    return piece.has_value();
  });
}

// Parses the first three fields of a FEN (the board, the side to move and an unused field) into
// `position`. Returns all fields, which refer to `fen`.
template <typename Position, typename PieceReader>
absl::StatusOr<FenFields> ParseFenStart(std::string_view fen, std::span<const FenField> fields,
                                        PieceReader read_piece, Position* position) {
  ARBITER_ASSIGN_OR_RETURN(FenFields texts, SplitFen(fen, fields));
  ARBITER_RETURN_IF_ERROR(ParseFenBoard(texts[0], read_piece, &position->board));
  ARBITER_ASSIGN_OR_RETURN(position->turn, ParseFenSide(texts[1]));
  ARBITER_RETURN_IF_ERROR(ExpectFenDash(texts[2], fields[2].name));
  return texts;
}

// Appends ranks that ReadFenRanks parses to `fen`. `write(square, out)` writes the one or two
// characters for the contents of a square and returns their end, which is `out` if the square is
// empty.
template <typename G, typename Writer>
void AppendFenRanks(Writer write, std::string* fen) {
  std::array<char, (2 * G::kFiles + 1) * G::kRanks> text;
  char* out = text.data();
  for (int rank = G::kRanks - 1; rank >= 0; --rank) {
    // The digit of a run of empty squares is known only at the next piece, so that piece is written
    // one character ahead, to leave room for the digit.
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

// Appends a board that contains only pieces to `fen`. `write_piece(piece, square, out)` writes one
// or two characters at `out` and returns their end.
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
