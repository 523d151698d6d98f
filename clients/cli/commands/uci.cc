#include <unistd.h>

#include <optional>
#include <string>

#include "clients/cli/arguments/arguments.h"
#include "clients/cli/arguments/files.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/text/failure.h"
#include "clients/cli/uci/loop.h"
#include "core/base/status_macros.h"

namespace arbiter::cli {
namespace {

class UciCommand {
 public:
  void AddTo(CommandParser command) {
    command.Add("--variant", &variant_, "Begin with this variant; UCI_Variant changes it")
        .Type(kVariantType);
  }

  absl::Status Run(Session& session) const {
    if (session.json()) return UsageError("uci does not support --json; it prints UCI");
    UciLoop loop(&session);
    ARBITER_RETURN_IF_ERROR(loop.Begin(variant_));
    LineReader reader(STDIN_FILENO);
    std::optional<LineReader::Line> line;
    do {
      line = reader.Next();
    } while (line.has_value() && loop.HandleLine(line->text));
    return absl::OkStatus();
  }

 private:
  std::string variant_;
};

}  // namespace

void AddUciCommand(CommandParser app, Action* action) {
  AddCommand<UciCommand>(
      app, "uci", "Run as an engine that speaks the Universal Chess Interface (UCI)",
      "  arbiter uci --variant makruk\n"
      "  arbiter uci --server localhost:50051\n\n"
      "UCI_Variant sets the variant; the options of the variants have names such as\n"
      "makruk.counting. Moves are action texts, with _ in place of each space, as in the Chpok\n"
      "bid raise_time_+3_5+2. If a Chakart move leaves its player another choice, bestmove is\n"
      "only the first action: send the position with that action and its outcomes, then go again.\n"
      "A point of Chpok counts as 100 cp. `d` prints the board, and `go perft N` counts leaves.",
      action);
}

}  // namespace arbiter::cli
