// Tests that every example in `arbiter --help` and in the help of its commands works.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "core/base/strings.h"
#include "tests/service/command_line.h"
#include "tests/service/shell.h"
#include "tests/support/server/job_server.h"
#include "tests/support/server/server_process.h"

namespace arbiter::testing {
namespace {

using ::testing::Contains;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

// Returns the lines of a help text from below the line `title` to the next empty line.
std::vector<std::string> LinesBelow(const std::string& help, const std::string& title) {
  std::vector<std::string> lines;
  std::istringstream text(help);
  bool inside = false;
  for (std::string line; std::getline(text, line);) {
    if (inside && line.empty()) break;
    if (inside) lines.push_back(line.substr(line.find_first_not_of(' ')));
    inside = inside || line == title;
  }
  return lines;
}

// Returns the full names of all commands below `command`, such as `legal`, `keys` and `keys add`.
std::vector<std::string> CommandsBelow(const std::string& command) {
  std::vector<std::string> commands;
  const Shell shell;
  const std::string help = shell.Run("arbiter " + command + " --help").out;
  for (const std::string& line : LinesBelow(help, "Subcommands:")) {
    // Descriptions have a column of their own and may continue on another line.
    if (line.find("  ") == std::string::npos) continue;
    const std::string name =
        (command.empty() ? "" : command + " ") + line.substr(0, line.find(' '));
    commands.push_back(name);
    for (const std::string& below : CommandsBelow(name)) commands.push_back(below);
  }
  return commands;
}

// Creates the files that the examples use.
void Prepare(const Shell& shell) {
  shell.Write("makruk.txt", "e3e4\ne6e5\nblack:resign\n");
  shell.Write("chak.txt", "e3e4\ne7e6\n");
  shell.Write("chpok.txt", "raise time +2 5+3\n");
  const std::string game =
      R"({"variant":"chakart","options":{"chakart":{"setup":"SETUP_STANDARD"}},"record":{"actions":)"
      R"(["e2e4","b8c6","black:draw?","d2d4","resign"],"seed":)"
      R"("AQgPFh0kKzI5QEdOVVxjanF4f4aNlJuiqbC3vsXM09o="},)"
      R"("claimedResult":"RESULT_WHITE_WINS"})";
  shell.Write("game.json", game);
  shell.Write("games.jsonl", game + "\n" + game + "\n");
  shell.Write("requests.jsonl", R"({"id":"1","legalMoves":{"position":{"variant":"chak"}}})"
                                "\n");
  const std::string pgn = "[Event \"?\"]\n[Variant \"Makruk\"]\n\n1. e4 e5 *\n\n";
  shell.Write("games.pgn", pgn + pgn + pgn);
  // The SHA-256 of `test`.
  shell.Write("keys.json",
              R"({"clients":[{"name":"site","methods":["*"],"keySha256":)"
              R"(["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"]}]})");
}

TEST(HelpExamples, EveryCommandHasExamples) {
  const std::vector<std::string> commands = CommandsBelow("");
  EXPECT_THAT(commands, SizeIs(Ge(21U)));
  EXPECT_THAT(commands, Contains("keys revoke"));
  const Shell shell;
  for (const std::string& command : commands) {
    const ProgramResult help = shell.Run("arbiter " + command + " --help");
    EXPECT_EQ(help.exit_code, 0) << command;
    EXPECT_THAT(LinesBelow(help.out, "Examples:"), Not(IsEmpty())) << command;
    for (const std::string& example : LinesBelow(help.out, "Examples:")) {
      EXPECT_THAT(example, HasSubstr("arbiter " + command)) << command;
    }
  }
}

bool IsJobCommand(const std::string& command) { return command.rfind("jobs", 0) == 0; }

TEST(HelpExamples, AllExamplesSucceed) {
  const ServerProcess server;
  std::vector<std::string> commands = CommandsBelow("");
  commands.emplace_back("");
  for (const std::string& command : commands) {
    if (IsJobCommand(command)) continue;
    const Shell reader;
    const std::string help = reader.Run("arbiter " + command + " --help").out;
    for (std::string example : LinesBelow(help, "Examples:")) {
      const Shell shell;
      Prepare(shell);
      if (const size_t place = example.find("localhost:50051"); place != std::string::npos) {
        example.replace(place, 15, server.address());
      }
      // An infinite search runs until Ctrl-C.
      const bool is_infinite = example.find("--infinite") != std::string::npos;
      const ProgramResult finished =
          is_infinite ? shell.RunAndInterrupt(example) : shell.Run(example, "quit\n");
      EXPECT_EQ(finished.exit_code, 0) << example << '\n' << finished.out << finished.err;
      EXPECT_EQ(finished.err, "") << example;
    }
  }
}

TEST(JobHelpExamples, AllExamplesSucceed) {
  JobServer server("both");
  for (const std::string& command : CommandsBelow("")) {
    if (!IsJobCommand(command)) continue;
    const Shell shell;
    const std::string help = shell.Run("arbiter " + command + " --help").out;
    for (const std::string& example : LinesBelow(help, "Examples:")) {
      Prepare(shell);
      const std::string line = ReplaceAll(
          example, {{"localhost:50051", server.address()},
                    {"0f9a2c5e7d1b4836a0c4e2f81d6b9357", SubmitJob(&server, MixedJobRequests(1))}});
      const ProgramResult finished = shell.Run(line);
      EXPECT_EQ(finished.exit_code, 0) << line << '\n' << finished.out << finished.err;
    }
  }
}

}  // namespace
}  // namespace arbiter::testing
