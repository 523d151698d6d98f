#include "service/jobs/libpq.h"

#include <dlfcn.h>

#include <string_view>

#include "core/base/strings.h"

namespace arbiter {
namespace {

// Converts the last error of dlopen() or dlsym() in this thread.
absl::Status LoadError() {
  const std::string_view cause = dlerror();
  return absl::FailedPreconditionError(
      StrCat("--jobs needs libpq, which Debian has in the package libpq5: ", cause));
}

}  // namespace

absl::StatusOr<Libpq> LoadLibpq(const std::string& library) {
  void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return LoadError();
  Libpq libpq;
#define ARBITER_LOAD_FUNCTION(name)                                          \
  libpq.name = reinterpret_cast<decltype(libpq.name)>(dlsym(handle, #name)); \
  if (libpq.name == nullptr) return LoadError();
  ARBITER_LIBPQ_FUNCTIONS(ARBITER_LOAD_FUNCTION)
#undef ARBITER_LOAD_FUNCTION
  return libpq;
}

const absl::StatusOr<Libpq>& SystemLibpq() {
  static const auto& libpq = *new absl::StatusOr<Libpq>(LoadLibpq("libpq.so.5"));
  return libpq;
}

}  // namespace arbiter
