#include "core/base/error.h"

#include <gtest/gtest.h>

#include <set>

namespace arbiter {
namespace {

TEST(Error, CarriesReasonCodeAndMessage) {
  const absl::Status status = MakeError(ErrorReason::kIllegalAction, "e2e5: no piece on e2");
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(status.message(), "e2e5: no piece on e2");
  EXPECT_EQ(ReasonOf(status), ErrorReason::kIllegalAction);
  EXPECT_EQ(FieldOf(status), "");
}

TEST(Error, CanCarryAnotherCode) {
  const absl::Status status =
      MakeError(ErrorReason::kCancelled, absl::StatusCode::kDeadlineExceeded, "too late");
  EXPECT_EQ(status.code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(ReasonOf(status), ErrorReason::kCancelled);
}

TEST(Error, OuterFieldsArePrepended) {
  const absl::Status inner = AtField(MakeError(ErrorReason::kBadFen, "bad"), "fen");
  EXPECT_EQ(FieldOf(inner), "fen");
  EXPECT_EQ(FieldOf(AtField(inner, "position")), "position.fen");
  EXPECT_EQ(ReasonOf(AtField(inner, "position")), ErrorReason::kBadFen);
}

TEST(Error, FieldsAreConcatenated) {
  const absl::Status error = MakeError(ErrorReason::kIllegalAction, "e2e5: no piece on e2");
  EXPECT_EQ(FieldOf(AtField(error, "actions[", 3, "]")), "actions[3]");
}

TEST(Error, OnlyErrorsHaveFields) {
  EXPECT_EQ(AtField(absl::OkStatus(), "fen"), absl::OkStatus());
  EXPECT_EQ(*AtField(absl::StatusOr<int>(7), "fen"), 7);
  const absl::StatusOr<int> error = MakeError(ErrorReason::kBadFen, "bad");
  EXPECT_EQ(FieldOf(AtField(error, "fen").status()), "fen");
}

TEST(Error, StatusesNotMadeByMakeErrorHaveNoReason) {
  EXPECT_EQ(ReasonOf(absl::OkStatus()), ErrorReason::kUnspecified);
  EXPECT_EQ(ReasonOf(absl::InternalError("x")), ErrorReason::kUnspecified);
}

TEST(Error, EveryReasonHasItsOwnNameAndASpecificErrorCode) {
  std::set<std::string_view> names;
  for (int i = 1; i < static_cast<int>(kErrorReasonCount); ++i) {
    const auto reason = static_cast<ErrorReason>(i);
    EXPECT_TRUE(names.insert(ReasonName(reason)).second) << i;
    const absl::StatusCode code = MakeError(reason, "x").code();
    EXPECT_NE(code, absl::StatusCode::kUnknown) << ReasonName(reason);
    EXPECT_NE(code, absl::StatusCode::kInternal) << ReasonName(reason);
    EXPECT_NE(code, absl::StatusCode::kOk) << ReasonName(reason);
  }
  EXPECT_EQ(ReasonName(ErrorReason::kBadSnapshot), "BAD_SNAPSHOT");
}

}  // namespace
}  // namespace arbiter
