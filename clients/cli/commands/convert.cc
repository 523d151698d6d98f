#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/text/json.h"
#include "core/base/status_macros.h"

namespace arbiter::cli {
namespace {

// Joins actions so that SplitActions() splits them again.
std::string JoinActions(const std::vector<std::string>& actions) {
  const bool has_spaces = std::any_of(actions.begin(), actions.end(), [](const auto& action) {
    return absl::StrContains(action, ' ');
  });
  return absl::StrJoin(actions, has_spaces ? "; " : " ");
}

class ConvertCommand {
 public:
  void AddTo(CommandParser command) {
    position_.AddTo(command);
    command.Add("moves", &moves_, "Convert these moves, one per argument or all in one argument")
        .Type("MOVES")
        .Required();
    AddEnumOption(command, "--from", &from_, "Read moves in this notation (default: san)");
    AddEnumOption(command, "--to", &to_, "Write moves in this notation (default: action)");
    command.AddFlag("--points", &points_,
                    "Add the points that each Chpok move scores to SAN and LAN, e.g. Nf5 [+1]");
  }

  absl::Status Run(Session& session) const {
    v1::ConvertMovesRequest request;
    ARBITER_RETURN_IF_ERROR(position_.Fill(&request));
    const std::vector<std::string> texts = moves_.size() == 1 ? SplitMoves(moves_[0]) : moves_;
    request.mutable_texts()->Add(texts.begin(), texts.end());
    request.set_from(from_);
    request.set_to(to_);
    request.set_points(points_);
    ARBITER_ASSIGN_OR_RETURN(const auto response, session.Call<v1::ConvertMovesResponse>(request));
    if (session.json()) return PrintJson(response);
    std::cout << JoinActions({response.texts().begin(), response.texts().end()}) << '\n';
    return absl::OkStatus();
  }

 private:
  // Splits moves like SplitActions(). In Thai LAN a space also follows the letter of the piece:
  // `บ จ๓-จ๔`.
  std::vector<std::string> SplitMoves(const std::string& line) const {
    if (from_ != v1::NOTATION_THAI_LAN) return SplitActions(line);
    std::vector<std::string> moves;
    bool only_piece = false;
    for (const std::string& word : SplitActions(line)) {
      if (only_piece) {
        moves.back() += " " + word;
      } else {
        moves.push_back(word);
      }
      const bool ascii = static_cast<unsigned char>(word.front()) < 0x80;
      only_piece = !only_piece && !ascii && word.find_first_of("-x") == std::string::npos;
    }
    return moves;
  }

  PositionArguments position_;
  std::vector<std::string> moves_;
  v1::Notation from_ = v1::NOTATION_SAN;
  v1::Notation to_ = v1::NOTATION_ACTION;
  bool points_ = false;
};

}  // namespace

void AddConvertCommand(CommandParser app, Action* action) {
  AddCommand<ConvertCommand>(app, "convert", "Convert a line of moves to another notation",
                             "  arbiter convert makruk --from san --to action \"e4 e5 Nd2\"\n"
                             "  arbiter convert makruk --from action --to thai-san e3e4 e6e5\n"
                             "  arbiter convert chpok --option skip_bidding=true --from action "
                             "--to san --points e2e4 b8c6 e4e5",
                             action);
}

}  // namespace arbiter::cli
