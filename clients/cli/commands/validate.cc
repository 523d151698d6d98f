#include <cstdint>
#include <iostream>
#include <string>

#include "clients/cli/arguments/arguments.h"
#include "clients/cli/backend/board.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/commands/game_files.h"
#include "clients/cli/text/json.h"
#include "clients/cli/text/state_text.h"
#include "clients/cli/text/words.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

void PrintIllegal(const v1::IllegalAction& illegal) {
  std::cout << "Illegal   action " << illegal.index() << " (from 0), " << illegal.action() << ": "
            << illegal.reason() << ": " << illegal.message() << '\n';
}

void PrintVerdict(const v1::ValidateGameResponse& response, const Players& players) {
  for (const v1::IllegalAction& skipped : response.skipped()) PrintIllegal(skipped);
  if (response.verdict() == v1::ValidateGameResponse::VERDICT_LEGAL ||
      response.skipped_size() > 0) {
    std::cout << "Legal     " << CountText(response.actions_applied(), "action") << '\n';
  } else {
    PrintIllegal(response.first_illegal());
    std::cout << "Last FEN  " << response.first_illegal().last_good_fen() << '\n';
  }
  if (response.draws_checked() > 0) {
    std::cout << "Draws     " << CountText(response.draws_checked(), "random draw")
              << " confirmed by the seed\n";
  }
  std::cout << AdjudicatedStateText(response.state(), players);
}

// Says how the rules support the claimed result of a legal game.
std::string RulesText(const v1::Adjudication& adjudication, v1::Result claimed) {
  if (adjudication.result() != v1::RESULT_ONGOING) {
    return StrCat(adjudication.message(), " (", adjudication.rule(), ")");
  }
  if (claimed == v1::RESULT_ONGOING) return "the rules leave the game open";
  return "the rules leave the game open; it may have ended by resignation, agreement or time";
}

class ValidateCommand {
 public:
  void AddTo(CommandParser command) {
    game_.AddWithFile(command, kVariantOrPgnHelp);
    record_.AddTo(command);
    pgn_.AddTo(command);
    AddEnumOption(command, "--result", &claimed_result_, "Check this claimed result");
    command.AddFlag("--skip-illegal", &skips_illegal_,
                    "Skip illegal actions and list them, up to the end of the game");
    answer_.AddTo(command);
  }

  absl::Status Run(Session& session) const {
    if (IsFileName(game_.variant())) return ValidatePgn(game_.variant(), session);
    v1::ValidateGameRequest request;
    ARBITER_RETURN_IF_ERROR(pgn_.CheckUnused());
    ARBITER_RETURN_IF_ERROR(game_.Fill(&request));
    ARBITER_ASSIGN_OR_RETURN(*request.mutable_record(), record_.Record());
    request.set_notation(v1::NOTATION_ANY);
    request.set_claimed_result(claimed_result_);
    if (skips_illegal_) request.set_on_illegal(v1::ON_ILLEGAL_SKIP);
    answer_.Fill(&request);
    request.set_board(!session.json());
    ARBITER_ASSIGN_OR_RETURN(const auto response, session.Call<v1::ValidateGameResponse>(request));
    ARBITER_RETURN_IF_ERROR(Print(response, session));
    return Judge(response);
  }

 private:
  absl::Status ValidatePgn(const std::string& path, Session& session) const {
    ARBITER_RETURN_IF_ERROR(PgnArguments::CheckNoOtherGame(
        game_.has_options() || record_.has_any() || claimed_result_ != v1::RESULT_UNSPECIFIED ||
        skips_illegal_));
    size_t games = 0;
    size_t illegal = 0;
    const auto validate = [&](const v1::ReadGame& game, uint32_t /*number*/) {
      ++games;
      ARBITER_ASSIGN_OR_RETURN(const bool legal, ValidateGame(path, game, session));
      if (!legal) ++illegal;
      return absl::OkStatus();
    };
    ARBITER_RETURN_IF_ERROR(pgn_.ForEachGame(path, answer_.locale, session, validate));
    if (!session.json()) {
      std::cout << CountText(games, "game") << ": " << games - illegal << " legal, " << illegal
                << " illegal\n";
    }
    return CheckAllLegal(illegal);
  }

  // Prints the verdict on a game of a file. Returns whether the game is legal, including its seed
  // and its result.
  absl::StatusOr<bool> ValidateGame(const std::string& path, const v1::ReadGame& game,
                                    Session& session) const {
    v1::ValidateGameRequest request;
    CopyGame(game.game(), &request);
    answer_.Fill(&request);
    v1::ValidateGameResponse response;
    if (!game.has_fault()) {
      auto answer = session.Call<v1::ValidateGameResponse>(request);
      // The service refuses a game as a whole if its seed does not draw its start.
      if (!answer.ok() && ReasonOf(answer.status()) != ErrorReason::kImpossibleOutcome) {
        return answer.status();
      }
      if (answer.ok()) {
        response = *std::move(answer);
      } else {
        response.set_verdict(v1::ValidateGameResponse::VERDICT_ILLEGAL);
        response.mutable_first_illegal()->set_reason("IMPOSSIBLE_OUTCOME");
        response.mutable_first_illegal()->set_message(std::string(answer.status().message()));
      }
    }
    const bool legal = response.verdict() == v1::ValidateGameResponse::VERDICT_LEGAL;
    if (session.json()) {
      ARBITER_RETURN_IF_ERROR(PrintJson(game));
      if (!game.has_fault()) {
        ARBITER_RETURN_IF_ERROR(PrintJson(response));
      }
      return legal;
    }
    std::cout << TitleOf(path, game) << ": ";
    if (legal) {
      std::cout << "legal, " << CountText(response.actions_applied(), "action") << "; "
                << RulesText(response.adjudication(), game.game().result()) << '\n';
    } else if (game.has_fault()) {
      std::cout << "illegal\n  " << FaultText(path, game.fault()) << '\n';
    } else {
      const v1::IllegalAction& first = response.first_illegal();
      std::cout << "illegal\n  " << first.action() << (first.action().empty() ? "" : ": ")
                << first.reason() << ": " << first.message() << '\n';
    }
    return legal;
  }

  absl::Status Print(const v1::ValidateGameResponse& response, Session& session) const {
    if (session.json()) return PrintJson(response);
    ARBITER_ASSIGN_OR_RETURN(const Players players,
                             FetchPlayers(game_.variant(), answer_, session));
    PrintVerdict(response, players);
    return absl::OkStatus();
  }

  absl::Status Judge(const v1::ValidateGameResponse& response) const {
    if (response.verdict() != v1::ValidateGameResponse::VERDICT_LEGAL) {
      return absl::FailedPreconditionError("the game is illegal");
    }
    if (claimed_result_ != v1::RESULT_UNSPECIFIED && !response.claimed_result_fits()) {
      return absl::FailedPreconditionError("the claimed result is not the result under the rules");
    }
    return absl::OkStatus();
  }

  GameArguments game_;
  RecordArguments record_;
  PgnArguments pgn_;
  v1::Result claimed_result_ = v1::RESULT_UNSPECIFIED;
  bool skips_illegal_ = false;
  AnswerArguments answer_;
};

}  // namespace

void AddValidateCommand(CommandParser app, Action* action) {
  AddCommand<ValidateCommand>(app, "validate", "Check a whole game and its claimed result",
                              "  arbiter validate makruk --record makruk.txt --result white-wins\n"
                              "  arbiter validate games.pgn\n\n"
                              "In a PGN file every game is checked. With --json, the ReadGame of "
                              "each game is printed,\nfollowed by its ValidateGameResponse if it "
                              "was read without a fault.",
                              action);
}

}  // namespace arbiter::cli
