#include "core/variants/chpok/board/evaluate.h"

#include <algorithm>
#include <cstdlib>

namespace arbiter::chpok {
namespace {

// Returns whether the network was trained for games with these features.
bool IsKnownToNetwork(const Features& features) {
  constexpr auto kOthers = static_cast<uint16_t>(~(1 << static_cast<int>(Switch::kNopromoteking) |
                                                   1 << static_cast<int>(Switch::kNoenpassant)));
  return features.width == Inputs::kFiles && (features.switches & kOthers) == 0 &&
         features.points == Features().points;
}

}  // namespace

int FinalValue(const Position& position, int value) {
  constexpr int kFullValueMoves = 24;
  const int moves_left = position.features.moves + 1 - static_cast<int>(position.move_number);
  if (moves_left < kFullValueMoves) value = value * std::max(moves_left, 0) / kFullValueMoves;
  const int fixed = FixedPart(position);
  return value + (position.turn == Color::kWhite ? fixed : -fixed);
}

int HandmadeEvaluator::Evaluate(const Position& position, int /*ply*/) {
  return FinalValue(position,
                    SumOfTerms(position, kWeights.data(), PhaseOf(position.board), kMaxPhase));
}

bool Inputs::IsMirrored(const Position& position, Color side) {
  const Squares kings = position.board.Of(side, Kind::kKing);
  int leftmost = kings.empty() ? 0 : kFiles - 1;
  for (const Sq king : kings) leftmost = std::min(leftmost, king.file());
  return leftmost > (kFiles - 1) / 2;
}

std::array<int16_t, Inputs::kOthers> Inputs::OtherFeatures(const Position& position, Color side) {
  const int lead = side == Color::kWhite ? position.lead() : -position.lead();
  const auto level = std::upper_bound(kLeads.begin(), kLeads.end(), std::abs(lead));
  const int magnitude = static_cast<int>(level - kLeads.begin());
  const PointHistory& history = position.history;
  // 0 if the points are level, 1 if this side leads, 2 if the other side does.
  const int sign = lead == 0 ? 0 : lead > 0 ? 1 : 2;
  const int run = sign == 0   ? history.LevelRun()
                  : sign == 1 ? history.SteadyRun(side)
                              : history.SteadyRun(!side);
  const int castlings = (position.castlings[Index(side)] > 0 ? 2 : 0) +
                        (position.castlings[Index(!side)] > 0 ? 1 : 0);
  const int lead_feature = sign == 0 ? 0 : (sign - 1) * kLeadLevels + magnitude;
  return {static_cast<int16_t>(kLead + lead_feature),
          static_cast<int16_t>(kRun + sign * kRuns + run),
          static_cast<int16_t>(kCastlings + castlings)};
}

int Evaluator::Evaluate(const Position& position, int ply) {
  return IsKnownToNetwork(position.features) ? network_.Evaluate(position, ply)
                                             : HandmadeEvaluator::Evaluate(position);
}

}  // namespace arbiter::chpok
