// Tests the completions that shells offer with the scripts of `arbiter completion`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "tests/service/shell.h"

namespace arbiter::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// Returns the completions that bash offers at the end of a command line. `words` are separated as
// bash splits them at the prompt.
std::vector<std::string> InBash(const std::string& words) {
  const Shell shell;
  shell.Write("game.json", "");
  const ProgramResult finished = shell.Run(
      "source <(arbiter completion bash)\n"
      "compopt() { :; }\n"
      "COMP_WORDS=(" +
      words +
      ")\n"
      "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
      "_arbiter\n"
      "printf '%s\\n' \"${COMPREPLY[@]}\"");
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(finished.err, "") << words;
  return Lines(finished.out);
}

TEST(Completion, OffersCommands) {
  EXPECT_THAT(InBash("arbiter ''"), IsSupersetOf({"variants", "legal", "play", "completion"}));
  EXPECT_THAT(InBash("arbiter re"), ElementsAre("render", "review"));
  EXPECT_THAT(InBash("arbiter keys ''"), ElementsAre("add", "list", "revoke"));
  EXPECT_THAT(InBash("arbiter jobs re"), ElementsAre("results", "retry", "repin"));
}

TEST(Completion, OffersVariants) {
  EXPECT_THAT(InBash("arbiter legal ''"), ElementsAre("chak", "chakart", "chpok", "makruk"));
  EXPECT_THAT(InBash("arbiter legal chak"), ElementsAre("chak", "chakart"));
  EXPECT_THAT(InBash("arbiter uci --variant m"), ElementsAre("makruk"));
  // The variant is also completed after an option with a value.
  EXPECT_THAT(InBash("arbiter --server localhost : 50051 legal m"), ElementsAre("makruk"));
}

TEST(Completion, OffersFlagsOfTheCommandAndGlobalFlags) {
  EXPECT_THAT(InBash("arbiter perft chak --d"),
              ElementsAre("--draw-policy", "--depth", "--divide"));
  EXPECT_THAT(InBash("arbiter perft chak --"), IsSupersetOf({"--json", "--server", "--color"}));
  EXPECT_THAT(InBash("arbiter perft chak --arrow"), Not(Contains("--arrow")));
}

TEST(Completion, OffersTheValuesOfAFlag) {
  EXPECT_THAT(InBash("arbiter render chak --theme ''"), ElementsAre("dark", "light"));
  EXPECT_THAT(InBash("arbiter render chak --theme = d"), ElementsAre("dark"));
  EXPECT_THAT(InBash("arbiter start chak --color n"), ElementsAre("never"));
  EXPECT_THAT(InBash("arbiter play chak --black e"), ElementsAre("engine"));
  EXPECT_THAT(InBash("arbiter completion ''"), UnorderedElementsAre("bash", "zsh", "fish"));
}

TEST(Completion, OffersVariantOptionsAndTheirValues) {
  EXPECT_THAT(InBash("arbiter start makruk --option co"), ElementsAre("counting="));
  EXPECT_THAT(InBash("arbiter start makruk --option counting ="),
              UnorderedElementsAre("auto", "manual", "none"));
  EXPECT_THAT(InBash("arbiter start makruk --option counting = m"), ElementsAre("manual"));
  EXPECT_THAT(InBash("arbiter start chpok --option c"), ElementsAre("chips="));
  EXPECT_THAT(InBash("arbiter start chess --option c"), ElementsAre(""));
}

TEST(Completion, OffersFilesWhereFilesAreRead) {
  EXPECT_THAT(InBash("arbiter verify g"), ElementsAre("game.json"));
  EXPECT_THAT(InBash("arbiter verify game.json g"), ElementsAre("game.json"));
  EXPECT_THAT(InBash("arbiter legal chak --record g"), ElementsAre("game.json"));
  EXPECT_THAT(InBash("arbiter legal chak --fen g"), ElementsAre(""));
  EXPECT_THAT(InBash("arbiter jobs submit g"), ElementsAre("game.json"));
  EXPECT_THAT(InBash("arbiter jobs results 1 --resume g"), ElementsAre("game.json"));
  EXPECT_THAT(InBash("arbiter jobs submit g --priority n"), ElementsAre("normal"));
  for (const std::string command : {"validate", "review", "pgn"}) {
    EXPECT_THAT(InBash("arbiter " + command + " g"), ElementsAre("game.json"));
    EXPECT_THAT(InBash("arbiter " + command + " ''"),
                ElementsAre("chak", "chakart", "chpok", "makruk", "game.json"));
  }
}

bool IsInstalled(const std::string& shell) { return Shell().Run("type " + shell).exit_code == 0; }

TEST(Completion, ZshScriptOffersCompletions) {
  if (!IsInstalled("zsh")) GTEST_SKIP() << "zsh is not installed";
  const Shell shell;
  const ProgramResult finished = shell.Run(
      "arbiter completion zsh > _arbiter && zsh -n _arbiter && cat > try.zsh <<'END'\n"
      "compdef() { :; }\n"
      "_describe() { print -rl -- ${(P)3}; }\n"
      "_files() { print files; }\n"
      "compset() { :; }\n"
      "source ./_arbiter\n"
      "words=(arbiter start makruk --option 'counting=m'); CURRENT=5; _arbiter\n"
      "words=(arbiter completion z); CURRENT=3; _arbiter\n"
      "words=(arbiter verify ''); CURRENT=3; _arbiter\n"
      "END\n"
      "zsh -f try.zsh");
  EXPECT_EQ(finished.err, "");
  EXPECT_THAT(Lines(finished.out), ElementsAre("counting=manual", "zsh", "files"));
}

TEST(Completion, FishScriptOffersCompletions) {
  if (!IsInstalled("fish")) GTEST_SKIP() << "fish is not installed";
  const Shell shell;
  const ProgramResult finished = shell.Run(
      "arbiter completion fish > arbiter.fish && fish --no-execute arbiter.fish && fish -c '\n"
      "source arbiter.fish\n"
      "complete -C\"arbiter start makruk --option counting=m\"\n"
      "complete -C\"arbiter completion z\"\n"
      "complete -C\"arbiter verify arbiter.f\"\n"
      "complete -C\"arbiter validate arbiter.f\"'");
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(Lines(finished.out),
              ElementsAre("counting=manual", "zsh", "arbiter.fish", "arbiter.fish"));
}

}  // namespace
}  // namespace arbiter::testing
