#include "tests/match/uci_process.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "core/rules/strings.h"

namespace arbiter::match {

using std::chrono::milliseconds;

absl::StatusOr<std::unique_ptr<UciProcess>> UciProcess::Start(const std::string& command) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return absl::InternalError("no socket for a player's process");
  }
  const std::string script = StrCat("exec ", command);
  const pid_t pid = fork();
  if (pid == 0) {
    // Ctrl-C is for us.
    setpgid(0, 0);
    dup2(ends[1], STDIN_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    execl("/bin/sh", "sh", "-c", script.c_str(), nullptr);
    _exit(127);
  }
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return absl::InternalError("no process for a player");
  }
  return std::unique_ptr<UciProcess>(new UciProcess(pid, ends[0]));
}

UciProcess::~UciProcess() {
  constexpr milliseconds kPatience(1'000);
  constexpr milliseconds kPause(5);
  Send("quit").IgnoreError();
  const auto deadline = Clock::now() + kPatience;
  while (waitpid(pid_, nullptr, WNOHANG) == 0) {
    if (Clock::now() > deadline) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
      break;
    }
    std::this_thread::sleep_for(kPause);
  }
  close(socket_);
}

absl::Status UciProcess::Send(std::string_view line) {
  const std::string text = StrCat(line, "\n");
  for (size_t sent = 0; sent < text.size();) {
    const ssize_t size = send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (size <= 0) return absl::UnavailableError("the program has ended");
    sent += static_cast<size_t>(size);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> UciProcess::ReadLine(Clock::time_point deadline) {
  for (;;) {
    if (const size_t end = pending_.find('\n'); end != std::string::npos) {
      std::string line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
      return line;
    }
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
    pollfd waiting{socket_, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(std::max<int64_t>(left, 0))) == 0) {
      return absl::UnavailableError("the program is silent");
    }
    char buffer[4096];
    const ssize_t size = read(socket_, buffer, sizeof(buffer));
    if (size <= 0) return absl::UnavailableError("the program has ended");
    pending_.append(buffer, static_cast<size_t>(size));
  }
}

absl::StatusOr<std::string> UciProcess::ReadUntil(std::string_view word,
                                                  Clock::time_point deadline) {
  for (;;) {
    auto line = ReadLine(deadline);
    if (!line.ok() || line->starts_with(word)) return line;
  }
}

}  // namespace arbiter::match
