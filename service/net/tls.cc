#include "service/net/tls.h"

#include <grpc/grpc.h>
#include <grpc/grpc_security.h>

#include <string>
#include <utility>

#include "core/rules/status_macros.h"

namespace arbiter {
namespace {

// Credentials of gRPC's C core, which asks for the certificates at each handshake. The C++ interface
// of gRPC 1.51 has grpc::experimental::FileWatcherCertificateProvider instead, which does less than
// operators need: it looks at the files by a timer only, takes certificates that have expired, and
// tells nobody that a file is bad. Once a certificate provider of one's own can be written in C++,
// this class can go.
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

  // Who calls is found out by the service, not here.
  void SetAuthMetadataProcessor(
      const std::shared_ptr<grpc::AuthMetadataProcessor>& /*processor*/) override {}

 private:
  int AddPortToServer(const std::string& address, grpc_server* server) override {
    return grpc_server_add_http2_port(server, address.c_str(), credentials_);
  }

  // Called before each handshake, by the thread that accepts.
  static grpc_ssl_certificate_config_reload_status Fetch(
      void* self, grpc_ssl_server_certificate_config** config) {
    return static_cast<ReloadingCredentials*>(self)->Fetch(config);
  }

  grpc_ssl_certificate_config_reload_status Fetch(grpc_ssl_server_certificate_config** config) {
    std::shared_ptr<const TlsFiles> newest = tls_->files();
    if (newest == in_use_) return GRPC_SSL_CERTIFICATE_CONFIG_RELOAD_UNCHANGED;
    in_use_ = std::move(newest);
    grpc_ssl_pem_key_cert_pair pair = {.private_key = in_use_->private_key.c_str(),
                                       .cert_chain = in_use_->certificate_chain.c_str()};
    // gRPC insists on authorities, though it asks clients for no certificate.
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

absl::StatusOr<std::shared_ptr<Tls>> Tls::Load(const SecurityConfig& config) {
  std::shared_ptr<Tls> tls(new Tls(config));
  ARBITER_RETURN_IF_ERROR(tls->Reload());
  return tls;
}

absl::Status Tls::Reload() {
  ARBITER_ASSIGN_OR_RETURN(TlsFiles read, ReadTlsFiles(config_));
  const std::lock_guard lock(mutex_);
  // Equal files need no new context of OpenSSL.
  if (files_ == nullptr || *files_ != read) {
    files_ = std::make_shared<const TlsFiles>(std::move(read));
  }
  return absl::OkStatus();
}

std::shared_ptr<const TlsFiles> Tls::files() const {
  const std::lock_guard lock(mutex_);
  return files_;
}

std::shared_ptr<grpc::ServerCredentials> TlsServerCredentials(std::shared_ptr<const Tls> tls) {
  return std::make_shared<ReloadingCredentials>(std::move(tls));
}

}  // namespace arbiter
