#ifndef ARBITER_TESTS_SUPPORT_KEY_FILES_H_
#define ARBITER_TESTS_SUPPORT_KEY_FILES_H_

#include <string>

#include "service/access/key_file.h"

namespace arbiter::testing {

// Returns the entry of one client in a key file. `rest` holds its methods and, optionally, its
// quota, in JSON.
inline std::string KeyEntry(const std::string& name, const std::string& key,
                            const std::string& rest = R"("methods":["*"])") {
  return R"({"name":")" + name + R"(","keySha256":[")" + ToHex(Sha256(key)) + R"("],)" + rest + "}";
}

inline std::string KeyFileOf(const std::string& entries) {
  return R"({"clients":[)" + entries + "]}";
}

// Returns `"methods":["*"]` and this quota, as the `rest` of KeyEntry().
inline std::string AllWithQuota(const std::string& quota) {
  return R"("methods":["*"],"quota":{)" + quota + "}";
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_KEY_FILES_H_
