// Tests `arbiter jobs` as people use it: with interruptions, restarts and faulty games.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arbiter/v1/game_file.pb.h"
#include "core/base/strings.h"
#include "tests/service/command_line.h"
#include "tests/service/shell.h"
#include "tests/service/verifiers.h"
#include "tests/support/file.h"
#include "tests/support/free_port.h"
#include "tests/support/server/job_server.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

std::string Game(const std::string& white, const std::string& moves = "1. e4 e5") {
  return StrCat("[Event \"Cup\"]\n[White \"", white, "\"]\n[Variant \"Makruk\"]\n\n", moves,
                " *\n\n");
}

// Returns games of players whose names are numbers, from 1. Each call returns others.
std::string Games(int count) {
  static int calls = 0;
  ++calls;
  std::string games;
  for (int i = 1; i <= count; ++i) {
    games += Game(StrCat(i), StrCat("{", NewJobKey(), " ", calls, "} 1. e4 e5 2. d4 d5"));
  }
  return games;
}

// `arbiter jobs` with a server.
class JobCommands : public ::testing::Test {
 protected:
  explicit JobCommands(const std::string& role = "both") : role_(role) { Start(); }

  void Start() {
    server_.reset();
    server_ = std::make_unique<JobServer>(
        role_, std::vector<std::string>{"--jobs-for-anyone", "--listen", address_});
  }
  void Stop() { server_.reset(); }

  std::vector<std::string> Arguments(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {ARBITER_CLI, "jobs"});
    arguments.insert(arguments.end(), {"--server", address_});
    return arguments;
  }
  ProgramResult Jobs(const std::vector<std::string>& arguments,
                     const std::string& input = "") const {
    return RunProgram(Arguments(arguments), input);
  }
  // Submits games and returns the id of their job.
  std::string Submit(const std::string& pgn, std::vector<std::string> options = {"--validate"}) {
    options.insert(options.begin(), {"submit", "-"});
    const ProgramResult submitted = Jobs(options, pgn);
    EXPECT_EQ(submitted.exit_code, 0) << submitted.err;
    EXPECT_THAT(submitted.out, MatchesRegex("[0-9a-f]+\n"));
    return submitted.out.substr(0, submitted.out.find('\n'));
  }
  JobServer& server() { return *server_; }
  const std::string& address() const { return address_; }

 private:
  const std::string role_;
  const std::string address_ = StrCat("127.0.0.1:", FreePort());
  std::unique_ptr<JobServer> server_;
};

// A server that does not work on jobs, so that they wait until a test starts a worker.
class JobCommandsWithoutWorker : public JobCommands {
 protected:
  JobCommandsWithoutWorker() : JobCommands("service") {}
};

std::string Tag(const v1::ResultLine& result, const std::string& name) {
  for (const v1::PgnTag& tag : result.tags()) {
    if (tag.name() == name) return tag.value();
  }
  return "";
}

// Expects the results of all games, each of them once and in order.
void ExpectAllGames(const std::string& text, uint32_t count) {
  const std::vector<v1::ResultLine> results = ResultLines(text);
  ASSERT_THAT(results, SizeIs(count));
  for (uint32_t i = 0; i < count; ++i) {
    EXPECT_EQ(results[i].game(), i + 1);
    EXPECT_EQ(Tag(results[i], "White"), StrCat(i + 1));
    EXPECT_FALSE(results[i].has_error());
  }
}

TEST_F(JobCommands, AnArchiveWithAFaultyGameIsReviewed) {
  const Shell shell;
  shell.Write("games.pgn", StrCat(Game("Anna"), Game("Bob", "1. e4 e5 2. exe5"), Game("Chai")));
  const ProgramResult submitted = shell.Run(
      StrCat("ARBITER_SERVER=", address(), " arbiter jobs submit games.pgn --review --depth 2"));
  EXPECT_EQ(submitted.exit_code, 0) << submitted.err;
  const std::string id = Lines(submitted.out).at(0);
  EXPECT_EQ(submitted.err, StrCat("arbiter: submitted 3 games\n  arbiter jobs watch ", id,
                                  "\n  arbiter jobs results ", id, " --resume results.jsonl\n"));

  const ProgramResult watched = Jobs({"watch", id});
  EXPECT_EQ(watched.exit_code, 1);
  EXPECT_EQ(watched.out, "done: 3 of 3 items, 1 failed\n");
  EXPECT_THAT(watched.err, AllOf(HasSubstr("1 item has failed"), HasSubstr("--failed")));

  const ProgramResult printed = Jobs({"results", id});
  EXPECT_EQ(printed.exit_code, 0) << printed.err;
  const std::vector<v1::ResultLine> results = ResultLines(printed.out);
  ASSERT_THAT(results, SizeIs(3));
  EXPECT_EQ(results[0].job_id(), id);
  EXPECT_EQ(results[2].game(), 3);
  EXPECT_EQ(results[2].variant(), "makruk");
  EXPECT_EQ(Tag(results[2], "White"), "Chai");
  ASSERT_THAT(results[2].plies(), SizeIs(2));
  EXPECT_EQ(results[2].plies(0).ply(), 1);
  EXPECT_EQ(results[2].plies(1).ply(), 2);
  EXPECT_EQ(results[2].plies(1).review().san(), "e5");
  EXPECT_THAT(results[2].summary().players(), SizeIs(2));
  EXPECT_THAT(results[1].error().message(), HasSubstr("exe5"));
  EXPECT_EQ(Tag(results[1], "White"), "Bob");

  const std::vector<v1::ResultLine> failed = ResultLines(Jobs({"results", id, "--failed"}).out);
  ASSERT_THAT(failed, SizeIs(1));
  EXPECT_EQ(failed[0].game(), 2);
}

TEST_F(JobCommands, TheSameCommandIsTheSameJob) {
  const std::string games = Games(2);
  const std::string id = Submit(games);
  EXPECT_EQ(Jobs({"watch", id}).exit_code, 0);
  const ProgramResult again = Jobs({"submit", "-", "--validate"}, games);
  EXPECT_EQ(again.out, id + "\n");
  EXPECT_THAT(again.err, HasSubstr("submitted before and is done: 2 of 2 items"));
  EXPECT_NE(Submit(games, {"--validate", "--new"}), id);
  EXPECT_NE(Submit(games, {"--validate", "--priority", "low"}), id);
  EXPECT_NE(Submit(games, {"--review", "--depth", "1"}), id);
  EXPECT_NE(Submit(Games(2)), id);
  const std::string key = NewJobKey();
  const std::string named = Submit(games, {"--validate", "--key", key});
  EXPECT_EQ(Submit(games, {"--validate", "--key", key}), named);
}

// A job whose second call was never made, as after a kill between the calls.
TEST_F(JobCommands, AnInterruptedSubmissionIsContinued) {
  const std::string games = Games(3);
  const std::string key = NewJobKey();
  v1::CreateJobRequest create;
  create.set_idempotency_key(key);
  v1::CreateJobResponse created;
  ASSERT_EQ(server().Call("CreateJob", create, &created), 200) << server().error();
  v1::AddJobItemsRequest add;
  add.set_job_id(created.job().id());
  add.mutable_games()->set_pgn(games);
  add.mutable_games()->mutable_request()->mutable_validate_game();
  v1::AddJobItemsResponse added;
  ASSERT_EQ(server().Call("AddJobItems", add, &added), 200) << server().error();

  EXPECT_THAT(Jobs({"watch", created.job().id()}).err,
              HasSubstr("the job has not been started and has 3 items; repeat"));
  EXPECT_EQ(Submit(games, {"--validate", "--key", key}), created.job().id());
  ExpectAllGames(Jobs({"results", created.job().id()}).out, 3);
}

TEST_F(JobCommands, SubmitReadsWhatOtherCommandsRead) {
  const Shell shell;
  shell.Write("a.pgn", Game("J\xF6rg"));
  // Some programs write a byte order mark.
  shell.Write("b.pgn", "\xEF\xBB\xBF" + Game("Somchai") + Game("Dao"));
  const std::string submit = StrCat("arbiter jobs submit --server ", address(), " ");
  const std::string id = Lines(shell.Run(submit + "a.pgn b.pgn --validate --watch").out).at(0);
  const std::vector<v1::ResultLine> results = ResultLines(Jobs({"results", id}).out);
  ASSERT_THAT(results, SizeIs(3));
  EXPECT_EQ(Tag(results[0], "White"), "Jörg");
  EXPECT_EQ(Tag(results[2], "White"), "Dao");
  EXPECT_EQ(results[2].game(), 3);
  EXPECT_THAT(Jobs({"list"}).out, ContainsRegex(id + " +done +3 +0 +3 .* a.pgn "));

  shell.Write("requests.jsonl",
              "{\"analyze\":{\"position\":{\"variant\":\"chak\"},\"limits\":{\"depth\":1}}}\n\n"
              "{\"validateGame\":{\"variant\":\"makruk\",\"record\":{\"actions\":[\"e3e5\"]}}}\n");
  const std::string mixed = Lines(shell.Run(submit + "requests.jsonl").out).at(0);
  const std::vector<v1::ResultLine> answers = ResultLines(Jobs({"results", mixed}).out);
  ASSERT_THAT(answers, SizeIs(2));
  EXPECT_NE(answers[0].analysis().best_move().action(), "");
  EXPECT_EQ(answers[1].validation().first_illegal().action(), "e3e5");

  // A game that names no variant.
  const std::string assumed = Submit("1. e4 *", {"--validate", "--variant", "Makruk"});
  EXPECT_EQ(Jobs({"watch", assumed}).exit_code, 0);
}

TEST_F(JobCommands, MistakesAreExplained) {
  const Shell shell;
  shell.Write("games.pgn", Game("Anna"));
  shell.Write("empty.pgn", " \n");
  shell.Write("nothing.pgn", "% nothing\n");
  shell.Write("bad.jsonl", "{\"validateGame\":{}}\n{\"oops\":1}\n");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"submit games.pgn", "games.pgn:1: not a JobRequest in JSON; to submit games in PGN, choose"},
      {"submit bad.jsonl", "bad.jsonl:2: BAD_FIELD: oops"},
      {"submit empty.pgn --review", "empty.pgn holds no games"},
      {"submit empty.pgn - --review < /dev/null", "empty.pgn, standard input hold no games"},
      {"submit empty.pgn", "empty.pgn holds no requests"},
      {"submit no.pgn --review", "cannot read no.pgn"},
      {"submit games.pgn --review --validate", "leave one out"},
      {"submit games.pgn --validate --depth 3", "apply only to --review"},
      {"submit nothing.pgn --review", "BAD_FIELD: games.pgn: contains no game"},
      {"submit games.pgn --validate --ttl 9999", "LIMIT_EXCEEDED: ttl_hours"},
      {"submit games.pgn --validate --priority urgent", "unknown value 'urgent'"},
      {"submit", "jobs submit needs files"},
      {"watch 0f9a2c5e7d1b4836a0c4e2f81d6b9357", "JOB_NOT_FOUND"},
      {"results nonsense", "JOB_NOT_FOUND"},
      {"cancel nonsense", "JOB_NOT_FOUND"},
      {"results x --resume f --after i1", "leave one out"},
      {"wtch", "jobs needs a command (submit, watch,"},
  };
  for (const auto& [command, text] : cases) {
    const ProgramResult failed =
        shell.Run(StrCat("arbiter jobs ", command, " --server ", address()));
    EXPECT_THAT(failed.exit_code, ::testing::AnyOf(1, 2)) << command;
    EXPECT_THAT(failed.err, HasSubstr(text)) << command;
    EXPECT_EQ(failed.out, "") << command;
  }
  // What can never be submitted leaves no job.
  EXPECT_THAT(Jobs({"list"}).out, Not(HasSubstr(" open ")));
}

TEST(JobCommandsElsewhere, SayWhatIsMissing) {
  const ProgramResult embedded = Arbiter({"jobs", "list"});
  EXPECT_EQ(embedded.exit_code, 2);
  EXPECT_THAT(embedded.err, HasSubstr("--server HOST:PORT or ARBITER_SERVER"));
  const ServerProcess server;
  const ProgramResult without_jobs = Arbiter({"jobs", "list", "--server", server.address()});
  EXPECT_EQ(without_jobs.exit_code, 1);
  EXPECT_THAT(without_jobs.err,
              HasSubstr("this server keeps no jobs; start arbiterd with --jobs postgresql://"));
  EXPECT_EQ(Arbiter({"jobs", "watch", "1", "--server", "127.0.0.1:1"}).exit_code, 3);
}

TEST_F(JobCommands, CancelRetryRepinAndDeleteCanBeRepeated) {
  const std::string failing = Submit(Game("Anna", StrCat("{", NewJobKey(), "} 1. e5")));
  EXPECT_EQ(Jobs({"watch", failing}).exit_code, 1);
  EXPECT_THAT(Jobs({"retry", failing}).out, StartsWith("running: 0 of 1 item"));
  EXPECT_EQ(Jobs({"watch", failing}).out, "done: 1 of 1 item, 1 failed\n");
  EXPECT_EQ(Jobs({"cancel", failing}).out,
            "nothing to do; the job has ended already and is done: 1 of 1 item, 1 failed\n");
  EXPECT_THAT(Jobs({"repin", failing, "--any-engine"}).out, HasSubstr("every engine may run it"));
  for (int i = 0; i < 2; ++i) {
    const ProgramResult deleted = Jobs({"delete", failing});
    EXPECT_EQ(deleted.exit_code, 0) << deleted.err;
    EXPECT_EQ(deleted.out, "deleted\n");
  }
  EXPECT_THAT(Jobs({"watch", failing}).err, HasSubstr("JOB_NOT_FOUND"));
  EXPECT_THAT(Lines(Jobs({"list", "--json"}).out), ::testing::Each(StartsWith("{\"id\":")));
}

TEST_F(JobCommands, PrintOnlyJsonIfAsked) {
  const std::string id = Submit(Games(2));
  EXPECT_EQ(Jobs({"watch", id}).exit_code, 0);
  const TemporaryFile games(Games(1));
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"submit", games.path(), "--validate"},
        {"watch", id},
        {"results", id},
        {"list"},
        {"cancel", id},
        {"retry", id},
        {"repin", id},
        {"delete", id}}) {
    std::vector<std::string> with_json = command;
    with_json.emplace_back("--json");
    const ProgramResult finished = Jobs(with_json);
    EXPECT_EQ(finished.exit_code, 0) << command[0] << finished.err;
    EXPECT_EQ(finished.err, "") << command[0];
    EXPECT_THAT(Lines(finished.out),
                AllOf(SizeIs(::testing::Ge(1U)), ::testing::Each(MatchesRegex(R"(\{.*\})"))))
        << command[0];
  }
}

TEST_F(JobCommandsWithoutWorker, ACancelledJobEndsBadly) {
  const std::string id = Submit(Games(2));
  EXPECT_EQ(Jobs({"cancel", id}).out, "cancelled: 0 of 2 items\n");
  EXPECT_EQ(Jobs({"cancel", id}).out,
            "nothing to do; the job has ended already and is cancelled: 0 of 2 items\n");
  const ProgramResult watched = Jobs({"watch", id});
  EXPECT_EQ(watched.exit_code, 1);
  EXPECT_THAT(watched.err, HasSubstr("the job was cancelled"));
  const ProgramResult results = Jobs({"results", id});
  EXPECT_EQ(results.exit_code, 1);
  EXPECT_THAT(results.err, HasSubstr("the job was cancelled; 0 of 2 items have a result"));
}

TEST_F(JobCommandsWithoutWorker, KilledResultsContinueWithNothingLostOrTwice) {
  constexpr uint32_t kGames = 300;
  const std::string id = Submit(Games(kGames), {"--review", "--movetime", "5"});
  const TemporaryFile file;
  const auto lines = [&] { return Lines(ReadFile(file.path())).size(); };
  std::unique_ptr<JobServer> worker;
  for (const size_t until : {size_t{0}, size_t{20}, size_t{100}}) {
    Process results(Arguments({"results", id, "--resume", file.path()}));
    if (worker == nullptr) worker = std::make_unique<JobServer>("worker");
    ASSERT_TRUE(Eventually([&] { return lines() > until; }));
    results.Signal(SIGKILL);
    results.Wait();
    EXPECT_LT(lines(), kGames) << "the job must not end before the kill";
  }
  const ProgramResult finished = Jobs({"results", id, "--resume", file.path()});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(finished.out, StrCat(file.path(), ": 300 results, 0 failed\n"));
  const std::string text = ReadFile(file.path());
  ExpectAllGames(text, kGames);

  // A file that was cut in the middle of a line, wherever that is.
  for (const size_t size : {size_t{1}, text.size() / 3, text.size() / 2, text.size() - 1}) {
    file.Write(text.substr(0, size));
    EXPECT_EQ(Jobs({"results", id, "--resume", file.path()}).exit_code, 0);
    ExpectAllGames(ReadFile(file.path()), kGames);
  }
  // The cursor of each line that has one.
  const std::vector<v1::ResultLine> results = ResultLines(text);
  for (size_t i = 0; i + 1 < results.size(); i += 50) {
    if (results[i].cursor().empty()) continue;
    EXPECT_THAT(Lines(Jobs({"results", id, "--after", results[i].cursor()}).out),
                SizeIs(kGames - i - 1));
  }
}

TEST_F(JobCommands, ResultsAreNotMixedWithOthers) {
  const std::string id = Submit(Games(3));
  const std::string other = Submit(Games(3));
  const TemporaryFile file;
  const std::vector<std::string> command = {"results", id, "--resume", file.path()};
  EXPECT_EQ(Jobs(command).exit_code, 0);
  const std::string text = ReadFile(file.path());
  const auto expect_refusal = [&](const std::string& content, const std::string& why) {
    file.Write(content);
    const ProgramResult refused = Jobs(command);
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.err, HasSubstr(why));
    EXPECT_EQ(ReadFile(file.path()), content) << "the file is kept";
  };
  expect_refusal(Jobs({"results", other}).out, ":1: this result is from another job");
  expect_refusal(text + "my notes\n", ":4: this is not a result of this command");
  expect_refusal("my notes", ":1: this is not a result of this command");
  expect_refusal(text.substr(text.find('\n') + 1), ":1: this is the result of game 2");
  // A complete file stays as it is.
  file.Write(text);
  EXPECT_EQ(Jobs(command).exit_code, 0);
  EXPECT_EQ(ReadFile(file.path()), text);
}

TEST_F(JobCommandsWithoutWorker, WatchAndResultsSurviveARestartOfTheServer) {
  const std::string id = Submit(Games(20));
  Process watch(Arguments({"watch", id, "--json"}));
  // The command creates the file after its first call.
  const std::string path = TemporaryPath("results");
  Process results(Arguments({"results", id, "--resume", path}));
  ASSERT_TRUE(Eventually([&] { return !watch.out().empty() && std::filesystem::exists(path); }));
  Stop();
  for (Process* process : {&watch, &results}) {
    EXPECT_TRUE(Eventually([&] {
      return process->errors().find("; trying again until the server answers") != std::string::npos;
    }));
    EXPECT_TRUE(process->Runs());
  }
  Start();
  const JobServer worker("worker");
  EXPECT_EQ(watch.Wait(), 0) << watch.errors();
  EXPECT_THAT(Lines(watch.out()).back(), HasSubstr("\"state\":\"JOB_STATE_DONE\""));
  EXPECT_EQ(results.Wait(), 0) << results.errors();
  for (Process* process : {&watch, &results}) {
    EXPECT_THAT(process->errors(), HasSubstr("arbiter: the server answers again\n"));
  }
  ExpectAllGames(ReadFile(path), 20);
  std::filesystem::remove(path);
}

TEST_F(JobCommandsWithoutWorker, CtrlCLeavesTheJobRunning) {
  const std::string id = Submit(Games(2));
  const Shell shell;
  const ProgramResult watched =
      shell.RunAndInterrupt(StrCat("arbiter jobs watch --json ", id, " --server ", address()));
  EXPECT_EQ(watched.exit_code, 130);
  EXPECT_EQ(watched.err, StrCat("arbiter: interrupted; the job goes on: arbiter jobs watch ", id,
                                " --server ", address(), " shows it again\n"));
  const JobServer worker("worker");
  EXPECT_EQ(Jobs({"watch", id}).exit_code, 0);
}

TEST_F(JobCommands, WatchShowsABarOnATerminal) {
  const std::string id = Submit(Games(60), {"--review", "--movetime", "10"});
  const ProgramResult watched =
      Shell().RunOnTerminal(StrCat("arbiter jobs watch ", id, " --server ", address()));
  EXPECT_EQ(watched.exit_code, 0);
  EXPECT_THAT(watched.out, ContainsRegex(R"(\[#*-+\] +[0-9]+%  [0-9]+ of 60 items)"));
  EXPECT_THAT(watched.out, ContainsRegex(R"(, [0-9.]+ a second, [0-9]+:[0-9]{2} left)"));
  EXPECT_THAT(watched.out, ::testing::EndsWith("done: 60 of 60 items\r\n"));
}

}  // namespace
}  // namespace arbiter::testing
