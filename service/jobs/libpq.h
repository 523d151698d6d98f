#ifndef ARBITER_SERVICE_JOBS_LIBPQ_H_
#define ARBITER_SERVICE_JOBS_LIBPQ_H_

#include <libpq-fe.h>

#include <string>

#include "absl/status/statusor.h"

namespace arbiter {

// The functions of libpq, PostgreSQL's client library, that the connection uses.
#define ARBITER_LIBPQ_FUNCTIONS(X) \
  X(PQclear)                       \
  X(PQcmdStatus)                   \
  X(PQcmdTuples)                   \
  X(PQconnectPoll)                 \
  X(PQconnectStartParams)          \
  X(PQconninfoFree)                \
  X(PQconninfoParse)               \
  X(PQconsumeInput)                \
  X(PQerrorMessage)                \
  X(PQfinish)                      \
  X(PQflush)                       \
  X(PQgetResult)                   \
  X(PQgetisnull)                   \
  X(PQgetlength)                   \
  X(PQgetvalue)                    \
  X(PQisBusy)                      \
  X(PQntuples)                     \
  X(PQresultErrorField)            \
  X(PQresultErrorMessage)          \
  X(PQresultStatus)                \
  X(PQsendQueryParams)             \
  X(PQsetnonblocking)              \
  X(PQsocket)                      \
  X(PQstatus)

// Pointers to these functions, under their names.
struct Libpq {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration allows none around its name.
#define ARBITER_LIBPQ_POINTER(name) decltype(&::name) name = nullptr;
  ARBITER_LIBPQ_FUNCTIONS(ARBITER_LIBPQ_POINTER)
#undef ARBITER_LIBPQ_POINTER
};

// Loads these functions from a shared library, which stays loaded until the process ends.
// FAILED_PRECONDITION if there is no such library or it lacks one of them.
absl::StatusOr<Libpq> LoadLibpq(const std::string& library);

// Returns the libpq of the system, which the first call loads, or why there is none. Any thread may
// call this.
const absl::StatusOr<Libpq>& SystemLibpq();

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_LIBPQ_H_
