#include "service/ops/reloads.h"

namespace arbiter {
namespace {

constexpr char kDone[] = "ok";
constexpr char kFailed[] = "failed";

}  // namespace

Reloads::Reloads(prometheus::Registry* registry, Logger* log)
    : total_(prometheus::BuildCounter()
                 .Name("arbiter_reload_total")
                 .Help("Files that were read again; where it failed, what was read before stays.")
                 .Register(*registry)),
      log_(log) {}

void Reloads::Expect(const std::string& what) {
  CounterOf(what, kDone);
  CounterOf(what, kFailed);
}

void Reloads::Report(const std::string& what, const absl::Status& status) {
  Count(what, status.ok());
  if (status.ok()) {
    log_->Write(LogLine(LogLevel::kInfo, "reloaded").Add("what", what));
  } else {
    log_->Write(LogLine(LogLevel::kError, "can't reload; what was read before stays in use")
                    .Add("what", what)
                    .Add("cause", std::string(status.message())));
  }
}

void Reloads::Count(const std::string& what, bool ok) {
  CounterOf(what, ok ? kDone : kFailed).Increment();
}

prometheus::Counter& Reloads::CounterOf(const std::string& what, const char* result) {
  return total_.Add({{"what", what}, {"result", result}});
}

}  // namespace arbiter
