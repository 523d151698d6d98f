#include "core/variants/chpok/board/claims.h"

#include <algorithm>

#include "core/base/strings.h"
#include "core/rules/roles.h"
#include "core/variants/chpok/info.h"
#include "core/variants/chpok/note_text.h"

namespace arbiter::chpok {
namespace {

constexpr std::string_view kRule = "P18";

bool HasEnoughMoves(const Position& position) { return BlackMoves(position) >= kClaimMoves; }

bool Leads(const PointHistory& history, Color player) {
  if (history.size() == 0) return false;
  const int lead = history.Back(0);
  return player == Color::kWhite ? lead > 0 : lead < 0;
}

bool IsLevel(const PointHistory& history) { return history.LevelRun() == kClaimMoves; }
bool IsSteady(const PointHistory& history, Color player) {
  return Leads(history, player) && history.SteadyRun(player) == kClaimMoves;
}

// Formats the value `back` steps before the newest one, for example `d(41) = 3`.
std::string FormatLead(const Position& position, int back) {
  return StrCat("d(", BlackMoves(position) - back, ") = ", position.history.Back(back));
}

std::string UnknownLead(const Position& position) {
  return StrCat("d(", BlackMoves(position) - position.history.size(),
                ") is unknown, because the points before the given FEN are not known (P18, C10)");
}

std::string TooFewMoves(const Position& position) {
  const std::string moves =
      FormatCount(BlackMoves(position), {"{n} move"}, {"{n} moves"}, Locale::kEnglish);
  return StrCat("Black has made ", moves, ", but a claim needs ", kClaimMoves, " (P18)");
}

// Returns the number of moves with the current lead after which `is_rightful(history)` holds. The
// predicate must hold if every value of the history is the current lead.
template <typename Predicate>
int MovesUntil(const Position& position, Predicate is_rightful) {
  PointHistory history = position.history;
  int moves = 0;
  while (BlackMoves(position) + moves < kClaimMoves || !is_rightful(history)) {
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
  if (!HasEnoughMoves(position) || !IsLevel(position.history)) return std::nullopt;
  return End{Result::kDraw, kDrawClaimedEnd, kRule};
}

std::optional<End> WinClaim(const Position& position, Color player) {
  if (!HasEnoughMoves(position) || !IsSteady(position.history, player)) return std::nullopt;
  return End{WinFor(player), kWinClaimedEnd, kRule};
}

std::string DrawRefusal(const Position& position) {
  if (!HasEnoughMoves(position)) return TooFewMoves(position);
  const int run = position.history.LevelRun();
  if (run == position.history.size()) return UnknownLead(position);
  return StrCat("points must be level after each of Black's last ", kClaimMoves, " moves, but ",
                FormatLead(position, run), " (P18)");
}

std::string WinRefusal(const Position& position, Color player) {
  if (!HasEnoughMoves(position)) return TooFewMoves(position);
  const PointHistory& history = position.history;
  if (history.size() == 0) return UnknownLead(position);
  if (!Leads(history, player)) {
    return StrCat(ColorName(player), " does not lead: ", FormatLead(position, 0), " (P18)");
  }
  const int run = history.SteadyRun(player);
  if (run + 1 == history.size()) return UnknownLead(position);
  return StrCat("the lead must not have fallen in Black's last ", kClaimMoves, " moves, but ",
                FormatLead(position, run + 1), ", ", FormatLead(position, run), " (P18)");
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
