#ifndef ARBITER_SERVICE_OPS_RELOADS_H_
#define ARBITER_SERVICE_OPS_RELOADS_H_

#include <string>

#include "absl/status/status.h"
#include "prometheus/counter.h"
#include "prometheus/family.h"
#include "prometheus/registry.h"
#include "service/ops/log.h"

namespace arbiter {

// What came of files that were read again: a line in the log, and
// arbiter_reload_total{what,result}. Thread-safe.
class Reloads {
 public:
  // Both outlive it.
  Reloads(prometheus::Registry* registry, Logger* log);

  // Makes the series of `what`, at 0, so that alerts see the first failure.
  void Expect(const std::string& what);
  void Report(const std::string& what, const absl::Status& status);
  // Without the line.
  void Count(const std::string& what, bool ok);

 private:
  prometheus::Counter& CounterOf(const std::string& what, const char* result);

  prometheus::Family<prometheus::Counter>& total_;
  Logger* log_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_RELOADS_H_
