#include <unistd.h>

#include <optional>
#include <string>

#include "clients/cli/arguments/arguments.h"
#include "clients/cli/arguments/files.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/text/failure.h"
#include "clients/cli/uci/loop.h"
#include "core/rules/status_macros.h"

namespace arbiter::cli {
namespace {

class UciCommand {
 public:
  void AddTo(CLI::App* command) {
    command->add_option("--variant", variant_, "The variant to begin with; UCI_Variant changes it")
        ->type_name(kVariantType);
  }

  absl::Status Run(Session& session) const {
    if (session.json()) return UsageError("uci speaks UCI, which --json cannot");
    UciLoop loop(&session);
    ARBITER_RETURN_IF_ERROR(loop.Begin(variant_));
    LineReader reader(STDIN_FILENO);
    std::optional<LineReader::Line> line;
    do {
      line = reader.Next();
    } while (line.has_value() && loop.Answer(line->text));
    return absl::OkStatus();
  }

 private:
  std::string variant_;
};

}  // namespace

void AddUciCommand(CLI::App& app, Action* action) {
  AddCommand<UciCommand>(
      app, "uci", "Serve as an engine over the Universal Chess Interface",
      "  arbiter uci --variant makruk\n"
      "  arbiter uci --server localhost:50051\n\n"
      "UCI_Variant chooses the variant; its own options are called makruk.counting and the like.\n"
      "Moves are action texts. Those with blanks, as Chpok's bids, are read and written with _ "
      "for\n"
      "a blank: raise_time_+3_5+2. Where a move of Chakart leaves another choice to the same\n"
      "player, its bestmove is one action: send the position with it and its outcomes, and go\n"
      "again. A point of Chpok is a score of 100 cp. `d` prints the board, `go perft N` counts.",
      action);
}

}  // namespace arbiter::cli
