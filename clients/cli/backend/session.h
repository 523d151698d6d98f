#ifndef ARBITER_CLIENTS_CLI_BACKEND_SESSION_H_
#define ARBITER_CLIENTS_CLI_BACKEND_SESSION_H_

#include <memory>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "clients/cli/backend/backend.h"
#include "clients/cli/text/terminal.h"
#include "core/base/status_macros.h"
#include "google/protobuf/message.h"

namespace arbiter::cli {

// Returns the error for an answer of `method` that lacks what every server of this version sends.
absl::Status IncompleteAnswerError(std::string_view method);

// The environment of a command: the backend that answers, and the form of the output.
class Session {
 public:
  Session(std::unique_ptr<Backend> backend, bool json, const Display& display)
      : backend_(std::move(backend)), json_(json), display_(display) {}

  Backend& backend() { return *backend_; }
  // Whether to print proto JSON instead of text for people.
  bool json() const { return json_; }
  const Display& display() const { return display_; }

  // Calls the method whose request has the type `Request`.
  template <typename Response, typename Request>
  absl::StatusOr<Response> Call(const Request& request) {
    Response response;
    ARBITER_RETURN_IF_ERROR(CallMethod(request, &response));
    return response;
  }

 private:
  absl::Status CallMethod(const google::protobuf::Message& request,
                          google::protobuf::Message* response);

  std::unique_ptr<Backend> backend_;
  bool json_;
  Display display_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_BACKEND_SESSION_H_
