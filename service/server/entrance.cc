#include "service/server/entrance.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/server/address.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;

prometheus::Counter& AddCounter(const char* name, const char* help,
                                prometheus::Registry* registry) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(*registry).Add({});
}

prometheus::Gauge& AddGauge(const char* name, const char* help, prometheus::Registry* registry) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(*registry).Add({});
}

prometheus::Gauge* AddExpiry(bool tls, prometheus::Registry* registry) {
  if (!tls) return nullptr;
  return &AddGauge("arbiter_tls_certificate_expiry_seconds",
                   "When the certificate in use ends, in seconds since 1970.", registry);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Entrance>> Entrance::Open(const ServerConfig& config,
                                                         prometheus::Registry* registry,
                                                         Logger* log, Hooks hooks) {
  std::shared_ptr<Tls> tls;
  if (!config.security.tls_cert.empty()) {
    auto loaded = Tls::Load(config.security);
    if (!loaded.ok()) return loaded.status();
    tls = *std::move(loaded);
  }
  auto sockets = ListenSockets::Open(*ParseAddress(config.listen));
  if (!sockets.ok()) {
    return absl::UnavailableError(
        absl::StrCat("can't serve gRPC on ", config.listen, ": ", sockets.status().message()));
  }
  const auto wanted = static_cast<size_t>(config.max_connections);
  const size_t cap = ConnectionCap(wanted);
  if (cap < wanted) {
    log->Write(LogLine(LogLevel::kError, "descriptors allow fewer connections than wanted")
                   .Add("max_connections", static_cast<int64_t>(wanted))
                   .Add("allowed", static_cast<int64_t>(cap)));
  }
  return std::unique_ptr<Entrance>(new Entrance(config, *std::move(sockets), cap, std::move(tls),
                                                registry, log, std::move(hooks)));
}

Entrance::Entrance(const ServerConfig& config, ListenSockets sockets, size_t cap,
                   std::shared_ptr<Tls> tls, prometheus::Registry* registry, Logger* log,
                   Hooks hooks)
    : probe_interval_(config.self_probe_ms),
      tls_(std::move(tls)),
      log_(log),
      hooks_(std::move(hooks)),
      connections_(AddGauge("arbiter_connections", "gRPC connections that are open.", registry)),
      refused_(AddCounter("arbiter_connections_refused_total",
                          "Connections closed at once, since there were too many.", registry)),
      broken_off_(AddCounter("arbiter_connections_broken_off_total",
                             "Connections ended, since they filled the memory.", registry)),
      probe_failures_(AddCounter("arbiter_self_probe_failures_total",
                                 "Attempts of the server to reach itself that failed.", registry)),
      certificate_expiry_(AddExpiry(has_tls(), registry)),
      acceptor_(
          std::move(sockets), cap, [this](int connection) { HandOver(connection); },
          [this] { refused_.Increment(); }),
      guard_(
          &acceptor_.connections(),
          [this](size_t connections) { return HeapLimit(connections) + hooks_.heap_in_order(); },
          [this](size_t heap) { BrokeOff(heap); }) {}

void Entrance::AddTo(grpc::ServerBuilder* builder) {
  using ConnectionType = grpc::ServerBuilder::experimental_type::ExternalConnectionType;
  grpc_ = builder->experimental().AddExternalConnectionAcceptor(
      ConnectionType::FROM_FD,
      has_tls() ? TlsServerCredentials(tls_) : grpc::InsecureServerCredentials());
}

void Entrance::Start() {
  acceptor_.Start();
  if (probe_interval_.count() == 0) return;
  ProbeTarget target = {
      .address = acceptor_.target(),
      .tls = has_tls(),
      .announce = [this](const SocketAddress& source) { acceptor_.Welcome(source); }};
  probe_.emplace(std::move(target), probe_interval_,
                 SelfProbe::Listener{.failed = [this](const auto& status) { Failed(status); },
                                     .unreachable = [this](const auto&) { hooks_.unreachable(); },
                                     .unable = [this](const auto& status) { Unable(status); }});
}

absl::Status Entrance::ReloadTls() { return tls_->Reload(); }

void Entrance::UpdateMetrics() {
  connections_.Set(static_cast<double>(acceptor_.connections().Count()));
  if (has_tls()) certificate_expiry_->Set(static_cast<double>(tls_->files()->not_after));
}

void Entrance::HandOver(int connection) {
  grpc::experimental::ExternalConnectionAcceptor::NewConnectionParameters parameters;
  parameters.fd = connection;
  grpc_->HandleNewConnection(&parameters);
}

void Entrance::BrokeOff(size_t heap_bytes) {
  broken_off_.Increment();
  log_->Write(LogLine(LogLevel::kError, "too much memory; broke off the busiest connection")
                  .Add("heap_bytes", static_cast<int64_t>(heap_bytes)));
}

void Entrance::Unable(const absl::Status& status) {
  log_->Write(
      LogLine(LogLevel::kError, "can't probe myself").Add("cause", std::string(status.message())));
}

void Entrance::Failed(const absl::Status& status) {
  probe_failures_.Increment();
  log_->Write(
      LogLine(LogLevel::kError, "can't reach myself").Add("cause", std::string(status.message())));
}

}  // namespace arbiter
