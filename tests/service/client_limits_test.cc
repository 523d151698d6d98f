// How long a client may hold a connection or a stream, and how many calls.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "service/net/http2_frames.h"
#include "tests/service/reason_case.h"
#include "tests/support/server/access_calls.h"
#include "tests/support/server/client.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr int kDeadlineExceeded = 4;

const v1::BatchRequest kQuestion = Item(R"({"legalMoves":{"position":{"variant":"chak"}}})");

bool IsAnswered(const v1::BatchResponse& response) { return response.has_legal_moves(); }

// A client that calls on notices nothing: its library connects again.
TEST(MaxConnectionAge, AClientIsAskedToConnectAgainAndLosesNoCall) {
  const ServerProcess server({"--max-connection-age-ms", "300"});
  RawConnection old(server.address());
  ASSERT_TRUE(old.Send(Preface() + Acknowledgement()));
  Client client(server.address());
  const auto end = steady_clock::now() + milliseconds(1500);
  while (steady_clock::now() < end) {
    EXPECT_TRUE(IsAnswered(client.Call(kQuestion)));
    std::this_thread::sleep_for(milliseconds(10));
  }
  bool told = false;
  Http2FrameReader reader;
  const auto note = [&told](const FrameHeader& frame) { told |= frame.type == FrameType::kGoAway; };
  // A server's bytes are the same but for the preface.
  ASSERT_TRUE(reader.Read(kClientPreface, note));
  for (std::string bytes = old.Receive(milliseconds(100)); !bytes.empty();
       bytes = old.Receive(milliseconds(100))) {
    ASSERT_TRUE(reader.Read(bytes, note));
  }
  EXPECT_TRUE(told);
}

TEST(MaxCallsPerClient, AFurtherCallIsRefusedUntilOneHasEnded) {
  const ServerProcess server({"--max-calls-per-client", "2"});
  Client client(server.address());
  const auto first = client.StartBatch();
  const auto second = client.StartBatch();
  ASSERT_TRUE(IsAnswered(first->Ask(kQuestion)));
  ASSERT_TRUE(IsAnswered(second->Ask(kQuestion)));
  const v1::BatchResponse refused = client.Call(kQuestion);
  EXPECT_EQ(refused.status().code(), kResourceExhausted);
  EXPECT_EQ(ReasonOf(refused.status()), "OVERLOADED");
  EXPECT_TRUE(IsAnswered(second->Ask(kQuestion))) << "streams that are open go on";
  EXPECT_EQ(first->Finish().code(), 0);
  EXPECT_TRUE(IsAnswered(client.Call(kQuestion)));
  EXPECT_EQ(second->Finish().code(), 0);
}

TEST(StreamIdle, ABatchEndsWhenItHasNothingToDoForSoLong) {
  const ServerProcess server({"--stream-idle-ms", "1000"});
  Client client(server.address());
  const auto busy = client.StartBatch();
  const auto idle = client.StartBatch();
  ASSERT_TRUE(IsAnswered(idle->Ask(kQuestion)));
  const auto end = steady_clock::now() + milliseconds(2000);
  while (steady_clock::now() < end) {
    EXPECT_TRUE(IsAnswered(busy->Ask(kQuestion)));
    std::this_thread::sleep_for(milliseconds(50));
  }
  EXPECT_EQ(busy->Finish().code(), 0);
  EXPECT_EQ(idle->Finish().code(), kDeadlineExceeded);
}

}  // namespace
}  // namespace arbiter::testing
