#include "core/rules/error.h"
#include "core/rules/fen.h"
#include "core/rules/strings.h"
#include "core/variants/chak/rules.h"

namespace arbiter::chak {
namespace {

constexpr int kMaxPieces = 30;  // a side, K17

constexpr std::string_view kFields[] = {"1 (board)",
                                        "2 (side to move)",
                                        "3 (unused)",
                                        "4 (unused)",
                                        "5 (plies since the last capture or promotion)",
                                        "6 (move number)"};

constexpr PieceLetters<Kind> kPieces(kLetters);

std::optional<Piece<Kind>> ReadPiece(std::string_view* text, Sq /*square*/) {
  if (const std::optional<Piece<Kind>> piece = kPieces[text->front()]) {
    text->remove_prefix(1);
    return piece;
  }
  // The pychess spelling: +P is a warrior, +K a divine king.
  if (text->size() < 2 || text->front() != '+') return std::nullopt;
  std::optional<Piece<Kind>> piece = kPieces[(*text)[1]];
  if (!piece || (piece->kind != Kind::kPawn && piece->kind != Kind::kKing)) return std::nullopt;
  text->remove_prefix(2);
  piece->kind = Promoted(piece->kind);
  return piece;
}

char* WriteStandard(Piece<Kind> piece, Sq /*square*/, char* out) {
  *out = LetterOf(piece, kLetters);
  return out + 1;
}

char* WritePychess(Piece<Kind> piece, Sq square, char* out) {
  if (piece.kind == Kind::kWarrior || piece.kind == Kind::kDivineKing) {
    *out++ = '+';
    piece.kind = piece.kind == Kind::kWarrior ? Kind::kPawn : Kind::kKing;
  }
  return WriteStandard(piece, square, out);
}

absl::Status Impossible(std::string_view message) {
  return MakeError(ErrorReason::kImpossiblePosition, message);
}

// Ruling K17, for one side.
absl::Status ValidateSide(const Position& position, Color color) {
  const ChakBoard& board = position.board;
  const std::string_view name = PlayerName(ChakRules::Info(), color);
  const Squares royals = board.Of(color) & (board.Of(Kind::kKing) | board.Of(Kind::kDivineKing));
  if (royals.size() != 1) {
    return Impossible(StrCat(name, " has ", royals.size(),
                             " kings and divine kings; there must be exactly one (K12)"));
  }
  if (board.Of(color).size() > kMaxPieces) {
    return Impossible(
        StrCat(name, " has ", board.Of(color).size(), " pieces; ", kMaxPieces, " at most (K17)"));
  }
  const Squares far_side = kFarSide[Index(color)];
  const Squares far_only = board.Of(Kind::kDivineKing) | board.Of(Kind::kWarrior);
  const Squares near_only = board.Of(Kind::kKing) | board.Of(Kind::kPawn);
  const Squares misplaced = (far_only - far_side) | (near_only & far_side) |
                            (board.Of(Kind::kOffering) - Squares(AltarOf(color)));
  for (const Sq square : board.Of(color) & misplaced) {
    const Kind kind = board.KindAt(square);
    const bool promoted = kind == Kind::kDivineKing || kind == Kind::kWarrior;
    const auto piece = [&] {
      return StrCat(name, "'s ", ChakRules::Info().pieces[static_cast<int>(kind)].name.en, " on ",
                    ToString(square));
    };
    if (PromotesAt(kind, square, color)) {
      return Impossible(StrCat(piece(), " would have promoted on its far side (K11)"));
    }
    if (promoted && !IsFarSide(square, color)) {
      return Impossible(StrCat(piece(), " is outside its far side (K11)"));
    }
    if (kind == Kind::kOffering && square != AltarOf(color)) {
      return Impossible(
          StrCat(piece(), " is not on its own altar ", ToString(AltarOf(color)), " (K10)"));
    }
  }
  return absl::OkStatus();
}

absl::Status Validate(const Position& position) {
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    if (absl::Status status = ValidateSide(position, color); !status.ok()) return status;
  }
  if (absl::Status status = CheckWaitingSide(ChakRules::Info(), position); !status.ok())
    return status;
  if (position.board.Of(Color::kWhite, Kind::kDivineKing).Has(AltarOf(Color::kBlack)) &&
      position.board.Of(Color::kBlack, Kind::kDivineKing).Has(AltarOf(Color::kWhite))) {
    return Impossible("both divine kings stand on the enemy altar; the first would have won (K13)");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Position> ChakRules::ParseFen(std::string_view fen) const {
  Position position;
  const absl::StatusOr<FenFields> fields = ParseFenStart(fen, kFields, ReadPiece, &position);
  if (!fields.ok()) return fields.status();
  if (absl::Status status = ExpectFenDash((*fields)[3], kFields[3]); !status.ok()) return status;
  const absl::StatusOr<uint32_t> plies = ParseFenNumber((*fields)[4], kFields[4], 0);
  if (!plies.ok()) return plies.status();
  position.quiet_plies = *plies;
  const absl::StatusOr<uint32_t> number = ParseFenNumber((*fields)[5], kFields[5], 1);
  if (!number.ok()) return number.status();
  position.move_number = *number;
  if (absl::Status status = Validate(position); !status.ok()) return status;
  return position;
}

std::string ChakRules::FormatFen(const Position& position, FenStyle style) const {
  std::string fen;
  fen.reserve(96);
  AppendFenBoard(position.board, style == FenStyle::kPychess ? WritePychess : WriteStandard, &fen);
  StrAppend(&fen, position.turn == Color::kWhite ? " w - - " : " b - - ", position.quiet_plies, " ",
            position.move_number);
  return fen;
}

}  // namespace arbiter::chak
