#include "service/ops/service_manager.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <map>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "service/net/fd.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using Variables = std::map<std::string, std::string>;

Environment MakeEnvironment(Variables variables) {
  return [variables = std::move(variables)](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
}

// Receives reports, as a service manager does.
class Receiver {
 public:
  explicit Receiver(bool abstract)
      : fd_(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)), abstract_(abstract) {
    unlink(path_.c_str());
    // According to unix(7), an abstract name follows a null byte, and the length ends with the
    // name.
    sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = {}};
    path_.copy(address.sun_path + (abstract ? 1 : 0), path_.size());
    const size_t length = offsetof(sockaddr_un, sun_path) + path_.size() + 1;
    EXPECT_EQ(bind(fd_.get(), reinterpret_cast<const sockaddr*>(&address),
                   static_cast<socklen_t>(length)),
              0);
  }
  ~Receiver() { unlink(path_.c_str()); }

  std::string name() const { return (abstract_ ? "@" : "") + path_; }

  // Returns the next report; empty if none arrives within `timeout`.
  std::string Next(milliseconds timeout = testing::kPatience) const {
    pollfd readable = {.fd = fd_.get(), .events = POLLIN, .revents = 0};
    if (poll(&readable, 1, static_cast<int>(timeout.count())) != 1) return "";
    char report[100];
    const ssize_t size = recv(fd_.get(), report, sizeof(report), 0);
    return size < 0 ? "" : std::string(report, static_cast<size_t>(size));
  }

 private:
  Fd fd_;
  bool abstract_;
  const std::string path_ = testing::TemporaryPath("notify");
};

class ServiceManagerSocketTest : public ::testing::TestWithParam<bool> {};

TEST_P(ServiceManagerSocketTest, GetsReportsOfTheStartAndTheEndOnly) {
  const Receiver receiver(GetParam());
  const auto manager =
      ServiceManager::Connect(MakeEnvironment({{"NOTIFY_SOCKET", receiver.name()}}));
  ASSERT_TRUE(manager.ok()) << manager.status();
  (*manager)->ReportReady([] { return true; });
  EXPECT_EQ(receiver.Next(), "READY=1");
  (*manager)->ReportStopping();
  EXPECT_EQ(receiver.Next(), "STOPPING=1");
  EXPECT_EQ(receiver.Next(milliseconds(50)), "");
}

INSTANTIATE_TEST_SUITE_P(PathAndAbstractName, ServiceManagerSocketTest, ::testing::Bool());

TEST(ServiceManager, TheWatchdogReportsOnlyWhileTheProcessIsAlive) {
  const Receiver receiver(false);
  const auto manager = ServiceManager::Connect(
      MakeEnvironment({{"NOTIFY_SOCKET", receiver.name()}, {"WATCHDOG_USEC", "40000"}}));
  ASSERT_TRUE(manager.ok()) << manager.status();
  std::atomic<bool> alive = true;
  std::atomic<int> checks = 0;
  (*manager)->ReportReady([&] {
    ++checks;
    return alive.load();
  });
  EXPECT_EQ(receiver.Next(), "READY=1");
  for (int i = 0; i < 5; ++i) EXPECT_EQ(receiver.Next(), "WATCHDOG=1");
  alive = false;
  // One report may have been on its way already, and others may wait to be read.
  for (const int end = checks + 2; checks < end;) usleep(1000);
  while (!receiver.Next(milliseconds(0)).empty()) {
  }
  for (const int end = checks + 3; checks < end;) usleep(1000);
  EXPECT_EQ(receiver.Next(milliseconds(0)), "");
  alive = true;
  EXPECT_EQ(receiver.Next(), "WATCHDOG=1");
}

TEST(ServiceManager, IgnoresAWatchdogForAnotherProcess) {
  const Receiver receiver(false);
  const auto connect = [&](pid_t pid) {
    return ServiceManager::Connect(MakeEnvironment({{"NOTIFY_SOCKET", receiver.name()},
                                                    {"WATCHDOG_USEC", "1000"},
                                                    {"WATCHDOG_PID", std::to_string(pid)}}));
  };
  EXPECT_EQ((*connect(getpid()))->watchdog_interval(), milliseconds(1));
  EXPECT_EQ((*connect(getppid()))->watchdog_interval(), milliseconds(0));
}

TEST(ServiceManager, DoesNothingWithoutASocket) {
  const auto manager = ServiceManager::Connect(MakeEnvironment({{"WATCHDOG_USEC", "1000"}}));
  ASSERT_TRUE(manager.ok()) << manager.status();
  std::atomic<int> checks = 0;
  (*manager)->ReportReady([&] { return ++checks > 0; });
  (*manager)->ReportStopping();
  usleep(10'000);
  EXPECT_EQ(checks, 0);
}

TEST(ServiceManager, DoesNotWaitForAServiceManagerThatIsGone) {
  const auto manager =
      ServiceManager::Connect(MakeEnvironment({{"NOTIFY_SOCKET", "/nowhere/arbiter/notify"}}));
  ASSERT_TRUE(manager.ok()) << manager.status();
  (*manager)->ReportReady([] { return true; });
  (*manager)->ReportStopping();
}

TEST(ServiceManager, AnErrorNamesTheInvalidVariable) {
  const std::string socket = "/run/notify";
  for (const auto& [name, variables] : std::map<std::string, Variables>{
           {"NOTIFY_SOCKET", {{"NOTIFY_SOCKET", "vsock:2:1"}}},
           {"NOTIFY_SOCKET: the path", {{"NOTIFY_SOCKET", "/" + std::string(200, 'x')}}},
           {"WATCHDOG_USEC", {{"NOTIFY_SOCKET", socket}, {"WATCHDOG_USEC", "0"}}},
           {"WATCHDOG_PID",
            {{"NOTIFY_SOCKET", socket}, {"WATCHDOG_USEC", "1"}, {"WATCHDOG_PID", "x"}}}}) {
    const auto manager = ServiceManager::Connect(MakeEnvironment(variables));
    ASSERT_FALSE(manager.ok()) << name;
    EXPECT_THAT(std::string(manager.status().message()), HasSubstr(name));
  }
}

}  // namespace
}  // namespace arbiter
