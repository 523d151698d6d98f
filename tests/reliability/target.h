#ifndef ARBITER_TESTS_RELIABILITY_TARGET_H_
#define ARBITER_TESTS_RELIABILITY_TARGET_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/support/server/server_process.h"

namespace arbiter::testing {

// How clients reach a server: directly, or through HAProxy as configured by deploy/haproxy.
enum class Route { kDirect, kThroughHaproxy };

// A server on the loopback interface, with HAProxy in front of it if the route is kThroughHaproxy.
class Target {
 public:
  // Waits until the service can be called. The server logs no calls that succeed, and a Perft of
  // great depth ends only when it has taken the time that it may take.
  explicit Target(Route route, std::vector<std::string> flags = {});

  // The address that clients connect to.
  const std::string& address() const { return address_; }
  const ServerProcess& server() const { return *server_; }

 private:
  std::unique_ptr<ServerProcess> server_;
  std::unique_ptr<Process> haproxy_;
  std::string address_;
};

// The parameters that run each test of a suite on both routes, and the name of a parameter.
inline auto BothRoutes() { return ::testing::Values(Route::kDirect, Route::kThroughHaproxy); }
inline std::string NameOfRoute(const ::testing::TestParamInfo<Route>& route) {
  return route.param == Route::kDirect ? "Direct" : "ThroughHaproxy";
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_RELIABILITY_TARGET_H_
