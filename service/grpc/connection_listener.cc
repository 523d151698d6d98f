#include "service/grpc/connection_listener.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/status_macros.h"
#include "service/grpc/tls_credentials.h"
#include "service/net/address.h"
#include "service/ops/config_files.h"
#include "service/ops/metrics.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;

std::array<prometheus::Counter*, kBreakReasons> AddBreakCounters(prometheus::Registry* registry) {
  auto& family =
      AddCounters("arbiter_connections_broken_off_total",
                  "Connections that the server closed to protect itself, by reason.", registry);
  std::array<prometheus::Counter*, kBreakReasons> counters;
  for (int i = 0; i < kBreakReasons; ++i) {
    const auto name = BreakReasonName(static_cast<BreakReason>(i));
    counters[i] = &family.Add({{"reason", std::string(name)}});
  }
  return counters;
}

prometheus::Gauge* AddCertificateExpiry(bool tls, prometheus::Registry* registry) {
  if (!tls) return nullptr;
  return &AddGauge("arbiter_tls_certificate_expiry_seconds",
                   "When the certificate in use expires, in seconds since 1970.", registry);
}

}  // namespace

absl::StatusOr<std::unique_ptr<ConnectionListener>> ConnectionListener::Open(
    const ServerConfig& config, prometheus::Registry* registry, Logger* log, LogLimit* log_limit,
    Hooks hooks) {
  std::shared_ptr<Tls> tls;
  if (!config.security.tls_cert.empty()) {
    ARBITER_ASSIGN_OR_RETURN(auto loaded, Tls::Load(TlsPathsOf(config.security)));
    tls = std::move(loaded);
  }
  auto sockets = ListenSockets::Open(*ParseAddress(config.listen));
  if (!sockets.ok()) {
    return absl::UnavailableError(absl::StrCat("cannot serve gRPC on ", config.listen, ": ",
                                               sockets.status().message(),
                                               "; choose another address with --listen"));
  }
  const auto requested = static_cast<size_t>(config.max_connections);
  const size_t cap = ConnectionCap(requested);
  if (cap < requested) {
    log->Write(LogLine(LogLevel::kError, "descriptors allow fewer connections than configured")
                   .Add("max_connections", static_cast<int64_t>(requested))
                   .Add("allowed", static_cast<int64_t>(cap)));
  }
  return std::unique_ptr<ConnectionListener>(
      new ConnectionListener(config, *std::move(sockets), cap, std::move(tls), registry, log,
                             log_limit, std::move(hooks)));
}

ConnectionListener::ConnectionListener(const ServerConfig& config, ListenSockets sockets,
                                       size_t cap, std::shared_ptr<Tls> tls,
                                       prometheus::Registry* registry, Logger* log,
                                       LogLimit* log_limit, Hooks hooks)
    : probe_interval_(config.self_probe_ms),
      tls_(std::move(tls)),
      log_(log),
      log_limit_(log_limit),
      hooks_(std::move(hooks)),
      open_(AddGauge("arbiter_connections", "Open connections for calls, through gRPC and HTTP.",
                     registry)),
      refused_(AddCounter("arbiter_connections_refused_total",
                          "Connections refused because of a limit, because they do not come from "
                          "a proxy, or because their PROXY header is missing or not valid.",
                          registry)),
      broken_off_(AddBreakCounters(registry)),
      probe_failures_(AddCounter("arbiter_self_probe_failures_total",
                                 "Failed attempts by the server to reach itself.", registry)),
      certificate_expiry_(AddCertificateExpiry(has_tls(), registry)),
      connections_(
          {.max = cap,
           .max_per_address = static_cast<size_t>(config.max_connections_per_address),
           .max_streams = config.limits.max_streams_per_connection},
          [this](BreakReason reason, const std::string& client) { OnBrokenOff(reason, client); }),
      proxies_(*Networks::Parse(config.proxy_protocol_from)),
      acceptor_(std::move(sockets), proxies_, &connections_,
                MakeHooks([this](int fd, const ConnectionPtr&) { HandOver(fd); })) {}

absl::Status ConnectionListener::AddDoor(const std::string& listen, const std::string& door,
                                         Accepted accepted) {
  auto sockets = ListenSockets::Open(*ParseAddress(listen));
  if (!sockets.ok()) {
    return absl::UnavailableError(
        absl::StrCat("cannot serve ", door, " on ", listen, ": ", sockets.status().message()));
  }
  doors_.push_back(std::make_unique<Acceptor>(*std::move(sockets), proxies_, &connections_,
                                              MakeHooks(std::move(accepted)), door));
  return absl::OkStatus();
}

Acceptor::Hooks ConnectionListener::MakeHooks(Accepted accepted) {
  return {.accepted = std::move(accepted),
          .refused = [this] { refused_.Increment(); },
          .not_from_proxy = [this](const absl::Status& why) { OnNotFromProxy(why); }};
}

void ConnectionListener::AddTo(grpc::ServerBuilder* builder) {
  using ConnectionType = grpc::ServerBuilder::experimental_type::ExternalConnectionType;
  grpc_ = builder->experimental().AddExternalConnectionAcceptor(
      ConnectionType::FROM_FD,
      has_tls() ? TlsServerCredentials(tls_) : grpc::InsecureServerCredentials());
}

void ConnectionListener::Stop() {
  acceptor_.Stop();
  for (const auto& door : doors_) door->Stop();
}

void ConnectionListener::Start() {
  acceptor_.Start();
  for (const auto& door : doors_) door->Start();
  if (probe_interval_.count() == 0) return;
  ProbeTarget target = {
      .address = acceptor_.target(),
      .tls = has_tls(),
      .announce = [this](const SocketAddress& source) { acceptor_.Trust(source); }};
  probe_.emplace(
      std::move(target), probe_interval_,
      SelfProbe::Listener{.failed = [this](const auto& status) { OnProbeFailed(status); },
                          .unreachable = [this](const auto&) { hooks_.unreachable(); },
                          .unable = [this](const auto& status) { OnProbeUnable(status); }});
}

absl::Status ConnectionListener::ReloadTls() { return tls_->Reload(); }

void ConnectionListener::UpdateMetrics() {
  open_.Set(static_cast<double>(connections_.Count()));
  if (has_tls()) certificate_expiry_->Set(static_cast<double>(tls_->files()->not_after));
}

void ConnectionListener::HandOver(int connection) {
  grpc::experimental::ExternalConnectionAcceptor::NewConnectionParameters parameters;
  parameters.fd = connection;
  grpc_->HandleNewConnection(&parameters);
}

void ConnectionListener::OnBrokenOff(BreakReason reason, const std::string& client) {
  broken_off_.at(static_cast<size_t>(reason))->Increment();
  if (!log_limit_->Allows(ErrorReason::kOverloaded, std::chrono::steady_clock::now())) return;
  log_->Write(LogLine(LogLevel::kError, "dropped a connection")
                  .Add("reason", BreakReasonName(reason))
                  .Add("peer", client));
}

void ConnectionListener::OnNotFromProxy(const absl::Status& why) {
  refused_.Increment();
  if (!log_limit_->Allows(ErrorReason::kBadField, std::chrono::steady_clock::now())) return;
  log_->Write(LogLine(LogLevel::kError, "closed a connection without a valid PROXY header")
                  .Add("cause", std::string(why.message())));
}

void ConnectionListener::OnProbeUnable(const absl::Status& status) {
  log_->Write(LogLine(LogLevel::kError, "cannot probe the server")
                  .Add("cause", std::string(status.message())));
}

void ConnectionListener::OnProbeFailed(const absl::Status& status) {
  probe_failures_.Increment();
  log_->Write(LogLine(LogLevel::kError, "the server cannot reach itself")
                  .Add("cause", std::string(status.message())));
}

}  // namespace arbiter
