#ifndef ARBITER_TESTS_SUPPORT_SERVER_LOAD_H_
#define ARBITER_TESTS_SUPPORT_SERVER_LOAD_H_

#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "google/rpc/status.pb.h"
#include "tests/support/server/client.h"

namespace arbiter::testing {

// What came of calls. Answers of status OK are `ok` where they are the expected bytes, otherwise
// `wrong`.
struct Tally {
  int64_t ok = 0;
  int64_t wrong = 0;
  // All others by their code, one of each in full.
  std::map<int, int64_t> failed;
  std::map<int, google::rpc::Status> examples;
  // Refusals that are RESOURCE_EXHAUSTED and say with RetryInfo when to come again.
  int64_t told_to_retry = 0;
  // How long each call took, whatever came of it.
  std::vector<std::chrono::microseconds> latencies;

  // The time within which this share of the calls had ended; 0 if there were none.
  std::chrono::milliseconds Percentile(double share) const;
  int64_t calls() const;
  int64_t failures() const { return calls() - ok; }
  void Add(const Tally& other);
};

// Calls of one unary method with one request.
struct Calls {
  // `/arbiter.v1.RulesService/LegalMoves`.
  std::string method;
  std::string request;
  // The bytes that have to come; empty: any.
  std::string expected = {};
  std::chrono::milliseconds timeout{10'000};
  Metadata metadata = {};
};

// Makes calls over connections of its own without ever waiting for the answer of one before it
// makes the next.
class Load {
 public:
  // `service_config` as gRPC takes it, in JSON; empty: none, and no retries.
  explicit Load(const std::string& address, int connections = 1,
                const std::string& service_config = "");
  // Connects from `source`, an IPv4 address of this machine. Connections that end stay so.
  static Load From(const std::string& source, const std::string& address, int connections);
  ~Load();

  // Keeps `in_flight` calls under way for so long, then waits for the last.
  Tally Keep(const Calls& calls, int in_flight, std::chrono::milliseconds time);
  // Makes so many calls a second for so long, whether they are answered or not, then waits for
  // the last.
  Tally Offer(const Calls& calls, double per_second, std::chrono::milliseconds time);
  // The same with several kinds of calls in turn, until `stop` asks for the end or that many have
  // been made.
  Tally OfferUntil(std::vector<Calls> in_turn, double per_second, const std::stop_token& stop,
                   int64_t max_calls = std::numeric_limits<int64_t>::max());
  // Makes this many calls at once and waits for the last.
  Tally Send(const Calls& calls, int count);
  // The answer to one call, for Calls::expected.
  std::string AnswerTo(const Calls& calls);

 private:
  // A series of calls, and one of them.
  struct Run;
  struct Call;
  struct Connections;

  explicit Load(std::unique_ptr<Connections> connections);
  void Start(const std::shared_ptr<Run>& run);
  // Counts an answer.
  void Take(const Call& call);
  static Tally Finish(const std::shared_ptr<Run>& run);

  const std::unique_ptr<Connections> connections_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_LOAD_H_
