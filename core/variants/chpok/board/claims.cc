#include "core/variants/chpok/board/claims.h"

#include <algorithm>

#include "core/rules/roles.h"
#include "core/rules/strings.h"

namespace arbiter::chpok {
namespace {

constexpr std::string_view kRule = "P18";

bool HasMovesEnough(const Position& position) { return BlackMoves(position) >= kClaimMoves; }

bool Leads(const PointHistory& history, Color player) {
  if (history.size() == 0) return false;
  const int lead = history.Back(0);
  return player == Color::kWhite ? lead > 0 : lead < 0;
}

bool IsLevel(const PointHistory& history) { return history.LevelRun() == kClaimMoves; }
bool IsSteady(const PointHistory& history, Color player) {
  return Leads(history, player) && history.SteadyRun(player) == kClaimMoves;
}

// `d(41) = 3`.
std::string Lead(const Position& position, int back) {
  return StrCat("d(", BlackMoves(position) - back, ") = ", position.history.Back(back));
}

std::string Unknown(const Position& position) {
  return StrCat("d(", BlackMoves(position) - position.history.size(),
                ") is not known: what came before the given FEN is unknown (P18, C10)");
}

std::string TooFew(const Position& position) {
  return StrCat("Black has made ", BlackMoves(position), " moves, and a claim needs ", kClaimMoves,
                " (P18)");
}

// How often the present lead has to be added until `fits`; at most as often as all is new.
template <typename Fits>
int MovesUntil(const Position& position, Fits fits) {
  PointHistory history = position.history;
  int moves = 0;
  while (BlackMoves(position) + moves < kClaimMoves || !fits(history)) {
    history.Push(position.lead());
    ++moves;
  }
  return moves;
}

}  // namespace

bool KnowsHistory(const Position& position) {
  return position.history.size() >= std::min(PointHistory::kCapacity, BlackMoves(position) + 1);
}

std::optional<End> DrawClaim(const Position& position) {
  if (!HasMovesEnough(position) || !IsLevel(position.history)) return std::nullopt;
  return End{Result::kDraw, Termination::kDrawClaimed, kRule};
}

std::optional<End> WinClaim(const Position& position, Color player) {
  if (!HasMovesEnough(position) || !IsSteady(position.history, player)) return std::nullopt;
  return End{WinFor(player), Termination::kWinClaimed, kRule};
}

std::string WhyNoDraw(const Position& position) {
  if (!HasMovesEnough(position)) return TooFew(position);
  const int run = position.history.LevelRun();
  if (run == position.history.size()) return Unknown(position);
  return StrCat("points have to be level after each of Black's last ", kClaimMoves, " moves, and ",
                Lead(position, run), " (P18)");
}

std::string WhyNoWin(const Position& position, Color player) {
  if (!HasMovesEnough(position)) return TooFew(position);
  const PointHistory& history = position.history;
  if (history.size() == 0) return Unknown(position);
  if (!Leads(history, player)) {
    return StrCat(ColorName(player), " does not lead: ", Lead(position, 0), " (P18)");
  }
  const int run = history.SteadyRun(player);
  if (run + 1 == history.size()) return Unknown(position);
  return StrCat("the lead must not have fallen in Black's last ", kClaimMoves, " moves, and ",
                Lead(position, run + 1), ", ", Lead(position, run), " (P18)");
}

std::optional<int> DrawClaimIn(const Position& position) {
  if (DrawClaim(position)) return 0;
  if (position.lead() != 0) return std::nullopt;
  return MovesUntil(position, IsLevel);
}

std::optional<int> WinClaimIn(const Position& position, Color player) {
  if (WinClaim(position, player)) return 0;
  if (player == Color::kWhite ? position.lead() <= 0 : position.lead() >= 0) return std::nullopt;
  return MovesUntil(position,
                    [player](const PointHistory& history) { return IsSteady(history, player); });
}

}  // namespace arbiter::chpok
