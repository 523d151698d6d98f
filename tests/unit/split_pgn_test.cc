// A PGN text that is cut into its games reads like the whole, whatever it contains.
#include "tests/support/split_pgn.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/corpus.h"
#include "tests/support/file.h"
#include "tests/support/random_play.h"
#include "tests/support/status.h"

namespace arbiter::testing {
namespace {

std::vector<std::string> Texts() {
  const auto corpus = fuzz::ParseCorpus(ReadFile(ARBITER_SOURCE_DIR "/tests/fuzz/corpus/pgn.txt"));
  EXPECT_THAT(corpus, IsOk());
  std::vector<std::string> texts = {ReadFile(ARBITER_SOURCE_DIR "/docs/examples/games.pgn")};
  for (const auto& [name, bytes] : *corpus) texts.push_back(bytes);
  return texts;
}

// What decides where a game ends.
constexpr std::array<std::string_view, 34> kFragments = {"[Event \"a\"]",
                                                         "[Site \"b\"]",
                                                         "[Variant \"Chak\"]",
                                                         "\n[Event \"",
                                                         "[bad",
                                                         "[",
                                                         "]",
                                                         "\"",
                                                         "{",
                                                         "}",
                                                         "{[%act e2e4]}",
                                                         "{}",
                                                         "(",
                                                         ")",
                                                         ";",
                                                         "%",
                                                         "\n%",
                                                         "$",
                                                         "$5",
                                                         "*",
                                                         "1-0",
                                                         "0.5-0.5",
                                                         "e4",
                                                         "e4*",
                                                         "1.",
                                                         "--",
                                                         "จ",
                                                         "\xEF\xBB\xBF",
                                                         "\n",
                                                         "\n\n",
                                                         "\r",
                                                         "\r\n",
                                                         " ",
                                                         "\t"};

TEST(SplitPgn, TheGamesOfAllFilesReadTheSame) {
  std::string all;
  for (const std::string& text : Texts()) {
    EXPECT_EQ(DifferenceWhenSplit(text), "") << text;
    all += text + "\n";
  }
  EXPECT_EQ(DifferenceWhenSplit(all), "");
}

TEST(SplitPgn, TheGamesOfChangedFilesReadTheSame) {
  Random random(53);
  const std::vector<std::string> texts = Texts();
  for (int round = 0; round < 2'000 / kSanitizerSlowdown; ++round) {
    std::string text = texts[random.Below(texts.size())].substr(0, 2'000);
    for (size_t changes = random.Below(8); changes > 0; --changes) {
      const std::string_view fragment = kFragments[random.Below(kFragments.size())];
      text.replace(random.Below(text.size() + 1), random.Below(6), fragment);
    }
    ASSERT_EQ(DifferenceWhenSplit(text), "") << text;
  }
}

TEST(SplitPgn, TheGamesOfRandomTextsReadTheSame) {
  Random random(54);
  for (int round = 0; round < 20'000 / kSanitizerSlowdown; ++round) {
    std::string text;
    for (size_t length = random.Below(24); length > 0; --length) {
      text += kFragments[random.Below(kFragments.size())];
    }
    ASSERT_EQ(DifferenceWhenSplit(text), "") << text;
  }
}

}  // namespace
}  // namespace arbiter::testing
