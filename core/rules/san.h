#ifndef ARBITER_CORE_RULES_SAN_H_
#define ARBITER_CORE_RULES_SAN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// A way to write moves. Same numbers as `arbiter.v1.Notation`.
enum class Notation : uint8_t { kAction = 1, kSan = 2, kThaiSan = 3, kLan = 4, kThaiLan = 5 };

// What the usual notations need to know of a move. Files and ranks from 0.
struct MoveFacts {
  int8_t from_file;
  int8_t from_rank;
  int8_t to_file;
  int8_t to_rank;
  // Capital FEN letter.
  char piece;
  // Capital FEN letters; 0 where there is none.
  char captured;
  char promotion;
  // The piece is a promoted pawn that is still known as one (ruling M13).
  bool upturned;

  bool IsPawn() const { return piece == 'P'; }
};

// BAD_FIELD for a notation that the variant does not have.
absl::Status CheckNotation(const VariantInfo& variant, Notation notation);

// Writes a legal move in a notation other than kAction. `legal` holds the facts of
// the legal moves to the same square, of pieces of the same kind at least, for
// kThaiSan of all kinds; it may hold others, and the move itself. `suffix` is `+`,
// `#` or empty.
//
// kSan: as in chess. A file is added where another piece of the kind can go to
// the same square, else the rank, else both; a pawn has no letter, and its
// capture always names its file.
// kThaiSan: the same with Thai letters and digits, a hyphen after a piece that
// does not capture: `ม-ง๒`, `ม็xง๔`, `ค๔` (as Fairy-Stockfish and pychess write
// it); an upturned bia has the letter ง (ruling M13), but shares the file or rank that two mets
// would need. Where a pawn's capture would read as another piece's, the pawn gets its letter บ.
// kLan: `Nb1-d2`, `c3-c4`, `Rh1xh8+`, `e5-e6=M`.
// kThaiLan: the same in Thai, with a space after the letter, which a pawn has too: `บ จ๓-จ๔`.
std::string WriteNotation(const MoveFacts& move, std::span<const MoveFacts> legal,
                          std::string_view suffix, Notation notation);

// `[+3]`: what a move has scored, behind its SAN or LAN (ruling P28).
std::string PointsText(int points);

// What a text says of a move, legal or not; -1 and 0 where it says nothing.
struct NamedMove {
  char piece = 'P';
  // Whether it has a letter for it.
  bool names_piece = false;
  int from_file = -1;
  int from_rank = -1;
  bool captures = false;
  int to_file = -1;
  int to_rank = -1;
  char promotion = 0;
  // A met by the letter of an upturned bia.
  bool upturned = false;

  bool IsPawnStep() const { return piece == 'P' && !captures; }
};

// std::nullopt if the text is not a move in this notation, which is not kAction. In Thai a letter
// that may be a piece or a file is the piece, but ง before a rank or a capture only if
// `has_upturned`: if an upturned bia of the player to move is on the board.
std::optional<NamedMove> ParseNotation(std::string_view text, Notation notation, bool has_upturned);

// The index in `legal` of the one move that `text` names. BAD_NOTATION if it is no move in this
// notation, or names more than one; ILLEGAL_ACTION if it names none. May be left out: `+`, `#`,
// `=M` of a promotion, and in SAN and in Thai the `x` of a piece. May be added in these: the letter
// of a pawn, and more of a piece's start square than is needed. A Thai text that could be two moves
// is the one that is written so. ม็ may also stand for an upturned bia, and ง for a met if no
// upturned bia can move: not every program knows which is which.
absl::StatusOr<size_t> FindMove(std::string_view text, Notation notation,
                                std::span<const MoveFacts> legal);

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_SAN_H_
