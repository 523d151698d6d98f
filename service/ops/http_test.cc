// The HTTP server for health checks and metrics, also with clients that are slow on purpose.
#include "service/ops/http.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <future>
#include <iostream>
#include <list>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/durations.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/server/server_process.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// A page that comes within this time is prompt, whatever it is compared with. Slow clients that
// delay others delay them by seconds.
constexpr milliseconds kAlwaysPrompt(200);

std::string AddressOf(const HttpServer& server) {
  return "127.0.0.1:" + std::to_string(server.port());
}

class HttpPort : public ::testing::Test {
 protected:
  HttpPort() { Listen("127.0.0.1:0"); }

  std::unique_ptr<HttpServer> Start(const std::string& listen) {
    auto server = HttpServer::Start(
        listen, {.metrics = [this] { return Metrics(); },
                 .ready = [this] { return ready_.load(); },
                 .lack = [this] { return std::string(lacks_jobs_ ? "but without jobs" : ""); },
                 .alive = [this] { return alive_.load(); }});
    EXPECT_TRUE(server.ok()) << server.status();
    return *std::move(server);
  }
  void Listen(const std::string& listen) { server_ = Start(listen); }

  std::string Metrics() {
    ++texts_made_;
    held_.wait(true);
    return std::string(text_bytes_, '#') + "\n";
  }
  // Lets the texts be completed that were begun while `held_` was true.
  void Release() {
    held_ = false;
    held_.notify_all();
  }
  void AwaitText() const {
    EXPECT_TRUE(Eventually([this] { return texts_made_ > 0; }));
  }

  std::string address() const { return AddressOf(*server_); }
  std::string Get(const std::string& path) const { return HttpGet(address(), path); }
  // Sends a request and returns everything that the server answers.
  std::string Send(const std::string& request) const {
    RawConnection connection(address());
    EXPECT_TRUE(connection.Send(request));
    std::string answer;
    for (std::string part; !(part = connection.Receive()).empty();) {
      answer += part;
    }
    return answer;
  }

  // Requests a page several times, in turn with the same page of a server without other clients.
  void ExpectPrompt(const std::string& path, int times) {
    const std::unique_ptr<HttpServer> other = Start("127.0.0.1:0");
    Durations measured;
    Durations undisturbed;
    const auto measure = [&path](Durations* durations, const HttpServer& server) {
      durations->Measure(
          [&] { EXPECT_THAT(HttpGet(AddressOf(server), path), StartsWith("HTTP/1.1 200 OK")); });
    };
    for (int i = 0; i < times; ++i) {
      measure(&measured, *server_);
      measure(&undisturbed, *other);
    }
    std::cout << path << ": " << measured.Median().count() << " us, without other clients "
              << undisturbed.Median().count() << " us\n";
    EXPECT_LE(measured.Median(), std::max<microseconds>(10 * undisturbed.Median(), kAlwaysPrompt))
        << path;
  }
  void ExpectPromptPages() {
    for (const char* path : {"/healthz", "/readyz", "/metrics"}) ExpectPrompt(path, 20);
  }

  std::atomic<bool> ready_ = true;
  std::atomic<bool> lacks_jobs_ = false;
  std::atomic<bool> alive_ = true;
  // Whether the text of metrics is not completed before Release().
  std::atomic<bool> held_ = false;
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
  lacks_jobs_ = true;
  EXPECT_THAT(Get("/readyz"), AllOf(HasSubstr("200 OK"), HasSubstr("Content-Length: 24\r\n"),
                                    EndsWith("\r\n\r\nready, but without jobs\n")));
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
  EXPECT_THAT(connection.Receive(), StartsWith("HTTP/1.1 200 OK"));
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
  constexpr int kParts = 9;
  for (int i = 1; i <= kParts && answer.empty(); ++i) {
    connection.Send(part);
    answer = connection.Receive(i < kParts ? milliseconds(50) : kPatience);
  }
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 431"));
}

TEST_F(HttpPort, AnswersAClientThatSendsNothingMore) {
  RawConnection connection(address());
  ASSERT_TRUE(connection.Send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"));
  shutdown(connection.socket(), SHUT_WR);
  EXPECT_THAT(connection.Receive(), StartsWith("HTTP/1.1 200 OK"));
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
            "cannot serve metrics on " + address() +
                ": bind: Address already in use; choose another address with --metrics-listen");
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
  held_ = true;
  RawConnection patient(address());
  ASSERT_TRUE(patient.Send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"));
  std::list<RawConnection> others;
  for (int i = 0; i < 100; ++i) others.emplace_back(address(), "127.0.0.2");
  // The server accepts this connection after all others.
  EXPECT_THAT(Get("/healthz"), HasSubstr("200 OK"));
  Release();
  EXPECT_THAT(patient.Receive(), StartsWith("HTTP/1.1 200 OK"));
}

TEST_F(HttpPort, ASilentConnectionIsClosedAfterTenSeconds) {
  const auto start = Clock::now();
  RawConnection silent(address());
  EXPECT_TRUE(silent.ClosesWithin(kPatience));
  EXPECT_GE(Clock::now() - start, milliseconds(9'500));
}

TEST_F(HttpPort, SlowMetricsDelayNoOtherPage) {
  held_ = true;
  std::future<std::string> metrics =
      std::async(std::launch::async, [this] { return Get("/metrics"); });
  AwaitText();
  for (int i = 0; i < 5; ++i) EXPECT_THAT(Get("/healthz"), HasSubstr("200 OK"));
  EXPECT_EQ(metrics.wait_for(milliseconds(0)), std::future_status::timeout);
  Release();
  EXPECT_THAT(metrics.get(), EndsWith("###\n"));
}

TEST_F(HttpPort, WaitingConnectionsTakeNoCpuTime) {
  held_ = true;
  text_bytes_ = 16 << 20;
  std::vector<RawConnection> connections;
  for (const char* begin : {"", "GET /hea", "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"}) {
    for (int i = 0; i < 5; ++i) connections.emplace_back(address()).Send(begin);
  }
  {
    RawConnection reset(address());
    EXPECT_TRUE(reset.Send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"));
    AwaitText();
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
  Release();
  connections.back().Receive();
  EXPECT_LT(seconds_in(milliseconds(1000)), 0.2);
}

// Concurrent requests share a few texts, but never receive one that is older than their request.
TEST_F(HttpPort, ConcurrentRequestsShareTheTextOfMetrics) {
  held_ = true;
  std::list<RawConnection> connections;
  for (int i = 0; i < 20; ++i) {
    connections.emplace_back(address()).Send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
  }
  // The server reads this request after all others.
  EXPECT_THAT(Get("/healthz"), HasSubstr("200 OK"));
  Release();
  for (RawConnection& connection : connections) {
    EXPECT_THAT(connection.Receive(), StartsWith("HTTP/1.1 200 OK"));
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
    ASSERT_TRUE(Eventually([&] { return texts_made_ > i; }));
  }
  const auto read = [](RawConnection* connection) {
    size_t bytes = 0;
    while (const size_t more = connection->Receive().size()) bytes += more;
    return bytes;
  };
  ExpectPrompt("/healthz", 10);
  for (int i = 0; i < 3; ++i) EXPECT_LT(read(&connections[i]), text_bytes_) << i;
  EXPECT_GT(read(&connections.back()), text_bytes_);
}

TEST_F(HttpPort, StopsWhileConnectionsAreOpen) {
  held_ = true;
  RawConnection silent(address());
  RawConnection waiting(address());
  waiting.Send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
  AwaitText();
  std::thread later([this] {
    std::this_thread::sleep_for(milliseconds(300));
    Release();
  });
  server_.reset();
  later.join();
  EXPECT_TRUE(silent.ClosesWithin(kPatience));
}

}  // namespace
}  // namespace arbiter::testing
