#include <algorithm>

#include "service/convert/wire_analysis.h"

namespace arbiter {

void WriteScore(const Score& score, v1::Score* answer) {
  switch (score.kind) {
    case Score::Kind::kCentipawns:
      answer->set_centipawns(score.value);
      break;
    case Score::Kind::kMate:
      answer->set_mate_in(score.value);
      break;
    case Score::Kind::kPoints:
      answer->set_points(score.points);
      break;
  }
  answer->set_win_probability(score.win_probability);
  answer->set_draw_probability(score.draw_probability);
}

void WriteProgress(const AnalysisProgress& progress, v1::AnalysisProgress* answer) {
  answer->set_depth(static_cast<uint32_t>(progress.depth));
  answer->set_selective_depth(static_cast<uint32_t>(progress.selective_depth));
  answer->set_nodes(progress.nodes);
  const auto time_us = static_cast<uint64_t>(std::max<int64_t>(progress.time_us, 1));
  answer->set_nps(static_cast<uint64_t>(static_cast<double>(progress.nodes) * 1e6 /
                                        static_cast<double>(time_us)));
  answer->set_hash_permille(static_cast<uint32_t>(progress.hash_permille));
  answer->set_time_ms(static_cast<uint32_t>(time_us / 1000));
  uint32_t rank = 0;
  for (const AnalysisLine& line : progress.lines) {
    v1::AnalysisLine* entry = answer->add_lines();
    entry->set_rank(++rank);
    WriteScore(line.score, entry->mutable_score());
    entry->mutable_pv()->Assign(line.pv.begin(), line.pv.end());
    entry->mutable_pv_san()->Assign(line.pv_san.begin(), line.pv_san.end());
  }
}

}  // namespace arbiter
