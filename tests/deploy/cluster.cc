#include "tests/deploy/cluster.h"

#include <signal.h>
#include <unistd.h>

#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "tests/support/file.h"
#include "tests/support/free_port.h"
#include "tests/support/server/server_process.h"

namespace arbiter::testing {
namespace {

using std::filesystem::path;

// The address from which HAProxy connects to the replicas. Clients that call them directly come
// from 127.0.0.1.
constexpr char kHaproxyAddress[] = "127.0.0.9";
const path kDeploy = path(ARBITER_SOURCE_DIR) / "deploy";

std::string OnLoopback(int port) { return "127.0.0.1:" + std::to_string(port); }

path MakeFolder() {
  std::string name = std::filesystem::temp_directory_path() / "arbiter_cluster_XXXXXX";
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot create a temporary folder");
  return name;
}

std::string PercentEncoded(const std::string& text) {
  std::ostringstream encoded;
  encoded << std::hex << std::uppercase;
  for (const unsigned char c : text) encoded << '%' << (c >> 4) << (c & 15);
  return encoded.str();
}

int CountOccurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

}  // namespace

Cluster::Cluster(Front front)
    : kind_(front),
      front_port_(FreePort()),
      stats_port_(FreePort()),
      prometheus_port_(FreePort()),
      folder_(MakeFolder()) {
  for (size_t i = 0; i < kReplicas; ++i) {
    ports_[i] = FreePort();
    metrics_ports_[i] = FreePort();
    Start(i);
  }
  if (kind_ == Front::kHaproxy) StartHaproxy();
  StartPrometheus();
}

Cluster::~Cluster() {
  prometheus_.reset();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string Cluster::front() const { return OnLoopback(front_port_); }

std::string Cluster::replicas() const {
  std::string target = "ipv4:";
  for (const int port : ports_) target += (port == ports_[0] ? "" : ",") + OnLoopback(port);
  return target;
}

void Cluster::Kill(size_t replica) { replicas_[replica].reset(); }

int Cluster::Terminate(size_t replica) {
  replicas_[replica]->Signal(SIGTERM);
  return replicas_[replica]->Wait();
}

void Cluster::Start(size_t replica) {
  Command command = {ARBITERD, "--listen", OnLoopback(ports_[replica]), "--metrics-listen",
                     OnLoopback(metrics_ports_[replica]), "--log-level", "error",
                     // Enough for the calls of a test on a slow machine.
                     "--grace-period-ms", "120000", "--max-call-ms", "120000"};
  if (kind_ == Front::kHaproxy) {
    // The settings that docs/operations.md recommends with HAProxy.
    command.insert(command.end(), {"--drain-delay-ms", "3000", "--proxy-protocol-from",
                                   std::string(kHaproxyAddress) + "/32"});
  }
  replicas_[replica] = std::make_unique<Process>(command);
}

void Cluster::Stop(size_t replica) { replicas_[replica]->Signal(SIGSTOP); }

void Cluster::Continue(size_t replica) { replicas_[replica]->Signal(SIGCONT); }

void Cluster::StartHaproxy() {
  Command command = {"env", "ARBITER_FRONT=" + front(),
                     std::string("ARBITER_SOURCE=") + kHaproxyAddress,
                     "ARBITER_STATS=" + OnLoopback(stats_port_)};
  for (size_t i = 0; i < kReplicas; ++i) {
    command.push_back("ARBITER_REPLICA_" + std::to_string(i + 1) + "=" + OnLoopback(ports_[i]));
  }
  command.insert(command.end(),
                 {"/usr/sbin/haproxy", "-db", "-f", kDeploy / "haproxy/haproxy.cfg"});
  haproxy_ = std::make_unique<Process>(command);
}

void Cluster::StartPrometheus() {
  std::filesystem::copy_file(kDeploy / "prometheus/rules.yml", folder_ / "rules.yml");
  // The shipped configuration, except that it scrapes and evaluates every second.
  std::ofstream(folder_ / "prometheus.yml")
      << std::regex_replace(ReadFile(kDeploy / "prometheus/prometheus.yml"),
                            std::regex("_interval: 15s"), "_interval: 1s");
  std::ofstream targets(folder_ / "targets.yml");
  targets << "- targets:\n";
  for (const int port : metrics_ports_) targets << "    - " << OnLoopback(port) << '\n';
  targets.close();
  prometheus_ = std::make_unique<Process>(
      Command{"prometheus", "--config.file=" + (folder_ / "prometheus.yml").string(),
              "--storage.tsdb.path=" + (folder_ / "data").string(),
              "--web.listen-address=" + OnLoopback(prometheus_port_), "--log.level=warn"});
}

int64_t Cluster::Sum(const std::string& page, const std::string& metric, const std::string& label) {
  double sum = 0;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    const size_t end = line.find_first_of("{ ");
    if (line.substr(0, end) == metric && line.find(label) != std::string::npos) {
      sum += std::stod(line.substr(line.rfind(' ')));
    }
  }
  return static_cast<int64_t>(sum);
}

int64_t Cluster::CallsInFlight(size_t replica) const {
  return Sum(HttpGet(OnLoopback(metrics_ports_[replica]), "/metrics"), "arbiter_in_flight_requests",
             "");
}

int64_t Cluster::CallsStarted(size_t replica) const {
  return Sum(HttpGet(OnLoopback(metrics_ports_[replica]), "/metrics"), "grpc_server_started_total",
             "");
}

std::string Cluster::HaproxyPage() const { return HttpGet(OnLoopback(stats_port_), "/metrics"); }

int Cluster::ReplicasInBalance() const {
  return static_cast<int>(
      Sum(HaproxyPage(), "haproxy_backend_active_servers", R"(proxy="replicas")"));
}

int64_t Cluster::CallsAt(size_t replica) const {
  return Sum(HaproxyPage(), "haproxy_server_current_sessions",
             R"(proxy="replicas",server="replica)" + std::to_string(replica + 1) + '"');
}

int64_t Cluster::RequestsReceived() const {
  return Sum(HaproxyPage(), "haproxy_frontend_http_requests_total", R"(proxy="arbiter")");
}

int64_t Cluster::RequestsRetried() const {
  const std::string page = HaproxyPage();
  return Sum(page, "haproxy_backend_retry_warnings_total", R"(proxy="replicas")") +
         Sum(page, "haproxy_backend_redispatch_warnings_total", R"(proxy="replicas")");
}

double Cluster::Query(const std::string& expression) const {
  const std::string response =
      HttpGet(OnLoopback(prometheus_port_), "/api/v1/query?query=" + PercentEncoded(expression));
  static const std::regex pattern(R"re("value":\[[^,]*,"([^"]*)"\])re");
  std::smatch value;
  return std::regex_search(response, value, pattern) ? std::stod(value[1]) : -1;
}

int Cluster::AlertsLoaded() const {
  return CountOccurrences(HttpGet(OnLoopback(prometheus_port_), "/api/v1/rules?type=alert"),
                          R"("type":"alerting")");
}

std::string Cluster::Diagnostics() const {
  const std::string haproxy = has_haproxy() ? haproxy_->out() + haproxy_->errors() : "";
  return haproxy + prometheus_->out() + prometheus_->errors();
}

}  // namespace arbiter::testing
