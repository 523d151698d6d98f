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

// Returns the word for a value of an enum, such as `auto` for COUNTING_AUTO. The name of the enum's
// zero value must end in UNSPECIFIED.
std::string EnumWord(const google::protobuf::EnumValueDescriptor& value);

// Returns the options that are set, in text form. OPTION_OUT_OF_RANGE, with a field path relative
// to `options`, if an option belongs to a variant other than `variant`, an enum value is unknown or
// a time of the clock is out of range.
absl::StatusOr<OptionMap> ReadOptions(std::string_view variant, const v1::GameOptions& options);

// Sets an option that all variants share or that is specific to `variant`. The value is in text
// form, for example `auto` for `counting`, `300+3` for `clock` or `width=10,hill` for `features`.
// OPTION_OUT_OF_RANGE for an unknown name, for a clock that is not valid, or for a value that the
// field cannot hold. The range of other values is checked later, by the variant.
absl::Status SetOption(std::string_view variant, std::string_view name, const std::string& value,
                       v1::GameOptions* options);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_OPTIONS_H_
