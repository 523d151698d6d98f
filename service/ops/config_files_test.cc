#include "service/ops/config_files.h"

#include <string>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/certificates.h"
#include "tests/support/temporary_file.h"

namespace arbiter {
namespace {

using testing::Certificate;
using ::testing::HasSubstr;
using testing::TemporaryFile;

TEST(CheckFiles, ReadsTheTlsFiles) {
  const Certificate certificate({});
  const TemporaryFile chain(certificate.certificate());
  const TemporaryFile key(certificate.key());
  ServerConfig config;
  config.security.tls_cert = chain.path();
  config.security.tls_key = key.path();
  EXPECT_TRUE(CheckFiles(config).ok());
  const TemporaryFile rubbish("rubbish");
  config.security.tls_cert = rubbish.path();
  EXPECT_THAT(CheckFiles(config).ToString(), HasSubstr("--tls-cert"));
}

TEST(CheckFiles, ReadsTheSnapshotKeys) {
  const TemporaryFile rubbish("rubbish");
  ServerConfig config;
  config.security.snapshot_keys = rubbish.path();
  EXPECT_THAT(CheckFiles(config).ToString(), HasSubstr("--snapshot-keys"));
}

// A device such as /dev/zero was read until the memory was full.
TEST(CheckFiles, FilesAreReadOnlyToABound) {
  using Path = std::string SecurityConfig::*;
  const std::pair<Path, const char*> cases[] = {
      {&SecurityConfig::api_keys, "--api-keys: cannot read /dev/zero: it is larger than 32 MiB"},
      {&SecurityConfig::jwt_keys, "--jwt-keys: cannot read /dev/zero: it is larger than 1 MiB"},
      {&SecurityConfig::snapshot_keys,
       "--snapshot-keys: cannot read /dev/zero: it is larger than 1 MiB"},
      {&SecurityConfig::tls_cert, "--tls-cert: cannot read /dev/zero: it is larger than 4 MiB"},
  };
  for (const auto& [path, message] : cases) {
    ServerConfig config;
    config.security.*path = "/dev/zero";
    EXPECT_THAT(CheckFiles(config).ToString(), HasSubstr(message));
  }
}

}  // namespace
}  // namespace arbiter
