#include <optional>
#include <utility>

#include "core/game/seen.h"
#include "core/rules/error.h"
#include "core/rules/strings.h"
#include "service/handlers.h"
#include "service/wire.h"

namespace arbiter {
namespace {

absl::Status CheckElapsed(const v1::ApplyMovesRequest& request) {
  if (request.elapsed_ms_size() != 0 && request.elapsed_ms_size() != request.actions_size()) {
    return BadField("elapsed_ms", StrCat("there are ", request.elapsed_ms_size(), " times for ",
                                         request.actions_size(), " actions; one each, or none"));
  }
  for (int i = 0; i < request.elapsed_ms_size(); ++i) {
    if (request.elapsed_ms(i) < -1) {
      return BadField(StrCat("elapsed_ms[", i, "]"),
                      "a time is in milliseconds, or -1 where it is not reported");
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ApplyMoves(const CallContext& context, const v1::ApplyMovesRequest& request,
                        v1::ApplyMovesResponse* response) {
  const absl::StatusOr<Wording> wording = WordingOf(request);
  if (!wording.ok()) return wording.status();
  if (absl::Status status =
          CheckCount(request.actions_size(), context.limits->max_record_actions, "actions");
      !status.ok()) {
    return status;
  }
  if (absl::Status status = CheckElapsed(request); !status.ok()) return status;
  const absl::StatusOr<std::string> seed = ReadRandomness(
      request.randomness(), response->mutable_seed(), response->mutable_commitment());
  if (!seed.ok()) return seed.status();

  const absl::StatusOr<std::unique_ptr<Game>> game =
      ReadPosition(context, request.position(), wording->viewer);
  if (!game.ok()) return game.status();
  Budget budget(UINT64_MAX, context.stop_test);
  // The last action that others may not see all of.
  std::optional<Applied> concealed;
  v1::Applied* concealed_answer = nullptr;
  for (int i = 0; i < request.actions_size(); ++i) {
    if (absl::Status status = budget.Spend(kActionCost); !status.ok()) return status;
    Applied applied;
    absl::Status status =
        ApplyAsSeen(wording->viewer, request.actions(i), *seed, game->get(), &applied);
    if (!status.ok()) return AtField(std::move(status), StrCat("actions[", i, "]"));
    v1::Applied* answer = response->add_applied();
    WriteApplied((*game)->variant(), applied, wording->locale, answer);
    if (applied.concealed_text.empty()) continue;
    concealed = Concealed(applied);
    concealed_answer = answer;
  }
  // Once she has come into sight, where she went is no secret any more.
  if (concealed && (*game)->SeenBy(wording->viewer) != nullptr) {
    concealed_answer->Clear();
    WriteApplied((*game)->variant(), *concealed, wording->locale, concealed_answer);
  }
  WriteState(**game, *wording, response->mutable_state());
  return absl::OkStatus();
}

}  // namespace arbiter
