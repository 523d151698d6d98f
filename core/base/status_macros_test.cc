#include "core/base/status_macros.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "core/base/error.h"

namespace arbiter {
namespace {

absl::Status ReturnIfError(absl::Status status) {
  ARBITER_RETURN_IF_ERROR(std::move(status));
  return absl::AlreadyExistsError("went on");
}

TEST(StatusMacros, ReturnIfErrorGoesOnWithoutAnError) {
  EXPECT_EQ(ReturnIfError(absl::OkStatus()).message(), "went on");
}

TEST(StatusMacros, ReturnIfErrorReturnsTheError) {
  const absl::Status error = MakeError(ErrorReason::kBadFen, "bad");
  EXPECT_EQ(ReturnIfError(error), error);
}

TEST(StatusMacros, ReturnIfErrorIsOneStatement) {
  const auto check = [](bool is_checked) {
    if (is_checked)
      ARBITER_RETURN_IF_ERROR(absl::NotFoundError("checked"));
    else
      return absl::OkStatus();
    return absl::AlreadyExistsError("went on");
  };
  EXPECT_EQ(check(true).message(), "checked");
  EXPECT_EQ(check(false), absl::OkStatus());
}

// Returns the string, or an error if it is empty.
absl::StatusOr<std::unique_ptr<std::string>> NotEmpty(const std::string& text) {
  if (text.empty()) return MakeError(ErrorReason::kBadField, "empty");
  return std::make_unique<std::string>(text);
}

absl::StatusOr<std::string> Join(const std::string& first, const std::string& second) {
  ARBITER_ASSIGN_OR_RETURN(const auto left, NotEmpty(first));
  std::unique_ptr<std::string> right;
  ARBITER_ASSIGN_OR_RETURN(right, AtField(NotEmpty(second), "texts[", 1, "]"));
  return *left + *right;
}

TEST(StatusMacros, AssignOrReturnMovesTheValue) { EXPECT_EQ(*Join("a", "b"), "ab"); }

TEST(StatusMacros, AssignOrReturnReturnsTheError) {
  EXPECT_EQ(Join("", "b").status(), MakeError(ErrorReason::kBadField, "empty"));
}

TEST(StatusMacros, AnErrorCanPassThroughAFunction) {
  EXPECT_EQ(FieldOf(Join("a", "").status()), "texts[1]");
}

TEST(StatusMacros, ExpressionsMayContainCommas) {
  using Map = std::map<int, int>;
  const auto size_of = [](const absl::StatusOr<Map>& map) -> absl::StatusOr<size_t> {
    ARBITER_RETURN_IF_ERROR(std::pair<int, absl::Status>(0, map.status()).second);
    ARBITER_ASSIGN_OR_RETURN(const Map copy, absl::StatusOr<std::map<int, int>>(map));
    return copy.size();
  };
  EXPECT_EQ(*size_of(Map{{1, 2}}), 1U);
  EXPECT_EQ(size_of(absl::NotFoundError("no map")).status().message(), "no map");
}

}  // namespace
}  // namespace arbiter
