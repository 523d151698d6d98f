#ifndef ARBITER_TESTS_DEPLOY_CLUSTER_H_
#define ARBITER_TESTS_DEPLOY_CLUSTER_H_

#include <array>
#include <filesystem>
#include <memory>
#include <string>

#include "tests/support/process.h"

namespace arbiter::testing {

inline constexpr size_t kReplicas = 3;

// Three replicas behind HAProxy, watched by Prometheus: the files of deploy/, on free ports of the
// loopback. All of it ends with this object.
class Cluster {
 public:
  // Starts them, and waits for none.
  Cluster();
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  // Where HAProxy takes calls.
  std::string front() const;
  // All replicas, for clients that balance by themselves.
  std::string replicas() const;
  // With SIGKILL.
  void Kill(size_t replica);
  // With SIGTERM; answers its exit code once it has drained.
  int Terminate(size_t replica);
  // On the ports that it has had before.
  void Start(size_t replica);

  // What the replica's metrics say; 0 where nobody answers.
  int64_t CallsInFlight(size_t replica) const;
  int64_t CallsBegun(size_t replica) const;

  // Replicas that HAProxy sends calls to.
  int ReplicasInBalance() const;
  // Requests that HAProxy has taken, and those of them that it has sent a second time.
  int64_t RequestsTaken() const;
  int64_t RequestsSentAgain() const;

  // The value of a query of Prometheus that has one; -1 where it has none.
  double Query(const std::string& expression) const;
  // The alerts of its rules.
  int AlertsLoaded() const;

  // What HAProxy and Prometheus have printed.
  std::string Complaints() const;

 private:
  void StartHaproxy();
  void StartPrometheus();
  // Adds up what Prometheus's text has as values of a metric, of series with this label.
  static int64_t Sum(const std::string& page, const std::string& metric, const std::string& label);
  std::string HaproxyPage() const;

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
