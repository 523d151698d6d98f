#ifndef ARBITER_SERVICE_HTTP_OPENAPI_H_
#define ARBITER_SERVICE_HTTP_OPENAPI_H_

#include <string_view>

namespace arbiter {

// The OpenAPI 3.1 description of all methods that HTTP/1.1 can call, as JSON. It is generated from
// the .proto files, with their comments and limits, by openapi_generator.cc.
extern const std::string_view kOpenApi;

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HTTP_OPENAPI_H_
