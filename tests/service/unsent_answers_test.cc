// Shutdown of a server while clients still have answers to read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "service/server.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;

// A SETTINGS_INITIAL_WINDOW_SIZE of 100 bytes, which the server may send before the client widens
// the window.
constexpr std::string_view kSmallWindow("\x00\x04\x00\x00\x00\x64", 6);
constexpr std::string_view kWiden("\x00\x7f\xff\xff", 4);
// Makes a call whose answer the client reads to its end only after SIGTERM. Returns everything that
// the client received.
std::string ReadLate(const std::string& method, const std::string& question) {
  // The server ends as soon as the client has its answer, not only when the grace period is over.
  ServerProcess server({"--grace-period-ms", "600000"});
  RawConnection connection(server.address());
  EXPECT_TRUE(connection.Send(Preface(kSmallWindow) +
                              Frame(FrameType::kHeaders, kEndHeadersFlag, 1, CallFields(method)) +
                              Frame(FrameType::kData, kEndStreamFlag, 1, Message(question))));
  std::string received = connection.Receive();
  for (std::string more = received; !more.empty();) {
    more = connection.Receive(milliseconds(300));
    received += more;
  }
  EXPECT_LT(received.size(), 2000u) << "the window does not hold back the answer";
  server.Signal(SIGTERM);
  std::this_thread::sleep_for(milliseconds(500));
  EXPECT_TRUE(connection.Send(Frame(FrameType::kWindowUpdate, 0, 0, kWiden) +
                              Frame(FrameType::kWindowUpdate, 0, 1, kWiden)));
  for (std::string more = connection.Receive(); !more.empty(); more = connection.Receive()) {
    received += more;
  }
  EXPECT_EQ(server.Wait(), 0);
  return received;
}

// Expects a complete picture, followed by the status of the call.
void ExpectWhole(const std::string& received) {
  EXPECT_GT(received.size(), 4000u);
  EXPECT_THAT(received, HasSubstr("</svg>"));
  EXPECT_THAT(received, HasSubstr("grpc-status"));
}

TEST(UnsentAnswers, AUnaryAnswerIsSentCompletelyDuringShutdown) {
  const v1::BatchRequest picture = Item(R"({"renderBoard":{"position":{"variant":"chak"}}})");
  ExpectWhole(ReadLate("RenderBoard", picture.render_board().SerializeAsString()));
}

TEST(UnsentAnswers, ABatchAnswerIsSentCompletelyDuringShutdown) {
  const v1::BatchRequest picture = Item(R"({"renderBoard":{"position":{"variant":"chak"}}})");
  ExpectWhole(ReadLate("Batch", picture.SerializeAsString()));
}

// The program exits when the grace period is over, whatever Shutdown() does, so this test calls the
// server itself.
TEST(UnsentAnswers, ShutdownEndsAnAnswerThatIsNeverRead) {
  ServerConfig config;
  config.listen = "127.0.0.1:0";
  config.metrics_listen = "";
  config.grace_period_ms = 500;
  Logger log(STDERR_FILENO, LogLevel::kError);
  const auto server = Server::Start(config, &log);
  ASSERT_TRUE(server.ok()) << server.status();
  RawConnection connection((*server)->listen());
  const v1::BatchRequest picture = Item(R"({"renderBoard":{"position":{"variant":"chak"}}})");
  ASSERT_TRUE(
      connection.Send(Preface(kSmallWindow) +
                      Frame(FrameType::kHeaders, kEndHeadersFlag, 1, CallFields("RenderBoard")) +
                      Frame(FrameType::kData, kEndStreamFlag, 1,
                            Message(picture.render_board().SerializeAsString()))));
  // The window is full once a part of the answer has arrived.
  std::string received;
  EXPECT_TRUE(Eventually([&] {
    received += connection.Receive(milliseconds(100));
    const std::vector<FrameType> types = FrameTypes(received);
    return std::find(types.begin(), types.end(), FrameType::kData) != types.end();
  }));
  (*server)->Shutdown();
}

}  // namespace
}  // namespace arbiter::testing
