// The addresses that the C++ client library accepts, and what it says if no server can be reached.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "arbiter/client/address.h"
#include "arbiter/client/client.h"
#include "clients/cpp/src/address.h"
#include "clients/cpp/src/unreachable.h"
#include "tests/support/certificates.h"
#include "tests/support/free_port.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;

// Far longer than it takes to find out why there is no connection, also on a busy machine.
constexpr absl::Duration kConnectTime = absl::Seconds(2);

client::Client Connect(const std::string& address, const client::ClientOptions& options = {}) {
  return client::Client::Create(address, options).value();
}

std::string CreateError(const std::string& address, const client::ClientOptions& options = {}) {
  return std::string(client::Client::Create(address, options).status().message());
}

TEST(CppClientAddress, GetsTheDefaultPortAndHost) {
  struct Case {
    std::string address;
    std::string grpc_target;
    std::string text;
  };
  const std::vector<Case> cases = {
      {"arbiter:1", "dns:///arbiter:1", "arbiter:1"},
      {"arbiter", "dns:///arbiter:50051", "arbiter:50051"},
      {":7", "dns:///localhost:7", "localhost:7"},
      {"127.0.0.1", "dns:///127.0.0.1:50051", "127.0.0.1:50051"},
      {"[::1]", "dns:///[::1]:50051", "[::1]:50051"},
      {"[::1]:1", "dns:///[::1]:1", "[::1]:1"},
      {"::1", "dns:///[::1]:50051", "[::1]:50051"},
      {"fe80::1%eth0", "dns:///[fe80::1%25eth0]:50051", "[fe80::1%eth0]:50051"},
      {"http://arbiter:1", "dns:///arbiter:1", "arbiter:1"},
      {"http://arbiter/", "dns:///arbiter:50051", "arbiter:50051"},
      {"https://arbiter", "dns:///arbiter:50051", "arbiter:50051"},
      {"dns:///arbiter", "dns:///arbiter:50051", "arbiter:50051"},
      {"dns:arbiter:65535", "dns:///arbiter:65535", "arbiter:65535"},
      {"dns://10.0.0.1:53/arbiter", "dns://10.0.0.1:53/arbiter:50051", "arbiter:50051"},
      {"ipv4:10.0.0.1", "ipv4:10.0.0.1:50051", "10.0.0.1:50051"},
      {"10.0.0.1,10.0.0.2:2", "ipv4:10.0.0.1:50051,10.0.0.2:2", "10.0.0.1:50051,10.0.0.2:2"},
      {"[::1]:1,::2", "ipv6:[::1]:1,[::2]:50051", "[::1]:1,[::2]:50051"},
      {"unix:/run/arbiter", "unix:/run/arbiter", "unix:/run/arbiter"},
  };
  for (const Case& expected : cases) {
    const absl::StatusOr<client::Target> target = client::ParseTarget(expected.address);
    ASSERT_TRUE(target.ok()) << target.status();
    EXPECT_EQ(target->grpc_target, expected.grpc_target);
    EXPECT_EQ(target->text, expected.text);
  }
}

TEST(CppClientAddress, IsRefusedWithAReason) {
  for (const std::string address :
       {"", "a b:1", " localhost", "http://", "[::1", "[arbiter]:1", "::g", "[::1]1", "arbiter?:1",
        "user@arbiter", "unix:", "dns://arbiter", "10.0.0.1,,10.0.0.2"}) {
    EXPECT_EQ(CreateError(address),
              "'" + address +
                  "' is not a valid address; an address is host:port, for example localhost:50051");
  }
  for (const std::string port : {"", "0", "65536", "-1", "5005x", "99999999999", "1 "}) {
    EXPECT_EQ(CreateError("arbiter:" + port), "'arbiter:" + port + "' has the port '" + port +
                                                  "'; a port is a number from 1 to 65535");
  }
  for (const std::string address : {"arbiter/v1", "http://arbiter:1/v1", "HTTP://arbiter/v1"}) {
    EXPECT_EQ(CreateError(address), "'" + address + "' has a path; an address is host:port");
  }
  EXPECT_EQ(CreateError("tcp://arbiter"),
            "'tcp://arbiter' has the unknown scheme tcp; an address is host:port");
  for (const char* address : {"one:1,two:1", "10.0.0.1,[::1]", "ipv4:arbiter"}) {
    EXPECT_THAT(CreateError(address), HasSubstr("is not a list")) << address;
  }
}

TEST(CppClientAddress, SaysWhetherItNeedsTls) {
  client::ClientOptions tls;
  tls.tls.emplace();
  EXPECT_EQ(CreateError("https://arbiter"), "'https://arbiter' needs TLS: set ClientOptions::tls");
  EXPECT_EQ(CreateError("https://arbiter", tls), "");
  EXPECT_EQ(CreateError("http://arbiter", tls), "'http://arbiter' is without TLS: use https://");
  EXPECT_EQ(CreateError("http://arbiter"), "");
  EXPECT_EQ(CreateError("arbiter", tls), "");
}

TEST(CppClientAddress, IsLoopbackOnlyIfEveryServerIs) {
  for (const char* address :
       {"localhost", ":1", "http://localhost:1", "127.0.0.1", "[::1]:1", "::1", "dns:///localhost",
        "ipv4:127.0.0.1", "127.0.0.1:1,127.0.0.2:1", "unix:/x", "unix-abstract:x"}) {
    EXPECT_TRUE(client::IsLoopback(address).value()) << address;
  }
  for (const char* address : {"arbiter", "127.evil.example:1", "127.0.0.1,10.0.0.1", "0.0.0.0",
                              "dns://10.0.0.1/localhost", "https://arbiter"}) {
    EXPECT_FALSE(client::IsLoopback(address).value()) << address;
  }
  EXPECT_TRUE(absl::IsInvalidArgument(client::IsLoopback("a b").status()));
}

// The messages are those of gRPC 1.51.
TEST(CppClientUnreachable, IsExplainedByWhatGrpcReports) {
  struct Case {
    std::string grpc_message;
    std::string text;
  };
  const std::string failing = "connections to all backends failing; last error: ";
  const std::string refused = "cannot reach the server at a:1: nothing listens there";
  const std::string unknown = "cannot reach the server at a:1: the host is unknown";
  const std::string not_grpc =
      "cannot reach the server at a:1: what listens there does not speak gRPC";
  const std::string silent = "cannot reach the server at a:1: it does not answer";
  const std::string handshake = "cannot reach the server at a:1: the TLS handshake failed";
  const std::string not_trusted = "cannot reach the server at a:1: its certificate is not trusted";
  const std::string lost = "the connection to the server at a:1 was lost";
  const std::vector<Case> cases = {
      {failing + "UNKNOWN: ipv4:127.0.0.1:1: Failed to connect to remote host: Connection refused",
       refused},
      {failing + "UNKNOWN: unix:/x: No such file or directory", refused},
      {"DNS resolution failed for a:1: C-ares status is not ARES_SUCCESS qtype=AAAA name=a "
       "is_balancer=0: Domain name not found",
       unknown},
      {failing + "INTERNAL: ipv4:127.0.0.1:1: Trying to connect an http1.x server", not_grpc},
      {failing + "UNAVAILABLE: ipv4:127.0.0.1:1: Failed parsing HTTP/2", not_grpc},
      {failing + "UNKNOWN: ipv4:10.0.0.1:1: Failed to connect to remote host: No route to host",
       silent},
      {failing + "UNKNOWN: ipv4:10.0.0.1:1: Network is unreachable", silent},
      {failing + "UNKNOWN: ipv4:127.0.0.1:1: connection attempt timed out before receiving "
                 "SETTINGS frame",
       silent},
      {"Received http2 header with status: 503", silent},
      {failing + "UNKNOWN: ipv4:127.0.0.1:1: Ssl handshake failed: SSL_ERROR_SSL: "
                 "error:0A00010B:SSL routines::wrong version number",
       handshake},
      {"empty address list: ", handshake},
      {failing + "UNKNOWN: ipv4:127.0.0.1:1: Ssl handshake failed: SSL_ERROR_SSL: "
                 "error:0A000086:SSL routines::certificate verify failed",
       not_trusted},
      {failing + "UNKNOWN: ipv4:127.0.0.1:1: Peer name a is not in peer certificate", not_trusted},
      {failing + "UNAVAILABLE: backend unhealthy",
       "cannot reach the server at a:1: its health is not SERVING"},
      {"no replica is available", "cannot reach the server at a:1: no replica is available"},
      {failing + "UNAVAILABLE: ipv4:127.0.0.1:1: Socket closed", lost},
      {failing + "UNAVAILABLE: health check call failed; will retry after backoff", lost},
      {"Socket closed", lost},
      {"Broken pipe", lost},
      {"recvmsg:Connection reset by peer", lost},
  };
  for (const Case& expected : cases) {
    EXPECT_EQ(client::UnreachableText("a:1", /*tls=*/false, expected.grpc_message), expected.text)
        << expected.grpc_message;
  }
  for (const char* end : {"Socket closed", "recvmsg:Connection reset by peer"}) {
    EXPECT_EQ(client::UnreachableText("a:1", /*tls=*/true,
                                      failing + "UNAVAILABLE: ipv4:127.0.0.1:1: " + end),
              handshake);
    EXPECT_EQ(client::UnreachableText("a:1", /*tls=*/true, end), lost);
  }
}

// Expects that no connection is made, and returns why.
std::string ConnectError(const std::string& address, const client::ClientOptions& options = {}) {
  const absl::Status status = Connect(address, options).WaitUntilConnected(kConnectTime);
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
  return std::string(status.message());
}

TEST(CppClientUnreachable, SaysThatNothingListens) {
  const std::string address = "127.0.0.1:" + std::to_string(FreePort());
  EXPECT_EQ(ConnectError("http://" + address),
            "cannot reach the server at " + address + ": nothing listens there");
  EXPECT_EQ(ConnectError("unix:/nonexistent"),
            "cannot reach the server at unix:/nonexistent: nothing listens there");
}

TEST(CppClientUnreachable, SaysThatTheHostIsUnknown) {
  // No label of a name has more than 63 characters, so this is known without a name server.
  const std::string host(64, 'a');
  EXPECT_EQ(ConnectError(host),
            "cannot reach the server at " + host + ":50051: the host is unknown");
}

TEST(CppClientUnreachable, SaysThatTheMetricsPortIsNotGrpc) {
  const ServerProcess server;
  const std::string address = server.metrics_address();
  EXPECT_EQ(ConnectError(address),
            "cannot reach the server at " + address + ": what listens there does not speak gRPC");
}

TEST(CppClientUnreachable, SaysThatTheCertificateIsNotTrusted) {
  const Certificate own({});
  const Certificate other({});
  const TemporaryFile certificate(own.certificate());
  const TemporaryFile key(own.key());
  const ServerProcess server({"--tls-cert", certificate.path(), "--tls-key", key.path()});
  client::ClientOptions options;
  options.tls = client::TlsOptions{other.certificate(), "", "", "localhost"};
  EXPECT_EQ(ConnectError("https://" + server.address(), options),
            "cannot reach the server at " + server.address() + ": its certificate is not trusted");
}

TEST(CppClientUnreachable, SaysThatTheServerDoesNotUseTls) {
  const ServerProcess server;
  client::ClientOptions options;
  options.tls.emplace();
  EXPECT_EQ(ConnectError(server.address(), options),
            "cannot reach the server at " + server.address() + ": the TLS handshake failed");
}

TEST(CppClientUnreachable, WaitUntilConnectedEndsWhenTheServerAnswers) {
  const ServerProcess server;
  const client::Client client = Connect("http://" + server.address() + "/");
  EXPECT_TRUE(client.WaitUntilConnected(absl::InfiniteDuration()).ok());
}

}  // namespace
}  // namespace arbiter::testing
