#ifndef ARBITER_SERVICE_OPS_PROCESS_H_
#define ARBITER_SERVICE_OPS_PROCESS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "prometheus/metric_family.h"

namespace arbiter {

// Returns the resident memory of this process, in bytes; SIZE_MAX if it cannot be read.
// Thread-safe.
size_t ResidentMemory();

// Returns how much memory this process may use, in bytes: the minimum of the machine's memory and
// the limits of its control group (version 2) and all parent groups. `root` is the folder that
// contains `proc` and `sys`.
size_t ProcessMemoryLimit(const std::string& root = "/");

// Makes a family that has one series without labels.
prometheus::MetricFamily CounterFamily(const char* name, const char* help, double value);
prometheus::MetricFamily GaugeFamily(const char* name, const char* help, double value);

// Returns the standard process metrics of Prometheus, such as CPU time and resident memory.
std::vector<prometheus::MetricFamily> ProcessMetrics();

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_PROCESS_H_
