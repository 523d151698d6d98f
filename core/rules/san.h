#ifndef ARBITER_CORE_RULES_SAN_H_
#define ARBITER_CORE_RULES_SAN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// A way to write moves, with the numbers of `arbiter.v1.Notation`.
enum class Notation : uint8_t { kAction = 1, kSan = 2, kThaiSan = 3, kLan = 4, kThaiLan = 5 };

// The facts about a move that SAN and LAN need. Files and ranks are counted from 0.
struct MoveFacts {
  int8_t from_file;
  int8_t from_rank;
  int8_t to_file;
  int8_t to_rank;
  // A capital FEN letter.
  char piece;
  // Capital FEN letters; 0 if there is none.
  char captured;
  char promotion;
  // Whether the piece is a promoted pawn that is still known as one (ruling M13).
  bool upturned;

  bool IsPawn() const { return piece == 'P'; }
};

// Returns BAD_FIELD if the variant does not have the notation.
absl::Status CheckNotation(const VariantInfo& variant, Notation notation);

// Writes a legal move in a notation other than kAction, followed by `suffix`: `+`, `#` or empty.
// `legal` must contain the legal moves to the same square by pieces of the same kind, and for
// kThaiSan by pieces of all kinds; it may contain other moves and the move itself.
//
// - kSan: As in chess. If another piece of the kind can move to the same square, the move is
//   disambiguated by its file or, failing that, by its rank or by both. A pawn has no letter, and
//   its capture always names its file.
// - kThaiSan: Like kSan, but with Thai letters and digits and with a hyphen after a piece that does
//   not capture, as Fairy-Stockfish and pychess write it: `ม-ง๒`, `ม็xง๔`, `ค๔`. An upturned bia has
//   the letter ง (ruling M13), but is disambiguated as if it were a met. If a pawn's capture would
//   read like that of another piece, it begins with the pawn's letter บ.
// - kLan: `Nb1-d2`, `c3-c4`, `Rh1xh8+`, `e5-e6=M`.
// - kThaiLan: Like kLan in Thai, with a space after the letter, which a pawn also has: `บ จ๓-จ๔`.
std::string WriteNotation(const MoveFacts& move, std::span<const MoveFacts> legal,
                          std::string_view suffix, Notation notation);

// Formats the points that a move scored, for example `[+3]`, to follow its SAN or LAN (ruling P28).
std::string PointsText(int points);

// The parts of a move as a text names them, legal or not; -1 or 0 for parts that it does not name.
struct ParsedMove {
  char piece = 'P';
  // Whether the text has a letter for the piece.
  bool names_piece = false;
  int from_file = -1;
  int from_rank = -1;
  bool captures = false;
  int to_file = -1;
  int to_rank = -1;
  char promotion = 0;
  // Whether the piece is a met with the letter of an upturned bia.
  bool upturned = false;

  bool IsPawnStep() const { return piece == 'P' && !captures; }
};

// Parses a move in a notation other than kAction; returns std::nullopt if the text is not valid. In
// Thai a letter that can be a piece or a file is taken as the piece, but ง before a rank or a
// capture only if `has_upturned`, that is, if an upturned bia of the side to move is on the board.
std::optional<ParsedMove> ParseNotation(std::string_view text, Notation notation,
                                        bool has_upturned);

// Returns the index in `legal` of the only move that `text` names. Returns BAD_NOTATION if the text
// is not a valid move in this notation or names more than one legal move, and ILLEGAL_ACTION if it
// names none.
//
// A text may omit `+`, `#`, the `=M` of a promotion and, except in kLan, the `x` of a capture.
// Except in kLan, it may also add the letter of a pawn and more of the start square than is needed.
// A Thai text that can be read as two moves means the one that WriteNotation writes in this way.
// Because not every program can tell a met from an upturned bia, ม็ can also stand for an upturned
// bia, and ง for a met if no upturned bia can move.
absl::StatusOr<size_t> FindMove(std::string_view text, Notation notation,
                                std::span<const MoveFacts> legal);

// Returns the only one of `legal` that `text` names, in the same way. `facts_of(move)` returns the
// facts about a move.
template <typename Move, typename FactsOf>
absl::StatusOr<Move> FindMove(std::string_view text, Notation notation, std::span<const Move> legal,
                              const FactsOf& facts_of) {
  std::vector<MoveFacts> facts;
  facts.reserve(legal.size());
  for (const Move& move : legal) facts.push_back(facts_of(move));
  const absl::StatusOr<size_t> index = FindMove(text, notation, facts);
  if (!index.ok()) return index.status();
  return legal[*index];
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_SAN_H_
