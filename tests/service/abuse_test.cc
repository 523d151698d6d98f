// Clients that behave as no client library does: the server's memory stays bounded, and other
// clients are served. Attacks with high volume are in tests/reliability.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/durations.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/client.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// Other clients that wait no longer than this are served, whatever it is compared with.
constexpr milliseconds kAlwaysPrompt{500};

class Abuse : public ::testing::Test {
 protected:
  Abuse() { ExpectOthersServed(); }

  // Expects a call on a new connection to be answered, and measures it.
  void ExpectOthersServed() {
    const auto call = [](const ServerProcess& server) {
      Client client(server.address());
      const v1::BatchRequest question = Item(R"({"legalMoves":{"position":{"variant":"chak"}}})");
      EXPECT_FALSE(client.Call(question).has_status());
    };
    durations_.Measure([&] { call(server_); });
    undisturbed_durations_.Measure([&] { call(undisturbed_); });
  }

  // Repeats `action` for this time, or until it returns false, while other clients call. They must
  // not wait much longer than clients of a server that is not abused.
  void Repeat(milliseconds time, const std::function<bool()>& action) {
    std::thread others([&] {
      const auto end = steady_clock::now() + time;
      while (steady_clock::now() < end) {
        ExpectOthersServed();
        std::this_thread::sleep_for(milliseconds(20));
      }
    });
    const auto end = steady_clock::now() + time;
    while (steady_clock::now() < end && action()) {
    }
    others.join();
    ExpectOthersServed();
    std::cout << "memory at most " << memory_.peak_mib() << " MiB, others waited for "
              << durations_.Median().count() << " us, for another server "
              << undisturbed_durations_.Median().count() << " us\n";
    EXPECT_LE(durations_.Median(),
              std::max<microseconds>(10 * undisturbed_durations_.Median(), kAlwaysPrompt));
  }

  const ServerProcess server_{{"--log-sample", "0"}};
  const ServerProcess undisturbed_{{"--log-sample", "0"}};
  // The abusive client has another address than the others.
  RawConnection connection_{server_.address(), "127.0.0.66"};
  const PeakMemory memory_{server_.pid()};
  Durations durations_;
  Durations undisturbed_durations_;
};

// SETTINGS_INITIAL_WINDOW_SIZE and an increment of the connection's window. Both are the largest
// that HTTP/2 allows, so that the windows do not hold back the server.
constexpr std::string_view kWideWindow("\x00\x04\x7f\xff\xff\xff", 6);
constexpr std::string_view kWiden("\x7f\xff\x00\x00", 4);

// Each answer is a picture, which is hundreds of times as long as its request.
TEST_F(Abuse, ABatchThatIsNeverReadIsHeldBack) {
  const std::string question =
      Item(R"({"renderBoard":{"position":{"variant":"chak"}}})").SerializeAsString();
  const std::string data = Frame(FrameType::kData, 0, 1, Message(question));
  ASSERT_TRUE(
      connection_.Send(Preface(kWideWindow) + Frame(FrameType::kWindowUpdate, 0, 0, kWiden) +
                       Frame(FrameType::kHeaders, kEndHeadersFlag, 1, CallFields("Batch"))));
  // The requests fill the server's initial window of a stream. Their answers would take a gigabyte.
  int left = (1 << 22) / static_cast<int>(data.size());
  Repeat(milliseconds(2000),
         [&] { return left-- > 0 && connection_.Send(data, milliseconds(100)); });
  EXPECT_LT(memory_.peak_mib(), 128);
  constexpr char kSeries[] = R"({grpc_method="Batch",grpc_service="arbiter.v1.RulesService",)"
                             R"(grpc_type="bidi_stream"})";
  const auto received = [&] {
    return MetricOf(server_, std::string("grpc_server_msg_received_total") + kSeries);
  };
  EXPECT_TRUE(Eventually([&] { return received() >= 64; })) << "the batch was not served at all";
  EXPECT_LT(received(), (1 << 22) / static_cast<double>(data.size()))
      << "the batch was not held back";
}

// The answers to these batches would take gigabytes. After the batches are sent, only an honest
// client sends anything.
TEST_F(Abuse, ManyBatchesThatAreNeverReadAreBoundedAndNoConnectionIsClosed) {
  constexpr std::string_view kNoWindow("\x00\x04\x00\x00\x00\x00", 6);
  const std::string question =
      Item(R"({"renderBoard":{"position":{"variant":"chak"}}})").SerializeAsString();
  std::string questions;
  for (int i = 0; i < 64; ++i) questions += Message(question);
  std::string bytes = Preface(kNoWindow);
  constexpr uint32_t kStreams = 100;
  for (uint32_t stream = 1; stream < 2 * kStreams; stream += 2) {
    bytes += Frame(FrameType::kHeaders, kEndHeadersFlag, stream, CallFields("Batch"));
  }
  for (uint32_t stream = 1; stream < 2 * kStreams; stream += 2) {
    bytes += Frame(FrameType::kData, 0, stream, questions);
  }
  connection_.Send(bytes);
  Client honest(server_.address());
  const v1::BatchRequest picture = Item(R"({"renderBoard":{"position":{"variant":"chak"}}})");
  std::atomic<int> failures = 0;
  Repeat(milliseconds(3000), [&] {
    failures += honest.Call(picture).has_status() ? 1 : 0;
    return true;
  });
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(MetricOf(server_, R"(arbiter_connections_broken_off_total{reason="memory"})"), 0);
  EXPECT_LT(memory_.peak_mib(), 256);
  const double begun =
      MetricOf(server_, R"(grpc_server_started_total{grpc_method="Batch",)"
                        R"(grpc_service="arbiter.v1.RulesService",grpc_type="bidi_stream"})");
  EXPECT_EQ(begun, kStreams);
}

TEST_F(Abuse, ARequestThatArrivesByteByByteIsAnswered) {
  const std::string question =
      Item(R"({"legalMoves":{"position":{"variant":"chak"}}})").legal_moves().SerializeAsString();
  const std::string bytes =
      Preface() + Frame(FrameType::kHeaders, kEndHeadersFlag, 1, CallFields("LegalMoves")) +
      Frame(FrameType::kData, kEndStreamFlag, 1, Message(question));
  for (const char byte : bytes) {
    ASSERT_TRUE(connection_.Send(std::string(1, byte)));
    std::this_thread::sleep_for(milliseconds(2));
  }
  std::string answer;
  while (answer.find("e3e4") == std::string::npos) {
    const std::string more = connection_.Receive();
    ASSERT_FALSE(more.empty());
    answer += more;
  }
  ExpectOthersServed();
}

TEST_F(Abuse, ASilentConnectionIsClosed) {
  RawConnection half(server_.address());
  ASSERT_TRUE(half.Send("PRI * HTTP/2.0\r\n"));
  EXPECT_TRUE(connection_.ClosesWithin(kPatience));
  EXPECT_TRUE(half.ClosesWithin(kPatience));
  ExpectOthersServed();
}

TEST_F(Abuse, HugeMetadataIsRefused) {
  const std::string huge = CallFields("LegalMoves") + Field("x-huge", std::string(15'000, 'x')) +
                           Field("x-more", std::string(15'000, 'x'));
  ASSERT_TRUE(connection_.SendPreface());
  ASSERT_TRUE(
      connection_.Send(Frame(FrameType::kHeaders, 0, 1, huge.substr(0, 16'000)) +
                       Frame(FrameType::kContinuation, kEndHeadersFlag, 1, huge.substr(16'000))));
  // The answer is RST_STREAM or the end of the connection.
  std::string answer;
  for (std::string more = connection_.Receive(); !more.empty();
       more = connection_.Receive(milliseconds(500))) {
    answer += more;
  }
  EXPECT_EQ(answer.find("e3e4"), std::string::npos);
  EXPECT_EQ(
      MetricOf(server_, R"(grpc_server_handled_total{grpc_code="OK",grpc_method="LegalMoves",)"
                        R"(grpc_service="arbiter.v1.RulesService",grpc_type="unary"})"),
      1)
      << "only the call in the constructor may succeed";
  ExpectOthersServed();
}

TEST_F(Abuse, ManyPingsEndTheConnection) {
  ASSERT_TRUE(connection_.SendPreface());
  for (int i = 0; i < 10; ++i) {
    connection_.Send(Frame(FrameType::kPing, 0, 0, "12345678"));
  }
  EXPECT_TRUE(connection_.ClosesWithin(kPatience));
}

// Each connection opens the maximum number of streams, and each stream sends part of a large
// message and never the rest. This is repeated on new connections.
TEST_F(Abuse, UnfinishedMessagesTakeLittleMemory) {
  constexpr std::string_view kLargeMessage("\x00\x00\x3d\x09\x00", 5);
  const std::string part(16'000, 'x');
  std::vector<RawConnection> connections;
  const auto open_another = [&] {
    RawConnection& next = connections.emplace_back(server_.address(), "127.0.0.66");
    std::string bytes = Preface();
    for (uint32_t stream = 1; stream < 200; stream += 2) {
      bytes += Frame(FrameType::kHeaders, kEndHeadersFlag, stream, CallFields("LegalMoves")) +
               Frame(FrameType::kData, 0, stream, std::string(kLargeMessage) + part);
    }
    // The windows may be too small for all of these bytes.
    next.Send(bytes, milliseconds(20));
    return connections.size() < 250;
  };
  Repeat(milliseconds(4000), open_another);
  // On a slow machine, these were too few to fill the memory.
  while (connections.size() < 100) open_another();
  EXPECT_LT(memory_.peak_mib(), 512);
}

// The analyses are short, so that many answers accumulate.
TEST_F(Abuse, ASessionThatIsNeverReadIsBounded) {
  AnalysisClient client(server_.address());
  const auto session = client.Session();
  v1::AnalyzeRequest request = Analysis("makruk");
  request.mutable_limits()->set_depth(1);
  v1::SessionRequest message;
  *message.mutable_analyze() = request;
  std::atomic<int> sent = 0;
  std::atomic<bool> over = false;
  std::thread writer([&] {
    // Write() blocks as soon as the server no longer reads.
    while (!over && session->Write(message)) ++sent;
  });
  Repeat(milliseconds(2000), [] {
    std::this_thread::sleep_for(milliseconds(10));
    return true;
  });
  EXPECT_TRUE(Eventually([&] { return sent > 100; }));
  over = true;
  session->Cancel();
  writer.join();
  session->Finish();
  EXPECT_LT(memory_.peak_mib(), 200);
}

}  // namespace
}  // namespace arbiter::testing
