// The examples in the comments of headers compile and do what the comments say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/strings.h"
#include "core/game/game.h"
#include "core/game/registry.h"
#include "core/variants/makruk/rules.h"
#include "tests/support/file.h"

namespace arbiter {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::string_view kAfterE4 = "rnsmksnr/8/pppppppp/8/4P3/PPPP1PPP/8/RNSKMSNR b - - 0 1";

// Records what is written to std::cout during its lifetime.
class Output {
 public:
  Output() : before_(std::cout.rdbuf(text_.rdbuf())) {}
  ~Output() { std::cout.rdbuf(before_); }

  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::streambuf* before_;
};

TEST(HeaderExamples, Registry) {
  const Output output;
  for (const Variant* variant : AllVariants()) {
    std::cout << variant->info().id << ": " << variant->info().start_fen << "\n";
  }
  EXPECT_THAT(output.text(), HasSubstr("makruk: rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w"));
}

TEST(HeaderExamples, Game) {
  const Output output;
  const Variant* makruk = *FindVariant("makruk");
  const std::unique_ptr<Game> game = *makruk->Start({});
  ActionResult result;
  const absl::Status status = game->Apply("e3e4", &result);
  if (!status.ok()) std::cerr << status.message() << "\n";
  std::cout << result.san << ": " << game->Fen(FenStyle::kStandard) << "\n";
  const absl::StatusOr<std::vector<std::string>> replies = game->LegalTexts("");
  for (const std::string& reply : *replies) std::cout << reply << "\n";
  EXPECT_THAT(output.text(), StartsWith(StrCat("e4: ", kAfterE4, "\na6a5\n")));
}

TEST(HeaderExamples, Rules) {
  const Output output;
  const auto rules = *makruk::MakrukRules::Create({});
  makruk::Position position = *rules.ParseFen(rules.Info().start_fen);
  rules.Apply(&position, *rules.ParseMove(position, "e3e4"));
  std::cout << rules.FormatFen(position, FenStyle::kStandard) << "\n";
  EXPECT_EQ(output.text(), StrCat(kAfterE4, "\n"));
}

// Expects every line of the examples in a header to be in a file that is compiled. An example is
// the indented part of a comment that follows an empty line.
void ExpectCompiled(std::string_view header, std::string_view compiled) {
  const std::string code = testing::ReadFile(StrCat(ARBITER_SOURCE_DIR, "/", compiled));
  std::istringstream lines(testing::ReadFile(StrCat(ARBITER_SOURCE_DIR, "/", header)));
  int count = 0;
  bool in_example = false;
  std::string before;
  for (std::string line; std::getline(lines, line); before = line) {
    in_example = line.starts_with("//   ") && (in_example || before == "//");
    if (!in_example) continue;
    ++count;
    EXPECT_THAT(code, HasSubstr(StrCat("\n  ", line.substr(5), "\n"))) << header;
  }
  EXPECT_GT(count, 2) << header;
}

TEST(HeaderExamples, AreTheLinesOfThisFileAndOfTheExampleOfTheClient) {
  for (const char* header : {"core/game/game.h", "core/game/registry.h", "core/rules/rules.h"}) {
    ExpectCompiled(header, "tests/unit/header_examples_test.cc");
  }
  ExpectCompiled("clients/cpp/include/arbiter/client/client.h", "clients/cpp/example.cc");
}

}  // namespace
}  // namespace arbiter
