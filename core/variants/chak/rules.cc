#include "core/variants/chak/rules.h"

#include "core/rules/strings.h"

namespace arbiter::chak {
namespace {

constexpr uint32_t kClaimAfterPlies = 100;  // K16

// Whose divine king stands on the enemy altar (K13).
std::optional<Color> AltarMateBy(const Position& position) {
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    if (position.board.Of(color, Kind::kDivineKing).Has(AltarOf(!color))) return color;
  }
  return std::nullopt;
}

}  // namespace

absl::StatusOr<ChakRules> ChakRules::Create(const OptionMap& options) {
  if (absl::Status status = CheckOptionNames(Info(), options); !status.ok()) return status;
  const absl::StatusOr<DrawPolicy> policy = DrawPolicyIn(Info(), options);
  if (!policy.ok()) return policy.status();
  return ChakRules(*policy);
}

OptionMap ChakRules::options() const {
  return {{"draw_policy", std::string(NameOf(draw_policy_))}};
}

void ChakRules::GenerateMoves(const Position& position, Moves* moves) const {
  moves->Clear();
  if (AltarMateBy(position)) return;  // C12
  AddMoves(position, moves);
}

void ChakRules::GenerateMovesTo(const Position& position, Sq to, Moves* moves) const {
  moves->Clear();
  if (AltarMateBy(position)) return;  // C12
  AddMovesTo(position, to, moves);
}

int ChakRules::CountMoves(const Position& position) const {
  if (AltarMateBy(position)) return 0;
  return arbiter::CountMoves(position);
}

void ChakRules::Apply(Position* position, Move move) const {
  const bool quiet = position->board.IsEmpty(move.to) && !move.promotes;
  MovePiece(&position->board, move);
  if (!quiet) {
    position->quiet_plies = 0;
  } else {
    Advance(&position->quiet_plies);
  }
  PassTurn(position);
}

bool ChakRules::IsIrreversible(const Position& before, Move move) const {
  // A pawn may go sideways and back, but never backward.
  const bool pawn_advances =
      before.board.KindAt(move.from) == Kind::kPawn && move.from.rank() != move.to.rank();
  return move.promotes || pawn_advances || !before.board.IsEmpty(move.to);
}

std::optional<End> ChakRules::FindEnd(const Position& position, int occurrences) const {
  const Result loses = WinFor(!position.turn);
  const std::optional<Color> altar_mate = AltarMateBy(position);
  const bool mated = !AnyMove(position);
  // In the order of C13; a set-up position may have the player to move on the altar.
  if (altar_mate == position.turn) {
    return End{WinFor(position.turn), Termination::kAltarMate, "K13"};
  }
  if (mated && Checkers(position)) return End{loses, Termination::kCheckmate, "K14"};
  if (altar_mate) return End{WinFor(*altar_mate), Termination::kAltarMate, "K13"};
  if (mated) return End{loses, Termination::kStalemate, "K14"};
  if (occurrences >= 3) return End{Result::kDraw, Termination::kRepetition, "K15"};
  if (draw_policy_ == DrawPolicy::kAutomatic && position.quiet_plies >= kClaimAfterPlies) {
    return End{Result::kDraw, Termination::kNMove, "K16"};
  }
  return std::nullopt;
}

std::optional<End> ChakRules::FindDrawClaim(const Position& position, int /*occurrences*/) const {
  if (position.quiet_plies < kClaimAfterPlies) return std::nullopt;
  return End{Result::kDraw, Termination::kNMove, "K16"};
}

std::string ChakRules::WhyNoDrawClaim(const Position& position, int /*occurrences*/) const {
  return StrCat(
      "only ", position.quiet_plies, " of ", kClaimAfterPlies,
      " plies without a capture or promotion have been made (K16); a third repetition is a "
      "draw without a claim (K15)");
}

Detail ChakRules::DetailOf(const Position& position) const {
  const uint32_t plies = position.quiet_plies;
  return {plies, plies < kClaimAfterPlies ? kClaimAfterPlies - plies : 0};
}

}  // namespace arbiter::chak
