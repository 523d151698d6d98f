#include "service/ops/config_files.h"

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

}  // namespace
}  // namespace arbiter
