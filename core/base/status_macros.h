#ifndef ARBITER_CORE_BASE_STATUS_MACROS_H_
#define ARBITER_CORE_BASE_STATUS_MACROS_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

// Macros that return early on errors, in the style of Google's status_macros.h.

// If `expr`, an absl::Status, is not OK, returns it from the enclosing function, which must return
// absl::Status or absl::StatusOr.
#define ARBITER_RETURN_IF_ERROR(expr)                                 \
  do {                                                                \
    if (absl::Status arbiter_status = (expr); !arbiter_status.ok()) { \
      return arbiter_status;                                          \
    }                                                                 \
  } while (false)

// Evaluates `rexpr`, an absl::StatusOr. If it holds an error, returns the error from the enclosing
// function; otherwise assigns the value to `lhs`, which may declare a variable:
//   ARBITER_ASSIGN_OR_RETURN(const Position position, ParseFen(fen));
// The macro expands to several statements, so an `if` that contains it needs braces.
#define ARBITER_ASSIGN_OR_RETURN(lhs, rexpr) \
  ARBITER_ASSIGN_OR_RETURN_TO(ARBITER_STATUS_CONCAT(arbiter_status_or_, __LINE__), lhs, rexpr)

// NOLINTBEGIN(bugprone-macro-parentheses): parentheses are not allowed around names that are
// declared.
#define ARBITER_ASSIGN_OR_RETURN_TO(status_or, lhs, rexpr)   \
  auto status_or = (rexpr);                                  \
  if (!status_or.ok()) return std::move(status_or).status(); \
  lhs = *std::move(status_or)
// NOLINTEND(bugprone-macro-parentheses)
#define ARBITER_STATUS_CONCAT(left, right) ARBITER_STATUS_CONCAT_TO(left, right)
#define ARBITER_STATUS_CONCAT_TO(left, right) left##right

#endif  // ARBITER_CORE_BASE_STATUS_MACROS_H_
