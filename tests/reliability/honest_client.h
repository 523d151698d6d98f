#ifndef ARBITER_TESTS_RELIABILITY_HONEST_CLIENT_H_
#define ARBITER_TESTS_RELIABILITY_HONEST_CLIENT_H_

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/server/load.h"

namespace arbiter::testing {

// Calls that are made again and again at a steady pace.
struct PacedCalls {
  std::string name;
  Calls calls;
  double per_second = 50;
  // The maximum number of calls at the same time. If calls take too long for that, the pace drops.
  int64_t max_in_flight = 50;
};

// Returns LegalMoves, which the service handles at once, and Health/Check.
std::vector<PacedCalls> ShortCalls();
// Returns Perft and EnumerateOutcomes, which wait for a worker thread and take milliseconds there.
std::vector<PacedCalls> LongCalls();

// A well-behaved client at 127.0.0.1. From its construction to Stop() it makes paced calls, each
// kind on its own connection and without waiting for the responses to earlier calls. In addition it
// keeps a Batch stream open and sends a request on it five times a second. It never has as many
// calls at once as HAProxy allows a client.
class HonestClient {
 public:
  // Makes each call once in advance; all later responses must have the same bytes. Throws if one of
  // these calls fails.
  explicit HonestClient(const std::string& address, std::vector<PacedCalls> kinds = ShortCalls());
  ~HonestClient();
  HonestClient(const HonestClient&) = delete;
  HonestClient& operator=(const HonestClient&) = delete;

  // Waits until this many further calls of each kind have been answered, and returns false if that
  // takes longer than kPatience. An attack that ends only then has not kept honest calls waiting.
  bool AwaitAnswers(int64_t calls) const;

  // Stops making calls and waits for the last responses. The members below may be called only after
  // Stop().
  void Stop();

  // Returns the results of the calls with this name. Throws if no calls have it.
  const Tally& TallyOf(const std::string& name) const;
  // Expects the 99th percentile of each kind's latency to be below `limit` (see ExpectStrictly()).
  void ExpectStrictP99(std::chrono::milliseconds limit) const;
  // Returns the number of calls that failed or returned a wrong response, plus the number of
  // requests on the stream that got no response.
  int64_t failures() const;
  // Formats the statistics of all calls as one line.
  std::string Summary() const;

 private:
  struct Kind;
  struct Stream;

  std::vector<std::unique_ptr<Kind>> kinds_;
  std::unique_ptr<Stream> stream_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_RELIABILITY_HONEST_CLIENT_H_
