#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/rules/fen.h"
#include "core/variants/chak/rules.h"

namespace arbiter::chak {
namespace {

// The maximum number of pieces of one side (K17).
constexpr int kMaxPieces = 30;

// Writes a piece as pychess does: +P is a warrior, +K a divine king.
char* WritePychess(Piece<Kind> piece, Sq /*square*/, char* out) {
  if (piece.kind == Kind::kWarrior || piece.kind == Kind::kDivineKing) {
    *out++ = '+';
    piece.kind = piece.kind == Kind::kWarrior ? Kind::kPawn : Kind::kKing;
  }
  *out = LetterOf(piece, ChakRules::kLetters);
  return out + 1;
}

}  // namespace

absl::Status ChakRules::ValidateSide(const Position& position, Color color) {
  const ChakBoard& board = position.board;
  const std::string_view name = PlayerName(Info(), color);
  const Squares royals = board.Of(color) & (board.Of(Kind::kKing) | board.Of(Kind::kDivineKing));
  ARBITER_RETURN_IF_ERROR(ValidateRoyals(color, royals, "kings and divine kings", "K12"));
  if (board.Of(color).size() > kMaxPieces) {
    return Impossible(StrCat(name, " has ", board.Of(color).size(), " pieces; a side has at most ",
                             kMaxPieces, " (K17)"));
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
      return StrCat(name, "'s ", LowerCase(Info().pieces[static_cast<int>(kind)].name.en), " on ",
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

absl::Status ChakRules::ValidateWhole(const Position& position) {
  if (HasAltarMate(position.board, Color::kWhite) && HasAltarMate(position.board, Color::kBlack)) {
    return Impossible(
        "both divine kings stand on the enemy altar; the first to arrive would have won (K13)");
  }
  return absl::OkStatus();
}

absl::StatusOr<Position> ChakRules::ParseFen(std::string_view fen) const {
  return ReadFen(fen, [](std::string_view* text, Sq square) -> std::optional<Piece<Kind>> {
    if (text->front() != '+') return ReadLetter(text, square);
    // pychess writes promoted pieces as +P and +K.
    if (text->size() < 2) return std::nullopt;
    std::optional<Piece<Kind>> piece = PieceOf((*text)[1]);
    if (!piece || (piece->kind != Kind::kPawn && piece->kind != Kind::kKing)) return std::nullopt;
    text->remove_prefix(2);
    piece->kind = Promoted(piece->kind);
    return piece;
  });
}

std::string ChakRules::FormatFen(const Position& position, FenStyle style) const {
  return WriteFen(position, style == FenStyle::kPychess ? WritePychess : WriteLetter);
}

}  // namespace arbiter::chak
