#ifndef ARBITER_SERVICE_OPS_PROCESS_METRICS_H_
#define ARBITER_SERVICE_OPS_PROCESS_METRICS_H_

#include <vector>

#include "prometheus/metric_family.h"

namespace arbiter {

// A family of one series without labels.
prometheus::MetricFamily CounterFamily(const char* name, const char* help, double value);
prometheus::MetricFamily GaugeFamily(const char* name, const char* help, double value);

// What this process takes of the machine now, under Prometheus' names for it.
std::vector<prometheus::MetricFamily> ProcessMetrics();

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_PROCESS_METRICS_H_
