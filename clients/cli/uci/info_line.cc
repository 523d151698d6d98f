#include "clients/cli/uci/info_line.h"

#include <cmath>

#include "clients/cli/uci/action_word.h"
#include "core/rules/strings.h"

namespace arbiter::cli {
namespace {

std::string ScoreWords(const v1::Score& score) {
  switch (score.kind_case()) {
    case v1::Score::kMateIn:
      return StrCat("mate ", score.mate_in());
    case v1::Score::kPoints:
      return StrCat("cp ", std::lround(score.points() * 100));
    default:
      return StrCat("cp ", score.centipawns());
  }
}

}  // namespace

std::string InfoLine(const v1::AnalysisProgress& progress, const v1::AnalysisLine& line) {
  std::string text = StrCat(
      "info depth ", progress.depth(), " seldepth ", progress.selective_depth(), " multipv ",
      line.rank(), " score ", ScoreWords(line.score()), " nodes ", progress.nodes(), " nps ",
      progress.nps(), " hashfull ", progress.hash_permille(), " time ", progress.time_ms(), " pv");
  for (const std::string& action : line.pv()) StrAppend(&text, " ", ToActionWord(action));
  return text;
}

std::string BestMoveLine(const v1::BestMove& best) {
  if (best.action().empty()) return "bestmove (none)";
  const std::string line = StrCat("bestmove ", ToActionWord(best.action()));
  return best.ponder().empty() ? line : StrCat(line, " ponder ", ToActionWord(best.ponder()));
}

}  // namespace arbiter::cli
