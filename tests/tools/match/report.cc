#include "tests/tools/match/report.h"

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "core/base/strings.h"

namespace arbiter::match {
namespace {

double Milliseconds(Effort::Duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

double MeanMilliseconds(const Effort& effort) {
  return effort.moves == 0 ? 0 : Milliseconds(effort.time) / effort.moves;
}

double NodesPerSecond(const Effort& effort) {
  return effort.moves == 0 ? 0 : static_cast<double>(effort.nodes) / effort.time.count();
}

double MeanDepth(const Effort& effort) {
  return effort.moves == 0 ? 0 : static_cast<double>(effort.depths) / effort.moves;
}

std::string PlayerText(const char* name, const PlayerSummary& player,
                       std::chrono::milliseconds movetime) {
  const Effort& effort = player.effort;
  std::string text = absl::StrFormat("  %s: %.1f ms per move, at most %.1f", name,
                                     MeanMilliseconds(effort), Milliseconds(effort.longest));
  if (movetime.count() > 0) {
    absl::StrAppendFormat(&text, " (%+.1f and %+.1f relative to the limit)",
                          MeanMilliseconds(effort) - Milliseconds(movetime),
                          Milliseconds(effort.longest) - Milliseconds(movetime));
  }
  if (effort.nodes > 0) {
    absl::StrAppendFormat(&text, ", depth %.1f, %.0f nodes/s", MeanDepth(effort),
                          NodesPerSecond(effort));
  }
  if (player.forfeits > 0) {
    StrAppend(&text, ", FORFEITS: ", player.forfeits, ", the first because of ",
              player.first_failure);
  }
  return text + "\n";
}

std::string TestText(const SequentialTest& test, const PairedScores& scores) {
  constexpr const char* kResults[] = {"undecided", "rejected", "accepted"};
  return absl::StrFormat("  test of %+.1f against %+.1f Elo: %s (log likelihood ratio %+.2f)\n",
                         test.high(), test.low(), kResults[static_cast<int>(test.Decide(scores))],
                         test.LogLikelihoodRatio(scores));
}

std::string JsonNumber(double number) {
  // JSON has no infinity, so null stands for it.
  const std::string text = absl::StrFormat("%.4f", number);
  return text.find("inf") == std::string::npos ? text : "null";
}

// Formats a JSON string. The texts of a match contain no control characters.
std::string JsonString(std::string_view text) {
  return StrCat("\"", ReplaceAll(text, {{"\\", "\\\\"}, {"\"", "\\\""}}), "\"");
}

std::string PlayerJson(const std::string& name, const PlayerSummary& player) {
  const Effort& effort = player.effort;
  return StrCat("{\"player\":", JsonString(name), ",\"moves\":", effort.moves,
                ",\"mean_ms\":", JsonNumber(MeanMilliseconds(effort)),
                ",\"longest_ms\":", JsonNumber(Milliseconds(effort.longest)),
                ",\"depth\":", JsonNumber(MeanDepth(effort)),
                ",\"nps\":", JsonNumber(NodesPerSecond(effort)), ",\"forfeits\":", player.forfeits,
                "}");
}

}  // namespace

std::string ReportText(const MatchTitles& titles, const MatchSummary& summary) {
  const PairedScores& scores = summary.scores;
  std::string text = absl::StrFormat(
      "%s, %d games in %d pairs, %s\n  A: %s\n  B: %s\n"
      "  A scores %.1f %% +- %.1f %% (95 %%): +%d =%d -%d\n"
      "  Elo %+.0f, from %+.0f to %+.0f\n"
      "  lower bound above 50 %%: %s\n  pairs with 0, 1/2, 1, 1 1/2, 2 points: %s\n",
      titles.variant, 2 * scores.pairs(), scores.pairs(), titles.limits, titles.a.name,
      titles.b.name, 100 * scores.score(), 100 * scores.error_bar(), summary.wins, summary.draws,
      summary.losses, EloOf(scores.score()), EloOf(scores.low()), EloOf(scores.high()),
      scores.low() > 0.5 ? "yes" : "no", absl::StrJoin(scores.counts(), ", "));
  if (titles.test) text += TestText(*titles.test, scores);
  text += PlayerText("A", summary.a, titles.a.movetime);
  text += PlayerText("B", summary.b, titles.b.movetime);
  text += "  ends:\n";
  for (const auto& [end, count] : summary.ends) StrAppend(&text, "    ", count, "  ", end, "\n");
  return text;
}

std::string ReportJson(const MatchTitles& titles, const MatchSummary& summary) {
  const PairedScores& scores = summary.scores;
  return StrCat(
      "{\"variant\":", JsonString(titles.variant), ",\"limits\":", JsonString(titles.limits),
      ",\"games\":", 2 * scores.pairs(), ",\"wins\":", summary.wins, ",\"draws\":", summary.draws,
      ",\"losses\":", summary.losses, ",\"score\":", JsonNumber(scores.score()),
      ",\"error_bar\":", JsonNumber(scores.error_bar()),
      ",\"elo\":", JsonNumber(EloOf(scores.score())), ",\"pairs\":[",
      absl::StrJoin(scores.counts(), ","), "],\"a\":", PlayerJson(titles.a.name, summary.a),
      ",\"b\":", PlayerJson(titles.b.name, summary.b), "}");
}

std::string GameLine(int pair, bool a_is_white, const GameRecord& record) {
  constexpr const char* kResults[] = {"0-1", "1/2-1/2", "1-0"};
  std::string line = StrCat("pair ", pair + 1, ", White ", a_is_white ? "A" : "B", ": ",
                            kResults[record.white_half_points], " after ", record.actions.size(),
                            " actions. ", record.end);
  if (!record.failure.empty()) StrAppend(&line, " (", record.failure, ")");
  return StrCat(line, " | ", record.start_fen, " | ", absl::StrJoin(record.actions, " "));
}

}  // namespace arbiter::match
