#include <array>
#include <span>
#include <string>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/rules/fen.h"
#include "core/rules/san.h"
#include "core/variants/makruk/rules.h"

namespace arbiter::makruk {
namespace {

// The limits of ruling M6, in plies.
constexpr std::array<uint32_t, 6> kLimits = {16, 32, 44, 64, 88, 128};

constexpr std::string_view kLimitField = "4 (counting limit in plies)";
constexpr std::string_view kHonourField = "7 (kind of the count)";

constexpr FenField kFields[] = {{"1 (board)"},
                                {"2 (side to move)"},
                                {"3 (unused)", "-"},
                                {kLimitField, "-"},
                                {MakrukRules::kClockField, "0"},
                                {"6 (move number)", "1"},
                                {kHonourField}};

// The squares on which no bia of a colour can stand: in its promotion zone (M2), and behind its
// first rank of bia (F2).
constexpr std::array<Squares, 2> kImpossibleForBia = [] {
  std::array<Squares, 2> squares;
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    squares[Index(color)] = SquaresWhere<Geo>([color](Sq square) {
      return IsPromotionZone(square, color) || square.rank_for(color) < 2;
    });
  }
  return squares;
}();

// Marks a board's honour if the other fields suggest a pieces' honour.
constexpr std::string_view kBoardHonour = "{honour=board}";

// Follows the letter of a met that was a bia (M13).
constexpr std::string_view kUpturned = "~";

absl::StatusOr<uint32_t> ParseLimit(std::string_view field) {
  // cutechess and programs that follow it write 0 for no limit (F4).
  if (field == "-" || field == "0") return 0;
  const absl::StatusOr<uint32_t> limit = ParseFenNumber(field, kLimitField, 0);
  for (const uint32_t known : kLimits) {
    if (limit.ok() && *limit == known) return known;
  }
  return MakeError(
      ErrorReason::kBadFen,
      StrCat("FEN field ", kLimitField, " must be - or one of 16, 32, 44, 64, 88, 128 (M6)"));
}

}  // namespace

absl::Status MakrukRules::ValidateSide(const Position& position, Color color) {
  ARBITER_RETURN_IF_ERROR(
      ValidateRoyals(color, position.board.Of(color, Kind::kKhun), "kings", "F2"));
  for (const Sq square : position.board.Of(color, Kind::kBia) & kImpossibleForBia[Index(color)]) {
    if (IsPromotionZone(square, color)) {
      return Impossible(
          StrCat(ColorName(color), "'s pawn on ", ToString(square), " would have promoted (M2)"));
    }
    return Impossible(StrCat(ColorName(color), "'s pawn on ", ToString(square),
                             " is behind the rank where pawns start (F2)"));
  }
  return absl::OkStatus();
}

absl::Status MakrukRules::ValidateWhole(const Position& position) const {
  if (position.limit > 0 && counting_ == CountingMode::kNone) {
    return Impossible("there is a counting limit although the option counting is none (M5)");
  }
  if (position.limit > 0 && position.board.Of(Kind::kBia)) {
    return Impossible("there is a counting limit although there are pawns on the board (M6)");
  }
  return absl::OkStatus();
}

absl::StatusOr<Position> MakrukRules::ParseFen(std::string_view fen) const {
  Position position;
  const bool has_honour = fen.find('{') != std::string_view::npos;
  const std::span<const FenField> known(kFields);
  const auto read_piece = [&position](std::string_view* text, Sq square) {
    const std::optional<Piece<Kind>> piece = ReadLetter(text, square);
    if (piece && piece->kind == Kind::kMet && ConsumePrefix(text, kUpturned)) {
      position.upturned.Set(square);
    }
    return piece;
  };
  ARBITER_ASSIGN_OR_RETURN(const FenFields fields,
                           ParseFenStart(fen, has_honour ? known : known.first(known.size() - 1),
                                         read_piece, &position));
  ARBITER_ASSIGN_OR_RETURN(position.limit, ParseLimit(fields[3]));
  ARBITER_ASSIGN_OR_RETURN(position.clock, ParseFenNumber(fields[4], MakrukRules::kClockField, 0));
  ARBITER_ASSIGN_OR_RETURN(position.move_number, ParseFenMoveNumber(fields[5], kFields[5].name));
  if (has_honour && fields[6] != kBoardHonour) {
    return MakeError(ErrorReason::kBadFen,
                     StrCat("FEN field ", kHonourField, " must be ", kBoardHonour, " or absent"));
  }
  if (has_honour && position.limit == 0) {
    return Impossible(
        StrCat(kBoardHonour, " describes a running count, and no count is running (M8)"));
  }
  position.honour = has_honour ? Honour::kBoardHonour : InferHonour(position);
  ARBITER_RETURN_IF_ERROR(Validate(position));
  return position;
}

std::string MakrukRules::RespellSan(std::string_view text) {
  std::string san(text);
  if (san.starts_with('B')) san.front() = 'S';
  if (san.starts_with('Q')) san.front() = 'M';
  const size_t size = WithoutAnnotations(text).size();
  if (size > 2 && (san[size - 1] == 'Q' || san[size - 1] == 'q')) san[size - 1] = 'M';
  return san;
}

std::string MakrukRules::FormatFen(const Position& position, FenStyle style) const {
  const Squares marked = style == FenStyle::kPychess ? position.upturned : Squares();
  std::string fen = WriteFen(
      position,
      [&marked](Piece<Kind> piece, Sq square, char* out) {
        out = WriteLetter(piece, square, out);
        if (marked.Has(square)) *out++ = kUpturned.front();
        return out;
      },
      position.limit == 0 ? "-" : StrCat(position.limit));
  if (position.limit > 0 && position.honour != InferHonour(position)) {
    StrAppend(&fen, " ", kBoardHonour);
  }
  return fen;
}

std::string MakrukRules::FormatExtra(const Position& position) const {
  std::string text;
  for (const Sq square : position.upturned) StrAppend(&text, ToString(square));
  return text;
}

bool MakrukRules::ParseExtra(std::string_view text, Position* position) const {
  for (; text.size() >= 2; text.remove_prefix(2)) {
    const std::optional<Sq> square = ParseSquare<Geo>(text.substr(0, 2));
    if (!square || !position->board.Of(Kind::kMet).Has(*square)) return false;
    position->upturned.Set(*square);
  }
  return text.empty();
}

}  // namespace arbiter::makruk
