// The results of jobs, in pages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "service/jobs/test_store.h"

namespace arbiter::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr v1::ResultOrder kByItem = v1::RESULT_ORDER_UNSPECIFIED;
constexpr v1::ResultOrder kByCompletion = v1::RESULT_ORDER_COMPLETION;

class JobStoreResults : public JobStoreFixture {
 protected:
  // Reads a page from `cursor_` on, which it moves, and returns the numbers of the items.
  std::vector<int64_t> Read(const v1::Job& job, v1::ResultOrder order, int64_t max_results = 100,
                            int64_t max_bytes = 1'000'000) {
    const auto page = store_.Results("site", job.id(), order, cursor_, max_results, max_bytes);
    EXPECT_THAT(page, IsOk());
    std::vector<int64_t> numbers;
    for (const JobResultPage::Entry& entry : page->entries) {
      v1::JobResult result;
      EXPECT_TRUE(result.ParseFromString(entry.result));
      EXPECT_EQ(result.version(), "worker of " + std::to_string(result.item()));
      numbers.push_back(static_cast<int64_t>(result.item()));
      cursor_ = entry.cursor;
    }
    is_last_ = page->is_last;
    return numbers;
  }

  std::string cursor_;
  bool is_last_ = false;
};

TEST_F(JobStoreResults, InOrderOfItemsAPageEndsAtAGap) {
  const v1::Job job = Start("site", "key", {3, 3});
  EXPECT_THAT(Read(job, kByItem), IsEmpty());
  EXPECT_FALSE(is_last_);
  const JobLease first = Claim(anna_);
  const JobLease second = Claim(bert_);
  ASSERT_TRUE(Record(bert_, second, ResultsOf(second)));
  EXPECT_THAT(Read(job, kByItem), IsEmpty());
  ASSERT_TRUE(Record(anna_, first, {ResultOf(0), ResultOf(2)}));
  EXPECT_THAT(Read(job, kByItem), ElementsAre(0));
  EXPECT_EQ(cursor_, "i0");
  EXPECT_FALSE(is_last_);
  ASSERT_TRUE(Record(anna_, first, {ResultOf(1)}));
  EXPECT_THAT(Read(job, kByItem, /*max_results=*/3), ElementsAre(1, 2, 3));
  EXPECT_FALSE(is_last_);
  EXPECT_THAT(Read(job, kByItem), ElementsAre(4, 5));
  EXPECT_TRUE(is_last_);
  EXPECT_THAT(Read(job, kByItem), IsEmpty());
  EXPECT_TRUE(is_last_);
}

TEST_F(JobStoreResults, InOrderOfCompletionTheyComeAsTheyWereRecorded) {
  const v1::Job job = Start("site", "key", {2, 2});
  const JobLease first = Claim(anna_);
  const JobLease second = Claim(bert_);
  ASSERT_TRUE(Record(bert_, second, {ResultOf(3)}));
  ASSERT_TRUE(Record(anna_, first, ResultsOf(first)));
  EXPECT_THAT(Read(job, kByCompletion, /*max_results=*/2), ElementsAre(3, 0));
  EXPECT_EQ(cursor_, "c1");
  EXPECT_THAT(Read(job, kByCompletion), ElementsAre(1));
  EXPECT_FALSE(is_last_);
  ASSERT_TRUE(Record(bert_, second, ResultsOf(second)));
  EXPECT_THAT(Read(job, kByCompletion), ElementsAre(2));
  EXPECT_TRUE(is_last_);
}

TEST_F(JobStoreResults, WhatACancelledJobLacksIsSkipped) {
  const v1::Job job = Start("site", "key", {5});
  ASSERT_TRUE(Record(anna_, Claim(anna_), {ResultOf(1), ResultOf(3)}));
  EXPECT_THAT(Read(job, kByItem), IsEmpty());
  ASSERT_THAT(store_.Cancel("site", job.id()), IsOk());
  EXPECT_THAT(Read(job, kByItem, /*max_results=*/1), ElementsAre(1));
  EXPECT_FALSE(is_last_);
  EXPECT_THAT(Read(job, kByItem), ElementsAre(3));
  EXPECT_TRUE(is_last_);
}

TEST_F(JobStoreResults, APageHasAMaximumSize) {
  const v1::Job job = Start("site", "key", {4});
  const JobLease lease = Claim(anna_);
  ASSERT_TRUE(Record(anna_, lease, ResultsOf(lease)));
  for (const v1::ResultOrder order : {kByItem, kByCompletion}) {
    cursor_.clear();
    EXPECT_THAT(Read(job, order, 100, /*max_bytes=*/40), ElementsAre(0, 1));
    EXPECT_FALSE(is_last_);
    EXPECT_THAT(Read(job, order, 100, /*max_bytes=*/1), ElementsAre(2)) << "at least one";
    EXPECT_THAT(Read(job, order, 100, /*max_bytes=*/40), ElementsAre(3));
    EXPECT_TRUE(is_last_);
  }
}

TEST_F(JobStoreResults, LongPagesAreReadInParts) {
  const v1::Job job = Start("site", "key", {250});
  const JobLease lease = Claim(anna_);
  ASSERT_TRUE(Record(anna_, lease, ResultsOf(lease)));
  EXPECT_EQ(Read(job, kByItem, 220), [] {
    std::vector<int64_t> numbers;
    for (int64_t i = 0; i < 220; ++i) numbers.push_back(i);
    return numbers;
  }());
  EXPECT_EQ(Read(job, kByItem, 220).size(), 30u);
  EXPECT_TRUE(is_last_);
}

TEST_F(JobStoreResults, RetriedItemsComeLast) {
  const v1::Job job = Start("site", "key", {2});
  ASSERT_TRUE(Record(anna_, Claim(anna_), {ResultOf(0, /*has_failed=*/true), ResultOf(1)}));
  EXPECT_THAT(Read(job, kByCompletion), ElementsAre(0, 1));
  EXPECT_TRUE(is_last_);
  ASSERT_THAT(store_.RetryFailed("site", job.id()), IsOk());
  EXPECT_THAT(Read(job, kByCompletion), IsEmpty());
  EXPECT_FALSE(is_last_);
  ASSERT_TRUE(Record(anna_, Claim(anna_), {ResultOf(0)}));
  EXPECT_THAT(Read(job, kByCompletion), ElementsAre(0));
  EXPECT_TRUE(is_last_);
}

TEST_F(JobStoreResults, ACursorBelongsToAJobAndAnOrder) {
  const v1::Job job = Start("site", "key", {3});
  const JobLease lease = Claim(anna_);
  ASSERT_TRUE(Record(anna_, lease, ResultsOf(lease)));
  for (const std::string bad :
       {"c0", "i3", "c", "i-1", "i01", "i0 ", "0", "x", "i99999999999999999999"}) {
    EXPECT_THAT(store_.Results("site", job.id(), kByItem, bad, 10, 1000),
                Fails(ErrorReason::kBadField, "not a place"))
        << bad;
  }
  EXPECT_THAT(store_.Results("site", job.id(), kByCompletion, "i0", 10, 1000),
              Fails(ErrorReason::kBadField, "in this order"));
}

}  // namespace
}  // namespace arbiter::testing
