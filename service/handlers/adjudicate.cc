#include <cstddef>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/convert/read.h"
#include "service/convert/wire_writer.h"
#include "service/convert/write.h"
#include "service/handlers/handlers.h"

namespace arbiter {

absl::Status Adjudicate(const CallContext& context, const v1::AdjudicateRequest& request,
                        WireWriter* answer) {
  using Field = v1::AdjudicateResponse;
  ARBITER_ASSIGN_OR_RETURN(const ResponseFormat format, ReadResponseFormat(context, request));
  ARBITER_ASSIGN_OR_RETURN(ViewedGame game, ReadPosition(context, request));
  if (!request.event().empty()) {
    if (!game.shown().IsControl(request.event())) {
      return AtField(MakeError(ErrorReason::kBadActionText,
                               StrCat(Quoted(request.event()),
                                      " is not a control action; send moves to ApplyMoves")),
                     "event");
    }
    ARBITER_RETURN_IF_ERROR(AtField(game.Replay(request.event(), ActionInput()), "event"));
  }
  const size_t adjudication = answer->BeginShort(Field::kAdjudicationFieldNumber);
  WriteAdjudication(game.shown(), game.shown().Adjudicate(), format.locale, answer);
  answer->EndShort(adjudication);
  WriteState(Field::kStateFieldNumber, game, format, answer);
  return absl::OkStatus();
}

}  // namespace arbiter
