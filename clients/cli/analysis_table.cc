#include "clients/cli/analysis_table.h"

#include <algorithm>
#include <iostream>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "clients/cli/score_text.h"
#include "clients/cli/state_text.h"
#include "core/rules/strings.h"

namespace arbiter::cli {
namespace {

std::string BestText(const v1::BestMove& best) {
  const bool has_san = !best.san().empty() && best.san() != best.action();
  return StrCat("Best      ",
                has_san ? StrCat(best.san(), " (", best.action(), ")") : best.action(),
                best.ponder().empty() ? "" : StrCat(", expecting ", best.ponder()), "\n");
}

bool SameLines(const v1::AnalysisProgress& one, const v1::AnalysisProgress& other) {
  return std::equal(one.lines().begin(), one.lines().end(), other.lines().begin(),
                    other.lines().end(), [](const auto& left, const auto& right) {
                      return left.SerializeAsString() == right.SerializeAsString();
                    });
}

}  // namespace

void AnalysisTable::Add(const v1::AnalyzeResponse& response, const Players& players) {
  if (response.has_progress()) {
    latest_ = response.progress();
    if (latest_.depth() > printed_.depth()) PrintLatest();
  } else {
    if (!SameLines(latest_, printed_)) PrintLatest();
    const v1::BestMove& best = response.best_move();
    std::cout << (best.action().empty() ? AdjudicationText(best.adjudication(), players)
                                        : BestText(best));
  }
  std::cout.flush();
}

void AnalysisTable::PrintLatest() {
  if (latest_.lines().empty()) return;
  if (printed_.lines().empty()) {
    std::cout << "depth       score  win %  draw %       nodes     nodes/s  line\n";
  }
  for (const v1::AnalysisLine& line : latest_.lines()) {
    const v1::Score& score = line.score();
    std::cout << absl::StreamFormat("%5d %11s  %5.1f  %6.1f %11d %11d  %s\n", latest_.depth(),
                                    ScoreText(score), score.win_probability() * 100,
                                    score.draw_probability() * 100, latest_.nodes(), latest_.nps(),
                                    absl::StrJoin(line.pv_san(), " "));
  }
  printed_ = latest_;
}

}  // namespace arbiter::cli
