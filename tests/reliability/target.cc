#include "tests/reliability/target.h"

#include <utility>

#include "tests/support/free_port.h"
#include "tests/support/server/client.h"
#include "tests/support/server/requests.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

constexpr char kConfig[] = ARBITER_SOURCE_DIR "/deploy/haproxy/haproxy.cfg";

std::string FreeAddress() { return "127.0.0.1:" + std::to_string(FreePort()); }

}  // namespace

Target::Target(Route route, std::vector<std::string> flags) {
  flags.insert(flags.end(), {"--log-sample", "0", "--max-perft-nodes", "1000000000000000"});
  if (route == Route::kThroughHaproxy) {
    flags.insert(flags.end(), {"--proxy-protocol-from", "127.0.0.0/8"});
  }
  server_ = std::make_unique<ServerProcess>(std::move(flags));
  address_ = server_->address();
  if (route == Route::kDirect) return;
  address_ = FreeAddress();
  const std::string stats = FreeAddress();
  haproxy_ = std::make_unique<Process>(Command{
      "env", "ARBITER_FRONT=" + address_, "ARBITER_STATS=" + stats,
      "ARBITER_REPLICA_1=" + server_->address(), "/usr/sbin/haproxy", "-db", "-f", kConfig});
  // A health check has found the replica.
  EXPECT_TRUE(Eventually([&stats] {
    return HttpGet(stats, "/metrics")
               .find(
                   "haproxy_server_check_status{proxy=\"replicas\",server=\"replica1\","
                   "state=\"L7OK\"} 1\n") != std::string::npos;
  })) << haproxy_->out()
      << haproxy_->errors();
}

}  // namespace arbiter::testing
