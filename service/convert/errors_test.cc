#include "service/convert/errors.h"

#include <chrono>
#include <string>

#include "arbiter/v1/errors.pb.h"
#include "core/base/error.h"
#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "gtest/gtest.h"
#include "service/access/token_bucket.h"

namespace arbiter {
namespace {

using ::testing::EndsWith;

template <typename Detail>
Detail Find(const google::rpc::Status& status) {
  Detail detail;
  for (const auto& any : status.details()) {
    if (any.UnpackTo(&detail)) return detail;
  }
  ADD_FAILURE() << "no " << Detail::descriptor()->name();
  return detail;
}

template <typename Detail>
bool Has(const google::rpc::Status& status) {
  for (const auto& any : status.details()) {
    if (any.Is<Detail>()) return true;
  }
  return false;
}

const absl::Status kIllegal =
    AtField(MakeError(ErrorReason::kIllegalAction, "e2e5 is not legal"), "actions[3]");

TEST(ErrorsTest, CarriesReasonAndField) {
  const google::rpc::Status status = ToRpcStatus(kIllegal, "");
  EXPECT_EQ(status.code(), static_cast<int>(absl::StatusCode::kFailedPrecondition));
  EXPECT_EQ(status.message(), "e2e5 is not legal");
  EXPECT_EQ(Find<google::rpc::ErrorInfo>(status).reason(), "ILLEGAL_ACTION");
  EXPECT_EQ(Find<google::rpc::ErrorInfo>(status).domain(), "arbiter.v1");
  const auto violation = Find<google::rpc::BadRequest>(status).field_violations(0);
  EXPECT_EQ(violation.field(), "actions[3]");
  EXPECT_EQ(violation.description(), "e2e5 is not legal");
  EXPECT_FALSE(Has<google::rpc::LocalizedMessage>(status));
  EXPECT_FALSE(Has<google::rpc::RetryInfo>(status));
}

TEST(ErrorsTest, AnExceededQuotaSaysWhenToRetry) {
  const auto quota =
      ToRpcStatus(QuotaExceededError("no tokens", std::chrono::milliseconds(2500)), "");
  EXPECT_EQ(quota.code(), static_cast<int>(absl::StatusCode::kResourceExhausted));
  EXPECT_EQ(Find<google::rpc::ErrorInfo>(quota).reason(), "QUOTA_EXCEEDED");
  EXPECT_EQ(Find<google::rpc::RetryInfo>(quota).retry_delay().seconds(), 2);
  EXPECT_EQ(Find<google::rpc::RetryInfo>(quota).retry_delay().nanos(), 500'000'000);
}

TEST(ErrorsTest, HasAMessageInTheRequestedLocale) {
  const auto localized = [](const char* locale) {
    return Find<google::rpc::LocalizedMessage>(ToRpcStatus(kIllegal, locale));
  };
  EXPECT_EQ(localized("en").message(), "e2e5 is not legal");
  EXPECT_EQ(localized("zh").locale(), "zh-CN");
  EXPECT_EQ(localized("zh").message(), "不合规则的着法: e2e5 is not legal");
  EXPECT_EQ(localized("th").locale(), "th");
  EXPECT_EQ(localized("th").message(), "การเดินผิดกติกา: e2e5 is not legal");
}

TEST(ErrorsTest, EveryReasonHasAPhrase) {
  for (int number = 1; number <= v1::ErrorReason_MAX; ++number) {
    if (!v1::ErrorReason_IsValid(number)) continue;
    const absl::Status status = MakeError(static_cast<ErrorReason>(number), "why");
    for (const char* locale : {"zh-CN", "th"}) {
      const auto message = Find<google::rpc::LocalizedMessage>(ToRpcStatus(status, locale));
      EXPECT_THAT(message.message(), EndsWith(": why")) << number;
    }
  }
}

TEST(ErrorsTest, AnOverloadSaysWhenToRetry) {
  const google::rpc::Status status = ToRpcStatus(MakeError(ErrorReason::kOverloaded, "full"), "");
  EXPECT_EQ(Find<google::rpc::RetryInfo>(status).retry_delay().seconds(), 1);
}

TEST(ErrorsTest, MessagesAreShortAndValidUtf8) {
  const auto message = [](const std::string& text) {
    return ToRpcStatus(MakeError(ErrorReason::kBadFen, text), "").message();
  };
  EXPECT_EQ(message("a\xFFz"), "a?z");
  EXPECT_EQ(message("a\xE0\x81z"), "a??z");
  EXPECT_EQ(message("ขุน"), "ขุน");
  const std::string cut = message("x" + std::string(4000, 'y') + "ขุน");
  EXPECT_EQ(cut.size(), 512 + std::string("…").size());
  EXPECT_THAT(cut, EndsWith("y…"));
}

TEST(ErrorsTest, AStatusWithoutReasonKeepsItsCode) {
  const google::rpc::Status status = ToRpcStatus(absl::NotFoundError("nothing"), "th");
  EXPECT_EQ(status.code(), static_cast<int>(absl::StatusCode::kNotFound));
  EXPECT_EQ(status.details_size(), 0);
}

}  // namespace
}  // namespace arbiter
