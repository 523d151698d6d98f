#ifndef ARBITER_TESTS_SERVICE_METADATA_H_
#define ARBITER_TESTS_SERVICE_METADATA_H_

#include <string>
#include <utility>
#include <vector>

namespace arbiter::testing {

// What a client sends along with every call.
using Metadata = std::vector<std::pair<std::string, std::string>>;

// An API key or token, as a client shows it.
inline Metadata Bearer(const std::string& secret) {
  return {{"authorization", "Bearer " + secret}};
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SERVICE_METADATA_H_
