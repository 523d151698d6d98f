// The HTTP server for health checks and metrics, also with clients that are slow on purpose.
#include "service/ops/http.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <future>
#include <list>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/server/raw_connection.h"
#include "tests/support/server/server_process.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// The time within which a page must be served.
constexpr milliseconds kMaxLatency(200);

class HttpPort : public ::testing::Test {
 protected:
  HttpPort() { Listen("127.0.0.1:0"); }

  void Listen(const std::string& listen) {
    auto server = HttpServer::Start(listen, {.metrics = [this] { return Metrics(); },
                                             .ready = [this] { return ready_.load(); },
                                             .alive = [this] { return alive_.load(); }});
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
  }

  std::string Metrics() {
    ++texts_made_;
    std::this_thread::sleep_for(milliseconds(delay_ms_.load()));
    return std::string(text_bytes_, '#') + "\n";
  }

  std::string address() const { return "127.0.0.1:" + std::to_string(server_->port()); }
  std::string Get(const std::string& path) const { return HttpGet(address(), path); }
  // Sends a request and returns everything that the server answers.
  std::string Send(const std::string& request) const {
    RawConnection connection(address());
    EXPECT_TRUE(connection.Send(request));
    std::string answer;
    for (std::string part; !(part = connection.Receive(milliseconds(5000))).empty();) {
      answer += part;
    }
    return answer;
  }

  // Requests a page several times and expects nine of ten answers in time. The tenth may be late
  // because the machine is busy.
  void ExpectPrompt(const std::string& path, int times) const {
    std::vector<milliseconds> durations;
    for (int i = 0; i < times; ++i) {
      const auto start = Clock::now();
      EXPECT_THAT(Get(path), StartsWith("HTTP/1.1 200 OK"));
      durations.push_back(std::chrono::ceil<milliseconds>(Clock::now() - start));
    }
    std::sort(durations.begin(), durations.end());
    printf("%s: %d ms at most\n", path.c_str(), static_cast<int>(durations.back().count()));
    EXPECT_LE(durations.at(durations.size() * 9 / 10 - 1), kMaxLatency) << path;
  }
  void ExpectPromptPages() const {
    for (const char* path : {"/healthz", "/readyz", "/metrics"}) ExpectPrompt(path, 20);
  }

  std::atomic<bool> ready_ = true;
  std::atomic<bool> alive_ = true;
  std::atomic<int> delay_ms_ = 0;
  std::atomic<int> texts_made_ = 0;
  std::atomic<size_t> text_bytes_ = 1000;
  std::unique_ptr<HttpServer> server_;
};

TEST_F(HttpPort, ServesItsPages) {
  EXPECT_THAT(Get("/healthz"),
              AllOf(StartsWith("HTTP/1.1 200 OK\r\n"), EndsWith("\r\n\r\nok\n"),
                    HasSubstr("Content-Type: text/plain; charset=utf-8\r\n"),
                    HasSubstr("Cache-Control: no-store\r\n"), HasSubstr("Connection: close\r\n"),
                    HasSubstr("Content-Length: 3\r\n")));
  EXPECT_THAT(Get("/readyz?verbose"), AllOf(HasSubstr("200 OK"), EndsWith("\r\n\r\nready\n")));
  EXPECT_THAT(Get("/metrics"),
              AllOf(HasSubstr("200 OK"), EndsWith("###\n"), HasSubstr("Content-Length: 1001\r\n"),
                    HasSubstr("Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n")));
  EXPECT_THAT(Get("/nothing"), AllOf(HasSubstr("404 Not Found"), EndsWith("\r\n\r\nnot found\n")));
}

TEST_F(HttpPort, ReportsAServerThatIsNotReadyOrIsStuck) {
  ready_ = false;
  EXPECT_THAT(Get("/readyz"), AllOf(HasSubstr("503 Service Unavailable"), EndsWith("not ready\n")));
  EXPECT_THAT(Get("/healthz"), HasSubstr("200 OK"));
  alive_ = false;
  EXPECT_THAT(Get("/healthz"), AllOf(HasSubstr("503 Service Unavailable"), EndsWith("\nstuck\n")));
}

TEST_F(HttpPort, AcceptsOnlyGetAndHead) {
  EXPECT_THAT(Send("HEAD /metrics HTTP/1.1\r\nHost: x\r\n\r\n"),
              AllOf(StartsWith("HTTP/1.1 200 OK\r\n"), HasSubstr("Content-Length: 1001\r\n"),
                    EndsWith("\r\n\r\n"), Not(HasSubstr("#"))));
  EXPECT_THAT(Send("POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"),
              AllOf(StartsWith("HTTP/1.1 405 Method Not Allowed\r\n"),
                    HasSubstr("Allow: GET, HEAD\r\n"), EndsWith("GET or HEAD only\n")));
  EXPECT_THAT(Send("POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\nabc"),
              StartsWith("HTTP/1.1 405 Method Not Allowed\r\n"));
  EXPECT_THAT(Send("POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"),
              StartsWith("HTTP/1.1 404"));
}

TEST_F(HttpPort, ReadsARequestThatArrivesByteByByte) {
  RawConnection connection(address());
  for (const char byte : std::string("HEAD /healthz HTTP/1.0\r\nHost: x\r\n\r\n")) {
    ASSERT_TRUE(connection.Send(std::string(1, byte)));
    std::this_thread::sleep_for(milliseconds(1));
  }
  EXPECT_THAT(connection.Receive(milliseconds(5000)), StartsWith("HTTP/1.1 200 OK"));
}

TEST_F(HttpPort, RefusesMalformedRequests) {
  for (const char* request :
       {"\x16\x03\x01\r\n\r\n", "GET /healthz\r\n\r\n", "GET /healthz HTTP/2.0\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nno colon\r\n\r\n"}) {
    EXPECT_THAT(Send(request), AllOf(StartsWith("HTTP/1.1 400 Bad Request\r\n"),
                                     EndsWith("\r\n\r\nmalformed request\n")))
        << request;
  }
  EXPECT_THAT(Get("/healthz"), HasSubstr("200 OK"));
}

TEST_F(HttpPort, LimitsTheHeaderOfARequest) {
  const auto request = [](size_t size) {
    return "GET /healthz HTTP/1.1\r\nX: " + std::string(size, 'x') + "\r\n\r\n";
  };
  EXPECT_THAT(Send(request(8'000)), StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(Send(request(9'000)),
              AllOf(StartsWith("HTTP/1.1 431 Request Header Fields Too Large\r\n"),
                    EndsWith("larger than 8 KiB\n")));
  EXPECT_THAT(Send(request(100'000)), Not(HasSubstr("200 OK")));
}

// The parser forgets the fields that it has parsed when it compares the header with its limit. Each
// part ends with the first byte of the next field, so that everything before it is parsed.
TEST_F(HttpPort, LimitsTheHeaderOfARequestThatArrivesInParts) {
  RawConnection connection(address());
  ASSERT_TRUE(connection.Send("GET /healthz HTTP/1.1\r\nX"));
  std::string part;
  while (part.size() < 1'000) part += ":\r\nX";
  std::string answer;
  int parts = 0;
  for (; parts < 20 && answer.empty(); ++parts) {
    connection.Send(part);
    answer = connection.Receive(milliseconds(50));
  }
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 431"));
  EXPECT_LE(parts, 9);
}

TEST_F(HttpPort, AnswersAClientThatSendsNothingMore) {
  RawConnection connection(address());
  ASSERT_TRUE(connection.Send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"));
  shutdown(connection.socket(), SHUT_WR);
  EXPECT_THAT(connection.Receive(milliseconds(5000)), StartsWith("HTTP/1.1 200 OK"));
}

TEST_F(HttpPort, ListensOnEveryKindOfAddress) {
  Listen("localhost:0");
  EXPECT_THAT(Get("/healthz"), HasSubstr("200 OK"));
  Listen("0.0.0.0:0");
  EXPECT_THAT(Get("/healthz"), HasSubstr("200 OK"));
  Listen("[::]:0");
  EXPECT_THAT(Get("/healthz"), HasSubstr("200 OK"));
}

TEST_F(HttpPort, SaysWhyItCannotListen) {
  const auto taken = HttpServer::Start(address(), {});
  ASSERT_FALSE(taken.ok());
  EXPECT_EQ(taken.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(taken.status().message(),
            "cannot serve metrics on " + address() + ": bind: Address already in use");
}

class SlowClients : public HttpPort, public ::testing::WithParamInterface<int> {
 protected:
  // Opens connections that send `begin` and then nothing more.
  void Open(const std::string& begin, const std::string& source = "") {
    for (int i = 0; i < GetParam(); ++i) {
      connections_.emplace_back(address(), source).Send(begin);
    }
  }

  std::list<RawConnection> connections_;
};

TEST_P(SlowClients, ThatSendNothingDelayNobody) {
  Open("");
  ExpectPromptPages();
}

// The attacker replaces every connection that is closed. To make room, the server closes the oldest
// connection of the address with the most connections, which is the attacker's.
TEST_P(SlowClients, ThatSendTheirRequestByteByByteDelayNobody) {
  constexpr char kAttacker[] = "127.0.0.66";
  Open("GET /hea", kAttacker);
  std::atomic<bool> stop = false;
  std::thread drip([&] {
    while (!stop) {
      for (RawConnection& connection : connections_) {
        if (stop) return;
        if (connection.ClosesWithin(milliseconds(1))) {
          connection = RawConnection(address(), kAttacker);
          connection.Send("GET /hea");
        } else {
          connection.Send("a", milliseconds(10));
        }
      }
    }
  });
  ExpectPromptPages();
  stop = true;
  drip.join();
}

TEST_P(SlowClients, ThatDoNotReadTheirAnswerDelayNobody) {
  text_bytes_ = 1 << 20;
  Open("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
  ExpectPromptPages();
}

INSTANTIATE_TEST_SUITE_P(Http, SlowClients, ::testing::Values(30, 300, 1000));

TEST_F(HttpPort, AWaitingClientIsServedDespiteConnectionsFromAnotherAddress) {
  delay_ms_ = 500;
  RawConnection patient(address());
  ASSERT_TRUE(patient.Send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"));
  std::list<RawConnection> others;
  for (int i = 0; i < 100; ++i) others.emplace_back(address(), "127.0.0.2");
  EXPECT_THAT(patient.Receive(milliseconds(5000)), StartsWith("HTTP/1.1 200 OK"));
}

TEST_F(HttpPort, ASilentConnectionIsClosedAfterTenSeconds) {
  const auto start = Clock::now();
  RawConnection silent(address());
  EXPECT_TRUE(silent.ClosesWithin(milliseconds(15'000)));
  EXPECT_GE(Clock::now() - start, milliseconds(9'500));
}

TEST_F(HttpPort, SlowMetricsDelayNoOtherPage) {
  delay_ms_ = 1000;
  std::future<std::string> metrics =
      std::async(std::launch::async, [this] { return Get("/metrics"); });
  while (texts_made_ == 0) std::this_thread::sleep_for(milliseconds(1));
  const auto start = Clock::now();
  for (int i = 0; i < 5; ++i) EXPECT_THAT(Get("/healthz"), HasSubstr("200 OK"));
  EXPECT_LT(Clock::now() - start, milliseconds(500));
  EXPECT_EQ(metrics.wait_for(milliseconds(0)), std::future_status::timeout);
  EXPECT_THAT(metrics.get(), EndsWith("###\n"));
}

TEST_F(HttpPort, WaitingConnectionsTakeNoCpuTime) {
  delay_ms_ = 2000;
  text_bytes_ = 16 << 20;
  std::vector<RawConnection> connections;
  for (const char* begin : {"", "GET /hea", "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"}) {
    for (int i = 0; i < 5; ++i) connections.emplace_back(address()).Send(begin);
  }
  {
    RawConnection reset(address());
    EXPECT_TRUE(reset.Send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"));
    while (texts_made_ == 0) std::this_thread::sleep_for(milliseconds(1));
    constexpr linger kReset = {.l_onoff = 1, .l_linger = 0};
    setsockopt(reset.socket(), SOL_SOCKET, SO_LINGER, &kReset, sizeof(kReset));
  }
  const auto seconds_in = [](milliseconds time) {
    const clock_t before = clock();
    std::this_thread::sleep_for(time);
    return static_cast<double>(clock() - before) / CLOCKS_PER_SEC;
  };
  EXPECT_LT(seconds_in(milliseconds(1000)), 0.2);
  // This also holds after the text has been made, while no client reads it.
  delay_ms_ = 0;
  connections.back().Receive(milliseconds(5000));
  EXPECT_LT(seconds_in(milliseconds(1000)), 0.2);
}

// Concurrent requests share a few texts, but never receive one that is older than their request.
TEST_F(HttpPort, ConcurrentRequestsShareTheTextOfMetrics) {
  delay_ms_ = 100;
  std::list<RawConnection> connections;
  for (int i = 0; i < 20; ++i) {
    connections.emplace_back(address()).Send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
  }
  for (RawConnection& connection : connections) {
    EXPECT_THAT(connection.Receive(milliseconds(5000)), StartsWith("HTTP/1.1 200 OK"));
  }
  EXPECT_GE(texts_made_, 1);
  EXPECT_LE(texts_made_, 3);
  const int before = texts_made_;
  Get("/metrics");
  EXPECT_EQ(texts_made_, before + 1);
}

TEST_F(HttpPort, KeepsFewTextsForClientsThatDoNotRead) {
  // The text is larger than the kernel's buffers for both ends of a connection.
  text_bytes_ = 16 << 20;
  std::vector<RawConnection> connections;
  for (int i = 0; i < 12; ++i) {
    connections.emplace_back(address()).Send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
    while (texts_made_ <= i) std::this_thread::sleep_for(milliseconds(1));
  }
  const auto read = [](RawConnection* connection) {
    size_t bytes = 0;
    while (const size_t more = connection->Receive(milliseconds(2000)).size()) bytes += more;
    return bytes;
  };
  ExpectPrompt("/healthz", 10);
  for (int i = 0; i < 3; ++i) EXPECT_LT(read(&connections[i]), text_bytes_) << i;
  EXPECT_GT(read(&connections.back()), text_bytes_);
}

TEST_F(HttpPort, StopsWhileConnectionsAreOpen) {
  delay_ms_ = 300;
  RawConnection silent(address());
  RawConnection waiting(address());
  waiting.Send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
  while (texts_made_ == 0) std::this_thread::sleep_for(milliseconds(1));
  server_.reset();
  EXPECT_TRUE(silent.ClosesWithin(milliseconds(1000)));
}

}  // namespace
}  // namespace arbiter::testing
