#ifndef ARBITER_CLIENTS_CLI_BACKEND_POSITIONS_H_
#define ARBITER_CLIENTS_CLI_BACKEND_POSITIONS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/game.pb.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/backend/session.h"
#include "core/base/status_macros.h"

// The positions and records of a command line, whose moves may be written in any notation (ruling
// C15). Requests contain action texts.
namespace arbiter::cli {

// Replaces the actions of the position's record, if it has one, with action texts.
absl::Status ReadMoves(v1::Position* position, Session& session);

// Returns the position that the arguments describe.
absl::StatusOr<v1::Position> ReadPosition(const PositionArguments& arguments, Session& session);

// Sets the position of a request.
template <typename Request>
absl::Status FillPosition(const PositionArguments& arguments, Session& session, Request* request) {
  ARBITER_ASSIGN_OR_RETURN(*request->mutable_position(), ReadPosition(arguments, session));
  return absl::OkStatus();
}

// Sets the variant, the options and the record of a request or a game.
template <typename Request>
absl::Status FillRecord(const GameArguments& game, const RecordArguments& record, Session& session,
                        Request* request) {
  v1::Position position;
  ARBITER_RETURN_IF_ERROR(game.Fill(&position));
  ARBITER_ASSIGN_OR_RETURN(*position.mutable_record(), record.Record());
  ARBITER_RETURN_IF_ERROR(ReadMoves(&position, session));
  request->set_variant(position.variant());
  *request->mutable_options() = position.options();
  *request->mutable_record() = position.record();
  return absl::OkStatus();
}

// Returns the action text of a move in a position, without outcomes.
absl::StatusOr<std::string> ReadMove(const v1::Position& position, const std::string& text,
                                     Session& session);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_BACKEND_POSITIONS_H_
