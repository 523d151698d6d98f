// The format of corpus files. Formatting and parsing preserve every input.
#include "tests/fuzz/corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/file.h"

namespace arbiter::fuzz {
namespace {

using namespace std::string_literals;
using ::testing::HasSubstr;

TEST(Corpus, NamesPrecedeTheLinesOfTheirInputs) {
  const Corpus corpus = {
      {"two_lines", "makruk auto claim\ne3e4"}, {"newline_last", "e3e4\n"}, {"nothing", ""}};
  EXPECT_EQ(FormatCorpus(corpus),
            "-- newline_last --\n"
            "e3e4\n"
            "\n"
            "-- nothing --\n"
            "\n"
            "-- two_lines --\n"
            "makruk auto claim\n"
            "e3e4\n");
}

TEST(Corpus, BytesThatATextFileMightLoseAreEscaped) {
  const Corpus corpus = {{"odd", "\0\x7f\xff\\ \n-- x --\n--\t\r\n  "s}};
  EXPECT_EQ(FormatCorpus(corpus),
            "-- odd --\n"
            "\\x00\\x7f\\xff\\\\\\x20\n"
            "\\x2d- x --\n"
            "--\\x09\\x0d\n"
            " \\x20\n");
}

TEST(Corpus, AnyBytesRoundTrip) {
  std::string all_bytes;
  for (int byte = 0; byte < 256; ++byte) all_bytes.push_back(static_cast<char>(byte));
  Corpus corpus = {{"all_bytes", all_bytes}, {"empty", ""}};
  // Adds every text of up to five of these characters, most of which have a special meaning.
  constexpr std::string_view kCharacters = "\n\\x- a";
  std::vector<std::string> texts = {""};
  for (size_t i = 0; texts[i].size() < 5; ++i) {
    for (const char next : kCharacters) {
      texts.push_back(texts[i] + next);
      corpus["text_" + std::to_string(texts.size())] = texts.back();
    }
  }
  const std::string text = FormatCorpus(corpus);
  const absl::StatusOr<Corpus> parsed = ParseCorpus(text);
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_TRUE(*parsed == corpus);
  EXPECT_TRUE(FormatCorpus(*parsed) == text);
}

TEST(Corpus, HandwrittenFilesNeedNotBeSortedOrEscaped) {
  const absl::StatusOr<Corpus> parsed = ParseCorpus(
      "-- b --\n"
      "\xe0\xb8\x81\t\n"
      "-- a --\n"
      "-- c --\n"
      "\\x5C\\x6e");
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(*parsed, (Corpus{{"a", ""}, {"b", "\xe0\xb8\x81\t"}, {"c", "\\n"}}));
}

TEST(Corpus, ErrorsNameTheLineAndTheFix) {
  struct Row {
    const char* text;
    const char* message;
  };
  const Row rows[] = {
      {"e3e4\n", "line 1: expected the name of an input"},
      {"-- a --\ne3e4\n-- b\n", "line 3: expected the name of an input"},
      {"-- --\n", "line 1: expected the name of an input"},
      {"--  --\n", "line 1: '' is not a valid name of an input"},
      {"-- a/b --\n", "line 1: 'a/b' is not a valid name of an input"},
      {"-- .. --\n", "line 1: '..' is not a valid name of an input"},
      {"-- a --\ne3\n-- a --\ne4\n", "line 4: the corpus has a different input 'a'"},
      {"-- a --\ne3\\n\n", "line 2: '\\n' is not a valid escape"},
      {"-- a --\n\\", "line 2: '\\' is not a valid escape"},
      {"-- a --\n\\x", "line 2: '\\x' is not a valid escape"},
      {"-- a --\n\\x4\n", "line 2: '\\x4' is not a valid escape"},
      {"-- a --\n\\x4g\n", "line 2: '\\x4g' is not a valid escape"},
      {"-- a --\n\\X41\n", "line 2: '\\X41' is not a valid escape"},
      {"-- a --\n\\x-4\n", "line 2: '\\x-4' is not a valid escape"},
  };
  for (const Row& row : rows) {
    const absl::StatusOr<Corpus> parsed = ParseCorpus(row.text);
    ASSERT_FALSE(parsed.ok()) << row.text;
    EXPECT_THAT(std::string(parsed.status().message()), HasSubstr(row.message));
  }
}

TEST(Corpus, AddingNeverReplacesAnInput) {
  Corpus corpus;
  EXPECT_TRUE(AddInput("a", "e3e4", &corpus).ok());
  EXPECT_TRUE(AddInput("a", "e3e4", &corpus).ok());
  EXPECT_FALSE(AddInput("a", "d3d4", &corpus).ok());
  EXPECT_EQ(corpus, (Corpus{{"a", "e3e4"}}));
}

// Adding an input to a file that is not formatted would change other lines too.
TEST(Corpus, FilesOfTheRepositoryAreFormatted) {
  const std::filesystem::path folder = ARBITER_SOURCE_DIR "/tests/fuzz/corpus";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string text = testing::ReadFile(entry.path());
    const absl::StatusOr<Corpus> corpus = ParseCorpus(text);
    ASSERT_TRUE(corpus.ok()) << entry.path() << ": " << corpus.status();
    EXPECT_FALSE(corpus->empty()) << entry.path();
    EXPECT_TRUE(FormatCorpus(*corpus) == text)
        << "to format it, run ./dev fuzz --add " << entry.path().stem().string();
    ++files;
  }
  EXPECT_GE(files, 14);
}

}  // namespace
}  // namespace arbiter::fuzz
