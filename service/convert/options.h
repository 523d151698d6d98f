#ifndef ARBITER_SERVICE_CONVERT_OPTIONS_H_
#define ARBITER_SERVICE_CONVERT_OPTIONS_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/game.pb.h"
#include "core/game/variant.h"
#include "google/protobuf/descriptor.h"

namespace arbiter {

// The word for a value of an enum: `auto` for COUNTING_AUTO. The name of the enum's zero
// value ends in UNSPECIFIED.
std::string EnumWord(const google::protobuf::EnumValueDescriptor& value);

// The options of `variant` that are set, as texts. OPTION_OUT_OF_RANGE, with the path of the field
// below `options`, for another variant's option and for a value that no version of the API has.
absl::StatusOr<OptionMap> ReadOptions(std::string_view variant, const v1::GameOptions& options);

// Sets an option that all variants have or one of the variant's own to a value as people write it:
// `counting` to `auto`, `features` to `width=10,hill`. OPTION_OUT_OF_RANGE for another name, and
// for a value that the option's field cannot hold; what is in range the variant says.
absl::Status SetOption(std::string_view variant, std::string_view name, const std::string& value,
                       v1::GameOptions* options);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_OPTIONS_H_
