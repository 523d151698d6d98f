#include "tests/bench/process.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>
#include <utility>

#include "core/rules/strings.h"
#include "tests/bench/die.h"
#include "tests/support/free_port.h"

namespace arbiter::bench {
namespace {

constexpr std::chrono::milliseconds kPause(5);

cpu_set_t SetOf(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  return set;
}

pid_t Spawn(const Command& command, std::optional<int> processor, FILE* out, FILE* errors) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) Die(StrCat("can't start ", command.front()));
  if (pid > 0) return pid;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  if (processor) {
    const cpu_set_t set = SetOf(*processor);
    sched_setaffinity(0, sizeof(set), &set);
  }
  dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  dup2(fileno(out), STDOUT_FILENO);
  dup2(fileno(errors), STDERR_FILENO);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

sockaddr_in Loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

bool Listens(int port) {
  const int socket_fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = Loopback(port);
  const bool connected =
      connect(socket_fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  close(socket_fd);
  return connected;
}

Command WithListen(Command command, int port) {
  command.insert(command.end(), {"--listen", StrCat("127.0.0.1:", port)});
  return command;
}

}  // namespace

Processors ChooseProcessors() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  sched_getaffinity(0, sizeof(allowed), &allowed);
  std::vector<int> processors;
  for (int i = 0; i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(i, &allowed)) processors.push_back(i);
  }
  if (processors.size() < 2) Die("the server and its client need a processor each");
  return {.server = processors.front(), .client = processors.back()};
}

OnProcessor::OnProcessor(int processor) {
  sched_getaffinity(0, sizeof(before_), &before_);
  const cpu_set_t set = SetOf(processor);
  sched_setaffinity(0, sizeof(set), &set);
}

OnProcessor::~OnProcessor() { sched_setaffinity(0, sizeof(before_), &before_); }

Process::Process(const Command& command, std::optional<int> processor)
    : out_(std::tmpfile()), errors_(std::tmpfile()) {
  if (out_ == nullptr || errors_ == nullptr) Die("no room for temporary files");
  pid_ = Spawn(command, processor, out_.get(), errors_.get());
}

Process::~Process() {
  if (!Runs()) return;
  kill(pid_, SIGKILL);
  Wait();
}

bool Process::Runs() {
  int status = 0;
  if (!exit_code_ && waitpid(pid_, &status, WNOHANG) == pid_) {
    exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  return !exit_code_;
}

int Process::Wait() {
  while (Runs()) std::this_thread::sleep_for(kPause);
  return *exit_code_;
}

int64_t Process::ResidentKib() const {
  std::ifstream status(StrCat("/proc/", pid_, "/status"));
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::stoll(line.substr(6));
  }
  return 0;
}

std::string Process::Read(FILE* file) {
  // The position belongs to the writer.
  std::string text;
  char buffer[4096];
  ssize_t size = 0;
  while ((size = pread(fileno(file), buffer, sizeof(buffer), static_cast<off_t>(text.size()))) >
         0) {
    text.append(buffer, static_cast<size_t>(size));
  }
  return text;
}

std::string RunToEnd(const Command& command, std::optional<int> processor) {
  Process process(command, processor);
  if (process.Wait() != 0) Die(StrCat(command.front(), " failed: ", process.errors()));
  return process.out();
}

ServerProcess::ServerProcess(Command command, std::optional<int> processor)
    : port_(testing::FreePort()), process_(WithListen(std::move(command), port_), processor) {
  while (!Listens(port_)) {
    if (!process_.Runs()) Die(StrCat("a server has ended: ", process_.errors()));
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace arbiter::bench
