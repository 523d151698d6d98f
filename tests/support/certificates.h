#ifndef ARBITER_TESTS_SUPPORT_CERTIFICATES_H_
#define ARBITER_TESTS_SUPPORT_CERTIFICATES_H_

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <chrono>
#include <memory>
#include <string>

namespace arbiter::testing {

// A freshly generated certificate and its private key.
class Certificate {
 public:
  struct Options {
    std::string name = "localhost";
    // Both relative to the current time.
    std::chrono::seconds not_before = std::chrono::hours(-1);
    std::chrono::seconds not_after = std::chrono::hours(1);
    bool is_authority = false;
    // The certificate that signs this one. If it is nullptr, this one is self-signed.
    const Certificate* issuer = nullptr;
  };

  explicit Certificate(const Options& options);

  // Return the certificate and the private key in PEM.
  std::string certificate() const;
  std::string key() const;
  // The private key in PEM, encrypted with the password `secret`.
  std::string locked_key() const;

 private:
  std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key_;
  std::unique_ptr<X509, decltype(&X509_free)> x509_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_CERTIFICATES_H_
