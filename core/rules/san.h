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

// A way to write moves, with the numbers of `arbiter.v1.Notation`. kAny is only for reading: any
// way in which people and other programs write a move (ruling C15).
enum class Notation : uint8_t {
  kAction = 1,
  kSan = 2,
  kThaiSan = 3,
  kLan = 4,
  kThaiLan = 5,
  kAny = 6
};

// Whether the error for a text that names no legal move says why.
enum class Explain : uint8_t { kNo, kYes };

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

// Returns a text without the signs at its end that do not tell which move it is (ruling C15): those
// of check, checkmate, annotations and draw offers.
std::string_view WithoutAnnotations(std::string_view text);

// Writes the dashes of other alphabets and typographies as hyphens.
std::string WithStandardDashes(std::string_view text);

// Returns a result of a game in the spelling of the PGN standard (C15): `1-0`, `0-1`, `1/2-1/2` or
// `*`; an empty string if the word is no result.
std::string StandardResult(std::string_view word);

// Whether a text stands for castling or for a pass, also in a variant that has no such move.
bool IsCastlingText(std::string_view text);
bool IsPassText(std::string_view text);

// Whether a text begins with a Thai letter.
bool IsThaiText(std::string_view text);

// Whether a move in Thai goes on with the next word, because it has no square yet or because of a
// capture: `ม ข๑-ง๒`, `ร.ก4 × บ.ง4`. `next` may be empty. Takes constant time.
bool GoesOnInThai(std::string_view text, std::string_view next);

// Parses a move in a notation other than kAction; returns std::nullopt if the text is not valid. In
// Thai a letter that can be a piece or a file is taken as the piece, but ง before a rank or a
// capture only if `has_upturned`, that is, if an upturned bia of the side to move is on the board.
std::optional<ParsedMove> ParseNotation(std::string_view text, Notation notation,
                                        bool has_upturned);

// Returns the index in `legal` of the only move that `text` names. Returns BAD_NOTATION if the text
// is not a valid move in this notation or names more than one legal move, and ILLEGAL_ACTION if it
// names none.
//
// The text is read liberally (ruling C15). It may omit `+`, `#`, the `=M` of a promotion and the
// `x` of a capture, or write them as `m`, `M`, `X` or `×`. It may add the letter of a pawn, more of
// the start square than is needed, and annotations. In Thai, digits may be Arabic, and the text may
// be written as on official score sheets: `ร.ก4 × บ.ง4`. A Thai text that can be read as two moves
// means the one that WriteNotation writes in this way. Because not every program can tell a met
// from an upturned bia, ม็ can also stand for an upturned bia, and ง for a met if no upturned bia
// can move.
//
// Errors quote `given`, which is the text before a variant has respelled it.
absl::StatusOr<size_t> FindMove(std::string_view text, Notation notation,
                                std::span<const MoveFacts> legal, std::string_view given);
inline absl::StatusOr<size_t> FindMove(std::string_view text, Notation notation,
                                       std::span<const MoveFacts> legal) {
  return FindMove(text, notation, legal, text);
}

// Returns the only one of `legal` that `text` names, in the same way. `facts_of(move)` returns the
// facts about a move.
template <typename Move, typename FactsOf>
absl::StatusOr<Move> FindMove(std::string_view text, Notation notation, std::span<const Move> legal,
                              const FactsOf& facts_of, std::string_view given) {
  std::vector<MoveFacts> facts;
  facts.reserve(legal.size());
  for (const Move& move : legal) facts.push_back(facts_of(move));
  const absl::StatusOr<size_t> index = FindMove(text, notation, facts, given);
  if (!index.ok()) return index.status();
  return legal[*index];
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_SAN_H_
