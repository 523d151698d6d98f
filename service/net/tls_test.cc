#include "service/net/tls.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/certificates.h"
#include "tests/support/temporary_file.h"

namespace arbiter {
namespace {

using ::testing::AllOf;
using testing::Certificate;
using ::testing::HasSubstr;
using ::testing::Not;

using std::chrono::hours;

class TlsFilesTest : public ::testing::Test {
 protected:
  TlsFilesTest() {
    std::filesystem::create_directory(folder_);
    paths_.certificate = folder_ + "/cert.pem";
    paths_.key = folder_ + "/key.pem";
    Write(good_);
  }
  ~TlsFilesTest() override { std::filesystem::remove_all(folder_); }

  static void WriteTo(const std::string& path, const std::string& text) {
    std::ofstream(path) << text;
  }
  void Write(const Certificate& certificate) const {
    WriteTo(paths_.certificate, certificate.certificate());
    WriteTo(paths_.key, certificate.key());
  }
  std::string Error() const { return std::string(ReadTlsFiles(paths_).status().message()); }

  const std::string folder_ = testing::TemporaryPath("tls");
  TlsPaths paths_;
  const Certificate good_{{}};
};

TEST_F(TlsFilesTest, GoodFilesAreReadUnchanged) {
  const auto files = ReadTlsFiles(paths_);
  ASSERT_TRUE(files.ok()) << files.status();
  EXPECT_EQ(files->certificate_chain, good_.certificate());
  EXPECT_EQ(files->private_key, good_.key());
  EXPECT_EQ(files->client_ca, "");
  EXPECT_NEAR(static_cast<double>(files->not_after), static_cast<double>(time(nullptr) + 3600), 60);
}

TEST_F(TlsFilesTest, AChainIsRead) {
  const Certificate authority({.name = "authority", .is_authority = true});
  const Certificate leaf({.issuer = &authority});
  WriteTo(paths_.certificate, leaf.certificate() + authority.certificate());
  WriteTo(paths_.key, leaf.key());
  EXPECT_TRUE(ReadTlsFiles(paths_).ok());
}

TEST_F(TlsFilesTest, RefusesAChainWithAnExpiredLink) {
  const Certificate authority(
      {.name = "authority", .not_before = hours(-2), .not_after = hours(-1), .is_authority = true});
  const Certificate leaf({.issuer = &authority});
  WriteTo(paths_.certificate, leaf.certificate() + authority.certificate());
  WriteTo(paths_.key, leaf.key());
  EXPECT_THAT(Error(), AllOf(HasSubstr("--tls-cert"), HasSubstr("has expired")));
}

TEST_F(TlsFilesTest, AnErrorNamesTheMissingFileAndItsFlag) {
  std::filesystem::remove(paths_.key);
  EXPECT_THAT(Error(), AllOf(HasSubstr("--tls-key"), HasSubstr(paths_.key)));
}

TEST_F(TlsFilesTest, RefusesAnInvalidCertificate) {
  WriteTo(paths_.certificate, "rubbish");
  EXPECT_THAT(Error(), AllOf(HasSubstr("--tls-cert"), HasSubstr("no certificate")));
  const std::string text = good_.certificate();
  WriteTo(paths_.certificate, text.substr(0, text.size() / 2));
  EXPECT_THAT(Error(), HasSubstr("invalid certificate"));
  WriteTo(paths_.certificate, text + text.substr(0, text.size() / 2));
  EXPECT_THAT(Error(), HasSubstr("invalid certificate"));
}

TEST_F(TlsFilesTest, RefusesTheKeyOfAnotherCertificate) {
  WriteTo(paths_.key, Certificate({}).key());
  EXPECT_THAT(Error(), AllOf(HasSubstr("--tls-key"), HasSubstr("not the key")));
}

// OpenSSL must not ask for the password on the terminal.
TEST_F(TlsFilesTest, RefusesAKeyWithAPassword) {
  WriteTo(paths_.key, good_.locked_key());
  EXPECT_THAT(Error(), HasSubstr("without a password"));
}

TEST_F(TlsFilesTest, ErrorsDoNotShowTheKey) {
  WriteTo(paths_.key, "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n");
  EXPECT_THAT(Error(), AllOf(HasSubstr("no private key"), Not(HasSubstr("c2VjcmV0"))));
}

TEST_F(TlsFilesTest, RefusesACertificateOutsideItsValidity) {
  Write(Certificate({.not_before = hours(-2), .not_after = hours(-1)}));
  EXPECT_THAT(Error(), HasSubstr("has expired"));
  Write(Certificate({.not_before = hours(1), .not_after = hours(2)}));
  EXPECT_THAT(Error(), HasSubstr("not valid yet"));
}

TEST_F(TlsFilesTest, RefusesAnAuthorityThatCannotBeRead) {
  paths_.client_ca = folder_ + "/ca.pem";
  EXPECT_THAT(Error(), HasSubstr("--tls-client-ca: cannot read " + paths_.client_ca));
  WriteTo(paths_.client_ca, "");
  EXPECT_THAT(Error(), HasSubstr("no certificate"));
  WriteTo(paths_.client_ca, good_.certificate());
  EXPECT_EQ(ReadTlsFiles(paths_)->client_ca, good_.certificate());
}

TEST_F(TlsFilesTest, RefusesAuthoritiesThatHaveAllExpired) {
  paths_.client_ca = folder_ + "/ca.pem";
  const std::string expired =
      Certificate({.not_before = hours(-2), .not_after = hours(-1)}).certificate();
  WriteTo(paths_.client_ca, expired + expired);
  EXPECT_THAT(Error(), AllOf(HasSubstr("--tls-client-ca"), HasSubstr("has expired")));
  WriteTo(paths_.client_ca, expired + good_.certificate() + expired);
  EXPECT_EQ(Error(), "");
}

TEST_F(TlsFilesTest, AFailedReloadKeepsTheOldFiles) {
  const auto tls = Tls::Load(paths_);
  ASSERT_TRUE(tls.ok()) << tls.status();
  const auto before = (*tls)->files();
  EXPECT_TRUE((*tls)->Reload().ok());
  EXPECT_EQ((*tls)->files(), before) << "unchanged files must not be replaced";
  WriteTo(paths_.certificate, "rubbish");
  EXPECT_FALSE((*tls)->Reload().ok());
  EXPECT_EQ((*tls)->files(), before);
  const Certificate next({});
  Write(next);
  EXPECT_TRUE((*tls)->Reload().ok());
  EXPECT_EQ((*tls)->files()->certificate_chain, next.certificate());
}

}  // namespace
}  // namespace arbiter
