#ifndef ARBITER_SERVICE_ACCESS_BASE64URL_H_
#define ARBITER_SERVICE_ACCESS_BASE64URL_H_

#include <optional>
#include <string>
#include <string_view>

#include "absl/strings/escaping.h"
#include "core/rules/strings.h"

namespace arbiter {

// Base64url without padding (RFC 7515, 2): one spelling for each text. nullopt for what is none.
inline std::optional<std::string> FromBase64Url(std::string_view text) {
  std::string bytes;
  if (!absl::WebSafeBase64Unescape(ForAbsl(text), &bytes)) return std::nullopt;
  if (absl::WebSafeBase64Escape(bytes) != ForAbsl(text)) return std::nullopt;
  return bytes;
}

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_BASE64URL_H_
