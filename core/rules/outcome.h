#ifndef ARBITER_CORE_RULES_OUTCOME_H_
#define ARBITER_CORE_RULES_OUTCOME_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/board/color.h"

namespace arbiter {

// The result of a game (ruling C5), with the numbers of `arbiter.v1.Result`.
enum class Result : uint8_t {
  kOngoing = 1,
  kWhiteWins = 2,
  kBlackWins = 3,
  kDraw = 4,
  // The results of a game whose players do not have colours yet (core/rules/roles.h).
  kFirstPlayerWins = 5,
  kSecondPlayerWins = 6,
};

// How a game ended (ruling C6), with the numbers of `arbiter.v1.Termination`. A variant declares
// the ends that only it has, which have the other numbers, next to its rules.
enum class Termination : uint8_t {
  kNone = 0,
  kCheckmate = 1,
  kStalemate = 2,
  kKingCaptured = 4,
  kRepetition = 8,
  kNMove = 9,
  kDeadPosition = 12,
  kBlocked = 13,
  kDrawAgreed = 14,
  kResignation = 17,
  kTimeout = 18,
  // The game ended by a rule that only this variant has and that has no number of its own; the
  // ruling and the sentence say which.
  kVariantEnd = 19,
};

// The end of a game.
struct End {
  Result result;
  Termination termination;
  // The ruling that decided, such as `K13`. It has static storage duration.
  std::string_view rule;
  bool operator==(const End&) const = default;
};

enum class ClaimKind : uint8_t { kDraw, kWin };
// A claim that the rules grant now (ruling C7).
struct Claim {
  ClaimKind kind = ClaimKind::kDraw;
  // The player who can make the claim; std::nullopt if both can.
  std::optional<Color> by;
  // The end of the game once the claim is made.
  End end;
};

// How a game ended for one player.
enum class Verdict : int8_t { kLoss = -1, kDraw = 0, kWin = 1 };

// Converts the values of a variant's engine into chances. The chance of a win at the value v is
// 1 / (1 + e^((margin - v) / slope)); the chance of a loss is that of a win at -v.
struct WinScale {
  int margin;
  int slope;
  // The unit of a score; points are those that the game is played for.
  enum class Unit : uint8_t { kCentipawns, kPoints } unit = Unit::kCentipawns;
  // The value of one point, if the unit is points.
  int per_point = 1;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_OUTCOME_H_
