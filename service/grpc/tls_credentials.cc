#include "service/grpc/tls_credentials.h"

#include <grpc/grpc.h>
#include <grpc/grpc_security.h>

#include <memory>
#include <string>
#include <utility>

namespace arbiter {
namespace {

// Credentials of gRPC's C core, which requests the certificates at each handshake. The C++
// interface of gRPC 1.51 only has grpc::experimental::FileWatcherCertificateProvider, which is not
// enough for operators: it only checks the files at intervals, accepts expired certificates, and
// does not report bad files. This class can be removed once gRPC lets applications implement a
// certificate provider in C++.
class ReloadingCredentials final : public grpc::ServerCredentials {
 public:
  explicit ReloadingCredentials(std::shared_ptr<const Tls> tls) : tls_(std::move(tls)) {
    const auto verification = tls_->files()->client_ca.empty()
                                  ? GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE
                                  : GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY;
    credentials_ = grpc_ssl_server_credentials_create_with_options(
        grpc_ssl_server_credentials_create_options_using_config_fetcher(verification, &Fetch,
                                                                        this));
  }
  ~ReloadingCredentials() override { grpc_server_credentials_release(credentials_); }

  // Does nothing: the service authenticates callers itself.
  void SetAuthMetadataProcessor(
      const std::shared_ptr<grpc::AuthMetadataProcessor>& /*processor*/) override {}

 private:
  int AddPortToServer(const std::string& address, grpc_server* server) override {
    return grpc_server_add_http2_port(server, address.c_str(), credentials_);
  }

  // Called before each handshake, by the thread that accepts connections.
  static grpc_ssl_certificate_config_reload_status Fetch(
      void* self, grpc_ssl_server_certificate_config** config) {
    return static_cast<ReloadingCredentials*>(self)->Fetch(config);
  }

  grpc_ssl_certificate_config_reload_status Fetch(grpc_ssl_server_certificate_config** config) {
    std::shared_ptr<const TlsFiles> current = tls_->files();
    if (current == in_use_) return GRPC_SSL_CERTIFICATE_CONFIG_RELOAD_UNCHANGED;
    in_use_ = std::move(current);
    grpc_ssl_pem_key_cert_pair pair = {.private_key = in_use_->private_key.c_str(),
                                       .cert_chain = in_use_->certificate_chain.c_str()};
    // gRPC requires authorities even if clients need no certificate.
    const std::string& authorities =
        in_use_->client_ca.empty() ? in_use_->certificate_chain : in_use_->client_ca;
    *config = grpc_ssl_server_certificate_config_create(authorities.c_str(), &pair, 1);
    return GRPC_SSL_CERTIFICATE_CONFIG_RELOAD_NEW;
  }

  const std::shared_ptr<const Tls> tls_;
  std::shared_ptr<const TlsFiles> in_use_;
  grpc_server_credentials* credentials_;
};

}  // namespace

std::shared_ptr<grpc::ServerCredentials> TlsServerCredentials(std::shared_ptr<const Tls> tls) {
  return std::make_shared<ReloadingCredentials>(std::move(tls));
}

}  // namespace arbiter
