#include "service/convert/wire_writer.h"
#include "service/handlers/handlers.h"

namespace arbiter {

absl::Status Echo(const CallContext& /*context*/, const v1::EchoRequest& request,
                  WireWriter* answer) {
  answer->Text(v1::EchoResponse::kTextFieldNumber, request.text());
  return absl::OkStatus();
}

}  // namespace arbiter
