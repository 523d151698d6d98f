#ifndef ARBITER_SERVICE_CONVERT_ENUM_PREFIX_H_
#define ARBITER_SERVICE_CONVERT_ENUM_PREFIX_H_

#include <string_view>

#include "core/rules/strings.h"
#include "google/protobuf/descriptor.h"

namespace arbiter {

// What the names of all values of an enum begin with, `DRAW_POLICY_` of DrawPolicy:
// that of the zero value ends in UNSPECIFIED. Lives as long as the program.
inline std::string_view EnumPrefix(const google::protobuf::EnumDescriptor& type) {
  std::string_view prefix = type.FindValueByNumber(0)->name();
  ConsumeSuffix(&prefix, "UNSPECIFIED");
  return prefix;
}

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_ENUM_PREFIX_H_
