// Checks that the example in README.md runs, and that the session in clients/cli/README.md prints
// exactly what the page shows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "tests/service/shell.h"
#include "tests/support/file.h"
#include "tests/support/process.h"
#include "tests/support/server/server_process.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;

TEST(Readme, ContainsAnExampleThatRuns) {
  ServerProcess server;
  const ProgramResult example = RunProgram({README_EXAMPLE, server.address()});
  EXPECT_EQ(example.exit_code, 0) << example.err;
  EXPECT_THAT(example.out, HasSubstr("e3e4\n"));
  EXPECT_THAT(ReadFile(ARBITER_SOURCE_DIR "/README.md"),
              HasSubstr(ReadFile(ARBITER_SOURCE_DIR "/tests/readme/example.cc")));
}

// Returns the ```console block of a page.
std::string Session(const std::string& page) {
  const std::string start = "```console\n";
  const size_t begin = page.find(start);
  if (begin == std::string::npos) return "";
  return page.substr(begin + start.size(),
                     page.find("```", begin + start.size()) - begin - start.size());
}

TEST(CliReadme, SessionPrintsWhatThePageShows) {
  const Shell shell;
  const std::string session = Session(ReadFile(ARBITER_SOURCE_DIR "/clients/cli/README.md"));
  std::string shown;
  int commands = 0;
  std::istringstream lines(session);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("$ ")) continue;
    ++commands;
    shown += line + "\n" + shell.Run(line.substr(2) + " 2>&1").out;
  }
  EXPECT_EQ(shown, session);
  EXPECT_GE(commands, 10);
}

}  // namespace
}  // namespace arbiter::testing
