#ifndef ARBITER_TESTS_SERVICE_ANALYSIS_REQUESTS_H_
#define ARBITER_TESTS_SERVICE_ANALYSIS_REQUESTS_H_

#include <chrono>
#include <string>
#include <thread>

#include "arbiter/v1/analysis_service.pb.h"
#include "tests/service/process.h"

namespace arbiter::testing {

inline v1::AnalyzeRequest Analysis(const std::string& variant) {
  v1::AnalyzeRequest request;
  request.mutable_position()->set_variant(variant);
  return request;
}

// Where a search can begin: the start positions, as proto JSON.
inline constexpr const char* kStartPositions[] = {
    R"({"variant":"chak"})",
    R"({"variant":"chpok","options":{"chpok":{"skipBidding":true}}})",
    R"({"variant":"makruk"})",
};

inline v1::AnalyzeRequest ToDepth(const std::string& variant, uint32_t depth) {
  v1::AnalyzeRequest request = Analysis(variant);
  request.mutable_limits()->set_depth(depth);
  return request;
}

inline v1::AnalyzeRequest Endless(const std::string& variant, uint32_t threads = 1) {
  v1::AnalyzeRequest request = Analysis(variant);
  request.mutable_limits()->set_infinite(true);
  request.set_threads(threads);
  return request;
}

// What a gauge or counter of a server shows; -1 if there is none of this name and labels.
inline double MetricOf(const ServerProcess& server, const std::string& series) {
  const std::string text = HttpGet(server.metrics_address(), "/metrics");
  const size_t found = text.find("\n" + series + " ");
  return found == std::string::npos ? -1 : std::stod(text.substr(found + series.size() + 2));
}

inline int Running(const ServerProcess& server) {
  return static_cast<int>(MetricOf(server, "arbiter_analyses_running"));
}

inline int Waiting(const ServerProcess& server) {
  return static_cast<int>(MetricOf(server, "arbiter_analysis_queue_depth"));
}

// Whether a condition comes true within ten seconds.
template <typename Condition>
bool Soon(const Condition& condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SERVICE_ANALYSIS_REQUESTS_H_
