// Tests `--json`: every command prints JSON, one message per line, or refuses the flag.
#include <gmock/gmock.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "tests/service/shell.h"

namespace arbiter::testing {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

bool IsJsonObject(const std::string& line) {
  google::protobuf::Struct object;
  return google::protobuf::util::JsonStringToMessage(line, &object).ok();
}

struct Case {
  std::string command;
  std::string arguments;
  // A field of the first line of the output.
  std::string field;
};

const Case kCases[] = {
    {"variants", "", "variants"},
    {"variants", "chak", "startFen"},
    {"start", "chakart --generate-seed --commitment", "commitment"},
    {"legal", "makruk --controls", "texts"},
    {"apply", "makruk e3e4", "applied"},
    {"outcomes", "chakart a1a3 --fen '4k3/8/8/e7/8/8/8/R3K3 w 0'", "outcomes"},
    {"adjudicate", "chak", "adjudication"},
    {"validate", "makruk --moves 'e3e4 black:resign'", "verdict"},
    {"verify", "game.json", "ok"},
    {"convert", "makruk Nd2", "texts"},
    {"validate", "games.pgn", "game"},
    {"review", "games.pgn --depth 1", "ply"},
    {"pgn", "games.pgn", "game"},
    {"pgn", "game.json", "pgn"},
    {"render", "chak", "image"},
    {"render", "chak --svg", "image"},
    {"view", "chak", "views"},
    {"perft", "makruk --depth 2 --divide --progress always", "divided"},
    {"analyze", "chak --depth 2 --multi-pv 2", "progress"},
    {"review", "makruk --moves 'e3e4 e6e5' --depth 1", "ply"},
    {"batch", "requests.jsonl", "legalMoves"},
    {"keys list", "--file keys.json", "name"},
    {"keys add", "app --file keys.json", "keyId"},
    {"keys revoke", "site --file keys.json", "name"},
};
const std::string kCommandsWithoutJson[] = {"play chak", "uci", "completion bash"};

void Prepare(const Shell& shell) {
  shell.Write("game.json", R"({"variant":"chakart","record":{"actions":["resign"],)"
                           R"("seed":"AQgPFh0kKzI5QEdOVVxjanF4f4aNlJuiqbC3vsXM09o="}})");
  shell.Write("games.pgn", "[Variant \"Makruk\"]\n\n1. e4 e5 *\n");
  shell.Write("requests.jsonl", R"({"id":"1","legalMoves":{"position":{"variant":"chak"}}})"
                                "\n");
  shell.Write("keys.json",
              R"({"clients":[{"name":"site","methods":["*"],"keySha256":)"
              R"(["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"]}]})");
}

TEST(JsonOutput, CommandsPrintOnlyJson) {
  for (const auto& [command, arguments, field] : kCases) {
    const Shell shell;
    Prepare(shell);
    const std::string line = "arbiter " + command + " " + arguments + " --json";
    const ProgramResult finished = shell.Run(line);
    EXPECT_EQ(finished.exit_code, 0) << line << ": " << finished.err;
    EXPECT_EQ(finished.err, "") << line;
    std::istringstream lines(finished.out);
    std::string first;
    for (std::string one; std::getline(lines, one);) {
      EXPECT_TRUE(IsJsonObject(one)) << line << ": " << one;
      if (first.empty()) first = one;
    }
    EXPECT_THAT(first, HasSubstr("\"" + field + "\":")) << line;
  }
}

TEST(JsonOutput, OtherCommandsRefuseTheFlag) {
  for (const std::string& command : kCommandsWithoutJson) {
    const ProgramResult finished = Shell().Run("arbiter " + command + " --json");
    EXPECT_EQ(finished.exit_code, 2) << command;
    EXPECT_EQ(finished.out, "") << command;
    EXPECT_THAT(finished.err, HasSubstr("--json")) << command;
  }
}

TEST(JsonOutput, EveryCommandIsTested) {
  std::set<std::string> tested;
  const auto add = [&](const std::string& command) {
    tested.insert(command.substr(0, command.find(' ')));
  };
  for (const Case& one : kCases) add(one.command);
  for (const std::string& command : kCommandsWithoutJson) add(command);
  // JobCommands tests these, which need a server with jobs.
  add("jobs");
  std::istringstream help(Shell().Run("arbiter --help").out);
  std::set<std::string> listed;
  bool inside = false;
  for (std::string line; std::getline(help, line);) {
    if (line == "Subcommands:") inside = true;
    if (line.empty()) inside = false;
    if (inside && line.starts_with("  ") && line[2] != ' ') {
      listed.insert(line.substr(2, line.find(' ', 2) - 2));
    }
  }
  EXPECT_EQ(tested, listed);
}

TEST(JsonOutput, ErrorsAreStatusesWithReasonAndField) {
  const ProgramResult refused = Shell().Run("arbiter apply makruk e3e5 --json");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_EQ(refused.out, "");
  EXPECT_TRUE(IsJsonObject(refused.err)) << refused.err;
  EXPECT_THAT(refused.err, HasSubstr(R"("code":9,)"));
  EXPECT_THAT(refused.err, HasSubstr(R"("reason":"ILLEGAL_ACTION")"));
  EXPECT_THAT(refused.err, HasSubstr(R"("field":"actions[0]")"));
  const ProgramResult unreachable = Shell().Run("arbiter legal chak --server 127.0.0.1:1 --json");
  EXPECT_EQ(unreachable.exit_code, 3);
  EXPECT_TRUE(IsJsonObject(unreachable.err)) << unreachable.err;
  // Wrong usage is explained in plain text.
  EXPECT_THAT(Shell().Run("arbiter legal --json").err, ContainsRegex("^arbiter: legal needs a "));
}

TEST(JsonOutput, RenderAlsoWritesTheFile) {
  const Shell shell;
  const ProgramResult finished = shell.Run("arbiter render chak --svg board.svg --json");
  EXPECT_TRUE(IsJsonObject(finished.out));
  EXPECT_THAT(shell.Read("board.svg"), HasSubstr("<svg"));
}

}  // namespace
}  // namespace arbiter::testing
