#include "tests/tools/bench/load_window.h"

#include <unistd.h>

#include <algorithm>
#include <numeric>

#include "core/base/strings.h"
#include "tests/support/process_facts.h"
#include "tests/tools/bench/die.h"

namespace arbiter::bench {

int64_t LoadResult::responses() const {
  return std::accumulate(statuses.begin(), statuses.end(), int64_t{0},
                         [](int64_t sum, const auto& entry) { return sum + entry.second; });
}

bool LoadResult::all_ok() const { return statuses.size() == 1 && statuses.contains(0); }

double LoadResult::LatencyUs(double share) const {
  if (latencies_us.empty()) return 0;
  std::vector<float> sorted = latencies_us;
  const auto index = static_cast<size_t>(share * static_cast<double>(sorted.size() - 1));
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(index),
                   sorted.end());
  return sorted[index];
}

LoadWindow::LoadWindow(const Workload& workload, const LoadOptions& options)
    : workload_(workload),
      options_(options),
      compared_(workload.exchanges.size()),
      begin_(Clock::now() + std::chrono::duration_cast<Clock::duration>(options.warm_up)) {
  // Reserved in advance so that the measurement does not include allocations.
  constexpr size_t kExpectedCalls = 1'000'000;
  result_.latencies_us.reserve(kExpectedCalls);
}

size_t LoadWindow::Next() {
  const size_t next = next_;
  next_ = next + 1 == workload_.exchanges.size() ? 0 : next + 1;
  return next;
}

void LoadWindow::DieOfWrongResponse(size_t exchange) const {
  Die(StrCat("wrong response from ", options_.target, " to request ", exchange, " of ",
             workload_.method));
}

void LoadWindow::Advance(Clock::time_point now) {
  if (over_ || now < begin_) return;
  const auto server_cpu = [&] {
    return options_.server_pid == 0 ? std::chrono::nanoseconds(0)
                                    : testing::CpuTimeOf(options_.server_pid);
  };
  if (!open_) {
    open_ = true;
    begin_ = now;
    result_.client_cpu = -testing::CpuTimeOf(getpid());
    result_.server_cpu = -server_cpu();
  } else if (now - begin_ >= options_.time || counted_ == options_.max_responses) {
    open_ = false;
    over_ = true;
    result_.time = now - begin_;
    result_.client_cpu += testing::CpuTimeOf(getpid());
    result_.server_cpu += server_cpu();
  }
}

}  // namespace arbiter::bench
