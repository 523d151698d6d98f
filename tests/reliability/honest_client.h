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
};

// LegalMoves, which the service answers at once, and Health/Check.
std::vector<PacedCalls> ShortCalls();
// Perft and EnumerateOutcomes, which wait for a thread and take milliseconds there.
std::vector<PacedCalls> LongCalls();

// A client that behaves, from 127.0.0.1: makes paced calls from its construction to Stop(), each
// kind on a connection of its own, whether the calls before are answered or not. Beside them it
// keeps a Batch stream open and asks something on it now and then.
class HonestClient {
 public:
  // Asks each question once beforehand; all later answers have to be the same bytes.
  explicit HonestClient(const std::string& address, std::vector<PacedCalls> kinds = ShortCalls());
  ~HonestClient();
  HonestClient(const HonestClient&) = delete;
  HonestClient& operator=(const HonestClient&) = delete;

  // Waits for the last answers. The rest of this class is for afterwards.
  void Stop();

  // Of all calls of this name.
  const Tally& TallyOf(const std::string& name) const;
  std::chrono::milliseconds P99(const std::string& name) const;
  // Calls that failed or were answered wrongly, and questions on the stream that were not answered.
  int64_t failures() const;
  // A line with the figures of all calls.
  std::string Figures() const;

 private:
  struct Kind;
  struct Stream;

  std::vector<std::unique_ptr<Kind>> kinds_;
  std::unique_ptr<Stream> stream_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_RELIABILITY_HONEST_CLIENT_H_
