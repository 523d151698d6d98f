// TLS and mutual TLS, with certificates that change while the server runs.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
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
#include "tests/support/server/requests.h"
#include "tests/support/server/rpc.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kReloaded[] = R"(arbiter_reload_total{result="ok",what="tls"})";
constexpr char kNotReloaded[] = R"(arbiter_reload_total{result="failed",what="tls"})";

// Returns a client that trusts `root`, with a connection of its own. It asks for the server `name`.
std::unique_ptr<v1::RulesService::Stub> TlsClient(const std::string& address,
                                                  const std::string& root,
                                                  const Certificate* own = nullptr,
                                                  const std::string& name = "localhost") {
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = root;
  if (own != nullptr) {
    options.pem_cert_chain = own->certificate();
    options.pem_private_key = own->key();
  }
  grpc::ChannelArguments arguments;
  arguments.SetSslTargetNameOverride(name);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return v1::RulesService::NewStub(
      grpc::CreateCustomChannel(address, grpc::SslCredentials(options), arguments));
}

grpc::StatusCode Call(v1::RulesService::Stub* client) {
  grpc::ClientContext context;
  SetDeadline(&context, 0);
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

  // Expects the server to present `certificate` on new connections.
  static void ExpectPresented(const ServerProcess& server, const Certificate& certificate) {
    EXPECT_EQ(Call(TlsClient(server.address(), certificate.certificate()).get()), grpc::OK);
  }

  const std::string folder_ = TemporaryPath("tls");
  const Certificate first_{{}};
};

TEST_F(TlsTest, ServesClientsThatTrustItsCertificate) {
  Write(first_);
  const ServerProcess server(Flags());
  ExpectPresented(server, first_);
  const Certificate stranger({});
  EXPECT_EQ(Call(TlsClient(server.address(), stranger.certificate()).get()), grpc::UNAVAILABLE);
}

TEST_F(TlsTest, RefusesAClientWithoutTls) {
  Write(first_);
  const ServerProcess server(Flags());
  const auto plain = v1::RulesService::NewStub(
      grpc::CreateChannel(server.address(), grpc::InsecureChannelCredentials()));
  EXPECT_EQ(Call(plain.get()), grpc::UNAVAILABLE);
  // A client without TLS must not be able to fill the log with errors.
  EXPECT_THAT(server.Log(), Not(HasSubstr("error")));
}

// gRPC quotes a name that is not in the certificate in one of its own messages.
TEST_F(TlsTest, TheNameThatAClientAsksForIsNotInTheLog) {
  Write(first_);
  for (const char* level : {"info", "debug"}) {
    std::vector<std::string> flags = Flags();
    flags.insert(flags.end(), {"--log-level", level});
    ServerProcess server(flags);
    Call(TlsClient(server.address(), first_.certificate(), nullptr, "a-secret.example").get());
    server.Signal(SIGTERM);
    EXPECT_EQ(server.Wait(), 0);
    EXPECT_THAT(server.Log(), HasSubstr("/ssl_transport_security.cc:"));
    EXPECT_THAT(server.Log(), Not(HasSubstr("a-secret")));
  }
}

TEST_F(TlsTest, TheSelfProbeUsesTls) {
  Write(first_);
  const ServerProcess server(Flags());
  std::this_thread::sleep_for(milliseconds(300));
  EXPECT_EQ(MetricOf(server, "arbiter_self_probe_failures_total"), 0);
  EXPECT_THAT(server.Log(), Not(HasSubstr("error")));
}

TEST_F(TlsTest, MutualTlsRequiresACertificateFromTheAuthority) {
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

// Returns the HTTP status with which the port for HTTP answers curl; `000` if there is no
// connection.
std::string StatusOfCurl(const ServerProcess& server, const std::string& root,
                         const std::string& own = "") {
  const std::string port = server.http_address().substr(server.http_address().rfind(':') + 1);
  Command command = {"curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "--cacert", root};
  if (!own.empty()) command.insert(command.end(), {"--cert", own});
  command.insert(command.end(),
                 {"--resolve", "localhost:" + port + ":127.0.0.1", "-H",
                  "content-type: application/json", "-d", R"({"position":{"variant":"makruk"}})",
                  "https://localhost:" + port + "/arbiter.v1.RulesService/LegalMoves"});
  return RunProgram(command).out;
}

TEST_F(TlsTest, ThePortForHttpHasTheSameCertificates) {
  const Certificate authority({.name = "authority", .is_authority = true});
  const Certificate member({.name = "member", .issuer = &authority});
  const Certificate impostor({.name = "member"});
  const Certificate second({});
  Write(first_);
  Write("first.pem", first_.certificate());
  Write("second.pem", second.certificate());
  Write("ca.pem", authority.certificate());
  Write("member.pem", member.certificate() + member.key());
  Write("impostor.pem", impostor.certificate() + impostor.key());
  std::vector<std::string> flags = Flags();
  flags.insert(flags.end(), {"--http-listen", "127.0.0.1:0"});
  {
    const ServerProcess server(flags);
    EXPECT_EQ(StatusOfCurl(server, Path("first.pem")), "200");
    EXPECT_EQ(StatusOfCurl(server, Path("second.pem")), "000");
    Write(second);
    server.Signal(SIGHUP);
    EXPECT_TRUE(Eventually([&] { return StatusOfCurl(server, Path("second.pem")) == "200"; }));
  }
  flags.insert(flags.end(), {"--tls-client-ca", Path("ca.pem")});
  const ServerProcess server(flags);
  EXPECT_EQ(StatusOfCurl(server, Path("second.pem"), Path("member.pem")), "200");
  EXPECT_EQ(StatusOfCurl(server, Path("second.pem"), Path("impostor.pem")), "000");
  EXPECT_EQ(StatusOfCurl(server, Path("second.pem")), "000");
}

// A stream, a sequence of calls on one connection, and calls on new connections continue while the
// certificate changes.
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
  EXPECT_TRUE(Eventually([&] { return calls > 10; }));
  Write(after);
  server.Signal(SIGHUP);
  EXPECT_TRUE(Eventually([&] { return MetricOf(server, kReloaded) > 0; }));
  ExpectPresented(server, after);
  EXPECT_TRUE(Eventually([&, before = calls.load()] { return calls > before + 10; }));
  over = true;
  old_connection.join();
  new_connections.join();
  EXPECT_EQ(failed, 0);

  EXPECT_TRUE(stream->Write(item) && stream->Read(&answer));
  stream->WritesDone();
  EXPECT_TRUE(stream->Finish().ok());
  EXPECT_EQ(Call(TlsClient(server.address(), before.certificate()).get()), grpc::UNAVAILABLE);
}

TEST_F(TlsTest, ChangedFilesAreReloadedWithoutASignal) {
  Write(first_);
  const ServerProcess server(Flags());
  const Certificate next({.not_after = hours(48)});
  const double expiry = MetricOf(server, "arbiter_tls_certificate_expiry_seconds");
  // A new certificate whose key has not been written yet does not count as a failed reload.
  Write("cert.pem", next.certificate());
  std::this_thread::sleep_for(milliseconds(500));
  Write("key.pem", next.key());
  EXPECT_TRUE(Eventually([&] { return MetricOf(server, kReloaded) == 1; }));
  EXPECT_EQ(MetricOf(server, kNotReloaded), 0);
  EXPECT_NEAR(MetricOf(server, "arbiter_tls_certificate_expiry_seconds"), expiry + 47 * 3600, 60);
  ExpectPresented(server, next);
}

TEST_F(TlsTest, BadNewFilesLeaveTheOldOnesInUse) {
  Write(first_);
  const ServerProcess server(Flags());
  Write("cert.pem", "rubbish");
  server.Signal(SIGHUP);
  EXPECT_TRUE(Eventually([&] { return MetricOf(server, kNotReloaded) == 1; }));
  EXPECT_TRUE(EventuallyLogs(server, "cannot reload; the old contents stay in use", 1));
  EXPECT_THAT(server.Log(), HasSubstr("holds no certificate"));
  ExpectPresented(server, first_);
}

TEST_F(TlsTest, AnExpiredNewCertificateLeavesTheOldOneInUse) {
  Write(first_);
  const ServerProcess server(Flags());
  Write(Certificate({.not_before = hours(-2), .not_after = hours(-1)}));
  server.Signal(SIGHUP);
  EXPECT_TRUE(Eventually([&] { return MetricOf(server, kNotReloaded) == 1; }));
  EXPECT_THAT(server.Log(), HasSubstr("has expired"));
  ExpectPresented(server, first_);
}

TEST_F(TlsTest, DoesNotStartWithBadFiles) {
  Write(first_);
  Write("key.pem", Certificate({}).key());
  std::vector<std::string> command = Flags();
  command.insert(command.begin(), {ARBITERD, "--listen", "127.0.0.1:0", "--metrics-listen", ""});
  const ProgramResult finished = RunProgram(command);
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("not the key of the certificate"));
  command.push_back("--validate");
  EXPECT_EQ(RunProgram(command).exit_code, 2);
}

}  // namespace
}  // namespace arbiter::testing
