#include "tests/tools/bench/programs.h"

#include <sched.h>
#include <signal.h>

#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/strings.h"
#include "tests/support/free_port.h"
#include "tests/support/key_files.h"
#include "tests/support/process_facts.h"
#include "tests/tools/bench/die.h"

namespace arbiter::bench {
namespace {

constexpr std::chrono::microseconds kPollInterval(500);

cpu_set_t SetOf(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  return set;
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
  if (processors.size() < 2) {
    Die("only one processor is available; the server and its client need one each");
  }
  return {.server = processors.front(), .client = processors.back()};
}

ProcessorPin::ProcessorPin(int processor) {
  sched_getaffinity(0, sizeof(before_), &before_);
  const cpu_set_t set = SetOf(processor);
  sched_setaffinity(0, sizeof(set), &set);
}

ProcessorPin::~ProcessorPin() { sched_setaffinity(0, sizeof(before_), &before_); }

std::string ApiKeyFile() { return testing::KeyFileOf(testing::KeyEntry("bench", kApiKey)); }

std::string RunToEnd(const Command& command, std::optional<int> processor) {
  Process process(command, {.processor = processor});
  if (process.Wait() != 0) Die(StrCat(command.front(), " failed: ", process.errors()));
  return process.out();
}

Command ArbiterCommand(const std::string& programs) {
  return {StrCat(programs, "/arbiterd"), "--metrics-listen", "127.0.0.1:0"};
}

Command EmptyCommand(const std::string& programs, const std::string& workload) {
  return {StrCat(programs, "/arbiter_empty_server"), "--workload", workload};
}

Server::Server(Command command, std::optional<int> processor,
               std::optional<testing::RawConnection>* first)
    : port_(testing::FreePort()),
      process_(WithListen(std::move(command), port_), {.processor = processor}) {
  while (true) {
    testing::RawConnection connection(address());
    if (connection.connected()) {
      if (first != nullptr) first->emplace(std::move(connection));
      return;
    }
    if (!process_.Runs()) {
      Die(StrCat("a server ended before it could be reached: ", process_.errors()));
    }
    std::this_thread::sleep_for(kPollInterval);
  }
}

std::string Server::Stop() {
  process_.Signal(SIGTERM);
  if (process_.Wait() != 0) Die(StrCat("a server failed: ", process_.errors()));
  return process_.errors();
}

double Server::ResidentKib() const {
  return static_cast<double>(testing::FactsOf(pid()).resident_kib);
}

}  // namespace arbiter::bench
