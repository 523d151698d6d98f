#include "clients/cli/backend/positions.h"

#include "arbiter/v1/rules_service.pb.h"
#include "core/base/error.h"
#include "core/base/strings.h"

namespace arbiter::cli {

absl::Status ReadMoves(v1::Position* position, Session& session) {
  if (position->record().actions().empty()) return absl::OkStatus();
  v1::Record& record = *position->mutable_record();
  v1::ApplyMovesRequest request;
  *request.mutable_position() = *position;
  v1::Record& start = *request.mutable_position()->mutable_record();
  start.clear_actions();
  start.clear_elapsed_ms();
  *request.mutable_actions() = record.actions();
  *request.mutable_elapsed_ms() = record.elapsed_ms();
  request.set_notation(v1::NOTATION_ANY);
  if (!record.seed().empty()) request.mutable_randomness()->set_seed(record.seed());
  const auto response = session.Call<v1::ApplyMovesResponse>(request);
  if (!response.ok()) {
    const bool is_of_record = FieldOf(response.status()).starts_with("actions");
    return is_of_record ? AtField(response.status(), "position.record") : response.status();
  }
  if (response->applied_size() != record.actions_size()) return IncompleteAnswerError("ApplyMoves");
  for (int i = 0; i < record.actions_size(); ++i) {
    *record.mutable_actions(i) = response->applied(i).text();
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::Position> ReadPosition(const PositionArguments& arguments, Session& session) {
  ARBITER_ASSIGN_OR_RETURN(v1::Position position, arguments.Position());
  ARBITER_RETURN_IF_ERROR(ReadMoves(&position, session));
  return position;
}

absl::StatusOr<std::string> ReadMove(const v1::Position& position, const std::string& text,
                                     Session& session) {
  v1::ConvertMovesRequest request;
  *request.mutable_position() = position;
  request.add_texts(text);
  request.set_from(v1::NOTATION_ANY);
  request.set_to(v1::NOTATION_ACTION);
  ARBITER_ASSIGN_OR_RETURN(const auto response, session.Call<v1::ConvertMovesResponse>(request));
  if (response.texts().empty()) return IncompleteAnswerError("ConvertMoves");
  const std::string& action = response.texts(0);
  return action.substr(0, action.find('{'));
}

}  // namespace arbiter::cli
