#include "tests/support/process_facts.h"

#include <time.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <system_error>

#include "core/base/strings.h"

namespace arbiter::testing {
namespace {

std::string FolderOf(pid_t pid) { return "/proc/" + std::to_string(pid); }

// Returns the time of a clock; 0 if it does not exist.
std::chrono::nanoseconds ReadClock(clockid_t clock) {
  timespec time = {};
  if (clock_gettime(clock, &time) != 0) return {};
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

ProcessFacts FactsOf(pid_t pid) {
  const std::string folder = FolderOf(pid);
  ProcessFacts facts;
  std::ifstream status(folder + "/status");
  for (std::string key; status >> key;) {
    if (key == "VmRSS:") status >> facts.resident_kib;
    if (key == "Threads:") status >> facts.threads;
    if (key == "State:") status >> facts.state;
  }
  std::error_code gone;
  for (std::filesystem::directory_iterator entry(folder + "/fd", gone), end; entry != end;
       entry.increment(gone)) {
    ++facts.descriptors;
  }
  return facts;
}

std::chrono::nanoseconds CpuTimeOf(pid_t pid) {
  clockid_t clock = 0;
  if (clock_getcpuclockid(pid, &clock) != 0) return {};
  return ReadClock(clock);
}

std::chrono::nanoseconds CpuTimeWithChildren(pid_t pid) {
  std::chrono::nanoseconds time = CpuTimeOf(pid);
  std::ifstream children(StrCat(FolderOf(pid), "/task/", pid, "/children"));
  for (pid_t child = 0; children >> child;) time += CpuTimeOf(child);
  // After the name of the program in parentheses come the fields from 3 on; cutime and cstime are
  // the fields 16 and 17 (proc(5)).
  std::ifstream stat(FolderOf(pid) + "/stat");
  stat.ignore(std::numeric_limits<std::streamsize>::max(), ')');
  std::string skipped;
  for (int field = 3; field < 16; ++field) stat >> skipped;
  for (int64_t ticks = 0, field = 16; field <= 17 && stat >> ticks; ++field) {
    time += std::chrono::nanoseconds(std::chrono::seconds(ticks)) / sysconf(_SC_CLK_TCK);
  }
  return time;
}

std::chrono::nanoseconds CpuTimeOfThread() { return ReadClock(CLOCK_THREAD_CPUTIME_ID); }

std::map<pid_t, int64_t> WaitsOfThreads(pid_t pid) {
  std::map<pid_t, int64_t> waits;
  for (const auto& thread : std::filesystem::directory_iterator(FolderOf(pid) + "/task")) {
    std::ifstream status(thread.path() / "status");
    for (std::string key; status >> key;) {
      if (key == "voluntary_ctxt_switches:") status >> waits[std::stoi(thread.path().filename())];
    }
  }
  return waits;
}

PeakMemory::PeakMemory(pid_t pid) : pid_(pid), start_kib_(FactsOf(pid).resident_kib) {
  // Resets VmHWM to the current size (proc(5)).
  std::ofstream(FolderOf(pid) + "/clear_refs") << 5;
}

int64_t PeakMemory::peak_mib() const {
  std::ifstream status(FolderOf(pid_) + "/status");
  int64_t kib = 0;
  for (std::string key; status >> key;) {
    if (key == "VmHWM:") status >> kib;
  }
  return kib / 1024;
}

}  // namespace arbiter::testing
