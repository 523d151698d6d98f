// Tests EnumerateOutcomes: how limits truncate the answer, and boards with more paths than can be
// followed.
#include <gtest/gtest.h>

#include <chrono>
#include <ostream>
#include <string>
#include <string_view>

#include "service/handlers/handlers.h"
#include "tests/support/call_handler.h"
#include "tests/support/process_facts.h"
#include "tests/support/random_play.h"
#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::CallHandler;
using testing::CpuTimeOfThread;
using testing::Fails;
using testing::IsOk;
using testing::kSanitizerSlowdown;

constexpr double kTolerance = 1e-12;

// A king facing nine bananas: many results, some of which are reached in several ways.
constexpr const char* kCrowded = R"(k7/8/8/2ddd3/2ddd3/2ddd3/3K4/8 w 0 {"flags":"0000"})";

v1::EnumerateOutcomesRequest Request(const std::string& fen, const std::string& action) {
  v1::EnumerateOutcomesRequest request;
  request.mutable_position()->set_variant("chakart");
  request.mutable_position()->set_fen(fen);
  request.set_action(action);
  return request;
}

double ListedMass(const v1::EnumerateOutcomesResponse& response) {
  double mass = 0;
  for (const v1::ActionOutcome& outcome : response.outcomes()) {
    EXPECT_GT(outcome.numerator(), 0u);
    mass += static_cast<double>(outcome.numerator()) / static_cast<double>(outcome.denominator());
  }
  return mass;
}

// Returns a board with the kings in two corners, whose other squares are filled with the objects in
// turn.
std::string FullBoard(std::string_view objects) {
  std::string board;
  for (int i = 0; i < 64; ++i) {
    if (i != 0 && i % 8 == 0) board.push_back('/');
    board.push_back(i == 0 ? 'k' : i == 63 ? 'K' : objects[(i + i / 8) % objects.size()]);
  }
  return board + R"( w 0 {"flags":"0000"})";
}

struct Explosive {
  const char* objects;
  // Whether there are more paths than the limit allows.
  bool exceeds_path_limit;
  friend void PrintTo(const Explosive& board, std::ostream* out) { *out << board.objects; }
};
class Explosion : public ::testing::TestWithParam<Explosive> {};

TEST_P(Explosion, H21_StopsAtThePathLimit) {
  Limits limits;
  if (kSanitizerSlowdown > 1) limits.max_outcome_paths /= 20;
  for (const bool separate_paths : {false, true}) {
    v1::EnumerateOutcomesRequest request = Request(FullBoard(GetParam().objects), "h1g2");
    request.set_separate_paths(separate_paths);
    v1::EnumerateOutcomesResponse response;
    const std::chrono::nanoseconds before = CpuTimeOfThread();
    ASSERT_THAT(CallHandler(EnumerateOutcomes, {&limits, nullptr}, request, &response), IsOk());
    EXPECT_LT(CpuTimeOfThread() - before, std::chrono::seconds(10));
    EXPECT_EQ(response.truncated(), GetParam().exceeds_path_limit);
    EXPECT_GT(response.outcomes_size(), 0);
    EXPECT_LE(response.outcomes_size(), 10'000);
    EXPECT_LE(response.ByteSizeLong(), static_cast<size_t>(limits.max_message_bytes));
    EXPECT_NEAR(ListedMass(response) + response.missing_mass(), 1, 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, Explosion,
                         ::testing::Values(Explosive{"d", true}, Explosive{"w", true},
                                           Explosive{"dw", true}, Explosive{"dddde", true},
                                           Explosive{"e", false}, Explosive{"dwe", false},
                                           Explosive{"mdwe", false}));

// With twenty-five bananas every path has a probability that can be represented, so all paths would
// be listed.
TEST(EnumerateOutcomes, H21_ARequestForAllOutcomesIsTruncatedToOneMessage) {
  Limits limits;
  if (kSanitizerSlowdown > 1) limits.max_outcome_paths /= 20;
  for (const bool separate_paths : {false, true}) {
    v1::EnumerateOutcomesRequest request = Request(
        R"(k7/1ddddd2/1ddddd2/1ddddd2/1ddddd2/1ddddd2/3R4/K7 w 0 {"flags":"0000"})", "d2d3");
    request.set_max_outcomes(UINT32_MAX);
    request.set_separate_paths(separate_paths);
    v1::EnumerateOutcomesResponse response;
    ASSERT_THAT(CallHandler(EnumerateOutcomes, {&limits, nullptr}, request, &response), IsOk());
    EXPECT_TRUE(response.truncated());
    EXPECT_LE(response.ByteSizeLong(), static_cast<size_t>(limits.max_message_bytes));
    EXPECT_NEAR(ListedMass(response) + response.missing_mass(), 1, 1e-9);
  }
}

TEST(EnumerateOutcomes, H21_ACancelledCallStopsEarly) {
  const Limits limits;
  int tests = 0;
  const Budget::StopTest stop = [&tests] {
    ++tests;
    return MakeError(ErrorReason::kCancelled, "the caller has gone");
  };
  v1::EnumerateOutcomesResponse response;
  EXPECT_THAT(
      CallHandler(EnumerateOutcomes, {&limits, stop}, Request(FullBoard("d"), "h1g2"), &response),
      Fails(ErrorReason::kCancelled, "gone"));
  EXPECT_EQ(tests, 1);
}

TEST(EnumerateOutcomes, H21_TheAnswerFitsIntoOneMessage) {
  Limits limits;
  v1::EnumerateOutcomesResponse all;
  ASSERT_THAT(CallHandler(EnumerateOutcomes, {&limits, nullptr}, Request(kCrowded, "d2d3"), &all),
              IsOk());
  ASSERT_FALSE(all.truncated());
  for (const int bytes : {1, 500, 5'000, 50'000}) {
    limits.max_message_bytes = bytes;
    v1::EnumerateOutcomesResponse response;
    ASSERT_THAT(
        CallHandler(EnumerateOutcomes, {&limits, nullptr}, Request(kCrowded, "d2d3"), &response),
        IsOk());
    ASSERT_LT(response.outcomes_size(), all.outcomes_size());
    EXPECT_TRUE(response.truncated());
    EXPECT_NEAR(ListedMass(response) + response.missing_mass(), 1, kTolerance);
    // In addition to the outcomes, the response has `truncated` and `missing_mass`.
    constexpr size_t kSummaryBytes = 11;
    EXPECT_LE(response.ByteSizeLong(), static_cast<size_t>(bytes) + kSummaryBytes);
    for (int i = 0; i < response.outcomes_size(); ++i) {
      EXPECT_EQ(response.outcomes(i).SerializeAsString(), all.outcomes(i).SerializeAsString());
    }
  }
}

TEST(EnumerateOutcomes, H21_MaxOutcomesLimitsTheList) {
  const Limits limits;
  for (const uint32_t max : {1u, 3u, 20u}) {
    v1::EnumerateOutcomesRequest request = Request(kCrowded, "d2d3");
    request.set_max_outcomes(max);
    v1::EnumerateOutcomesResponse response;
    ASSERT_THAT(CallHandler(EnumerateOutcomes, {&limits, nullptr}, request, &response), IsOk());
    EXPECT_EQ(response.outcomes_size(), static_cast<int>(max));
    EXPECT_TRUE(response.truncated());
    EXPECT_NEAR(ListedMass(response) + response.missing_mass(), 1, kTolerance);
  }
}

}  // namespace
}  // namespace arbiter
