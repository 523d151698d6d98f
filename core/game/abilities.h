#ifndef ARBITER_CORE_GAME_ABILITIES_H_
#define ARBITER_CORE_GAME_ABILITIES_H_

#include <algorithm>
#include <any>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "core/base/strings.h"
#include "core/board/color.h"
#include "core/game/clocks.h"
#include "core/game/history.h"
#include "core/rules/clock.h"
#include "core/rules/control.h"
#include "core/rules/rules.h"

namespace arbiter {

// Gives TypedGame uniform access to the abilities of rules (core/rules/rules.h). If rules lack an
// ability, its functions have no effect and return the value for a game without that ability.

template <Rules R>
constexpr const Roles& RolesOf() {
  if constexpr (BiddingRules<R>) {
    return R::kRoles;
  } else {
    return kColors;
  }
}

template <Rules R>
int FilesOf(const typename R::Position& position) {
  if constexpr (WidthRules<R>) {
    return R::FilesOf(position);
  } else {
    return R::Position::Geo::kFiles;
  }
}

template <Rules R>
std::vector<PendingChoice> PendingOf(const R& rules, const typename R::Position& position) {
  if constexpr (PendingRules<R>) {
    return rules.PendingOf(position);
  } else {
    return {};
  }
}

template <Rules R>
std::any DetailOf(const R& rules, const typename R::Position& position, bool ongoing) {
  if constexpr (DetailRules<R>) {
    return rules.DetailOf(position, ongoing);
  } else {
    return {};
  }
}

template <Rules R>
BoardView ViewOf(const R& rules, const typename R::Position& position) {
  const VariantInfo& info = R::Info();
  BoardView view;
  view.files = info.files;
  view.ranks = info.ranks;
  view.regions = &info.regions;
  view.cells.resize(static_cast<size_t>(info.files) * static_cast<size_t>(info.ranks));
  if constexpr (OwnDrawingRules<R>) {
    rules.Draw(position, &view);
  } else {
    DrawPieces(info, position.board, &view);
  }
  if constexpr (RulesWithCheck<R>) {
    if (rules.Checkers(position)) view.check = ToString(rules.RoyalSquare(position));
  }
  return view;
}

template <Rules R>
std::vector<Note> NotesOf(const R& rules, const typename R::Position& position, bool ongoing,
                          Locale locale) {
  std::vector<Note> notes;
  if constexpr (NoteRules<R>) rules.AddNotes(position, ongoing, locale, &notes);
  return notes;
}

// Returns the points of White and of Black; std::nullopt if the game has no points.
template <Rules R>
std::optional<std::pair<int, int>> PointsOf(const typename R::Position& position) {
  if constexpr (PointsRules<R>) {
    return std::pair(position.points(Color::kWhite), position.points(Color::kBlack));
  } else {
    return std::nullopt;
  }
}

// Returns the squares of the pieces that give check, in the order a1, b1, ….
template <Rules R>
std::vector<std::string> CheckersOf(const R& rules, const typename R::Position& position) {
  std::vector<std::string> checkers;
  if constexpr (RulesWithCheck<R>) {
    for (const auto square : rules.Checkers(position)) checkers.push_back(ToString(square));
  }
  return checkers;
}

// --- Claims.

// Returns whether every earlier position that matters for claims is known (ruling C10).
template <Rules R>
bool KnowsHistory(const R& rules, const typename R::Position& position, const History& history) {
  if constexpr (HistoryRules<R>) {
    return rules.KnowsHistory(position);
  } else {
    return history.complete();
  }
}

// Returns the claims that the rules grant. A claim that only one player can make names the player.
template <Rules R>
std::vector<Claim> ClaimsOf(const R& rules, const typename R::Position& position, int occurrences) {
  std::vector<Claim> claims;
  if (const auto draw = rules.FindDrawClaim(position, occurrences)) {
    claims.push_back({.kind = ClaimKind::kDraw, .by = {}, .end = *draw});
  }
  if constexpr (WinClaimRules<R>) {
    for (const Color player : {Color::kWhite, Color::kBlack}) {
      const std::optional<End> win = rules.FindWinClaim(position, player);
      if (win) claims.push_back({.kind = ClaimKind::kWin, .by = player, .end = *win});
    }
  }
  return claims;
}

// Explains why the rules do not grant the player a claim.
template <Rules R>
std::string ClaimRefusal(const R& rules, const typename R::Position& position, ClaimKind kind,
                         Color player, const History& history) {
  if (kind == ClaimKind::kDraw) {
    std::string why = rules.DrawClaimRefusal(position, history.Occurrences());
    // Rules with a history of their own say themselves whether it is known.
    if (!HistoryRules<R> && !history.complete()) {
      why += "; the history before the given FEN is unknown (C10)";
    }
    return why;
  }
  if constexpr (WinClaimRules<R>) {
    return rules.WinClaimRefusal(position, player);
  } else {
    return StrCat("no rule of ", R::Info().name.en, " grants a win by claim (C7)");
  }
}

// --- Undo.

struct NoUndoStack {
  void Clear() {}
};
template <typename R>
struct UndoStackOf {
  using Type = NoUndoStack;
};
template <UndoRules R>
struct UndoStackOf<R> {
  using Type = typename R::UndoStack;
};
template <Rules R>
using UndoStack = typename UndoStackOf<R>::Type;

// --- Control actions in addition to those of every variant.

template <Rules R>
bool IsOwnControl(std::string_view text) {
  if constexpr (UndoRules<R>) {
    if (text == kUndoText) return true;
  }
  if constexpr (ControlRules<R>) {
    return R::IsOwnControl(text);
  } else {
    return false;
  }
}

template <Rules R>
std::vector<std::string_view> OpenControls(const R& rules, const typename R::Position& position,
                                           const UndoStack<R>& undo) {
  std::vector<std::string_view> open;
  if constexpr (ControlRules<R>) open = rules.OpenControls(position);
  if constexpr (UndoRules<R>) {
    if (rules.CanUndo(position, undo)) open.push_back(kUndoText);
  }
  return open;
}

// Applies a control action for which IsOwnControl() returns true.
template <Rules R>
absl::Status ApplyOwnControl(const R& rules, std::string_view text, typename R::Position* position,
                             UndoStack<R>* undo, History* history, std::vector<Event>* events) {
  if constexpr (UndoRules<R>) {
    if (text == kUndoText) {
      absl::Status status = rules.Undo(position, undo, events);
      if (status.ok()) history->Push(position->key(), /*irreversible=*/true);
      return status;
    }
  }
  if constexpr (ControlRules<R>) {
    return rules.ApplyControl(text, position, events);
  } else {
    return absl::OkStatus();
  }
}

// --- Clocks.

// The clocks of a game. Rules without clocks of their own leave them to the game, whose option says
// which it has (ruling C17).
template <typename R>
class ClocksOf {
 public:
  using Position = typename R::Position;
  // The rulings about time, for errors.
  static constexpr std::string_view kRulings = "C17";

  ClocksOf() = default;
  explicit ClocksOf(const GameClocks& clocks) : clocks_(clocks) {}

  // Returns the clocks that do not belong to the position; nullptr if there are none.
  const GameClocks* own() const { return clocks_ ? &*clocks_ : nullptr; }

  // Starts the clocks, as described at Game::TrackClocks().
  void Start(const R& /*rules*/, Position* /*position*/) {}
  void Stop(Position* /*position*/) { clocks_.reset(); }
  // Returns whether clocks are tracked. If not, of the following functions only Left() may be
  // called.
  bool AreTracked(const Position& /*position*/) const { return clocks_.has_value(); }
  // Returns the time left on the clocks; std::nullopt if clocks are not tracked.
  std::optional<ClockTimes> Left(const Position& /*position*/) const {
    if (!clocks_) return std::nullopt;
    return clocks_->left_ms();
  }
  void Set(Color player, int64_t ms, Position* /*position*/) { clocks_->Set(player, ms); }
  // Takes the elapsed time, unless it is negative, from the player's clock. If the player's turn is
  // over, adds the time that it earns.
  void Charge(const R& /*rules*/, Color player, int64_t elapsed_ms, bool turn_is_over,
              Position* /*position*/) {
    clocks_->Charge(player, elapsed_ms, turn_is_over);
  }

  // Returns the end of the game when the player's time has run out.
  static End LoseTime(const R& /*rules*/, Color loser, Position* /*position*/,
                      std::vector<Event>* /*events*/) {
    return {WinFor(!loser), Termination::kTimeout, "C14"};
  }

 private:
  std::optional<GameClocks> clocks_;
};

// The clocks of rules that have them are part of the position.
template <ClockRules R>
class ClocksOf<R> {
 public:
  using Position = typename R::Position;
  static constexpr std::string_view kRulings = R::kClockRulings;

  static const GameClocks* own() { return nullptr; }

  static void Start(const R& rules, Position* position) { rules.StartClocks(position); }
  static void Stop(Position* position) { position->clocks.reset(); }
  static bool AreTracked(const Position& position) { return position.clocks.has_value(); }
  static std::optional<ClockTimes> Left(const Position& position) { return position.clocks; }
  static void Set(Color player, int64_t ms, Position* position) {
    (*position->clocks)[static_cast<size_t>(Index(player))] = ms;
  }
  static void Charge(const R& rules, Color player, int64_t elapsed_ms, bool turn_is_over,
                     Position* position) {
    (*position->clocks)[static_cast<size_t>(Index(player))] -= std::max<int64_t>(0, elapsed_ms);
    if (turn_is_over) rules.AddTime(player, position);
  }
  static End LoseTime(const R& rules, Color loser, Position* position, std::vector<Event>* events) {
    return rules.LoseTime(loser, position, events);
  }
};

// --- Snapshots.

// Returns the data that a snapshot needs in addition to the FEN.
template <Rules R>
std::string SnapshotExtra(const R& rules, const typename R::Position& position,
                          const UndoStack<R>& undo) {
  if constexpr (UndoRules<R>) {
    return rules.FormatExtra(position, undo);
  } else if constexpr (SnapshotRules<R>) {
    return rules.FormatExtra(position);
  } else {
    return "";
  }
}

// Parses the output of SnapshotExtra(); returns false if `text` does not belong to the position.
template <Rules R>
bool ParseSnapshotExtra(const R& rules, std::string_view text, typename R::Position* position,
                        UndoStack<R>* undo) {
  if constexpr (UndoRules<R>) {
    return rules.ParseExtra(text, position, undo);
  } else if constexpr (SnapshotRules<R>) {
    return rules.ParseExtra(text, position);
  } else {
    return text.empty();
  }
}

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_ABILITIES_H_
