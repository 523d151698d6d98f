#include "service/server/version.h"

namespace arbiter {

const char kVersion[] = ARBITER_VERSION;

}  // namespace arbiter
