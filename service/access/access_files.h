#ifndef ARBITER_SERVICE_ACCESS_ACCESS_FILES_H_
#define ARBITER_SERVICE_ACCESS_ACCESS_FILES_H_

#include <string>

namespace arbiter {

// Where it is written who may call; an empty path: not used.
struct AccessFiles {
  std::string api_keys;
  std::string jwt_keys;
  std::string jwt_issuer;
  std::string jwt_audience;
  // Callers may show certificates, which have been checked.
  bool client_certificates = false;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_ACCESS_FILES_H_
