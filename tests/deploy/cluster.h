#ifndef ARBITER_TESTS_DEPLOY_CLUSTER_H_
#define ARBITER_TESTS_DEPLOY_CLUSTER_H_

#include <array>
#include <filesystem>
#include <memory>
#include <string>

#include "tests/support/process.h"

namespace arbiter::testing {

inline constexpr size_t kReplicas = 3;

// How clients reach the replicas.
enum class Front { kHaproxy, kNone };

// Three replicas, monitored by Prometheus, with the files of deploy/ and on free ports of the
// loopback interface. They are behind HAProxy, or clients call them directly. The destructor ends
// all processes.
class Cluster {
 public:
  // Starts all processes without waiting until they are ready.
  explicit Cluster(Front front);
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  // The address on which HAProxy accepts calls.
  std::string front() const;
  // The addresses of all replicas as a gRPC target, for clients that balance calls themselves.
  // Behind HAProxy, the replicas close the connections of such clients.
  std::string replicas() const;
  // Ends a replica with SIGKILL.
  void Kill(size_t replica);
  // Ends a replica with SIGTERM and returns its exit code once it has drained.
  int Terminate(size_t replica);
  // Starts a replica on its previous ports.
  void Start(size_t replica);
  // Make a replica hang with SIGSTOP, and let it go on with SIGCONT.
  void Stop(size_t replica);
  void Continue(size_t replica);

  // Read a replica's metrics. Return 0 if it does not respond.
  int64_t CallsInFlight(size_t replica) const;
  int64_t CallsStarted(size_t replica) const;

  bool has_haproxy() const { return haproxy_ != nullptr; }
  // Returns the number of replicas that HAProxy sends calls to.
  int ReplicasInBalance() const;
  // Returns the number of calls that HAProxy has sent to a replica and that have not ended; health
  // checks do not count.
  int64_t CallsAt(size_t replica) const;
  // Return the number of requests that HAProxy has received, and how often it has sent one again.
  int64_t RequestsReceived() const;
  int64_t RequestsRetried() const;

  // Returns the first value of a Prometheus query; -1 if there is none.
  double Query(const std::string& expression) const;
  // Returns the number of alerts that Prometheus has loaded.
  int AlertsLoaded() const;

  // Returns the output of HAProxy and Prometheus.
  std::string Diagnostics() const;

 private:
  void StartHaproxy();
  void StartPrometheus();
  // Adds up the values of a metric in the Prometheus text format, over the series with this label;
  // an empty label selects all series.
  static int64_t Sum(const std::string& page, const std::string& metric, const std::string& label);
  std::string HaproxyPage() const;

  const Front kind_;
  std::array<int, kReplicas> ports_;
  std::array<int, kReplicas> metrics_ports_;
  const int front_port_;
  const int stats_port_;
  const int prometheus_port_;
  const std::filesystem::path folder_;
  std::array<std::unique_ptr<Process>, kReplicas> replicas_;
  std::unique_ptr<Process> haproxy_;
  std::unique_ptr<Process> prometheus_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_DEPLOY_CLUSTER_H_
