#ifndef ARBITER_TESTS_SUPPORT_SERVER_POSTGRES_H_
#define ARBITER_TESTS_SUPPORT_SERVER_POSTGRES_H_

#include <memory>
#include <string>
#include <vector>

#include "tests/support/process.h"

namespace arbiter::testing {

// A running PostgreSQL with an empty database, as an unprivileged user, which listens on a Unix
// socket in its temporary folder. It ends, and the folder is deleted, when this object is
// destroyed.
class PostgresProcess {
 public:
  // Waits until the server answers. Fails the test if that takes longer than kPatience. A setting
  // is such as `fsync=off`.
  explicit PostgresProcess(const std::vector<std::string>& settings = {});
  ~PostgresProcess();
  PostgresProcess(const PostgresProcess&) = delete;
  PostgresProcess& operator=(const PostgresProcess&) = delete;

  // Returns the value of --jobs for this server.
  std::string url() const;

  // Kills all processes of the server (SIGKILL). What it has committed stays in the folder.
  void Kill();
  // Starts the server again after Kill(), and waits until it answers.
  void Start();
  void Signal(int signal) const { process_->Signal(signal); }

 private:
  const std::vector<std::string> settings_;
  const std::string folder_;
  std::unique_ptr<Process> process_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_POSTGRES_H_
