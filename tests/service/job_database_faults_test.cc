// What becomes of jobs when their database fails, has no room, or has a wrong clock.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <istream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "arbiter/v1/job_service.pb.h"
#include "core/base/strings.h"
#include "service/jobs/test_store.h"
#include "tests/support/process.h"
#include "tests/support/random_play.h"
#include "tests/support/server/job_server.h"
#include "tests/support/server/postgres.h"
#include "tests/support/shifted_clock.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::system_clock;
using ::testing::AnyOf;
using ::testing::HasSubstr;

// Creates a job, and returns the status of HTTP.
int Create(JobServer* server, const std::string& key, v1::Job* job, uint32_t ttl_hours = 0) {
  v1::CreateJobRequest request;
  request.set_idempotency_key(key);
  request.set_ttl_hours(ttl_hours);
  v1::CreateJobResponse response;
  const int status = server->Call("CreateJob", request, &response);
  *job = response.job();
  return status;
}

TEST(JobStandby, TakesOverWithoutLosingWhatWasAcknowledged) {
  PostgresProcess primary({"synchronous_standby_names=*"});
  const auto standby = primary.MakeStandby();
  const std::vector<std::string> flags = {"--jobs-for-anyone", "--jobs", primary.UrlWith(*standby)};
  JobServer server("both", flags, primary);
  const JobServer worker("worker", flags, primary);
  const std::vector<v1::JobRequest> requests = MixedJobRequests(240);
  const std::string id = SubmitJob(&server, requests);
  EXPECT_TRUE(Eventually([&] { return JobOf(&server, id).done() > 0; }));
  std::map<std::string, std::string> acknowledged;
  for (int i = 0; i < 20; ++i) {
    const std::string key = NewJobKey();
    v1::Job job;
    EXPECT_EQ(Create(&server, key, &job), 200) << server.error();
    acknowledged[key] = job.id();
  }
  primary.Kill();
  const std::string key = NewJobKey();
  v1::Job job;
  EXPECT_EQ(Create(&server, key, &job), 503) << server.error();
  standby->Promote();
  EXPECT_TRUE(Eventually([&] { return Create(&server, key, &job) == 200; }));
  for (const auto& [old_key, old_id] : acknowledged) {
    // Each thread of the server has a connection, which it finds broken when it needs it.
    EXPECT_TRUE(Eventually([&, &old = old_key] { return Create(&server, old, &job) == 200; }));
    EXPECT_EQ(job.id(), old_id);
  }
  EXPECT_TRUE(Eventually([&] { return IsJobDone(&server, id); }));
  ExpectDirectResults(server, requests, ResultsOfJob(&server, id));
}

// A system call in the output of strace. Its begin and its end are counted in lines.
struct SystemCall {
  std::string thread;
  std::string name;
  std::string text;
  size_t begin = 0;
  size_t end = 0;
};

// Parses the output of strace; the calls are in the order of their ends.
std::vector<SystemCall> ParseTrace(std::istream& trace) {
  constexpr std::string_view kUnfinished = " <unfinished ...>";
  constexpr std::string_view kResumed = " resumed>";
  std::vector<SystemCall> calls;
  std::map<std::string, SystemCall> unfinished;
  size_t number = 0;
  for (std::string line; std::getline(trace, line); ++number) {
    // THREAD  NAME(ARGUMENTS) = RESULT
    const size_t thread_end = line.find(' ');
    const std::string thread = line.substr(0, thread_end);
    const std::string text = line.substr(line.find_first_not_of(' ', thread_end));
    if (const size_t resumed = text.find(kResumed);
        text.starts_with("<... ") && resumed != std::string::npos) {
      SystemCall& call = unfinished[thread];
      call.text += text.substr(resumed + kResumed.size());
      call.end = number;
      calls.push_back(call);
      continue;
    }
    SystemCall call = {.thread = thread,
                       .name = text.substr(0, text.find('(')),
                       .text = text,
                       .begin = number,
                       .end = number};
    if (text.ends_with(kUnfinished)) {
      unfinished[thread] = std::move(call);
    } else {
      calls.push_back(std::move(call));
    }
  }
  return calls;
}

// What one connection of PostgreSQL does for a commit: it receives COMMIT, writes its log, and
// confirms. Any other process may bring the log to the disk.
struct Commit {
  // The ends of the receipt and of the last write to the log, and the begin of the confirmation.
  size_t receipt = 0;
  size_t write = 0;
  size_t confirmation = 0;
};

TEST(JobCommits, AreOnTheDiskBeforeTheyAreConfirmed) {
  PostgresProcess database;
  JobServer server("service", {"--jobs-for-anyone"}, database);
  // strace follows only processes that are started later, so the server has to connect again.
  database.Kill();
  database.Start();
  const TemporaryFile output;
  Process strace({"strace", "-f", "-y", "-s", "200", "-o", output.path(), "-e",
                  "trace=fsync,fdatasync,pwrite64,recvfrom,sendto,sendmsg,write,writev", "-p",
                  StrCat(database.pid()), "-p", StrCat(server.pid())});
  const auto is_attached = [&](pid_t pid) {
    return strace.errors().find(StrCat("Process ", pid, " attached")) != std::string::npos;
  };
  EXPECT_TRUE(Eventually([&] {
    return !strace.Runs() || (is_attached(database.pid()) && is_attached(server.pid()));
  }));
  if (!strace.Runs()) {
    ASSERT_THAT(strace.errors(), HasSubstr("Operation not permitted"));
    GTEST_SKIP() << "system calls of other processes cannot be traced here";
  }
  v1::Job job;
  EXPECT_TRUE(Eventually([&] { return Create(&server, "first", &job) == 200; }));
  constexpr int kJobs = 8;
  for (int i = 0; i < kJobs; ++i) SubmitJob(&server, MixedJobRequests(12));
  strace.Signal(SIGTERM);
  strace.Wait();

  std::ifstream trace(output.path());
  const std::vector<SystemCall> calls = ParseTrace(trace);
  // The syncs of the log, and the commits by the ends of their confirmations.
  std::vector<const SystemCall*> syncs;
  std::map<size_t, Commit> commits;
  std::map<std::string, Commit> open;
  size_t answered = 0;
  size_t last_answer = 0;
  for (const SystemCall& call : calls) {
    const auto has = [&](std::string_view text) {
      return call.text.find(text) != std::string::npos;
    };
    const bool is_log = has("/pg_wal/");
    if (is_log && call.name.ends_with("sync")) syncs.push_back(&call);
    if (is_log && call.name == "pwrite64") open[call.thread].write = call.end;
    // PostgreSQL receives a statement, and confirms it with the name of its command.
    if (call.name == "recvfrom" && has(R"(\0COMMIT\0)")) open[call.thread] = {.receipt = call.end};
    if (call.name == "sendto" && has(R"(\vCOMMIT\0Z)")) {
      Commit& commit = open[call.thread];
      commit.confirmation = call.begin;
      commits[call.end] = commit;
    }
    if (!has("HTTP/1.1 200")) continue;
    // The client is told.
    ++answered;
    bool is_committed = false;
    for (const auto& [end, commit] : commits) {
      is_committed = is_committed || (end > last_answer && end < call.begin);
    }
    EXPECT_TRUE(is_committed) << call.text;
    last_answer = call.end;
  }
  EXPECT_GE(answered, 3u * kJobs);
  EXPECT_GE(commits.size(), answered);
  for (const auto& [end, commit] : commits) {
    const size_t from = std::max(commit.receipt, commit.write);
    const size_t to = commit.confirmation;
    EXPECT_TRUE(
        std::any_of(syncs.begin(), syncs.end(),
                    [&](const SystemCall* sync) { return sync->begin > from && sync->end < to; }))
        << "line " << end;
  }
}

// A file system that only the calling thread and the processes that it starts have.
class SmallDisk {
 public:
  explicit SmallDisk(const std::string& size) : path_(TemporaryPath("disk_XXXXXX")) {
    if (mkdtemp(path_.data()) == nullptr) return;
    is_mounted_ = unshare(CLONE_NEWNS) == 0 &&
                  mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                  mount("tmpfs", path_.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
  }
  ~SmallDisk() {
    if (is_mounted_) umount2(path_.c_str(), MNT_DETACH);
    rmdir(path_.c_str());
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  const std::string& path() const { return path_; }
  // Whether this process may mount a file system.
  bool is_mounted() const { return is_mounted_; }

  // Leaves room for this many bytes, and makes room again.
  void Fill(uint64_t left) const {
    std::ofstream filler(path_ + "/filler", std::ios::binary);
    const std::string block(65'536, 'x');
    while (Free() > left + block.size()) filler.write(block.data(), 65'536).flush();
  }
  void Empty() const { std::filesystem::remove(path_ + "/filler"); }

 private:
  uint64_t Free() const { return std::filesystem::space(path_).available; }

  std::string path_;
  bool is_mounted_ = false;
};

// Returns items that a database cannot compress well, of 400 kB together.
v1::AddJobItemsRequest LongItems(const std::string& job_id, uint64_t first_item) {
  Random random(first_item);
  v1::AddJobItemsRequest request;
  request.set_job_id(job_id);
  request.set_first_item(first_item);
  for (int i = 0; i < 100; ++i) {
    std::string fen;
    while (fen.size() < 4'000) fen += static_cast<char>('!' + random.Below(90));
    v1::ValidateGameRequest& game = *request.add_requests()->mutable_validate_game();
    game.set_variant("makruk");
    game.mutable_record()->set_start_fen(fen);
  }
  return request;
}

void FillTheDiskUnderJobs(bool* was_permitted) {
  const SmallDisk disk("96m");
  *was_permitted = disk.is_mounted();
  if (!disk.is_mounted()) return;
  PostgresProcess database({}, disk.path());
  JobServer server("both", {"--jobs-for-anyone"}, database);
  const std::vector<v1::JobRequest> requests = MixedJobRequests(240);
  const std::string running = SubmitJob(&server, requests);
  v1::Job job;
  EXPECT_EQ(Create(&server, NewJobKey(), &job), 200) << server.error();
  disk.Fill(2'000'000);
  v1::AddJobItemsResponse added;
  uint64_t items = 0;
  int status = 0;
  while ((status = server.Call("AddJobItems", LongItems(job.id(), items), &added)) == 200) {
    EXPECT_EQ(added.items(), items + 100);
    items = added.items();
    ASSERT_LT(items, 10'000u) << "the disk does not get full";
  }
  // PostgreSQL ends if it is its log for which there is no room.
  EXPECT_THAT(status, AnyOf(429, 503)) << server.error();
  EXPECT_THAT(server.error(), HasSubstr("OVERLOADED"));
  disk.Empty();
  EXPECT_TRUE(Eventually([&] {
    if (!database.Runs()) database.Start();
    return server.Call("AddJobItems", LongItems(job.id(), items), &added) == 200;
  })) << server.error();
  EXPECT_EQ(added.items(), items + 100);
  v1::StartJobRequest start;
  start.set_job_id(job.id());
  v1::StartJobResponse started;
  EXPECT_TRUE(Eventually([&] { return server.Call("StartJob", start, &started) == 200; }));
  EXPECT_TRUE(Eventually([&] { return IsJobDone(&server, job.id()); }));
  EXPECT_EQ(ResultsOfJob(&server, job.id()).size(), items + 100);
  EXPECT_TRUE(Eventually([&] { return IsJobDone(&server, running); }));
  ExpectDirectResults(server, requests, ResultsOfJob(&server, running));
}

TEST(JobDisk, WhenItIsFullCallsFailAndGoOnWhenThereIsRoomAgain) {
  bool was_permitted = false;
  // The file system is gone when the thread has ended.
  std::thread([&] { FillTheDiskUnderJobs(&was_permitted); }).join();
  if (!was_permitted) GTEST_SKIP() << "a file system cannot be mounted here";
}

// Returns the latest time in the log of a server.
system_clock::time_point LatestLogTime(const ServerProcess& server) {
  constexpr std::string_view kKey = R"("ts":")";
  const std::string log = server.Log();
  std::tm time = {};
  std::istringstream(log.substr(log.rfind(kKey) + kKey.size())) >>
      std::get_time(&time, "%Y-%m-%dT%H:%M:%S");
  return system_clock::from_time_t(timegm(&time));
}

std::unique_ptr<JobServer> StartServer(const std::string& role,
                                       const PostgresProcess& database = SharedPostgres()) {
  return std::make_unique<JobServer>(role, std::vector<std::string>{"--jobs-for-anyone"}, database);
}

TEST(JobClocks, ThoseOfServersAndWorkersDoNotMatter) {
  const ShiftedClock clock(SHIFTED_CLOCK);
  const auto server = clock.Start([] { return StartServer("service"); });
  const auto worker = clock.Start([] { return StartServer("worker"); });
  const std::vector<v1::JobRequest> requests = MixedJobRequests(240);
  std::vector<std::string> ids;
  for (const auto shift : {hours(1), hours(-1), hours(0)}) {
    ids.push_back(SubmitJob(server.get(), requests));
    EXPECT_TRUE(Eventually([&] { return JobOf(server.get(), ids.back()).done() > 0; }));
    clock.Shift(shift);
    const v1::Job job = JobOf(server.get(), SubmitJob(server.get(), MixedJobRequests(4)));
    const auto now = system_clock::now();
    EXPECT_TRUE(Eventually([&] {
      // Calls are logged with the server's clock.
      JobOf(server.get(), job.id());
      return LatestLogTime(*server) > now + shift - minutes(10) &&
             LatestLogTime(*server) < now + shift + minutes(10);
    }));
    const milliseconds created(job.create_time_ms());
    EXPECT_LT(created, (now + minutes(10)).time_since_epoch());
    EXPECT_GT(created, (now - minutes(10)).time_since_epoch());
    EXPECT_TRUE(Eventually([&] { return IsJobDone(server.get(), ids.back()); }));
  }
  for (const std::string& id : ids) {
    ExpectDirectResults(*server, requests, ResultsOfJob(server.get(), id));
  }
}

TEST(JobClocks, ThatOfTheDatabaseMayJumpForward) {
  const ShiftedClock clock(SHIFTED_CLOCK);
  const auto database = clock.Start([] { return std::make_unique<PostgresProcess>(); });
  const auto server = StartServer("service", *database);
  const auto worker = StartServer("worker", *database);
  const auto another = StartServer("worker", *database);
  const std::vector<v1::JobRequest> requests = MixedJobRequests(600);
  const std::string id = SubmitJob(server.get(), requests);
  v1::Job brief;
  EXPECT_EQ(Create(server.get(), NewJobKey(), &brief, /*ttl_hours=*/1), 200);
  EXPECT_TRUE(Eventually([&] { return JobOf(server.get(), id).done() > 0; }));
  clock.Shift(hours(1));
  // What has expired by the clock of the database is gone.
  EXPECT_EQ(JobOf(server.get(), brief.id()).id(), "");
  EXPECT_TRUE(Eventually([&] { return IsJobDone(server.get(), id); }));
  ExpectDirectResults(*server, requests, ResultsOfJob(server.get(), id));
}

TEST(JobClocks, ThatOfTheDatabaseMayJumpBack) {
  const ShiftedClock clock(SHIFTED_CLOCK);
  const auto database = clock.Start([] { return std::make_unique<PostgresProcess>(); });
  const auto server = StartServer("service", *database);
  const std::vector<v1::JobRequest> requests = MixedJobRequests(600);
  auto victim = StartServer("worker", *database);
  const std::string id = SubmitJob(server.get(), requests);
  EXPECT_TRUE(Eventually([&] { return JobOf(server.get(), id).done() > 0; }));
  victim = nullptr;
  const uint64_t done = JobOf(server.get(), id).done();
  EXPECT_LT(done, requests.size());
  clock.Shift(hours(-1));
  const auto worker = StartServer("worker", *database);
  // All is done, except what the victim had.
  const auto connection = ConnectTo(*database);
  EXPECT_TRUE(Eventually([&] {
    const auto waiting = connection->Query(
        "SELECT count(*) FROM arbiter_queue WHERE leased_until IS NULL OR "
        "leased_until < clock_timestamp() + interval '30 minutes'");
    return waiting.ok() && waiting->Number(0, 0) == 0;
  }));
  EXPECT_GE(JobOf(server.get(), id).done(), done);
  EXPECT_FALSE(IsJobDone(server.get(), id));
  clock.Shift(hours(0));
  EXPECT_TRUE(Eventually([&] { return IsJobDone(server.get(), id); }));
  ExpectDirectResults(*server, requests, ResultsOfJob(server.get(), id));
}

}  // namespace
}  // namespace arbiter::testing
