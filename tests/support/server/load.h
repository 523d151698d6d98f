#ifndef ARBITER_TESTS_SUPPORT_SERVER_LOAD_H_
#define ARBITER_TESTS_SUPPORT_SERVER_LOAD_H_

#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "google/rpc/status.pb.h"
#include "tests/support/server/client.h"

namespace arbiter::testing {

// The results of a series of calls.
struct Tally {
  // Calls of status OK with the expected response, and with any other response.
  int64_t ok = 0;
  int64_t wrong = 0;
  // Calls of any other status by their code, and one full status of each code.
  std::map<int, int64_t> failed;
  std::map<int, google::rpc::Status> examples;
  // Calls that failed with RESOURCE_EXHAUSTED and a RetryInfo.
  int64_t with_retry_info = 0;
  // The latency of every call, whatever its result.
  std::vector<std::chrono::microseconds> latencies;

  // Returns the time within which a share of the calls, from 0 to 1, ended; 0 if there were no
  // calls.
  std::chrono::milliseconds Percentile(double share) const;
  int64_t calls() const;
  int64_t failures() const { return calls() - ok; }
  void Add(const Tally& other);
};

// Calls of one unary method with one request.
struct Calls {
  // The full name of the method, for example `/arbiter.v1.RulesService/LegalMoves`.
  std::string method;
  // The bytes of the request.
  std::string request;
  // The bytes of the expected response; empty if any response will do.
  std::string expected = {};
  std::chrono::milliseconds timeout{10'000};
  Metadata metadata = {};
};

// Makes concurrent calls over connections of its own.
class Load {
 public:
  // `service_config` is gRPC's service config in JSON; if it is empty, retries are disabled.
  explicit Load(const std::string& address, int connections = 1,
                const std::string& service_config = "");
  // Returns a Load that connects from `source`, an IPv4 address of this machine. It does not
  // replace connections that end.
  static Load From(const std::string& source, const std::string& address, int connections);
  ~Load();

  // Keeps this many calls in flight for `time` or until `stop` is requested, then waits for the
  // last one.
  Tally Keep(const Calls& calls, int in_flight, std::chrono::milliseconds time);
  Tally KeepUntil(const Calls& calls, int in_flight, const std::stop_token& stop);
  // Makes this many calls per second for `time`, without waiting for their answers, and then waits
  // for the last one.
  Tally Offer(const Calls& calls, double per_second, std::chrono::milliseconds time);
  // The most calls that OfferUntil() makes, in all and at the same time.
  struct MaxCalls {
    int64_t in_all = std::numeric_limits<int64_t>::max();
    int64_t in_flight = std::numeric_limits<int64_t>::max();
  };
  // Like Offer(), but makes several kinds of calls in turn, until `stop` is requested or `max` has
  // been reached. A call that would be one too many at the same time is made later.
  Tally OfferUntil(std::vector<Calls> in_turn, double per_second, const std::stop_token& stop,
                   const MaxCalls& max);
  Tally OfferUntil(std::vector<Calls> in_turn, double per_second, const std::stop_token& stop) {
    return OfferUntil(std::move(in_turn), per_second, stop, MaxCalls());
  }
  // Makes this many calls at once and waits for the last one.
  Tally Send(const Calls& calls, int count);
  // Makes one call and returns its response, for Calls::expected.
  std::string AnswerTo(const Calls& calls);
  // Returns how many calls of the functions above, except AnswerTo(), have ended so far. May be
  // called while they run.
  int64_t ended() const;

 private:
  // A series of calls, and one call.
  struct Run;
  struct Call;
  struct Connections;

  explicit Load(std::unique_ptr<Connections> connections);
  void Start(const std::shared_ptr<Run>& run);
  // Records the result of a call.
  void Record(const Call& call);
  static Tally Finish(const std::shared_ptr<Run>& run);

  const std::unique_ptr<Connections> connections_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_LOAD_H_
