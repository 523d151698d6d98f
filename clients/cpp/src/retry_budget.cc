#include "clients/cpp/src/retry_budget.h"

#include <algorithm>
#include <cmath>

namespace arbiter::client {
namespace {

constexpr int64_t kToken = 1'000;

}  // namespace

RetryBudget::RetryBudget(double max_tokens, double token_ratio)
    : max_tokens_(std::llround(max_tokens * kToken)),
      token_ratio_(std::llround(token_ratio * kToken)),
      tokens_(max_tokens_) {}

bool RetryBudget::TakeToken() {
  const std::lock_guard lock(mutex_);
  if (tokens_ < kToken) return false;
  tokens_ -= kToken;
  return true;
}

void RetryBudget::RecordSuccess() {
  const std::lock_guard lock(mutex_);
  tokens_ = std::min(tokens_ + token_ratio_, max_tokens_);
}

}  // namespace arbiter::client
