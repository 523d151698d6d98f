#include "core/variants/chak/rules.h"

#include "core/rules/strings.h"

namespace arbiter::chak {
namespace {

// Whose divine king stands on the enemy altar (K13).
std::optional<Color> AltarMateBy(const Position& position) {
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    if (position.board.Of(color, Kind::kDivineKing).Has(AltarOf(!color))) return color;
  }
  return std::nullopt;
}

}  // namespace

bool ChakRules::IsDecided(const Position& position) { return AltarMateBy(position).has_value(); }

void ChakRules::Apply(Position* position, Move move) const {
  const bool quiet = position->board.IsEmpty(move.to) && !move.promotes;
  MovePiece(&position->board, move);
  if (!quiet) {
    position->clock = 0;
  } else {
    Advance(&position->clock);
  }
  PassTurn(position);
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
  if (draw_policy() == DrawPolicy::kAutomatic && position.clock >= kClaimAfterPlies) {
    return End{Result::kDraw, Termination::kNMove, "K16"};
  }
  return std::nullopt;
}

std::optional<End> ChakRules::FindDrawClaim(const Position& position, int /*occurrences*/) const {
  if (position.clock < kClaimAfterPlies) return std::nullopt;
  return End{Result::kDraw, Termination::kNMove, "K16"};
}

std::string ChakRules::WhyNoDrawClaim(const Position& position, int /*occurrences*/) const {
  return StrCat(
      "only ", position.clock, " of ", kClaimAfterPlies,
      " plies without a capture or promotion have been made (K16); a third repetition is a "
      "draw without a claim (K15)");
}

Detail ChakRules::DetailOf(const Position& position, bool /*ongoing*/) const {
  const uint32_t plies = position.clock;
  return {plies, plies < kClaimAfterPlies ? kClaimAfterPlies - plies : 0};
}

}  // namespace arbiter::chak

template class arbiter::RoyalRules<arbiter::chak::ChakRules, arbiter::chak::Position,
                                   arbiter::chak::Moves>;
