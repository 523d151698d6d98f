#include "service/ops/process.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <string>
#include <system_error>

namespace arbiter {
namespace {

// Returns the path of the process's control group, relative to the root of all groups, from
// `proc/self/cgroup`. Empty for the root, and if the process cannot see its group.
std::filesystem::path ControlGroup(const std::filesystem::path& root) {
  constexpr char kVersion2[] = "0::/";
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    if (!line.starts_with(kVersion2)) continue;
    std::string group = line.substr(sizeof(kVersion2) - 1);
    return group.starts_with("..") ? "" : group;
  }
  return {};
}

// The numbers of fields in /proc/PID/stat (proc(5)).
constexpr int kFirstAfterName = 3;
constexpr int kUserTime = 14;
constexpr int kSystemTime = 15;
constexpr int kThreads = 20;
constexpr int kStartTime = 22;
constexpr int kResidentPages = 24;

std::string ReadAll(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Returns the numbers in /proc/self/stat by field number. The fields before them (the process id,
// the name and the state) are 0.
std::vector<double> StatFields() {
  const std::string stat = ReadAll("/proc/self/stat");
  std::vector<double> fields(kFirstAfterName + 1);
  std::istringstream numbers(stat.substr(std::min(stat.rfind(')') + 3, stat.size())));
  for (double number = 0; numbers >> number;) fields.push_back(number);
  fields.resize(std::max<size_t>(fields.size(), kResidentPages + 1));
  return fields;
}

// Returns when the machine started, in seconds since 1970.
double BootTime() {
  std::istringstream stat(ReadAll("/proc/stat"));
  double seconds = 0;
  for (std::string name; stat >> name;) {
    if (name == "btime") stat >> seconds;
  }
  return seconds;
}

double OpenDescriptors() {
  std::error_code error;
  const std::filesystem::directory_iterator files("/proc/self/fd", error);
  // The iterator's own descriptor does not count.
  return error ? 0 : static_cast<double>(std::distance(begin(files), end(files))) - 1;
}

double MaxDescriptors() {
  rlimit limit = {};
  getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur == RLIM_INFINITY ? std::numeric_limits<double>::infinity()
                                         : static_cast<double>(limit.rlim_cur);
}

prometheus::MetricFamily FamilyOf(const char* name, const char* help, prometheus::MetricType type,
                                  const prometheus::ClientMetric& metric) {
  return {.name = name, .help = help, .type = type, .metric = {metric}};
}

}  // namespace

size_t ProcessMemoryLimit(const std::string& root) {
  size_t min =
      static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const std::filesystem::path groups = std::filesystem::path(root) / "sys/fs/cgroup";
  for (std::filesystem::path group = ControlGroup(root);; group = group.parent_path()) {
    size_t limit = 0;
    // The file holds `max` if there is no limit, which does not parse as a number.
    if (std::ifstream(groups / group / "memory.max") >> limit) min = std::min(min, limit);
    if (group.empty()) return min;
  }
}

size_t ResidentMemory() {
  // The descriptor stays open, because opening the file takes longer than reading it.
  static const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  static const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  std::array<char, 128> text = {};
  if (pread(file, text.data(), text.size() - 1, 0) <= 0) return SIZE_MAX;
  // The file begins with the size of the address space and the resident memory, in pages.
  char* rest = nullptr;
  static_cast<void>(std::strtoull(text.data(), &rest, 10));
  return std::strtoull(rest, nullptr, 10) * page;
}

prometheus::MetricFamily CounterFamily(const char* name, const char* help, double value) {
  prometheus::ClientMetric metric;
  metric.counter.value = value;
  return FamilyOf(name, help, prometheus::MetricType::Counter, metric);
}

prometheus::MetricFamily GaugeFamily(const char* name, const char* help, double value) {
  prometheus::ClientMetric metric;
  metric.gauge.value = value;
  return FamilyOf(name, help, prometheus::MetricType::Gauge, metric);
}

std::vector<prometheus::MetricFamily> ProcessMetrics() {
  const std::vector<double> stat = StatFields();
  const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  const auto page = static_cast<double>(sysconf(_SC_PAGESIZE));
  return {
      CounterFamily("process_cpu_seconds_total", "User and system CPU time, in seconds.",
                    (stat[kUserTime] + stat[kSystemTime]) / ticks),
      GaugeFamily("process_resident_memory_bytes", "Resident memory, in bytes.",
                  stat[kResidentPages] * page),
      GaugeFamily("process_open_fds", "Number of open file descriptors.", OpenDescriptors()),
      GaugeFamily("process_max_fds", "Maximum number of open file descriptors.", MaxDescriptors()),
      GaugeFamily("process_threads", "Number of threads.", stat[kThreads]),
      GaugeFamily("process_start_time_seconds", "Start time of the process, in seconds since 1970.",
                  BootTime() + stat[kStartTime] / ticks),
  };
}

}  // namespace arbiter
