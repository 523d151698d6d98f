#ifndef ARBITER_CORE_BASE_STATUS_MACROS_H_
#define ARBITER_CORE_BASE_STATUS_MACROS_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

// Macros that return early on errors, in the style of Google's status_macros.h. To say more about
// an error, pass it through a function such as AtField() (core/base/error.h):
//   ARBITER_RETURN_IF_ERROR(AtField(Play(i), "actions[", i, "]"));
//   ARBITER_ASSIGN_OR_RETURN(const Position position, AtField(ParseFen(fen), "fen"));

// If the expression, an absl::Status, is not OK, returns it from the enclosing function, which must
// return absl::Status or absl::StatusOr.
#define ARBITER_RETURN_IF_ERROR(...)                                         \
  do {                                                                       \
    if (absl::Status arbiter_status = (__VA_ARGS__); !arbiter_status.ok()) { \
      return arbiter_status;                                                 \
    }                                                                        \
  } while (false)

// Evaluates the expression after `lhs`, an absl::StatusOr. If it holds an error, returns the error
// from the enclosing function; otherwise assigns the value to `lhs`, which may declare a variable.
// The macro expands to several statements, so an `if` that contains it needs braces.
#define ARBITER_ASSIGN_OR_RETURN(lhs, ...) \
  ARBITER_ASSIGN_OR_RETURN_TO(ARBITER_STATUS_CONCAT(arbiter_status_or_, __LINE__), lhs, __VA_ARGS__)

// NOLINTBEGIN(bugprone-macro-parentheses): parentheses are not allowed around names that are
// declared.
#define ARBITER_ASSIGN_OR_RETURN_TO(status_or, lhs, ...)     \
  auto status_or = (__VA_ARGS__);                            \
  if (!status_or.ok()) return std::move(status_or).status(); \
  lhs = *std::move(status_or)
// NOLINTEND(bugprone-macro-parentheses)
#define ARBITER_STATUS_CONCAT(left, right) ARBITER_STATUS_CONCAT_TO(left, right)
#define ARBITER_STATUS_CONCAT_TO(left, right) left##right

#endif  // ARBITER_CORE_BASE_STATUS_MACROS_H_
