#include "clients/cli/score_text.h"

#include "absl/strings/str_format.h"

namespace arbiter::cli {

std::string ScoreText(const v1::Score& score) {
  switch (score.kind_case()) {
    case v1::Score::kMateIn:
      return absl::StrFormat("#%d", score.mate_in());
    case v1::Score::kPoints:
      return absl::StrFormat("%+.4g points", score.points());
    default:
      return absl::StrFormat("%+.2f", score.centipawns() / 100.0);
  }
}

double Expectation(const v1::Score& score) {
  return score.win_probability() + score.draw_probability() / 2;
}

}  // namespace arbiter::cli
