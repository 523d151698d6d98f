#ifndef ARBITER_TESTS_SUPPORT_SERVER_STATUS_CODES_H_
#define ARBITER_TESTS_SUPPORT_SERVER_STATUS_CODES_H_

namespace arbiter::testing {

// gRPC's status codes as numbers, as tests compare them.
inline constexpr int kCancelled = 1;
inline constexpr int kInvalidArgument = 3;
inline constexpr int kDeadlineExceeded = 4;
inline constexpr int kPermissionDenied = 7;
inline constexpr int kResourceExhausted = 8;
inline constexpr int kFailedPrecondition = 9;
inline constexpr int kUnimplemented = 12;
inline constexpr int kUnavailable = 14;
inline constexpr int kUnauthenticated = 16;

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_STATUS_CODES_H_
