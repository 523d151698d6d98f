#ifndef ARBITER_SERVICE_OPS_VERSION_H_
#define ARBITER_SERVICE_OPS_VERSION_H_

namespace arbiter {

// The project's version, `1.2.3`, from CMake.
extern const char kVersion[];

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_VERSION_H_
