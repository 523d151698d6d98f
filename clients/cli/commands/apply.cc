#include <cstdint>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/arguments/files.h"
#include "clients/cli/backend/board.h"
#include "clients/cli/backend/positions.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/text/action_list.h"
#include "clients/cli/text/chpok_text.h"
#include "clients/cli/text/failure.h"
#include "clients/cli/text/json.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

void PrintApplied(const v1::Applied& applied) {
  std::vector<std::string> events;
  for (const v1::Event& event : applied.events()) {
    if (event.kind() != v1::Event::KIND_MOVE && !event.text().empty()) {
      events.push_back(event.text());
    }
  }
  std::string line = absl::StrFormat("%-12s ", applied.text());
  if (!IsBid(applied)) absl::StrAppendFormat(&line, "%-8s ", applied.san());
  absl::StrAppend(&line, absl::StrJoin(events, " "));
  absl::StripTrailingAsciiWhitespace(&line);
  std::cout << line << '\n';
}

class ApplyCommand {
 public:
  void AddTo(CommandParser command) {
    position_.AddTo(command);
    command
        .Add("actions", &actions_,
             "Apply these actions in any notation, one or more per argument (- for standard input)")
        .Type("ACTION");
    command
        .Add("--elapsed-ms", &elapsed_ms_,
             "Give the milliseconds used for each action, -1 if unknown, e.g. 1500,-1; may "
             "be repeated")
        .Type("LIST")
        .SeparatedBy(',')
        .OneValueEach();
    AddEnumOption(command, "--actor", &actor_, "Refuse what is not this player's to do");
    AddEnumOption(command, "--bidder", &bidder_, "The same, while the players bid");
    randomness_.AddTo(command);
    answer_.AddTo(command);
  }

  absl::Status Run(Session& session) const {
    v1::ApplyMovesRequest request;
    ARBITER_RETURN_IF_ERROR(FillPosition(position_, session, &request));
    for (const std::string& argument : actions_) {
      std::string list = argument;
      if (argument == "-") {
        ARBITER_ASSIGN_OR_RETURN(list, ReadFile(argument, kMaxRecordBytes));
        if (!IsUtf8(list)) return UsageError("standard input is not UTF-8 text");
      }
      for (std::string& action : SplitActionLines(list)) request.add_actions(std::move(action));
    }
    request.set_notation(v1::NOTATION_ANY);
    request.set_actor(actor_);
    request.set_bidder(bidder_);
    request.mutable_elapsed_ms()->Add(elapsed_ms_.begin(), elapsed_ms_.end());
    answer_.Fill(&request);
    request.set_board(!session.json());
    ARBITER_RETURN_IF_ERROR(randomness_.Fill(&request));
    ARBITER_ASSIGN_OR_RETURN(const auto response, session.Call<v1::ApplyMovesResponse>(request));
    if (session.json()) return PrintJson(response);
    for (const v1::Applied& applied : response.applied()) PrintApplied(applied);
    if (response.applied_size() > 0) std::cout << '\n';
    PrintSeed(response.seed(), response.commitment());
    ARBITER_ASSIGN_OR_RETURN(const v1::Position after,
                             CompletePosition(request, response, session));
    return PrintState(after, response.state(), LastMove(response.applied()), answer_, session);
  }

 private:
  // Returns the complete position after the actions. A redacted state is not a position to continue
  // from, so the actions of a request with a viewer are applied again, without the viewer and with
  // the same seed.
  static absl::StatusOr<v1::Position> CompletePosition(v1::ApplyMovesRequest request,
                                                       const v1::ApplyMovesResponse& response,
                                                       Session& session) {
    if (request.viewer() == v1::VIEWER_UNSPECIFIED) {
      return PositionOf(request.position().variant(), response.state());
    }
    request.clear_viewer();
    if (!response.seed().empty()) request.mutable_randomness()->set_seed(response.seed());
    ARBITER_ASSIGN_OR_RETURN(const auto complete, session.Call<v1::ApplyMovesResponse>(request));
    return PositionOf(request.position().variant(), complete.state());
  }

  PositionArguments position_;
  std::vector<std::string> actions_;
  std::vector<int64_t> elapsed_ms_;
  v1::Color actor_ = v1::COLOR_UNSPECIFIED;
  v1::Bidder bidder_ = v1::BIDDER_UNSPECIFIED;
  RandomnessArguments randomness_;
  AnswerArguments answer_;
};

}  // namespace

void AddApplyCommand(CommandParser app, Action* action) {
  AddCommand<ApplyCommand>(app, "apply", "Apply actions and show the resulting state",
                           "  arbiter apply makruk e3e4 \"black:draw?\" e6e5\n"
                           "  arbiter apply chak --record chak.txt b1d2 --json\n"
                           "  arbiter apply chak --option clock=300+3 e3e4 --elapsed-ms 1500\n"
                           "  arbiter apply chpok \"raise time +2 5+3\" \"match time\" "
                           "--elapsed-ms 1500,-1 --generate-seed",
                           action);
}

}  // namespace arbiter::cli
