#ifndef ARBITER_CLIENTS_CLI_UTF8_H_
#define ARBITER_CLIENTS_CLI_UTF8_H_

#include <string_view>

namespace arbiter::cli {

// Whether `text` is well-formed UTF-8, as every string of a proto has to be.
bool IsUtf8(std::string_view text);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_UTF8_H_
