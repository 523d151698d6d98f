#include "clients/cli/play/interactive_game.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "clients/cli/backend/board.h"
#include "clients/cli/text/failure.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter::cli {

std::string ActionBy(v1::Color color, std::string_view action) {
  return StrCat(color == v1::COLOR_WHITE ? "white:" : "black:", action);
}

absl::Status InteractiveGame::Begin(const v1::Position& position) {
  variant_ = position.variant();
  ARBITER_ASSIGN_OR_RETURN(v1::State first, position.state_case() == v1::Position::STATE_NOT_SET
                                                ? NewGame(position)
                                                : Resume(position));
  states_.push_back(std::move(first));
  const v1::Record& record = position.record();
  if (record.elapsed_ms_size() > 0 && record.elapsed_ms_size() != record.actions_size()) {
    return UsageError(StrCat("the record has ", record.elapsed_ms_size(), " elapsed_ms for ",
                             record.actions_size(), " actions; give one for each action, or none"));
  }
  for (int index = 0; index < record.actions_size(); ++index) {
    std::optional<int64_t> elapsed_ms;
    if (record.elapsed_ms_size() > 0) elapsed_ms = record.elapsed_ms(index);
    ARBITER_RETURN_IF_ERROR(Do(record.actions(index), elapsed_ms));
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::State> InteractiveGame::NewGame(const v1::Position& position) {
  v1::StartGameRequest request;
  request.set_variant(position.variant());
  *request.mutable_options() = position.options();
  request.mutable_randomness()->set_generate(true);
  answer_.Fill(&request);
  request.set_board(true);
  ARBITER_ASSIGN_OR_RETURN(auto response, session_->Call<v1::StartGameResponse>(request));
  return std::move(*response.mutable_state());
}

absl::StatusOr<v1::State> InteractiveGame::Resume(const v1::Position& position) {
  v1::ApplyMovesRequest request;
  *request.mutable_position() = position;
  if (position.has_record()) {
    request.mutable_position()->mutable_record()->clear_actions();
    request.mutable_position()->mutable_record()->clear_elapsed_ms();
  }
  answer_.Fill(&request);
  request.set_board(true);
  ARBITER_ASSIGN_OR_RETURN(auto response, session_->Call<v1::ApplyMovesResponse>(request));
  return std::move(*response.mutable_state());
}

bool InteractiveGame::TakeBack(const std::function<bool(const v1::State&)>& wanted) {
  const auto found = std::find_if(std::next(states_.rbegin()), states_.rend(), wanted);
  if (found == states_.rend()) return false;
  states_.erase(found.base(), states_.end());
  actions_.resize(states_.size() - 1);
  return true;
}

v1::Position InteractiveGame::Position() const { return PositionOf(variant_, state()); }

absl::Status InteractiveGame::Do(const std::string& text, std::optional<int64_t> elapsed_ms) {
  v1::ApplyMovesRequest request;
  *request.mutable_position() = Position();
  request.add_actions(text);
  request.set_notation(v1::NOTATION_ANY);
  if (elapsed_ms) request.add_elapsed_ms(*elapsed_ms);
  request.mutable_randomness()->set_generate(true);
  answer_.Fill(&request);
  request.set_board(true);
  ARBITER_ASSIGN_OR_RETURN(auto response, session_->Call<v1::ApplyMovesResponse>(request));
  if (response.applied().empty()) return IncompleteAnswerError("ApplyMoves");
  actions_.push_back(std::move(*response.mutable_applied(0)));
  states_.push_back(std::move(*response.mutable_state()));
  return absl::OkStatus();
}

}  // namespace arbiter::cli
