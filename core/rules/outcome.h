#ifndef ARBITER_CORE_RULES_OUTCOME_H_
#define ARBITER_CORE_RULES_OUTCOME_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/board/color.h"

namespace arbiter {

// Who has won (ruling C5). Same numbers as in `arbiter.v1.Result`.
enum class Result : uint8_t {
  kOngoing = 1,
  kWhiteWins = 2,
  kBlackWins = 3,
  kDraw = 4,
  // Before the players have colours (core/rules/roles.h).
  kFirstPlayerWins = 5,
  kSecondPlayerWins = 6,
};

// How the game ended (ruling C6). Same numbers as in `arbiter.v1.Termination`.
enum class Termination : uint8_t {
  kNone = 0,
  kCheckmate = 1,
  kStalemate = 2,
  kAltarMate = 3,
  kKingCaptured = 4,
  kHill = 5,
  kRacing = 6,
  kPoints = 7,
  kRepetition = 8,
  kNMove = 9,
  kCountingLimit = 10,
  kCountingSideMated = 11,
  kDeadPosition = 12,
  kBlocked = 13,
  kDrawAgreed = 14,
  kDrawClaimed = 15,
  kWinClaimed = 16,
  kResignation = 17,
  kTimeout = 18,
  // By a rule that only this variant has; the ruling and the sentence say which.
  kVariantEnd = 19,
};

// A finished game: who won, how, and the ruling that says so (e.g. `K13`).
// `rule` has static storage duration.
struct End {
  Result result;
  Termination termination;
  std::string_view rule;
  bool operator==(const End&) const = default;
};

// What a player may claim now (ruling C7).
enum class ClaimKind : uint8_t { kDraw, kWin };
struct Claim {
  ClaimKind kind = ClaimKind::kDraw;
  // Who may claim; std::nullopt: either player.
  std::optional<Color> by;
  // The end that the claim brings.
  End end;
};

// How a game ended for one player.
enum class Verdict : int8_t { kLoss = -1, kDraw = 0, kWin = 1 };

// What an engine's values mean in a variant: with the value v the chance to win is
// 1 / (1 + e^((margin - v) / slope)), that to lose the same of -v.
struct WinScale {
  int margin;
  int slope;
  // What a value counts; points are those that the game is played for.
  enum class Unit : uint8_t { kCentipawns, kPoints } unit = Unit::kCentipawns;
  // Values a unit, for points.
  int per_point = 1;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_OUTCOME_H_
