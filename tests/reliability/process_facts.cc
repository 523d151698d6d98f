#include "tests/reliability/process_facts.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace arbiter::testing {

ProcessFacts FactsOf(pid_t pid) {
  const std::string folder = "/proc/" + std::to_string(pid);
  ProcessFacts facts;
  std::ifstream status(folder + "/status");
  for (std::string key; status >> key;) {
    if (key == "VmRSS:") status >> facts.resident_kib;
    if (key == "Threads:") status >> facts.threads;
  }
  std::error_code gone;
  for (std::filesystem::directory_iterator entry(folder + "/fd", gone), end; entry != end;
       entry.increment(gone)) {
    ++facts.descriptors;
  }
  return facts;
}

}  // namespace arbiter::testing
