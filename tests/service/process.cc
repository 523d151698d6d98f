#include "tests/service/process.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/support/file.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// A new empty file; the caller removes it.
std::string TemporaryFile() {
  std::string path = ::testing::TempDir() + "arbiter_XXXXXX";
  close(mkstemp(path.data()));
  return path;
}

// Starts a program whose standard streams are these files.
pid_t Spawn(const std::vector<std::string>& command, const std::string& in, const std::string& out,
            const std::string& err, const ProcessLimits& limits = {}) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  const pid_t pid = fork();
  if (pid != 0) return pid;
  dup2(open(in.c_str(), O_RDONLY), STDIN_FILENO);
  dup2(open(out.c_str(), O_WRONLY | O_APPEND), STDOUT_FILENO);
  dup2(open(err.c_str(), O_WRONLY | O_APPEND), STDERR_FILENO);
  if (limits.descriptors > 0) {
    const auto most = static_cast<rlim_t>(limits.descriptors);
    const rlimit limit = {.rlim_cur = most, .rlim_max = most};
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  execv(arguments[0], arguments.data());
  _exit(127);
}

// The text value of `"key":"…"` in a JSON line.
std::string JsonText(const std::string& line, const std::string& key) {
  const std::string start = "\"" + key + "\":\"";
  const size_t found = line.find(start);
  if (found == std::string::npos) return "";
  const size_t begin = found + start.size();
  return line.substr(begin, line.find('"', begin) - begin);
}

}  // namespace

std::string ServerProgram() {
  const char* other = getenv("ARBITERD_TO_TEST");
  return other == nullptr ? ARBITERD : other;
}

Finished RunProgram(const std::vector<std::string>& command, const std::string& input) {
  const std::string in = TemporaryFile();
  const std::string out = TemporaryFile();
  const std::string err = TemporaryFile();
  std::ofstream(in) << input;
  const pid_t pid = Spawn(command, in, out, err);
  int status = 0;
  waitpid(pid, &status, 0);
  Finished finished{WIFEXITED(status) ? WEXITSTATUS(status) : -1, ReadFile(out), ReadFile(err)};
  for (const std::string& path : {in, out, err}) unlink(path.c_str());
  return finished;
}

ServerProcess::ServerProcess(std::vector<std::string> flags, ProcessLimits limits)
    : log_path_(TemporaryFile()) {
  flags.insert(flags.begin(),
               {ServerProgram(), "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"});
  pid_ = Spawn(flags, "/dev/null", log_path_, log_path_, limits);
  const auto deadline = steady_clock::now() + milliseconds(30'000);
  while (address_.empty() && steady_clock::now() < deadline) {
    std::istringstream log(Log());
    for (std::string line; std::getline(log, line);) {
      if (JsonText(line, "msg") != "serving") continue;
      address_ = JsonText(line, "listen");
      metrics_address_ = JsonText(line, "metrics");
    }
    std::this_thread::sleep_for(milliseconds(5));
  }
  EXPECT_FALSE(address_.empty()) << "the server did not start: " << Log();
}

ServerProcess::~ServerProcess() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  unlink(log_path_.c_str());
}

void ServerProcess::Signal(int signal) const { kill(pid_, signal); }

milliseconds ServerProcess::CpuTime() const {
  const std::string stat = ReadFile("/proc/" + std::to_string(pid_) + "/stat");
  // From the third field on; the second is a name in parentheses.
  std::istringstream fields(stat.substr(stat.rfind(')') + 2));
  std::string skipped;
  for (int i = 3; i < 14; ++i) fields >> skipped;
  int64_t user = 0;
  int64_t system = 0;
  fields >> user >> system;
  return milliseconds((user + system) * 1000 / sysconf(_SC_CLK_TCK));
}

size_t ServerProcess::Memory() const {
  std::istringstream statm(ReadFile("/proc/" + std::to_string(pid_) + "/statm"));
  size_t pages = 0;
  size_t resident = 0;
  statm >> pages >> resident;
  return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

int ServerProcess::Wait() {
  const auto deadline = steady_clock::now() + milliseconds(60'000);
  int status = 0;
  while (waitpid(pid_, &status, WNOHANG) == 0) {
    if (steady_clock::now() > deadline) {
      ADD_FAILURE() << "the server did not end";
      return -1;
    }
    std::this_thread::sleep_for(milliseconds(5));
  }
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string ServerProcess::Log() const { return ReadFile(log_path_); }

std::string HttpGet(const std::string& address, const std::string& path) {
  const size_t colon = address.rfind(':');
  sockaddr_in target{};
  target.sin_family = AF_INET;
  target.sin_port = htons(static_cast<uint16_t>(std::stoi(address.substr(colon + 1))));
  inet_pton(AF_INET, address.substr(0, colon).c_str(), &target.sin_addr);
  const int socket_fd = socket(AF_INET, SOCK_STREAM, 0);
  std::string answer;
  if (connect(socket_fd, reinterpret_cast<sockaddr*>(&target), sizeof(target)) == 0) {
    const std::string request = "GET " + path + " HTTP/1.0\r\n\r\n";
    if (write(socket_fd, request.data(), request.size()) > 0) {
      char buffer[4096];
      for (ssize_t size; (size = read(socket_fd, buffer, sizeof(buffer))) > 0;) {
        answer.append(buffer, static_cast<size_t>(size));
      }
    }
  }
  close(socket_fd);
  return answer;
}

}  // namespace arbiter::testing
