#include "tests/support/outcomes.h"

#include <cstdlib>

#include "core/base/strings.h"
#include "core/game/viewed_game.h"
#include "tests/support/game.h"

namespace arbiter::testing {
namespace {

std::string ResultText(const Game& game) {
  const std::optional<End> end = game.Adjudicate().end;
  if (!end) return "";
  if (end->result == Result::kWhiteWins) return "1-0";
  return end->result == Result::kBlackWins ? "0-1" : "1/2-1/2";
}

std::string ToText(Fraction fraction) {
  if (fraction.denominator() == 1) return StrCat(fraction.numerator());
  return StrCat(fraction.numerator(), "/", fraction.denominator());
}

}  // namespace

Fraction ParseFraction(const std::string& text) {
  char* end = nullptr;
  const uint64_t numerator = std::strtoull(text.c_str(), &end, 10);
  const uint64_t denominator = *end == '/' ? std::strtoull(end + 1, nullptr, 10) : 1;
  if (denominator == 0) return Fraction();
  return Fraction(numerator).DividedBy(denominator).value_or(Fraction());
}

std::vector<OutcomeText> OutcomesOf(const Game& game, const std::string& action,
                                    bool separate_paths) {
  std::vector<OutcomeText> outcomes;
  Budget budget;
  const EnumerationLimits limits = {.separate_paths = separate_paths};
  const auto summary = ViewedGame(game.Clone(), Viewer::kAll)
                           .Outcomes(action, limits, budget,
                                     [&outcomes](const ActionResult& applied, Fraction probability,
                                                 const ViewedGame& after) {
                                       const Game& state = after.shown();
                                       outcomes.push_back({ToText(probability), applied.text,
                                                           FenOf(state), ResultText(state)});
                                       return true;
                                     });
  EXPECT_THAT(summary, IsOk()) << action << " in " << FenOf(game);
  if (summary.ok()) {
    EXPECT_FALSE(summary->truncated);
    EXPECT_EQ(summary->missing_mass, 0);
  }
  return outcomes;
}

std::vector<OutcomeText> OutcomesOf(std::string_view variant, std::string_view fen,
                                    const std::string& action) {
  return OutcomesOf(*GameAt(variant, fen), action);
}

std::vector<std::string> OutcomeTextsOf(std::string_view variant, std::string_view fen,
                                        const std::string& action) {
  std::vector<std::string> texts;
  for (OutcomeText& outcome : OutcomesOf(variant, fen, action)) {
    texts.push_back(std::move(outcome.text));
  }
  return texts;
}

}  // namespace arbiter::testing
