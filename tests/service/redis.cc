#include "tests/service/redis.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <sstream>
#include <thread>

#include "core/rules/strings.h"
#include "tests/support/free_port.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

sockaddr_in Loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  return address;
}

// A socket that listens on a free port.
int Listen(int* port) {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = Loopback(0);
  socklen_t size = sizeof(address);
  EXPECT_EQ(bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
  EXPECT_EQ(listen(listener, 16), 0);
  getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  *port = ntohs(address.sin_port);
  return listener;
}

// Sends `request` and reads until nothing comes for a moment.
std::string Exchange(int port, const std::string& request) {
  const int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = Loopback(port);
  std::string answer;
  if (connect(connection, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 &&
      send(connection, request.data(), request.size(), MSG_NOSIGNAL) > 0) {
    char buffer[4096];
    pollfd waiting = {.fd = connection, .events = POLLIN, .revents = 0};
    while (poll(&waiting, 1, answer.empty() ? 2'000 : 50) > 0) {
      const ssize_t size = read(connection, buffer, sizeof(buffer));
      if (size <= 0) break;
      answer.append(buffer, static_cast<size_t>(size));
    }
  }
  close(connection);
  return answer;
}

void End(pid_t* pid) {
  if (*pid <= 0) return;
  kill(*pid, SIGKILL);
  waitpid(*pid, nullptr, 0);
  *pid = -1;
}

std::string Url(int port) { return StrCat("redis://127.0.0.1:", port); }

// Answers connections one after the other, for ever.
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

RedisProcess::RedisProcess(const std::vector<std::string>& flags) {
  port_ = FreePort();
  std::vector<std::string> command = {
      "redis-server", "--port", StrCat(port_), "--bind", "127.0.0.1", "--save", "",
      "--appendonly", "no",     "--dir",       "/tmp"};
  command.insert(command.end(), flags.begin(), flags.end());
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  pid_ = fork();
  if (pid_ == 0) {
    const int null = open("/dev/null", O_RDWR);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(null, stream);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  const auto deadline = steady_clock::now() + milliseconds(30'000);
  while (Ask("PING") != "+PONG\r\n") {
    if (steady_clock::now() > deadline) {
      ADD_FAILURE() << "redis-server did not start";
      return;
    }
    std::this_thread::sleep_for(milliseconds(5));
  }
}

RedisProcess::~RedisProcess() { Kill(); }

std::string RedisProcess::url() const { return Url(port_); }

void RedisProcess::Signal(int signal) const { kill(pid_, signal); }

void RedisProcess::Kill() { End(&pid_); }

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

FakeRedis::~FakeRedis() { End(&pid_); }

std::string FakeRedis::url() const { return Url(port_); }

}  // namespace arbiter::testing
