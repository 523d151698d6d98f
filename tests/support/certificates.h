#ifndef ARBITER_TESTS_SUPPORT_CERTIFICATES_H_
#define ARBITER_TESTS_SUPPORT_CERTIFICATES_H_

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <chrono>
#include <memory>
#include <string>

namespace arbiter::testing {

// A certificate and its key, made on the spot.
class Certificate {
 public:
  struct Options {
    std::string name = "localhost";
    // From now on.
    std::chrono::seconds not_before = std::chrono::hours(-1);
    std::chrono::seconds not_after = std::chrono::hours(1);
    bool is_authority = false;
    // Who signs it; null: itself.
    const Certificate* issuer = nullptr;
  };

  explicit Certificate(const Options& options);

  // In PEM.
  std::string certificate() const;
  std::string key() const;
  // The same key, locked by a password.
  std::string locked_key() const;

 private:
  std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key_;
  std::unique_ptr<X509, decltype(&X509_free)> x509_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_CERTIFICATES_H_
