#include <algorithm>
#include <iostream>
#include <string>

#include "absl/strings/str_format.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/backend/positions.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/text/chpok_text.h"
#include "clients/cli/text/json.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

void PrintMove(const v1::Move& move) {
  std::cout << absl::StreamFormat("%-8s %-8s %s %s%s%s", move.text(), move.san(), move.piece(),
                                  move.from(), move.from().empty() ? "" : "-", move.to());
  if (!move.captured().empty()) std::cout << ", captures " << move.captured();
  if (!move.promotion().empty()) std::cout << ", becomes " << move.promotion();
  if (move.gives_check()) std::cout << ", check";
  if (move.random()) std::cout << ", random";
  std::cout << '\n';
}

class LegalCommand {
 public:
  void AddTo(CommandParser command) {
    position_.AddTo(command);
    answer_.AddLocale(command);
    answer_.AddViewer(command);
    command.Add("--from", &from_, "List only the moves from this square").Type("SQUARE");
    AddEnumOption(command, "--side", &side_,
                  "List the moves of this player, even if the other one is to move");
    command.AddFlag("--full", &full_, "Describe each move");
    command.AddFlag("--controls", &controls_, "Include the control actions of each player");
  }

  absl::Status Run(Session& session) const {
    v1::LegalMovesRequest request;
    ARBITER_RETURN_IF_ERROR(FillPosition(position_, session, &request));
    answer_.Fill(&request);
    request.set_from(LowerCase(from_));
    request.set_side(side_);
    request.set_detail(full_ ? v1::DETAIL_FULL : v1::DETAIL_TEXT);
    ARBITER_ASSIGN_OR_RETURN(const auto response, session.Call<v1::LegalMovesResponse>(request));
    if (session.json()) return PrintJson(response);
    for (const std::string& text : response.texts()) std::cout << text << '\n';
    for (const v1::Move& move : response.moves()) PrintMove(move);
    std::cout << BidsText(response.bids());
    if (!from_.empty() && response.texts().empty() && response.moves().empty()) {
      ARBITER_RETURN_IF_ERROR(ExplainNoMoves(request.position(), session));
    }
    if (!controls_) return absl::OkStatus();
    for (const v1::Control& control : response.controls()) std::cout << control.action() << '\n';
    return absl::OkStatus();
  }

 private:
  // Says why there are no moves from the square `from_`.
  absl::Status ExplainNoMoves(const v1::Position& position, Session& session) const {
    v1::AdjudicateRequest request;
    *request.mutable_position() = position;
    answer_.Fill(&request);
    request.set_board(true);
    ARBITER_ASSIGN_OR_RETURN(const auto response, session.Call<v1::AdjudicateResponse>(request));
    const auto& state = response.state();
    const auto& cells = state.board().cells();
    const std::string from = LowerCase(from_);
    const auto cell = std::find_if(cells.begin(), cells.end(), [&from](const v1::Cell& candidate) {
      return candidate.square() == from;
    });
    const std::string& message = state.adjudication().message();
    // Moves alone go to standard output.
    if (state.adjudication().result() != v1::RESULT_ONGOING) {
      std::cerr << message << '\n';
    } else if (cell == cells.end() || cell->piece().empty()) {
      std::cerr << "there is no piece on " << from << '\n';
    } else if (cell->color() != (side_ == v1::COLOR_UNSPECIFIED ? state.turn() : side_)) {
      std::cerr << "the piece on " << from << " is the other side's. " << message << '\n';
    } else {
      std::cerr << "the piece on " << from << " has no legal move\n";
    }
    return absl::OkStatus();
  }

  PositionArguments position_;
  AnswerArguments answer_;
  std::string from_;
  v1::Color side_ = v1::COLOR_UNSPECIFIED;
  bool full_ = false;
  bool controls_ = false;
};

}  // namespace

void AddLegalCommand(CommandParser app, Action* action) {
  AddCommand<LegalCommand>(app, "legal", "List the legal moves or bids",
                           "  arbiter legal chak --moves \"e3e4 e7e6\"\n"
                           "  arbiter legal makruk --from e3 --full\n"
                           "  arbiter legal makruk --side black --from e6\n"
                           "  arbiter legal chpok --moves \"raise time +2 5+3;\"",
                           action);
}

}  // namespace arbiter::cli
