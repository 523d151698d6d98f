#include "service/net/tls.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <cstddef>
#include <ctime>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/status_macros.h"
#include "service/files/bounded_file.h"

namespace arbiter {
namespace {

using BioPtr = std::unique_ptr<BIO, decltype(&BIO_free)>;
using X509Ptr = std::unique_ptr<X509, decltype(&X509_free)>;
using KeyPtr = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using ContextPtr = std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)>;

// The maximum size of a file in PEM format. The authorities that Debian trusts take 0.2 MiB.
constexpr size_t kMaxPemBytes = 4 * kMiB;

// The contents of a file that a flag names.
struct PemFile {
  std::string flag;
  std::string path;
  std::string text;
};

absl::Status FileError(const PemFile& file, const std::string& what) {
  return absl::InvalidArgumentError(absl::StrCat(file.flag, " ", file.path, ": ", what));
}

// Takes the last error from OpenSSL's queue, and formats it as a suffix for a message. Returns an
// empty string if there is none.
std::string TakeOpenSslError() {
  const char* reason = ERR_reason_error_string(ERR_peek_last_error());
  std::string cause = reason == nullptr ? "" : absl::StrCat(" (", reason, ")");
  ERR_clear_error();
  return cause;
}

absl::StatusOr<PemFile> ReadPemFile(std::string flag, const std::string& path) {
  PemFile file = {.flag = std::move(flag), .path = path, .text = ""};
  absl::StatusOr<std::string> text = ReadBoundedFile(path, kMaxPemBytes);
  if (!text.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(file.flag, ": ", text.status().message()));
  }
  file.text = *std::move(text);
  return file;
}

BioPtr MakeReader(const std::string& text) {
  return {BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), &BIO_free};
}

// A password callback that fails, so that OpenSSL does not ask on the terminal.
int NoPassword(char* /*buffer*/, int /*size*/, int /*writing*/, void* /*data*/) { return -1; }

absl::StatusOr<std::vector<X509Ptr>> ParseCertificates(const PemFile& file) {
  const BioPtr reader = MakeReader(file.text);
  std::vector<X509Ptr> certificates;
  while (X509* next = PEM_read_bio_X509(reader.get(), nullptr, &NoPassword, nullptr)) {
    certificates.emplace_back(next, &X509_free);
  }
  // At the end of the file, the error is that no line begins another certificate.
  const bool at_end = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
  if (!at_end) {
    return FileError(file, absl::StrCat("holds an invalid certificate", TakeOpenSslError()));
  }
  ERR_clear_error();
  if (certificates.empty()) return FileError(file, "holds no certificate in PEM format");
  return certificates;
}

absl::StatusOr<KeyPtr> ParsePrivateKey(const PemFile& file) {
  KeyPtr key(PEM_read_bio_PrivateKey(MakeReader(file.text).get(), nullptr, &NoPassword, nullptr),
             &EVP_PKEY_free);
  if (key == nullptr) {
    return FileError(file, absl::StrCat("holds no private key in PEM format without a password",
                                        TakeOpenSslError()));
  }
  return key;
}

absl::Status CheckTime(const PemFile& file, const X509* certificate) {
  if (X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0) {
    return FileError(file, "a certificate is not valid yet");
  }
  if (X509_cmp_current_time(X509_get0_notAfter(certificate)) < 0) {
    return FileError(file, "a certificate has expired");
  }
  return absl::OkStatus();
}

int64_t UnixTime(const ASN1_TIME* time) {
  tm parts = {};
  return ASN1_TIME_to_tm(time, &parts) == 1 ? timegm(&parts) : 0;
}

// Checks that OpenSSL accepts the certificates and the key for a server.
absl::Status CheckUse(const PemFile& file, const std::vector<X509Ptr>& chain, EVP_PKEY* key) {
  const ContextPtr context(SSL_CTX_new(TLS_server_method()), &SSL_CTX_free);
  bool accepted = SSL_CTX_use_certificate(context.get(), chain.front().get()) == 1;
  for (size_t i = 1; accepted && i < chain.size(); ++i) {
    accepted = SSL_CTX_add1_chain_cert(context.get(), chain[i].get()) == 1;
  }
  accepted = accepted && SSL_CTX_use_PrivateKey(context.get(), key) == 1;
  if (accepted) return absl::OkStatus();
  return FileError(file, absl::StrCat("cannot be used for a TLS server", TakeOpenSslError()));
}

}  // namespace

absl::StatusOr<TlsFiles> ReadTlsFiles(const TlsPaths& paths) {
  ARBITER_ASSIGN_OR_RETURN(const PemFile certificate_file,
                           ReadPemFile("--tls-cert", paths.certificate));
  ARBITER_ASSIGN_OR_RETURN(const PemFile key_file, ReadPemFile("--tls-key", paths.key));

  ARBITER_ASSIGN_OR_RETURN(const auto chain, ParseCertificates(certificate_file));
  ARBITER_ASSIGN_OR_RETURN(const auto key, ParsePrivateKey(key_file));
  const X509* certificate = chain.front().get();
  if (X509_check_private_key(certificate, key.get()) != 1) {
    ERR_clear_error();
    return FileError(key_file, "is not the key of the certificate that --tls-cert names");
  }
  for (const X509Ptr& link : chain) {
    ARBITER_RETURN_IF_ERROR(CheckTime(certificate_file, link.get()));
  }
  ARBITER_RETURN_IF_ERROR(CheckUse(certificate_file, chain, key.get()));
  TlsFiles files = {.certificate_chain = certificate_file.text,
                    .private_key = key_file.text,
                    .client_ca = "",
                    .not_after = UnixTime(X509_get0_notAfter(certificate))};
  if (paths.client_ca.empty()) return files;

  ARBITER_ASSIGN_OR_RETURN(const PemFile ca_file, ReadPemFile("--tls-client-ca", paths.client_ca));
  ARBITER_ASSIGN_OR_RETURN(const auto authorities, ParseCertificates(ca_file));
  // One valid authority is enough; expired ones do no harm.
  absl::Status usable;
  for (const X509Ptr& authority : authorities) {
    usable = CheckTime(ca_file, authority.get());
    if (usable.ok()) break;
  }
  ARBITER_RETURN_IF_ERROR(usable);
  files.client_ca = ca_file.text;
  return files;
}

absl::StatusOr<std::shared_ptr<Tls>> Tls::Load(const TlsPaths& paths) {
  std::shared_ptr<Tls> tls(new Tls(paths));
  ARBITER_RETURN_IF_ERROR(tls->Reload());
  return tls;
}

absl::Status Tls::Reload() {
  ARBITER_ASSIGN_OR_RETURN(TlsFiles next, ReadTlsFiles(paths_));
  const std::lock_guard lock(mutex_);
  // If nothing has changed, keep the object, so that OpenSSL's context is not rebuilt.
  if (files_ == nullptr || *files_ != next) {
    files_ = std::make_shared<const TlsFiles>(std::move(next));
  }
  return absl::OkStatus();
}

std::shared_ptr<const TlsFiles> Tls::files() const {
  const std::lock_guard lock(mutex_);
  return files_;
}

}  // namespace arbiter
