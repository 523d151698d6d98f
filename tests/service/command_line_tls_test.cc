// Tests the command line with a server that requires TLS, client certificates and API keys.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/service/command_line.h"
#include "tests/service/shell.h"
#include "tests/support/certificates.h"
#include "tests/support/key_files.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kKey[] = "arb_of-the-site";
constexpr char kRequest[] = R"({"id":"1","legalMoves":{"position":{"variant":"chak"}}})"
                            "\n";

class CommandLineTls : public ::testing::Test {
 protected:
  // Runs `command` against the server with the arguments `more`.
  ProgramResult Ask(const std::vector<std::string>& command,
                    const std::vector<std::string>& more) const {
    std::vector<std::string> all = command;
    all.insert(all.end(), {"--server", "localhost:" + port()});
    all.insert(all.end(), more.begin(), more.end());
    return Arbiter(all, kRequest);
  }
  std::vector<std::string> AllCredentials() const {
    return {"--tls-ca",  root_.path(),       "--tls-cert",     member_certificate_.path(),
            "--tls-key", member_key_.path(), "--api-key-file", api_key_.path()};
  }
  // The server is called by the name localhost, for which its certificate is issued.
  std::string port() const { return server_.address().substr(server_.address().rfind(':') + 1); }

  const Certificate authority_{{.name = "authority", .is_authority = true}};
  const Certificate own_{{.issuer = &authority_}};
  const Certificate member_{{.name = "member", .issuer = &authority_}};
  const Certificate stranger_{{.name = "member"}};
  const TemporaryFile root_{authority_.certificate()};
  const TemporaryFile certificate_{own_.certificate()};
  const TemporaryFile key_{own_.key()};
  const TemporaryFile member_certificate_{member_.certificate()};
  const TemporaryFile member_key_{member_.key()};
  const TemporaryFile api_key_{std::string(kKey) + "\n"};
  const TemporaryFile clients_{KeyFileOf(KeyEntry("site", kKey))};
  const ServerProcess server_{{"--tls-cert", certificate_.path(), "--tls-key", key_.path(),
                               "--tls-client-ca", root_.path(), "--api-keys", clients_.path()}};
};

TEST_F(CommandLineTls, AllKindsOfCallsWork) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> kCases = {
      {{"legal", "chak"}, "e3e4\n"},
      {{"batch"}, R"("id":"1","legalMoves":)"},
      {{"analyze", "chak", "--depth", "1"}, "Best "},
      {{"review", "chak", "--moves", "e3e4", "--depth", "1"}, "accuracy"}};
  for (const auto& [command, answer] : kCases) {
    const ProgramResult asked = Ask(command, AllCredentials());
    EXPECT_EQ(asked.exit_code, 0) << command[0] << ": " << asked.err;
    EXPECT_THAT(asked.out, HasSubstr(answer)) << command[0];
  }
}

TEST_F(CommandLineTls, EnvironmentCanReplaceTheOptions) {
  const Shell shell;
  const ProgramResult asked =
      shell.Run("ARBITER_SERVER=localhost:" + port() + " ARBITER_TLS_CA=" + root_.path() +
                " ARBITER_API_KEY_FILE=" + api_key_.path() + " arbiter legal chak --tls-cert " +
                member_certificate_.path() + " --tls-key " + member_key_.path());
  EXPECT_EQ(asked.exit_code, 0) << asked.err;
}

TEST_F(CommandLineTls, ServerIsUnreachableWithoutACertificateFromItsAuthority) {
  const std::vector<std::string> legal = {"legal", "chak"};
  const ProgramResult without =
      Ask(legal, {"--tls-ca", root_.path(), "--api-key-file", api_key_.path()});
  EXPECT_EQ(without.exit_code, 3) << without.out << without.err;
  const TemporaryFile certificate(stranger_.certificate());
  const TemporaryFile key(stranger_.key());
  EXPECT_EQ(Ask(legal, {"--tls-ca", root_.path(), "--tls-cert", certificate.path(), "--tls-key",
                        key.path(), "--api-key-file", api_key_.path()})
                .exit_code,
            3);
  // The server is not reached without TLS either.
  EXPECT_EQ(Ask(legal, {"--api-key-file", api_key_.path()}).exit_code, 3);
}

TEST_F(CommandLineTls, KeyIsNotSentToAServerOfAnotherAuthority) {
  const TemporaryFile other(Certificate({.name = "other", .is_authority = true}).certificate());
  std::vector<std::string> arguments = AllCredentials();
  arguments[1] = other.path();
  const ProgramResult asked = Ask({"legal", "chak"}, arguments);
  EXPECT_EQ(asked.exit_code, 3) << asked.out;
  EXPECT_THAT(asked.err, Not(HasSubstr(kKey)));
}

TEST_F(CommandLineTls, WrongKeyIsRefused) {
  const TemporaryFile wrong("arb_of-nobody");
  std::vector<std::string> arguments = AllCredentials();
  arguments.back() = wrong.path();
  const ProgramResult asked = Ask({"legal", "chak"}, arguments);
  EXPECT_EQ(asked.exit_code, 1);
  EXPECT_THAT(asked.err, HasSubstr("UNAUTHENTICATED"));
  EXPECT_THAT(asked.err, Not(HasSubstr("arb_of-nobody")));
}

TEST_F(CommandLineTls, CertificateWithoutKeyIsWrongUsageAndMissingFileIsARefusal) {
  const ProgramResult half =
      Ask({"legal", "chak"}, {"--tls-ca", root_.path(), "--tls-cert", member_certificate_.path()});
  EXPECT_EQ(half.exit_code, 2);
  EXPECT_THAT(half.err, HasSubstr("--tls-key"));
  const ProgramResult missing = Ask({"legal", "chak"}, {"--tls-ca", "/nowhere/ca.pem"});
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.err, HasSubstr("cannot read /nowhere/ca.pem"));
}

TEST(CommandLineKey, IsNotSentToAnotherMachineInTheClear) {
  const TemporaryFile key(kKey);
  const ProgramResult asked =
      Arbiter({"legal", "chak", "--server", "192.0.2.1:50051", "--api-key-file", key.path()});
  EXPECT_EQ(asked.exit_code, 2);
  EXPECT_THAT(asked.err, HasSubstr("in the clear"));
  EXPECT_THAT(asked.err, Not(HasSubstr(kKey)));
}

}  // namespace
}  // namespace arbiter::testing
