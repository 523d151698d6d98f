#include "service/server/analysis_outbox.h"

#include <cstdint>

#include "gtest/gtest.h"

namespace arbiter {
namespace {

using Outbox = AnalysisOutbox<v1::AnalyzeResponse>;

v1::AnalyzeResponse Progress(uint32_t depth) {
  v1::AnalyzeResponse response;
  response.mutable_progress()->set_depth(depth);
  response.mutable_progress()->add_lines()->add_pv("e3e4");
  return response;
}

v1::AnalyzeResponse BestMove() {
  v1::AnalyzeResponse response;
  response.mutable_best_move()->set_action("e3e4");
  return response;
}

TEST(AnalysisOutboxTest, HandsOutInOrder) {
  Outbox outbox;
  for (uint32_t depth = 1; depth <= 120; ++depth) outbox.Push(Progress(depth));
  outbox.Push(BestMove());
  EXPECT_EQ(outbox.kept(), 1u);
  for (uint32_t depth = 1; depth <= 120; ++depth) EXPECT_EQ(outbox.Pop().progress().depth(), depth);
  EXPECT_TRUE(outbox.Pop().has_best_move());
  EXPECT_TRUE(outbox.empty());
  EXPECT_EQ(outbox.bytes(), 0u);
  EXPECT_EQ(outbox.kept(), 0u);
}

TEST(AnalysisOutboxTest, ProgressDoesNotHeapUp) {
  constexpr uint32_t kMany = 100'000;
  Outbox outbox;
  for (uint32_t depth = 1; depth <= kMany; ++depth) outbox.Push(Progress(depth));
  outbox.Push(BestMove());
  EXPECT_LT(outbox.bytes(), Outbox::kManyBytes + 1000);
  v1::AnalyzeResponse last;
  v1::AnalyzeResponse response;
  while (!response.has_best_move()) {
    ASSERT_FALSE(outbox.empty());
    last = response;
    response = outbox.Pop();
  }
  EXPECT_EQ(last.progress().depth(), kMany);
  EXPECT_TRUE(outbox.empty());
}

TEST(AnalysisOutboxTest, NothingElseIsLost) {
  constexpr uint32_t kMany = 10'000;
  AnalysisOutbox<v1::ReviewGameResponse> outbox;
  v1::ReviewGameResponse ply;
  ply.mutable_ply()->set_san(std::string(100, 'x'));
  for (uint32_t i = 0; i < kMany; ++i) outbox.Push(ply);
  EXPECT_EQ(outbox.kept(), kMany);
  EXPECT_GT(outbox.bytes(), Outbox::kManyBytes);
}

}  // namespace
}  // namespace arbiter
