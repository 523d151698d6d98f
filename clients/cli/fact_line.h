#ifndef ARBITER_CLIENTS_CLI_FACT_LINE_H_
#define ARBITER_CLIENTS_CLI_FACT_LINE_H_

#include <string>
#include <string_view>

#include "absl/strings/str_format.h"

namespace arbiter::cli {

// Adds `Label     value`, or nothing where there is no value.
inline void AddFact(std::string_view label, std::string_view value, std::string* text) {
  if (!value.empty()) absl::StrAppendFormat(text, "%-9s %s\n", label, value);
}

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_FACT_LINE_H_
