#ifndef ARBITER_SERVICE_OPS_PROCESS_H_
#define ARBITER_SERVICE_OPS_PROCESS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "prometheus/metric_family.h"

namespace arbiter {

// The memory that this process may have: the least of the machine's and of the limits of its
// control group (version 2) and those around it. `root`: the folder that holds `proc` and `sys`.
size_t MemoryOfProcess(const std::string& root = "/");

// A family of one series without labels.
prometheus::MetricFamily CounterFamily(const char* name, const char* help, double value);
prometheus::MetricFamily GaugeFamily(const char* name, const char* help, double value);

// What this process takes of the machine now, under Prometheus' names for it.
std::vector<prometheus::MetricFamily> ProcessMetrics();

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_PROCESS_H_
