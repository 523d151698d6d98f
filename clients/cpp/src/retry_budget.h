#ifndef ARBITER_CLIENTS_CPP_SRC_RETRY_BUDGET_H_
#define ARBITER_CLIENTS_CPP_SRC_RETRY_BUDGET_H_

#include <cstdint>
#include <mutex>

namespace arbiter::client {

// Limits the retries of all calls of a client together, so that a service in trouble does not get
// many times as many calls. The budget is full at first. Thread-safe.
class RetryBudget {
 public:
  // `token_ratio` is the part of a token that a call which succeeds gives back, at least 0.001.
  RetryBudget(double max_tokens, double token_ratio);

  // Takes the token for a retry. Returns false if no whole token is left.
  bool TakeToken();
  // Records that a call has succeeded.
  void RecordSuccess();

 private:
  // In thousandths of a token.
  const int64_t max_tokens_;
  const int64_t token_ratio_;
  std::mutex mutex_;
  int64_t tokens_;
};

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_RETRY_BUDGET_H_
