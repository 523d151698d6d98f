#include "service/ops/service_manager.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <map>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "service/net/address.h"
#include "service/net/fd.h"

namespace arbiter {
namespace {

using ::testing::HasSubstr;
using Variables = std::map<std::string, std::string>;

constexpr int kPatienceMs = 10'000;

Environment With(Variables variables) {
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
    path_ = abstract ? "arbiter_service_manager_test_" + std::to_string(getpid())
                     : ::testing::TempDir() + "notify";
    unlink(path_.c_str());
    SocketAddress address = SocketAddress::Unix(path_, abstract);
    if (abstract) --address.length;
    EXPECT_EQ(bind(fd_.get(), address.get(), address.length), 0);
  }
  ~Receiver() { unlink(path_.c_str()); }

  std::string name() const { return (abstract_ ? "@" : "") + path_; }

  // The next report; empty if none comes in `patience_ms`.
  std::string Next(int patience_ms = kPatienceMs) const {
    pollfd readable = {.fd = fd_.get(), .events = POLLIN, .revents = 0};
    if (poll(&readable, 1, patience_ms) != 1) return "";
    char report[100];
    const ssize_t size = recv(fd_.get(), report, sizeof(report), 0);
    return size < 0 ? "" : std::string(report, static_cast<size_t>(size));
  }

 private:
  Fd fd_;
  bool abstract_;
  std::string path_;
};

class ServiceManagerSocketTest : public ::testing::TestWithParam<bool> {};

TEST_P(ServiceManagerSocketTest, HearsOfTheStartAndTheEndAndOfNothingElse) {
  const Receiver receiver(GetParam());
  const auto manager = ServiceManager::Connect(With({{"NOTIFY_SOCKET", receiver.name()}}));
  ASSERT_TRUE(manager.ok()) << manager.status();
  (*manager)->ReportReady([] { return true; });
  EXPECT_EQ(receiver.Next(), "READY=1");
  (*manager)->ReportStopping();
  EXPECT_EQ(receiver.Next(), "STOPPING=1");
  EXPECT_EQ(receiver.Next(50), "");
}

INSTANTIATE_TEST_SUITE_P(PathAndAbstractName, ServiceManagerSocketTest, ::testing::Bool());

TEST(ServiceManager, TheWatchdogIsFedOnlyWhileTheProcessIsAlive) {
  const Receiver receiver(false);
  const auto manager = ServiceManager::Connect(
      With({{"NOTIFY_SOCKET", receiver.name()}, {"WATCHDOG_USEC", "40000"}}));
  ASSERT_TRUE(manager.ok()) << manager.status();
  std::atomic<bool> alive = true;
  std::atomic<int> asked = 0;
  (*manager)->ReportReady([&] {
    ++asked;
    return alive.load();
  });
  EXPECT_EQ(receiver.Next(), "READY=1");
  for (int i = 0; i < 5; ++i) EXPECT_EQ(receiver.Next(), "WATCHDOG=1");
  alive = false;
  // One report may have been decided on before, and some may wait to be read.
  for (const int end = asked + 2; asked < end;) usleep(1000);
  while (!receiver.Next(0).empty()) {
  }
  for (const int end = asked + 3; asked < end;) usleep(1000);
  EXPECT_EQ(receiver.Next(0), "");
  alive = true;
  EXPECT_EQ(receiver.Next(), "WATCHDOG=1");
}

TEST(ServiceManager, AWatchdogForAnotherProcessIsNotFed) {
  const Receiver receiver(false);
  const auto connect = [&](pid_t pid) {
    return ServiceManager::Connect(With({{"NOTIFY_SOCKET", receiver.name()},
                                         {"WATCHDOG_USEC", "1000"},
                                         {"WATCHDOG_PID", std::to_string(pid)}}));
  };
  EXPECT_EQ((*connect(getpid()))->watchdog_interval(), std::chrono::milliseconds(1));
  EXPECT_EQ((*connect(getppid()))->watchdog_interval(), std::chrono::milliseconds(0));
}

TEST(ServiceManager, DoesNothingWithoutASocket) {
  const auto manager = ServiceManager::Connect(With({{"WATCHDOG_USEC", "1000"}}));
  ASSERT_TRUE(manager.ok()) << manager.status();
  std::atomic<int> asked = 0;
  (*manager)->ReportReady([&] { return ++asked > 0; });
  (*manager)->ReportStopping();
  usleep(10'000);
  EXPECT_EQ(asked, 0);
}

TEST(ServiceManager, AServiceManagerThatIsGoneKeepsNobodyWaiting) {
  const auto manager =
      ServiceManager::Connect(With({{"NOTIFY_SOCKET", "/nowhere/arbiter/notify"}}));
  ASSERT_TRUE(manager.ok()) << manager.status();
  (*manager)->ReportReady([] { return true; });
  (*manager)->ReportStopping();
}

TEST(ServiceManager, VariablesThatCannotBeUsedAreErrorsThatNameThem) {
  const std::string socket = "/run/notify";
  for (const auto& [name, variables] : std::map<std::string, Variables>{
           {"NOTIFY_SOCKET", {{"NOTIFY_SOCKET", "vsock:2:1"}}},
           {"NOTIFY_SOCKET: the path", {{"NOTIFY_SOCKET", "/" + std::string(200, 'x')}}},
           {"WATCHDOG_USEC", {{"NOTIFY_SOCKET", socket}, {"WATCHDOG_USEC", "0"}}},
           {"WATCHDOG_PID",
            {{"NOTIFY_SOCKET", socket}, {"WATCHDOG_USEC", "1"}, {"WATCHDOG_PID", "x"}}}}) {
    const auto manager = ServiceManager::Connect(With(variables));
    ASSERT_FALSE(manager.ok()) << name;
    EXPECT_THAT(std::string(manager.status().message()), HasSubstr(name));
  }
}

}  // namespace
}  // namespace arbiter
