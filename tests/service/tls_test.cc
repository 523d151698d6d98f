// TLS and mutual TLS as clients and operators meet them.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <openssl/ssl.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "arbiter/v1/rules_service.grpc.pb.h"
#include "tests/support/certificates.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/rpc.h"
#include "tests/support/server/server_process.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kReloaded[] = R"(arbiter_reload_total{result="ok",what="tls"})";
constexpr char kNotReloaded[] = R"(arbiter_reload_total{result="failed",what="tls"})";

// A client that trusts `root`, with a connection of its own.
std::unique_ptr<v1::RulesService::Stub> TlsClient(const std::string& address,
                                                  const std::string& root,
                                                  const Certificate* own = nullptr) {
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = root;
  if (own != nullptr) {
    options.pem_cert_chain = own->certificate();
    options.pem_private_key = own->key();
  }
  grpc::ChannelArguments arguments;
  arguments.SetSslTargetNameOverride("localhost");
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return v1::RulesService::NewStub(
      grpc::CreateCustomChannel(address, grpc::SslCredentials(options), arguments));
}

grpc::StatusCode Call(v1::RulesService::Stub* client) {
  grpc::ClientContext context;
  SetDeadline(&context, 5000);
  v1::StartGameRequest request;
  request.set_variant("chak");
  v1::StartGameResponse response;
  return client->StartGame(&context, request, &response).error_code();
}

class TlsTest : public ::testing::Test {
 protected:
  TlsTest() { std::filesystem::create_directory(folder_); }
  ~TlsTest() override { std::filesystem::remove_all(folder_); }

  std::string Path(const std::string& name) const { return folder_ + "/" + name; }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name)) << text;
  }
  void Write(const Certificate& certificate) const {
    Write("cert.pem", certificate.certificate());
    Write("key.pem", certificate.key());
  }

  std::vector<std::string> Flags() const {
    return {"--tls-cert", Path("cert.pem"), "--tls-key", Path("key.pem"), "--self-probe-ms", "50"};
  }

  // Expects new connections to be greeted with `certificate`.
  static void ExpectShown(const ServerProcess& server, const Certificate& certificate) {
    EXPECT_EQ(Call(TlsClient(server.address(), certificate.certificate()).get()), grpc::OK);
  }

  const std::string folder_ =
      ::testing::TempDir() + ::testing::UnitTest::GetInstance()->current_test_info()->name();
  const Certificate first_{{}};
};

TEST_F(TlsTest, ServesThoseWhoTrustItsCertificate) {
  Write(first_);
  const ServerProcess server(Flags());
  ExpectShown(server, first_);
  const Certificate stranger({});
  EXPECT_EQ(Call(TlsClient(server.address(), stranger.certificate()).get()), grpc::UNAVAILABLE);
}

TEST_F(TlsTest, RefusesAClientWithoutTls) {
  Write(first_);
  const ServerProcess server(Flags());
  const auto plain = v1::RulesService::NewStub(
      grpc::CreateChannel(server.address(), grpc::InsecureChannelCredentials()));
  EXPECT_EQ(Call(plain.get()), grpc::UNAVAILABLE);
  // Nor can it fill the log with errors.
  EXPECT_THAT(server.Log(), Not(HasSubstr("error")));
}

TEST_F(TlsTest, ReachesItselfThroughTls) {
  Write(first_);
  const ServerProcess server(Flags());
  std::this_thread::sleep_for(milliseconds(300));
  EXPECT_EQ(MetricOf(server, "arbiter_self_probe_failures_total"), 0);
  EXPECT_THAT(server.Log(), Not(HasSubstr("error")));
}

TEST_F(TlsTest, MutualTlsAsksForACertificateOfItsAuthority) {
  const Certificate authority({.name = "authority", .is_authority = true});
  const Certificate member({.name = "member", .issuer = &authority});
  const Certificate impostor({.name = "member"});
  Write(first_);
  Write("ca.pem", authority.certificate());
  std::vector<std::string> flags = Flags();
  flags.insert(flags.end(), {"--tls-client-ca", Path("ca.pem")});
  const ServerProcess server(flags);
  const std::string root = first_.certificate();
  EXPECT_EQ(Call(TlsClient(server.address(), root, &member).get()), grpc::OK);
  EXPECT_EQ(Call(TlsClient(server.address(), root, &impostor).get()), grpc::UNAVAILABLE);
  EXPECT_EQ(Call(TlsClient(server.address(), root).get()), grpc::UNAVAILABLE);
  EXPECT_EQ(MetricOf(server, "arbiter_self_probe_failures_total"), 0);
}

// A stream and a loop of calls, each on a connection of its own, and calls on new connections, all
// through the change.
TEST_F(TlsTest, ANewCertificateDropsNoCall) {
  const Certificate authority({.name = "authority", .is_authority = true});
  const Certificate before({.issuer = &authority});
  const Certificate after({.issuer = &authority});
  Write(before);
  const ServerProcess server(Flags());

  const auto streaming = TlsClient(server.address(), authority.certificate());
  grpc::ClientContext context;
  const auto stream = streaming->Batch(&context);
  v1::BatchRequest item;
  item.mutable_start_game()->set_variant("chak");
  v1::BatchResponse answer;
  ASSERT_TRUE(stream->Write(item) && stream->Read(&answer));

  std::atomic<bool> over = false;
  std::atomic<int> calls = 0;
  std::atomic<int> failed = 0;
  const auto call = [&](v1::RulesService::Stub* client) {
    ++calls;
    if (Call(client) != grpc::OK) ++failed;
  };
  std::thread old_connection([&] {
    const auto client = TlsClient(server.address(), authority.certificate());
    while (!over) call(client.get());
  });
  std::thread new_connections([&] {
    while (!over) call(TlsClient(server.address(), authority.certificate()).get());
  });
  std::this_thread::sleep_for(milliseconds(200));
  Write(after);
  server.Signal(SIGHUP);
  EXPECT_TRUE(Soon([&] { return MetricOf(server, kReloaded) > 0; }));
  ExpectShown(server, after);
  std::this_thread::sleep_for(milliseconds(200));
  over = true;
  old_connection.join();
  new_connections.join();
  EXPECT_GT(calls, 10);
  EXPECT_EQ(failed, 0);

  EXPECT_TRUE(stream->Write(item) && stream->Read(&answer));
  stream->WritesDone();
  EXPECT_TRUE(stream->Finish().ok());
  EXPECT_EQ(Call(TlsClient(server.address(), before.certificate()).get()), grpc::UNAVAILABLE);
}

TEST_F(TlsTest, ChangedFilesAreSeenWithoutASignal) {
  Write(first_);
  const ServerProcess server(Flags());
  const Certificate next({.not_after = hours(48)});
  const double expiry = MetricOf(server, "arbiter_tls_certificate_expiry_seconds");
  // Half of the pair first: no alarm.
  Write("cert.pem", next.certificate());
  std::this_thread::sleep_for(milliseconds(500));
  Write("key.pem", next.key());
  EXPECT_TRUE(Soon([&] { return MetricOf(server, kReloaded) == 1; }));
  EXPECT_EQ(MetricOf(server, kNotReloaded), 0);
  EXPECT_NEAR(MetricOf(server, "arbiter_tls_certificate_expiry_seconds"), expiry + 47 * 3600, 60);
  ExpectShown(server, next);
}

TEST_F(TlsTest, BadNewFilesLeaveTheOldOnesInUse) {
  Write(first_);
  const ServerProcess server(Flags());
  Write("cert.pem", "rubbish");
  server.Signal(SIGHUP);
  EXPECT_TRUE(Soon([&] { return MetricOf(server, kNotReloaded) == 1; }));
  EXPECT_THAT(server.Log(), HasSubstr("can't reload"));
  EXPECT_THAT(server.Log(), HasSubstr("holds no certificate"));
  ExpectShown(server, first_);
}

TEST_F(TlsTest, AnExpiredNewCertificateLeavesTheOldOneInUse) {
  Write(first_);
  const ServerProcess server(Flags());
  Write(Certificate({.not_before = hours(-2), .not_after = hours(-1)}));
  server.Signal(SIGHUP);
  EXPECT_TRUE(Soon([&] { return MetricOf(server, kNotReloaded) == 1; }));
  EXPECT_THAT(server.Log(), HasSubstr("has expired"));
  ExpectShown(server, first_);
}

TEST_F(TlsTest, DoesNotStartWithBadFiles) {
  Write(first_);
  Write("key.pem", Certificate({}).key());
  std::vector<std::string> command = Flags();
  command.insert(command.begin(), {ARBITERD, "--listen", "127.0.0.1:0", "--metrics-listen", ""});
  const Finished finished = RunProgram(command);
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("not the key of the certificate"));
  command.push_back("--validate");
  EXPECT_EQ(RunProgram(command).exit_code, 2);
}

// A connection of TLS that speaks HTTP/2.
class RawTlsConnection {
 public:
  explicit RawTlsConnection(const std::string& address) : connection_(address, "127.0.0.66") {
    SSL_set_fd(ssl_.get(), connection_.socket());
    constexpr unsigned char kHttp2[] = {2, 'h', '2'};
    SSL_set_alpn_protos(ssl_.get(), kHttp2, sizeof(kHttp2));
    EXPECT_EQ(SSL_connect(ssl_.get()), 1);
    // OpenSSL writes to connections that have ended, too.
    signal(SIGPIPE, SIG_IGN);
  }
  // Whether the connection is there.
  bool Send(const std::string& bytes) {
    return SSL_write(ssl_.get(), bytes.data(), static_cast<int>(bytes.size())) > 0;
  }

 private:
  RawConnection connection_;
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_{SSL_CTX_new(TLS_client_method()),
                                                                   &SSL_CTX_free};
  const std::unique_ptr<SSL, decltype(&SSL_free)> ssl_{SSL_new(context_.get()), &SSL_free};
};

// Floods are found in what comes out of TLS, too.
TEST_F(TlsTest, WhoFloodsIsBrokenOff) {
  Write(first_);
  const ServerProcess server(Flags());
  RawTlsConnection connection(server.address());
  EXPECT_TRUE(connection.Send(Preface() + Acknowledgement()));
  std::string frames;
  for (int i = 0; i < 1000; ++i) {
    frames += Frame(FrameType::kWindowUpdate, 0, 0, std::string_view("\0\0\0\1", 4));
  }
  // gRPC itself would take any number.
  int sent = 0;
  while (sent < 10'000 && connection.Send(frames)) ++sent;
  EXPECT_LT(sent, 10'000);
  EXPECT_TRUE(Soon([&] {
    return MetricOf(server, R"(arbiter_connections_broken_off_total{reason="small_frames"})") == 1;
  }));
  // Others are served.
  ExpectShown(server, first_);
}

}  // namespace
}  // namespace arbiter::testing
