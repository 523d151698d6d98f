#include <array>
#include <span>
#include <string>

#include "core/rules/error.h"
#include "core/rules/fen.h"
#include "core/rules/strings.h"
#include "core/variants/makruk/rules.h"

namespace arbiter::makruk {
namespace {

// The limits of M6, in plies.
constexpr std::array<uint32_t, 6> kLimits = {16, 32, 44, 64, 88, 128};

constexpr std::string_view kLimitField = "4 (counting limit in plies)";
constexpr std::string_view kClockField = "5 (count, or plies since a capture or pawn move)";

constexpr std::string_view kHonourField = "7 (kind of the count)";

constexpr std::string_view kFields[] = {"1 (board)", "2 (side to move)", "3 (unused)", kLimitField,
                                        kClockField, "6 (move number)",  kHonourField};

// Where the other fields would say pieces' honour.
constexpr std::string_view kBoardHonour = "{honour=board}";

constexpr PieceLetters<Kind> kPieces(kLetters);

// Behind the letter of a met that was a bia (M13).
constexpr char kUpturned = '~';

std::optional<Piece<Kind>> ReadPiece(std::string_view* text, Sq square, Squares* upturned) {
  const std::optional<Piece<Kind>> piece = kPieces[text->front()];
  if (!piece) return std::nullopt;
  text->remove_prefix(1);
  if (piece->kind == Kind::kMet && text->starts_with(kUpturned)) {
    text->remove_prefix(1);
    upturned->Set(square);
  }
  return piece;
}

// Marks those of `upturned`.
char* WritePiece(Piece<Kind> piece, Sq square, const Squares& upturned, char* out) {
  *out++ = LetterOf(piece, kLetters);
  if (upturned.Has(square)) *out++ = kUpturned;
  return out;
}

absl::Status Impossible(std::string_view message) {
  return MakeError(ErrorReason::kImpossiblePosition, message);
}

absl::Status ValidateSide(const Position& position, Color color) {
  const Squares khuns = position.board.Of(color, Kind::kKhun);
  if (khuns.size() != 1) {
    return Impossible(
        StrCat(ColorName(color), " has ", khuns.size(), " kings; there must be exactly one (F2)"));
  }
  for (const Sq square : position.board.Of(color, Kind::kBia)) {
    if (IsPromotionZone(square, color)) {
      return Impossible(
          StrCat(ColorName(color), "'s pawn on ", ToString(square), " would have promoted (M2)"));
    }
    if (square.rank_for(color) < 2) {
      return Impossible(StrCat(ColorName(color), "'s pawn on ", ToString(square),
                               " is behind the rank where pawns start (F2)"));
    }
  }
  return absl::OkStatus();
}

absl::Status Validate(const Position& position, CountingMode counting) {
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    if (absl::Status status = ValidateSide(position, color); !status.ok()) return status;
  }
  if (absl::Status status = CheckWaitingSide(MakrukRules::Info(), position); !status.ok())
    return status;
  if (position.limit > 0 && counting == CountingMode::kNone) {
    return Impossible("a counting limit stands, but the option counting is none (M5)");
  }
  if (position.limit > 0 && position.board.Of(Kind::kBia)) {
    return Impossible("a counting limit stands, but there are pawns on the board (M6)");
  }
  return absl::OkStatus();
}

absl::StatusOr<uint32_t> ParseLimit(std::string_view field) {
  if (field == "-") return 0;
  const absl::StatusOr<uint32_t> limit = ParseFenNumber(field, kLimitField, 0);
  for (const uint32_t known : kLimits) {
    if (limit.ok() && *limit == known) return known;
  }
  return MakeError(
      ErrorReason::kBadFen,
      StrCat("FEN field ", kLimitField, ": must be - or one of 16, 32, 44, 64, 88, 128 (M6)"));
}

}  // namespace

absl::StatusOr<Position> MakrukRules::ParseFen(std::string_view fen) const {
  Position position;
  const bool has_honour = fen.find('{') != std::string_view::npos;
  const std::span<const std::string_view> names(kFields);
  const auto read_piece = [&position](std::string_view* text, Sq square) {
    return ReadPiece(text, square, &position.upturned);
  };
  const absl::StatusOr<FenFields> fields =
      ParseFenStart(fen, has_honour ? names : names.first(names.size() - 1), read_piece, &position);
  if (!fields.ok()) return fields.status();
  const absl::StatusOr<uint32_t> limit = ParseLimit((*fields)[3]);
  if (!limit.ok()) return limit.status();
  position.limit = *limit;
  const absl::StatusOr<uint32_t> clock = ParseFenNumber((*fields)[4], kClockField, 0);
  if (!clock.ok()) return clock.status();
  position.clock = *clock;
  const absl::StatusOr<uint32_t> number = ParseFenNumber((*fields)[5], kFields[5], 1);
  if (!number.ok()) return number.status();
  position.move_number = *number;
  if (has_honour && (*fields)[6] != kBoardHonour) {
    return MakeError(ErrorReason::kBadFen,
                     StrCat("FEN field ", kHonourField, ": must be ", kBoardHonour, " or absent"));
  }
  if (has_honour && position.limit == 0) {
    return Impossible(StrCat(kBoardHonour, " is of a count, and none runs (M8)"));
  }
  position.honour = has_honour ? Honour::kBoardHonour : LikelyHonour(position);
  if (absl::Status status = Validate(position, counting_); !status.ok()) return status;
  return position;
}

std::string MakrukRules::FormatFen(const Position& position, FenStyle style) const {
  std::string fen;
  fen.reserve(96);
  const Squares marked = style == FenStyle::kPychess ? position.upturned : Squares();
  AppendFenBoard(
      position.board,
      [&marked](Piece<Kind> piece, Sq square, char* out) {
        return WritePiece(piece, square, marked, out);
      },
      &fen);
  StrAppend(&fen, position.turn == Color::kWhite ? " w - " : " b - ");
  if (position.limit == 0) {
    fen.push_back('-');
  } else {
    StrAppend(&fen, position.limit);
  }
  StrAppend(&fen, " ", position.clock, " ", position.move_number);
  if (position.limit > 0 && position.honour != LikelyHonour(position)) {
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
