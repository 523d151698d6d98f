#include "tests/support/certificates.h"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <atomic>
#include <functional>

namespace arbiter::testing {
namespace {

std::string WriteToString(const std::function<void(BIO*)>& write) {
  const std::unique_ptr<BIO, decltype(&BIO_free)> memory(BIO_new(BIO_s_mem()), &BIO_free);
  write(memory.get());
  char* bytes = nullptr;
  const auto size = BIO_get_mem_data(memory.get(), &bytes);
  return {bytes, static_cast<size_t>(size)};
}

void AddExtension(X509* certificate, X509* issuer, int kind, const char* value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value);
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

}  // namespace

Certificate::Certificate(const Options& options)
    : key_(EVP_EC_gen("P-256"), &EVP_PKEY_free), x509_(X509_new(), &X509_free) {
  static std::atomic<int> serial = 1;
  X509* const x509 = x509_.get();
  X509* const issuer = options.issuer == nullptr ? x509 : options.issuer->x509_.get();
  X509_set_version(x509, X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(x509), serial++);
  X509_gmtime_adj(X509_getm_notBefore(x509), options.not_before.count());
  X509_gmtime_adj(X509_getm_notAfter(x509), options.not_after.count());
  X509_NAME_add_entry_by_txt(X509_get_subject_name(x509), "CN", MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(options.name.c_str()), -1, -1,
                             0);
  X509_set_issuer_name(x509, X509_get_subject_name(issuer));
  X509_set_pubkey(x509, key_.get());
  AddExtension(x509, issuer, NID_basic_constraints,
               options.is_authority ? "critical,CA:TRUE" : "critical,CA:FALSE");
  AddExtension(x509, issuer, NID_subject_alt_name, ("DNS:" + options.name).c_str());
  X509_sign(x509, (options.issuer == nullptr ? key_ : options.issuer->key_).get(), EVP_sha256());
}

std::string Certificate::certificate() const {
  return WriteToString([this](BIO* out) { PEM_write_bio_X509(out, x509_.get()); });
}

std::string Certificate::key() const {
  return WriteToString([this](BIO* out) {
    PEM_write_bio_PrivateKey(out, key_.get(), nullptr, nullptr, 0, nullptr, nullptr);
  });
}

std::string Certificate::locked_key() const {
  return WriteToString([this](BIO* out) {
    const unsigned char password[] = "secret";
    PEM_write_bio_PrivateKey(out, key_.get(), EVP_aes_256_cbc(), password, sizeof(password) - 1,
                             nullptr, nullptr);
  });
}

}  // namespace arbiter::testing
