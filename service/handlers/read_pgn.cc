#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "absl/functional/function_ref.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/pgn/read.h"
#include "service/convert/errors.h"
#include "service/convert/options.h"
#include "service/convert/read.h"
#include "service/convert/wire_writer.h"
#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

// The maximum number of bytes that are quoted from a text with a fault.
constexpr size_t kMaxQuotedBytes = 80;
// The maximum number of bytes that the tag and the length of a game take in the response.
constexpr size_t kGameOverhead = 8;
// The cost of a tag in units of a Budget.
constexpr uint64_t kTagCost = 8;

void WriteFault(const pgn::Fault& fault, std::string_view locale, v1::PgnFault* answer) {
  answer->set_line(fault.place.line);
  answer->set_column(fault.place.column);
  answer->set_text(Printable(fault.text, kMaxQuotedBytes));
  answer->set_reason(std::string(ReasonName(ReasonOf(fault.status))));
  answer->set_message(MessageIn(fault.status, locale));
  answer->set_move_number(fault.move_number);
}

// Writes a game. Fails only with the errors of the budget.
absl::Status WriteGame(pgn::ReadResult read, Budget& budget, v1::PgnGame* answer) {
  pgn::PgnGame& game = read.game;
  const bool known = game.variant != nullptr;
  answer->set_variant(known ? std::string(game.variant->info().id) : std::move(read.variant_text));
  for (auto& [name, value] : game.options) {
    // An option that is not valid has a fault already, so its error is not needed.
    if (known) SetOption(answer->variant(), name, value, answer->mutable_options()).IgnoreError();
  }
  v1::Record& record = *answer->mutable_record();
  record.set_start_fen(std::move(game.start_fen));
  record.set_seed(std::move(game.seed));
  for (std::string& action : game.actions) record.add_actions(std::move(action));
  record.mutable_elapsed_ms()->Assign(game.elapsed_ms.begin(), game.elapsed_ms.end());
  answer->set_result(static_cast<v1::Result>(game.result));
  for (pgn::Tag& tag : game.tags) {
    ARBITER_RETURN_IF_ERROR(budget.Spend(kTagCost));
    v1::PgnTag& added = *answer->add_tags();
    added.set_name(std::move(tag.name));
    added.set_value(std::move(tag.value));
  }
  return absl::OkStatus();
}

// Reads the games of a PGN; `variant` is that of games without the tag `Variant`.
absl::Status ReadGames(const CallContext& context, std::string_view text, std::string_view variant,
                       Budget& budget, absl::FunctionRef<absl::Status(pgn::ReadResult)> visit) {
  pgn::ReadOptions options;
  options.max_actions = static_cast<size_t>(context.limits->max_record_actions);
  if (!variant.empty()) {
    ARBITER_ASSIGN_OR_RETURN(const VariantSelection selection,
                             ReadVariantSelection(variant, v1::GameOptions()));
    options.variant = selection.variant;
  }
  return pgn::ReadGames(
      text, options, [&budget] { return budget.Spend(kReadingCost); }, visit);
}

absl::Status BadPgn(std::string_view why) {
  return AtField(MakeError(ErrorReason::kBadField, why), "pgn");
}

}  // namespace

absl::Status ReadPgn(const CallContext& context, const v1::ReadPgnRequest& request,
                     WireWriter* answer) {
  Budget budget(UINT64_MAX, context.stop_test);
  const auto max = static_cast<size_t>(context.limits->max_message_bytes);
  size_t bytes = 0;
  return ReadGames(context, request.pgn(), request.variant(), budget, [&](pgn::ReadResult read) {
    v1::ReadGame game;
    game.set_line(read.place.line);
    if (read.fault) WriteFault(*read.fault, request.locale(), game.mutable_fault());
    ARBITER_RETURN_IF_ERROR(WriteGame(std::move(read), budget, game.mutable_game()));
    bytes += game.ByteSizeLong() + kGameOverhead;
    if (bytes <= max) {
      answer->Message(v1::ReadPgnResponse::kGamesFieldNumber, game);
      return absl::OkStatus();
    }
    return AtField(
        MakeError(ErrorReason::kLimitExceeded,
                  StrCat("the answer has more than ", max, " bytes; send fewer games at a time")),
        "pgn");
  });
}

absl::Status ReadPgnGame(const CallContext& context, std::string_view text,
                         std::string_view variant, v1::PgnGame* game) {
  Budget budget(UINT64_MAX, context.stop_test);
  bool has_game = false;
  absl::Status fault;
  ARBITER_RETURN_IF_ERROR(
      ReadGames(context, text, variant, budget, [&](pgn::ReadResult read) -> absl::Status {
        if (std::exchange(has_game, true)) return BadPgn("has more than one game");
        if (read.fault) {
          const auto& [line, column] = read.fault->place;
          fault = AtField(MakeError(ReasonOf(read.fault->status),
                                    StrCat("line ", line, ", column ", column, ": ",
                                           std::string(read.fault->status.message()))),
                          "pgn");
        }
        return WriteGame(std::move(read), budget, game);
      }));
  return has_game ? fault : BadPgn("contains no game");
}

}  // namespace arbiter
