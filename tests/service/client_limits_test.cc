// Limits on the age of a connection, on the idle time of a stream and on the concurrent calls of a
// client.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/service/reason_case.h"
#include "tests/support/server/access_calls.h"
#include "tests/support/server/client.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/server/status_codes.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

v1::BatchRequest LegalMovesItem() {
  return Item(R"({"legalMoves":{"position":{"variant":"chak"}}})");
}

// The batches that ended because they were idle.
constexpr char kIdleBatches[] =
    R"(grpc_server_handled_total{grpc_code="DeadlineExceeded",grpc_method="Batch",)"
    R"(grpc_service="arbiter.v1.RulesService",grpc_type="bidi_stream"})";

bool IsAnswered(const v1::BatchResponse& response) { return response.has_legal_moves(); }

// While a client keeps calling, its gRPC library reconnects by itself.
TEST(MaxConnectionAge, ReconnectingLosesNoCall) {
  const ServerProcess server({"--max-connection-age-ms", "300"});
  RawConnection old(server.address());
  ASSERT_TRUE(old.Send(Preface() + SettingsAck()));
  Client client(server.address());
  const auto end = steady_clock::now() + milliseconds(1500);
  while (steady_clock::now() < end) {
    EXPECT_TRUE(IsAnswered(client.Call(LegalMovesItem())));
    std::this_thread::sleep_for(milliseconds(10));
  }
  std::string received;
  EXPECT_TRUE(Eventually([&] {
    received += old.Receive(milliseconds(100));
    const std::vector<FrameType> types = FrameTypes(received);
    return std::find(types.begin(), types.end(), FrameType::kGoAway) != types.end();
  }));
}

TEST(MaxCallsPerClient, AFurtherCallIsRefusedUntilOneHasEnded) {
  const ServerProcess server({"--max-calls-per-client", "2"});
  Client client(server.address());
  const auto first = client.StartBatch();
  const auto second = client.StartBatch();
  ASSERT_TRUE(IsAnswered(first->Ask(LegalMovesItem())));
  ASSERT_TRUE(IsAnswered(second->Ask(LegalMovesItem())));
  const v1::BatchResponse refused = client.Call(LegalMovesItem());
  EXPECT_EQ(refused.status().code(), kResourceExhausted);
  EXPECT_EQ(ReasonOf(refused.status()), "OVERLOADED");
  EXPECT_TRUE(IsAnswered(second->Ask(LegalMovesItem()))) << "open streams continue";
  EXPECT_EQ(first->Finish().code(), 0);
  EXPECT_TRUE(IsAnswered(client.Call(LegalMovesItem())));
  EXPECT_EQ(second->Finish().code(), 0);
}

// Returns whether an idle batch ends and a busy one continues if batches may be idle for this long.
// The busy one has a request every few milliseconds until the idle one has ended.
bool OnlyIdleBatchEnds(int idle_ms) {
  const ServerProcess server({"--stream-idle-ms", std::to_string(idle_ms)});
  Client client(server.address());
  const auto busy = client.StartBatch();
  const auto idle = client.StartBatch();
  if (!IsAnswered(idle->Ask(LegalMovesItem()))) return false;
  EXPECT_TRUE(Eventually([&] {
    return !IsAnswered(busy->Ask(LegalMovesItem())) || MetricOf(server, kIdleBatches) == 1;
  }));
  const bool continues = busy->Finish().code() == 0;
  return idle->Finish().code() == kDeadlineExceeded && continues;
}

TEST(StreamIdle, AnIdleBatchEndsAndABusyOneContinues) {
  // On a busy machine, the requests may come at intervals longer than a second.
  for (int idle_ms = 1000; !OnlyIdleBatchEnds(idle_ms); idle_ms *= 4) {
    ASSERT_LT(milliseconds(4 * idle_ms), kPatience);
  }
}

}  // namespace
}  // namespace arbiter::testing
