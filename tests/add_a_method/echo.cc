#include "service/handlers/handlers.h"

namespace arbiter {

absl::Status Echo(const CallContext& /*context*/, const v1::EchoRequest& request,
                  v1::EchoResponse* response) {
  response->set_text(request.text());
  return absl::OkStatus();
}

}  // namespace arbiter
