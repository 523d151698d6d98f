#ifndef ARBITER_TESTS_SUPPORT_SERVER_POSTGRES_H_
#define ARBITER_TESTS_SUPPORT_SERVER_POSTGRES_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/support/process.h"

namespace arbiter::testing {

// A running PostgreSQL, as an unprivileged user, which listens on a Unix socket in its temporary
// folder. It ends, and the folder is deleted, when this object is destroyed.
class PostgresProcess {
 public:
  // Makes a server with an empty database, and waits until it answers. Fails the test if that takes
  // longer than kPatience. A setting is such as `fsync=off`. `folder` is an empty folder that the
  // server uses; a new one if it is empty.
  explicit PostgresProcess(const std::vector<std::string>& settings = {},
                           const std::string& folder = "");
  ~PostgresProcess();
  PostgresProcess(const PostgresProcess&) = delete;
  PostgresProcess& operator=(const PostgresProcess&) = delete;

  // Makes a copy of this server that receives its changes and only reads, and waits until it
  // answers.
  std::unique_ptr<PostgresProcess> MakeStandby() const;
  // Turns a standby into a server of its own, and waits until it is one.
  void Promote() const;

  // Returns the value of --jobs for this server, and for whichever of two servers can write.
  std::string url() const;
  std::string UrlWith(const PostgresProcess& other) const;

  // Kills all processes of the server (SIGKILL). What it has committed stays in the folder.
  void Kill();
  // Starts the server again after Kill(), or after it has ended by itself, and waits until it
  // answers.
  void Start();
  bool Runs() const { return process_->Runs(); }
  void Signal(int signal) const { process_->Signal(signal); }
  // Returns the process of which all others of the server are children.
  pid_t pid() const { return process_->pid(); }

 private:
  struct DataFolder {
    std::string path;
  };
  // Starts a server on data that exists.
  PostgresProcess(const std::vector<std::string>& settings, DataFolder folder);

  const std::vector<std::string> settings_;
  const std::string folder_;
  std::unique_ptr<Process> process_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_POSTGRES_H_
