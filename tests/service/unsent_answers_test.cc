// The end of a server that has answers for clients who read slowly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <string>
#include <string_view>
#include <thread>

#include "tests/support/server/raw_connection.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::HasSubstr;

// So much of an answer goes out before the client asks for more: SETTINGS_INITIAL_WINDOW_SIZE.
constexpr std::string_view kSmallWindow("\x00\x04\x00\x00\x00\x64", 6);
constexpr std::string_view kWiden("\x00\x7f\xff\xff", 4);
constexpr int kGracePeriodMs = 5000;

// Has the client read the rest of an answer only once the server ends; what it gets.
std::string ReadLate(const std::string& method, const std::string& question) {
  ServerProcess server({"--grace-period-ms", std::to_string(kGracePeriodMs)});
  RawConnection connection(server.address());
  EXPECT_TRUE(connection.Send(Preface(kSmallWindow) +
                              Frame(FrameType::kHeaders, kEndHeadersFlag, 1, CallFields(method)) +
                              Frame(FrameType::kData, kEndStreamFlag, 1, Message(question))));
  std::string received = connection.Receive(milliseconds(5000));
  for (std::string more = received; !more.empty();) {
    more = connection.Receive(milliseconds(300));
    received += more;
  }
  EXPECT_LT(received.size(), 2000u) << "the window is not what the test wants";
  server.Signal(SIGTERM);
  std::this_thread::sleep_for(milliseconds(500));
  const auto begin = steady_clock::now();
  EXPECT_TRUE(connection.Send(Frame(FrameType::kWindowUpdate, 0, 0, kWiden) +
                              Frame(FrameType::kWindowUpdate, 0, 1, kWiden)));
  for (std::string more = connection.Receive(milliseconds(5000)); !more.empty();
       more = connection.Receive(milliseconds(5000))) {
    received += more;
  }
  EXPECT_EQ(server.Wait(), 0);
  EXPECT_LT(steady_clock::now() - begin, milliseconds(kGracePeriodMs));
  return received;
}

// The end of a call, and of the picture before.
void ExpectWhole(const std::string& received) {
  EXPECT_GT(received.size(), 4000u);
  EXPECT_THAT(received, HasSubstr("</svg>"));
  EXPECT_THAT(received, HasSubstr("grpc-status"));
}

TEST(UnsentAnswers, OfAUnaryCallArriveWholeThoughTheServerEnds) {
  const v1::BatchRequest picture = Item(R"({"renderBoard":{"position":{"variant":"chak"}}})");
  ExpectWhole(ReadLate("RenderBoard", picture.render_board().SerializeAsString()));
}

TEST(UnsentAnswers, OfABatchArriveWholeThoughTheServerEnds) {
  const v1::BatchRequest picture = Item(R"({"renderBoard":{"position":{"variant":"chak"}}})");
  ExpectWhole(ReadLate("Batch", picture.SerializeAsString()));
}

// Who never reads does not keep it from ending.
TEST(UnsentAnswers, ThatNobodyReadsHoldUpTheEndForTheGracePeriodAtMost) {
  ServerProcess server({"--grace-period-ms", "3000"});
  RawConnection connection(server.address());
  const v1::BatchRequest picture = Item(R"({"renderBoard":{"position":{"variant":"chak"}}})");
  ASSERT_TRUE(
      connection.Send(Preface(kSmallWindow) +
                      Frame(FrameType::kHeaders, kEndHeadersFlag, 1, CallFields("RenderBoard")) +
                      Frame(FrameType::kData, kEndStreamFlag, 1,
                            Message(picture.render_board().SerializeAsString()))));
  EXPECT_FALSE(connection.Receive(milliseconds(5000)).empty());
  const auto begin = steady_clock::now();
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  EXPECT_LT(steady_clock::now() - begin, milliseconds(5000));
}

}  // namespace
}  // namespace arbiter::testing
