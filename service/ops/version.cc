#include "service/ops/version.h"

namespace arbiter {

const char kVersion[] = ARBITER_VERSION;

}  // namespace arbiter
