#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/convert/read.h"
#include "service/convert/wire_writer.h"
#include "service/handlers/handlers.h"

namespace arbiter {

absl::Status Perft(const CallContext& context, const v1::PerftRequest& request,
                   WireWriter* answer) {
  using Field = v1::PerftResponse;
  const int max_depth = context.limits->max_perft_depth;
  if (request.depth() > static_cast<uint32_t>(max_depth)) {
    return AtField(MakeError(ErrorReason::kLimitExceeded,
                             StrCat("depth is ", request.depth(), "; the maximum is ", max_depth)),
                   "depth");
  }
  ARBITER_ASSIGN_OR_RETURN(const ViewedGame game, ReadPosition(context, request));
  Budget budget(context.limits->max_perft_nodes, context.stop_test);
  std::vector<std::pair<std::string, uint64_t>> divided;
  ARBITER_ASSIGN_OR_RETURN(const uint64_t nodes,
                           game.shown().Perft(static_cast<int>(request.depth()), budget,
                                              request.divide() ? &divided : nullptr));
  answer->Number(Field::kNodesFieldNumber, nodes);
  for (const auto& [text, below] : divided) {
    const size_t begin = answer->BeginShort(Field::kDividedFieldNumber);
    answer->Text(v1::PerftChild::kTextFieldNumber, text);
    answer->Number(v1::PerftChild::kNodesFieldNumber, below);
    answer->EndShort(begin);
  }
  return absl::OkStatus();
}

}  // namespace arbiter
