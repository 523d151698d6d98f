#ifndef ARBITER_CORE_RULES_OUTCOME_H_
#define ARBITER_CORE_RULES_OUTCOME_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/board/color.h"
#include "core/rules/roles.h"

namespace arbiter {

// Who has won (ruling C5). Same numbers as in `arbiter.v1.Result`.
enum class Result : uint8_t {
  kOngoing = 1,
  kWhiteWins = 2,
  kBlackWins = 3,
  kDraw = 4,
  kChallengerWins = 5,
  kOpponentWins = 6,
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
};

constexpr Result WinFor(Color color, Roles roles = Roles::kColors) {
  const bool first = color == Color::kWhite;
  if (roles == Roles::kBidders) return first ? Result::kChallengerWins : Result::kOpponentWins;
  return first ? Result::kWhiteWins : Result::kBlackWins;
}

constexpr std::optional<Color> WinnerOf(Result result, Roles roles = Roles::kColors) {
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    if (result == WinFor(color, roles)) return color;
  }
  return std::nullopt;
}

// A finished game: who won, how, and the ruling that says so (e.g. `K13`).
// `rule` points to text that lives as long as the program.
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
  // Who may claim; none: either player.
  std::optional<Color> by;
  // The end that the claim brings.
  End end;
};

// A running Makruk count (ruling M11).
struct CountStatus {
  enum class Kind : uint8_t { kBoardHonour = 1, kPiecesHonour = 2 };
  Color color = Color::kWhite;
  Kind kind = Kind::kBoardHonour;
  // In plies.
  int count = 0;
  int limit = 0;
  // In moves: the number that the counting player announced with his last move, of `limit` div 2.
  int announced = 0;
  // Moves left to the other side to give mate.
  int moves_left = 0;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_OUTCOME_H_
