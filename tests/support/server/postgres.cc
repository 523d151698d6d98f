#include "tests/support/server/postgres.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/types.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "core/base/strings.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

namespace fs = std::filesystem;

// Returns the path of a program of PostgreSQL's newest version. Debian does not put them into PATH.
std::string ProgramPath(const std::string& name) {
  fs::path newest;
  for (const auto& version : fs::directory_iterator("/usr/lib/postgresql")) {
    const fs::path program = version.path() / "bin" / name;
    if (fs::exists(program) && program > newest) newest = program;
  }
  if (newest.empty()) throw std::runtime_error("PostgreSQL is not installed");
  return newest;
}

// Returns the command that runs a program of PostgreSQL, which refuses to run as root.
Command Unprivileged(const std::string& program, const Command& arguments) {
  Command command;
  if (geteuid() == 0) {
    command = {"setpriv",        "--reuid=nobody", "--regid=nogroup",
               "--clear-groups", "--pdeathsig",    "KILL"};
  }
  command.push_back(ProgramPath(program));
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

void Run(const Command& command) {
  const ProgramResult result = RunProgram(command);
  if (result.exit_code != 0) throw std::runtime_error(command.front() + " failed: " + result.err);
}

std::string NewFolder() {
  std::string path = TemporaryPath("postgres_XXXXXX");
  if (mkdtemp(path.data()) == nullptr) throw std::runtime_error("cannot make a folder");
  return path;
}

// The data of a new server, which takes a second to make.
class Template {
 public:
  Template() : folder_(NewFolder()) {
    if (geteuid() == 0) Run({"chown", "nobody:nogroup", folder_});
    Run(Unprivileged("initdb",
                     {"--pgdata", folder_ + "/data", "--username", "postgres", "--auth", "trust",
                      "--encoding", "UTF8", "--locale", "C", "--no-sync", "--wal-segsize", "1"}));
  }
  ~Template() { fs::remove_all(folder_); }
  Template(const Template&) = delete;
  Template& operator=(const Template&) = delete;

  void CopyTo(const std::string& folder) const {
    Run({"cp", "--archive", "--no-target-directory", folder_, folder});
  }

 private:
  const std::string folder_;
};

// Puts the data of a new server into a folder, which is made if its path is empty.
std::string FolderOfNewServer(const std::string& path) {
  static const Template data;
  const std::string folder = path.empty() ? NewFolder() : path;
  data.CopyTo(folder);
  return folder;
}

}  // namespace

PostgresProcess::PostgresProcess(const std::vector<std::string>& settings,
                                 const std::string& folder)
    : PostgresProcess(settings, DataFolder{FolderOfNewServer(folder)}) {}

PostgresProcess::PostgresProcess(const std::vector<std::string>& settings, DataFolder folder)
    : settings_(settings), folder_(std::move(folder.path)) {
  Start();
}

PostgresProcess::~PostgresProcess() {
  if (process_ != nullptr) {
    // A killed server leaves shared memory behind.
    process_->Signal(SIGQUIT);
    process_->WaitFor(kPatience);
  }
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::unique_ptr<PostgresProcess> PostgresProcess::MakeStandby() const {
  const std::string folder = NewFolder();
  if (geteuid() == 0) Run({"chown", "nobody:nogroup", folder});
  // --write-recovery-conf makes the copy a standby of the server from which it was taken.
  Run(Unprivileged("pg_basebackup", {"--host", folder_, "--username", "postgres", "--pgdata",
                                     folder + "/data", "--checkpoint", "fast", "--no-sync",
                                     "--wal-method", "fetch", "--write-recovery-conf"}));
  return std::unique_ptr<PostgresProcess>(new PostgresProcess(
      // Otherwise, it sleeps for 5 s whenever the server above has nothing for it.
      {"wal_retrieve_retry_interval=100ms"}, DataFolder{folder}));
}

void PostgresProcess::Promote() const {
  Run(Unprivileged("pg_ctl", {"promote", "--wait", "--pgdata", folder_ + "/data"}));
}

std::string PostgresProcess::UrlWith(const PostgresProcess& other) const {
  return StrCat(url(), ",", other.folder_, "&target_session_attrs=read-write");
}

void PostgresProcess::Kill() {
  // The processes that serve connections would go on for a moment.
  const std::string pid = StrCat(process_->pid());
  std::ifstream children("/proc/" + pid + "/task/" + pid + "/children");
  const std::vector<pid_t> pids{std::istream_iterator<pid_t>(children), {}};
  process_.reset();
  for (const pid_t child : pids) kill(child, SIGKILL);
}

std::string PostgresProcess::url() const {
  return StrCat("postgresql:///postgres?user=postgres&host=", folder_);
}

void PostgresProcess::Start() {
  Command arguments = {"-D", folder_ + "/data", "-k", folder_};
  std::vector<std::string> settings = {"listen_addresses=", "shared_buffers=16MB",
                                       "deadlock_timeout=100ms", "recovery_init_sync_method=syncfs",
                                       "log_min_messages=panic"};
  settings.insert(settings.end(), settings_.begin(), settings_.end());
  for (const std::string& setting : settings) {
    arguments.emplace_back("-c");
    arguments.push_back(setting);
  }
  const Command is_ready = {ProgramPath("pg_isready"), "--quiet", "--host", folder_};
  EXPECT_TRUE(Eventually([&] {
    // The server refuses to start while a process of the one before, which was killed, still runs.
    if (process_ == nullptr || !process_->Runs()) {
      process_ = std::make_unique<Process>(Unprivileged("postgres", arguments));
    }
    return RunProgram(is_ready).exit_code == 0;
  })) << "PostgreSQL did not start: "
      << process_->errors();
}

}  // namespace arbiter::testing
