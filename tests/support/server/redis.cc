#include "tests/support/server/redis.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sstream>
#include <string_view>

#include "core/base/strings.h"
#include "tests/support/free_port.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

// Returns a socket that listens on a free port, and sets `port` to it.
int Listen(int* port) {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  EXPECT_EQ(bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
  EXPECT_EQ(listen(listener, 16), 0);
  getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  *port = ntohs(address.sin_port);
  return listener;
}

// Sends `request` and returns the answer to it. A second request, whose answer is known, shows
// where it ends.
std::string Exchange(int port, const std::string& request) {
  constexpr std::string_view kEnd = "$17\r\nthe-end-of-answer\r\n";
  RawConnection connection(StrCat("127.0.0.1:", port));
  std::string answer;
  if (!connection.Send(request + "ECHO the-end-of-answer\r\n")) return answer;
  while (!answer.ends_with(kEnd)) {
    const std::string part = connection.Receive();
    if (part.empty()) return answer;
    answer += part;
  }
  answer.resize(answer.size() - kEnd.size());
  return answer;
}

std::string Url(int port) { return StrCat("redis://127.0.0.1:", port); }

// Serves one connection after the other until the process is killed.
[[noreturn]] void Serve(int listener, const std::string& bytes, int pause_ms) {
  signal(SIGPIPE, SIG_IGN);
  for (;;) {
    const int connection = accept(listener, nullptr, nullptr);
    char buffer[4096];
    if (read(connection, buffer, sizeof(buffer)) > 0) {
      do {
        usleep(static_cast<useconds_t>(pause_ms) * 1000);
      } while (write(connection, bytes.data(), bytes.size()) > 0);
    }
    close(connection);
  }
}

}  // namespace

RedisProcess::RedisProcess(const std::vector<std::string>& flags) : port_(FreePort()) {
  Command command = {"redis-server", "--port", StrCat(port_), "--bind", "127.0.0.1", "--save", "",
                     "--appendonly", "no",     "--dir",       "/tmp"};
  command.insert(command.end(), flags.begin(), flags.end());
  process_ = std::make_unique<Process>(command);
  EXPECT_TRUE(Eventually([this] { return Ask("PING") == "+PONG\r\n"; }))
      << "redis-server did not start: " << process_->out();
}

std::string RedisProcess::url() const { return Url(port_); }

std::string RedisProcess::Ask(const std::string& command) const {
  return Exchange(port_, command + "\r\n");
}

std::vector<std::string> RedisProcess::Keys() const {
  std::vector<std::string> keys;
  std::istringstream lines(Ask("KEYS *"));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '*' || line[0] == '$') continue;
    line.pop_back();
    keys.push_back(line);
  }
  return keys;
}

void RedisProcess::Set(const std::string& name, const std::string& value) const {
  EXPECT_EQ(Exchange(port_, StrCat("*3\r\n$3\r\nSET\r\n$", name.size(), "\r\n", name, "\r\n$",
                                   value.size(), "\r\n", value, "\r\n")),
            "+OK\r\n");
}

FakeRedis::FakeRedis(std::string bytes, int pause_ms) {
  const int listener = Listen(&port_);
  pid_ = fork();
  if (pid_ == 0) Serve(listener, bytes, pause_ms);
  close(listener);
}

FakeRedis::~FakeRedis() {
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

std::string FakeRedis::url() const { return Url(port_); }

}  // namespace arbiter::testing
