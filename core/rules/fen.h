#ifndef ARBITER_CORE_RULES_FEN_H_
#define ARBITER_CORE_RULES_FEN_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/board/board.h"
#include "core/rules/control.h"
#include "core/rules/error.h"
#include "core/rules/strings.h"

namespace arbiter {

// Parts of FEN reading and writing that variants share. All errors are BAD_FEN
// and name the field, for the board also the rank (ruling F2).

// Longest FEN read, in bytes.
inline constexpr size_t kMaxFenLength = 1024;
// Largest ply count, counter or move number read.
inline constexpr uint32_t kMaxFenNumber = 1'000'000;

// Counts one more, up to what a FEN can hold.
inline void Advance(uint32_t* counter) {
  if (*counter < kMaxFenNumber) ++*counter;
}

// The blank-separated fields, exactly as many as `names`.
absl::StatusOr<std::vector<std::string_view>> SplitFen(std::string_view fen,
                                                       const std::vector<std::string_view>& names);

// `w` or `b`.
absl::StatusOr<Color> ParseFenSide(std::string_view field);

// A field that this variant does not use and that must be `-`.
absl::Status ExpectFenDash(std::string_view field, std::string_view name);

// A number without leading zeros, `least` to kMaxFenNumber.
absl::StatusOr<uint32_t> ParseFenNumber(std::string_view field, std::string_view name,
                                        uint32_t least);

// The piece with this letter, upper case White's; `letters` are the capitals in the
// order of the variant's kinds.
template <typename Kind>
std::optional<Piece<Kind>> PieceOfLetter(char letter, std::string_view letters) {
  const bool black = letter >= 'a' && letter <= 'z';
  const size_t kind = letters.find(black ? static_cast<char>(letter - 'a' + 'A') : letter);
  if (kind == std::string_view::npos) return std::nullopt;
  return Piece<Kind>{static_cast<Kind>(kind), black ? Color::kBlack : Color::kWhite};
}
template <typename Kind>
char LetterOf(Piece<Kind> piece, std::string_view letters) {
  const char capital = letters[static_cast<size_t>(piece.kind)];
  return piece.color == Color::kWhite ? capital : static_cast<char>(capital - 'A' + 'a');
}

// How a variant spells its pieces on a FEN board.
template <typename Kind>
struct FenLetters {
  // Reads one piece from the front of `text` and removes it; none if there is none.
  std::optional<Piece<Kind>> (*read)(std::string_view* text);
  void (*write)(Piece<Kind> piece, std::string* text);
};

// Reads ranks separated by `/`, from the last rank down, runs of empty squares as
// digits. `read(text, square)` takes what stands on the square from the front of
// `text`, which is not empty; it answers false where that is nothing it knows.
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
    const char next = field.front();
    if (next == '/') {
      if (file != G::kFiles) return error("has ", file, " files, not ", G::kFiles);
      if (rank == 0) return error("there are more than ", G::kRanks, " ranks");
      --rank;
      file = 0;
      after_digit = false;
      field.remove_prefix(1);
    } else if (next >= '1' && next <= '9') {
      if (after_digit) return error("two numbers in a row");
      file += next - '0';
      after_digit = true;
      field.remove_prefix(1);
      if (file > G::kFiles) return error("has more than ", G::kFiles, " files");
    } else {
      if (file >= G::kFiles) return error("has more than ", G::kFiles, " files");
      if (!read(&field, Square<G>(file, rank))) {
        const bool printable = next > ' ' && next < 0x7f;
        return printable ? error("'", std::string_view(&next, 1), "' is no piece")
                         : error("has a character that is no piece");
      }
      ++file;
      after_digit = false;
    }
  }
  if (file != G::kFiles) return error("has ", file, " files, not ", G::kFiles);
  if (rank != 0) return error("is the last one; there must be ", G::kRanks, " ranks");
  return absl::OkStatus();
}

// The same of a board that holds nothing but pieces.
template <typename G, typename Kind>
absl::StatusOr<Board<G, Kind>> ParseFenBoard(std::string_view field,
                                             const FenLetters<Kind>& letters) {
  Board<G, Kind> board;
  absl::Status status = ReadFenRanks<G>(field, [&](std::string_view* text, Square<G> square) {
    const std::optional<Piece<Kind>> piece = letters.read(text);
    if (piece) board.Put(square, *piece);
    return piece.has_value();
  });
  if (!status.ok()) return status;
  return board;
}

// Reads the fields that begin the FEN of a variant without castling, board and side
// to move and an unused one, into `position`; answers all fields.
template <typename Position, typename Kind>
absl::StatusOr<std::vector<std::string_view>> ParseFenStart(
    std::string_view fen, const std::vector<std::string_view>& names,
    const FenLetters<Kind>& letters, Position* position) {
  absl::StatusOr<std::vector<std::string_view>> fields = SplitFen(fen, names);
  if (!fields.ok()) return fields;
  const auto board = ParseFenBoard<typename Position::Geo, Kind>((*fields)[0], letters);
  if (!board.ok()) return board.status();
  position->board = *board;
  const absl::StatusOr<Color> turn = ParseFenSide((*fields)[1]);
  if (!turn.ok()) return turn.status();
  position->turn = *turn;
  if (absl::Status status = ExpectFenDash((*fields)[2], names[2]); !status.ok()) return status;
  return fields;
}

// Writes what ReadFenRanks reads. `write(square, fen)` adds what stands on the square;
// it answers false where that is nothing.
template <typename G, typename Writer>
void AppendFenRanks(Writer write, std::string* fen) {
  for (int rank = G::kRanks - 1; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < G::kFiles; ++file) {
      const size_t before = fen->size();
      if (!write(Square<G>(file, rank), fen)) {
        ++empty;
        continue;
      }
      if (empty > 0) fen->insert(before, 1, static_cast<char>('0' + empty));
      empty = 0;
    }
    if (empty > 0) fen->push_back(static_cast<char>('0' + empty));
    if (rank > 0) fen->push_back('/');
  }
}

template <typename G, typename Kind>
void AppendFenBoard(const Board<G, Kind>& board, const FenLetters<Kind>& letters,
                    std::string* fen) {
  AppendFenRanks<G>(
      [&](Square<G> square, std::string* text) {
        const std::optional<Piece<Kind>> piece = board.At(square);
        if (piece) letters.write(*piece, text);
        return piece.has_value();
      },
      fen);
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_FEN_H_
