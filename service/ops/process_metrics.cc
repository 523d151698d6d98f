#include "service/ops/process_metrics.h"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <string>
#include <system_error>

namespace arbiter {
namespace {

// Fields of /proc/PID/stat (proc(5)).
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

// The numbers of /proc/self/stat by their field, from the one after the name on.
std::vector<double> StatFields() {
  const std::string stat = ReadAll("/proc/self/stat");
  std::vector<double> fields(kFirstAfterName + 1);
  std::istringstream numbers(stat.substr(std::min(stat.rfind(')') + 3, stat.size())));
  for (double number = 0; numbers >> number;) fields.push_back(number);
  fields.resize(std::max<size_t>(fields.size(), kResidentPages + 1));
  return fields;
}

// When the machine started, in seconds since 1970.
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
  // But for the one of the iterator.
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
      CounterFamily("process_cpu_seconds_total", "Seconds of user and system CPU time.",
                    (stat[kUserTime] + stat[kSystemTime]) / ticks),
      GaugeFamily("process_resident_memory_bytes", "Resident memory in bytes.",
                  stat[kResidentPages] * page),
      GaugeFamily("process_open_fds", "Open file descriptors.", OpenDescriptors()),
      GaugeFamily("process_max_fds", "File descriptors that may be open.", MaxDescriptors()),
      GaugeFamily("process_threads", "Threads of the process.", stat[kThreads]),
      GaugeFamily("process_start_time_seconds", "When the process started, in seconds since 1970.",
                  BootTime() + stat[kStartTime] / ticks),
  };
}

}  // namespace arbiter
