#ifndef ARBITER_SERVICE_CONVERT_OPTIONS_H_
#define ARBITER_SERVICE_CONVERT_OPTIONS_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "arbiter/v1/game.pb.h"
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

// Sets an option that all variants have or one of the variant's own to a value as people write it:
// `counting` to `auto`, `features` to `width=10,hill`. OPTION_OUT_OF_RANGE for another name, and
// for a value that the option's field cannot hold; what is in range the variant says.
absl::Status SetOption(std::string_view variant, std::string_view name, const std::string& value,
                       v1::GameOptions* options);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_OPTIONS_H_
