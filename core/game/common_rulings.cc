#include "core/game/common_rulings.h"

#include <array>

#include "core/game/registry.h"

namespace arbiter {
namespace {

constexpr std::array<RulingInfo, 14> kRulings = {{
    {"C1", "Files are letters from White's left, ranks numbers from White's side."},
    {"C2", "A ply is one player's whole turn; the move number rises after Black's turn."},
    {"C3", "Every answer depends on the request alone."},
    {"C4", "Positions are equal when side to move, pieces, rights and pending choices are."},
    {"C5", "Every finished game has a result, one termination and a sentence that says so."},
    {"C6", "The terminations there are; see the Termination enum."},
    {"C7", "Resignation, draw offers, claims and time reports are open at any moment of a game."},
    {"C8", "draw_policy: whether a draw by claim comes by itself."},
    {"C9", "Illegal input changes nothing; the error names the field, the action and the reason."},
    {"C10", "Repetition is decided from the history sent; a FEN alone has none."},
    {"C11", "Lists of texts are sorted by bytes."},
    {"C12", "LegalMoves and Perft look at the position alone."},
    {"C13",
     "Where ends coincide: checkmate, altar mate, king captured; stalemate; dead position; "
     "repetition; n-move rule; counting limit."},
    {"C14",
     "A draw offer stands until accepted, declined, withdrawn or answered by a move; when "
     "a player's time runs out the other wins."},
}};

}  // namespace

std::span<const RulingInfo> CommonRulings() { return kRulings; }

std::string_view RulingNamed(std::string_view id) {
  for (const RulingInfo& ruling : kRulings) {
    if (ruling.id == id) return ruling.id;
  }
  for (const Variant* variant : AllVariants()) {
    for (const RulingInfo& ruling : variant->info().rulings) {
      if (ruling.id == id) return ruling.id;
    }
  }
  return {};
}

}  // namespace arbiter
