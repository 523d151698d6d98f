#include "service/access/charge.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "core/base/error.h"
#include "service/access/methods.h"
#include "service/access/token_bucket.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;

constexpr Charge::Time kStart{seconds(1'000'000)};

// Returns a client with this quota, or without limits if `quota` is std::nullopt.
Clients::Ptr ClientWith(const std::optional<TokenBucket::Size>& quota,
                        std::shared_ptr<Usage> usage = std::make_shared<Usage>()) {
  Grant grant = Grant::All();
  grant.bucket = quota;
  return std::make_shared<const Client>("a", /*listed=*/true, grant, std::move(usage));
}

// Returns the number of whole tokens that the client has.
int TokensLeft(const Client& client, Charge::Time now = kStart) {
  int tokens = 0;
  while (client.Take(1, now).ok()) ++tokens;
  client.Settle(-tokens, now);
  return tokens;
}

TEST(ChargeTest, CostsItsTimeAndAtLeastTheMinimum) {
  const Clients::Ptr a = ClientWith({{.rate = 1e-6, .burst = 1000}});
  const auto left = [&] { return TokensLeft(*a, Charge::Clock::now()); };
  ASSERT_EQ(left(), 1000);
  {
    auto charge = Charge::Take(a, 100, 1);
    ASSERT_TRUE(charge.ok());
    EXPECT_EQ(left(), 900) << "the advance";
    charge->Settle(milliseconds(30));
    EXPECT_EQ(left(), 997) << "the rest is given back";
    charge->Settle(seconds(10));
    EXPECT_EQ(left(), 997) << "only the first call has an effect";
  }
  Charge::Take(a, 100, 2, 3)->Settle(seconds(1));
  EXPECT_EQ(left(), 697) << "each thread is charged";
  { const auto charge = Charge::Take(a, 100, 7); }
  EXPECT_EQ(left(), 690) << "work that never began costs the minimum";
  {
    Charge moved = *Charge::Take(a, 100, 90);
    const Charge last = std::move(moved);
  }
  EXPECT_EQ(left(), 600) << "a moved charge is settled once";
  EXPECT_FALSE(Charge::Take(a, 601, 1).ok());
  EXPECT_EQ(left(), 600);
  EXPECT_FALSE(Charge::Take(nullptr, 1, 1)->pays());
}

TEST(ChargeTest, ACallThatTakesNoTimeCostsAsMuchAsItsMethod) {
  const Clients::Ptr a = ClientWith({{.rate = 1e-6, .burst = 20}});
  for (const char* name : {"Perft", "ValidateGame", "RenderBoard", "LegalMoves", "Batch"}) {
    const double cost = RuleOf(*FindMethod(name)).cost;
    Charge::Take(a, cost, cost)->Settle(nanoseconds(0));
  }
  const auto now = Charge::Clock::now();
  EXPECT_FALSE(a->Take(20 - 10 - 5 - 2 - 1 - 1 + 0.5, now).ok());
  EXPECT_TRUE(a->Take(20 - 10 - 5 - 2 - 1 - 1, now).ok());
}

TEST(ChargeTest, WorkThatTurnsOutToCostMoreIsPaidBeforeItBegins) {
  const Clients::Ptr a = ClientWith({{.rate = 1e-6, .burst = 20}});
  auto charge = Charge::Take(a, 1, 1, 1, kStart);
  ASSERT_TRUE(charge.ok());
  EXPECT_TRUE(charge->Add(0, kStart).ok());
  EXPECT_EQ(TokensLeft(*a), 19);
  EXPECT_TRUE(charge->Add(6, kStart).ok());
  EXPECT_EQ(TokensLeft(*a), 13);
  ASSERT_TRUE(a->Take(5, kStart).ok());
  EXPECT_EQ(ReasonOf(charge->Add(9, kStart)), ErrorReason::kQuotaExceeded);
  EXPECT_EQ(TokensLeft(*a), 8);
  charge->Settle(nanoseconds(0), kStart);
  EXPECT_EQ(TokensLeft(*a), 8) << "the minimum is what was added up";
  EXPECT_TRUE(Charge::Take(nullptr, 1, 1)->Add(5).ok());
}

constexpr TokenBucket::Size kThousand = {.rate = 1e-6, .burst = 1000};

TEST(RunningChargeTest, TakesWhatExceedsTheAdvanceOnce) {
  const Clients::Ptr a = ClientWith(kThousand);
  auto charge = Charge::Take(a, 100, 1, 1, kStart);
  ASSERT_TRUE(charge.ok());
  const auto left_at = [&](milliseconds used) {
    EXPECT_TRUE(charge->Bill(used, kStart).ok());
    return TokensLeft(*a);
  };
  EXPECT_EQ(left_at(milliseconds(500)), 900) << "the advance covers it";
  EXPECT_EQ(left_at(milliseconds(1000)), 900);
  EXPECT_EQ(left_at(milliseconds(1100)), 890);
  EXPECT_EQ(left_at(milliseconds(1500)), 850);
  EXPECT_EQ(left_at(milliseconds(1500)), 850) << "billed again";
  EXPECT_EQ(left_at(milliseconds(1200)), 850) << "billed out of order";
  charge->Settle(milliseconds(1700), kStart);
  EXPECT_EQ(TokensLeft(*a), 830);
  EXPECT_EQ(left_at(seconds(60)), 830) << "settled";
}

TEST(RunningChargeTest, GivesBackWhatWasOvercharged) {
  const Clients::Ptr a = ClientWith(kThousand);
  auto charge = Charge::Take(a, 10, 10, 2, kStart);
  EXPECT_TRUE(charge->Bill(milliseconds(400), kStart).ok());
  EXPECT_EQ(TokensLeft(*a), 920);
  Charge moved = *std::move(charge);
  moved.Settle(milliseconds(300), kStart);
  EXPECT_EQ(TokensLeft(*a), 940);
}

TEST(RunningChargeTest, EndsTheWorkWhenTheTokensAreUsedUp) {
  const Clients::Ptr a = ClientWith({{.rate = 50, .burst = 200}});
  auto charge = Charge::Take(a, 200, 1, 2, kStart);
  ASSERT_TRUE(charge.ok());
  const auto bill = [&](milliseconds used) { return charge->Bill(used, kStart + used); };
  EXPECT_TRUE(bill(milliseconds(1000)).ok());
  EXPECT_TRUE(bill(milliseconds(1100)).ok());
  EXPECT_EQ(TokensLeft(*a, kStart + milliseconds(1100)), 35);
  EXPECT_TRUE(bill(milliseconds(1200)).ok());
  EXPECT_TRUE(bill(milliseconds(1300)).ok());
  const absl::Status empty = bill(milliseconds(1400));
  EXPECT_EQ(ReasonOf(empty), ErrorReason::kQuotaExceeded);
  ASSERT_TRUE(RetryAfterOf(empty).has_value());
  EXPECT_NEAR(RetryAfterOf(empty)->count(), 4.2e9, 1e3)
      << "a debt of 10 tokens and an advance of 200";
  // Settling charges the last 50 ms on two threads, and nothing that was billed before. This leaves
  // a debt of 20 tokens, less the 2.5 added in the meantime.
  const Charge::Time end = kStart + milliseconds(1450);
  charge->Settle(milliseconds(1450), end);
  const auto wait = RetryAfterOf(a->Take(1, end));
  ASSERT_TRUE(wait.has_value());
  EXPECT_NEAR(wait->count(), (17.5 + 1) / 50 * 1e9, 1e3);
}

// Returns how long work on one thread can run, up to about `max`, if it is billed at uneven
// intervals.
milliseconds MaxRunTime(const TokenBucket::Size& quota, milliseconds max) {
  auto charge = Charge::Take(ClientWith(quota), 100, 1, 1, kStart);
  EXPECT_TRUE(charge.ok());
  milliseconds used(0);
  for (int step = 0; used < max; ++step) {
    used += milliseconds(20 + step % 7 * 50);
    if (!charge->Bill(used, kStart + used).ok()) break;
  }
  return used;
}

TEST(RunningChargeTest, RunsWithoutEndIfTheRateCoversIt) {
  const milliseconds hour = std::chrono::hours(1);
  for (const double burst : {1, 5, 100, 1000}) {
    EXPECT_GE(MaxRunTime({.rate = 100, .burst = burst}, hour), hour) << burst;
    EXPECT_LT(MaxRunTime({.rate = 50, .burst = burst}, hour), seconds(22)) << burst;
  }
  EXPECT_GE(MaxRunTime({.rate = 99, .burst = 5}, hour), seconds(5));
  EXPECT_LT(MaxRunTime({.rate = 99, .burst = 5}, hour), milliseconds(5400));
}

TEST(RunningChargeTest, IsBilledUnderTheNewKeyFile) {
  const Clients::Ptr before = ClientWith({{.rate = 100, .burst = 1000}});
  auto charge = Charge::Take(before, 100, 1, 1, kStart);
  EXPECT_TRUE(charge->Bill(seconds(2), kStart + seconds(2)).ok());
  charge->Follow(ClientWith({{.rate = 10, .burst = 50}}, before->usage()));
  // The bucket was full when the file changed. Its 50 tokens and those added in the meantime cover
  // 50 tokens of work, but not 100.
  EXPECT_TRUE(charge->Bill(milliseconds(2500), kStart + milliseconds(2500)).ok());
  EXPECT_FALSE(charge->Bill(milliseconds(3000), kStart + milliseconds(3000)).ok());
  charge->Follow(ClientWith(std::nullopt, before->usage()));
  EXPECT_FALSE(charge->pays()) << "without a quota";
  EXPECT_TRUE(charge->Bill(seconds(9), kStart + seconds(9)).ok());
}

TEST(RunningChargeTest, DoesNotFollowAnotherClient) {
  const Clients::Ptr client = ClientWith(kThousand);
  const Clients::Ptr stranger = ClientWith(kThousand);
  auto charge = Charge::Take(client, 100, 1, 1, kStart);
  charge->Follow(stranger);
  charge->Follow(nullptr);
  charge->Settle(seconds(2), kStart);
  EXPECT_EQ(TokensLeft(*client), 800);
  EXPECT_EQ(TokensLeft(*stranger), 1000);
}

TEST(RunningChargeTest, IsExactIfTheWorkEndsWhileItIsBilled) {
  const Clients::Ptr a = ClientWith(kThousand);
  for (int round = 1; round <= 50; ++round) {
    auto charge = Charge::Take(a, 1, 1, 1, kStart);
    std::thread supervisor([&] {
      for (int ms = 0; ms < 1000; ++ms) EXPECT_TRUE(charge->Bill(milliseconds(ms), kStart).ok());
    });
    charge->Settle(milliseconds(100), kStart);
    supervisor.join();
    ASSERT_EQ(TokensLeft(*a), 1000 - 10 * round);
  }
}

// The advance of an analysis on as many threads as possible.
constexpr double kMaxAdvance = 400;

// Opens a stream and begins its first work. Returns the charge, or the refusal, as
// CallAuthorization does.
absl::StatusOr<Charge> Begin(const Clients::Ptr& client, double advance, int threads,
                             Charge::Time now) {
  absl::StatusOr<Charge> charge = Charge::Take(client, 1, 1, 1, now);
  if (!charge.ok()) return QuotaExceededError("", client->TimeUntil(kMaxAdvance, now));
  const absl::Status raised = charge->Raise(advance, 1, threads, now);
  if (raised.ok()) return charge;
  charge->Settle(nanoseconds(0), now);
  return raised;
}

// A key with 100 tokens per second and the default burst was once refused every analysis, because
// opening the stream took one of the 100 tokens that the analysis needed.
TEST(RaisedChargeTest, AFullBucketCanBeginAnything) {
  for (const double burst : {1.0, 1.5, 7.0, 100.0, 1000.0}) {
    for (const double advance : {1.0, 2.0, 100.0, 400.0}) {
      const Clients::Ptr a = ClientWith({{.rate = 100, .burst = burst}});
      EXPECT_TRUE(Begin(a, advance, 1, kStart).ok()) << burst << " " << advance;
    }
  }
}

TEST(RaisedChargeTest, TheStreamCountsTowardsTheAdvance) {
  const Clients::Ptr a = ClientWith(kThousand);
  auto charge = Begin(a, 100, 1, kStart);
  ASSERT_TRUE(charge.ok());
  EXPECT_EQ(TokensLeft(*a), 900);
  charge->Settle(seconds(2), kStart);
  EXPECT_EQ(TokensLeft(*a), 800);
}

// Waiting as long as a refusal says is enough, if the client sends nothing else meanwhile.
TEST(RaisedChargeTest, TheTimeToWaitIsEnough) {
  testing::Random random(1);
  const auto one_of = [&random](const auto& values) {
    return values[random.Below(std::size(values))];
  };
  const double rates[] = {0.01, 0.7, 1, 3, 10, 33.3, 100, 250, 1000, 1e6};
  const double bursts[] = {1, 1.1, 2, 5, 10, 99, 100, 101, 150, 400, 1000, 1e6};
  const double unary_costs[] = {1, 2, 5, 10};
  const double advances[] = {1, 5, 10, 20, 100};
  int refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Clients::Ptr a = ClientWith({{.rate = one_of(rates), .burst = one_of(bursts)}});
    const int threads = 1 + static_cast<int>(random.Below(4));
    const double advance = one_of(advances) * threads;
    const double unary = one_of(unary_costs);
    const bool is_unary = random.Below(3) == 0;
    Charge::Time now = kStart;
    const auto begin = [&] {
      return is_unary ? Charge::Take(a, unary, unary, 1, now) : Begin(a, advance, threads, now);
    };
    // What the client has done before, the last of which runs until it is refused or ends.
    absl::Status last;
    for (auto j = random.Below(4); j > 0 || last.ok(); j -= j > 0 ? 1 : 0) {
      auto charge = begin();
      last = charge.status();
      if (!last.ok()) break;
      nanoseconds used(0);
      for (auto k = random.Below(50); k > 0 && last.ok(); --k) {
        const auto step = milliseconds(random.Below(200));
        now += step;
        used += step;
        last = charge->Bill(used, now);
      }
      // The work notices later that it has to end.
      const auto late = nanoseconds(random.Below(30'000'000));
      now += late;
      charge->Settle(used + late, now);
      last = charge->AfterSettling(last, now);
      if (now > kStart + seconds(200)) break;
    }
    const auto wait = RetryAfterOf(last);
    if (!wait.has_value()) continue;
    ++refused;
    now += *wait;
    const auto again = begin();
    ASSERT_TRUE(again.ok()) << again.status() << " after " << wait->count();
  }
  EXPECT_GT(refused, 5'000);
}

}  // namespace
}  // namespace arbiter
