#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "clients/cli/command.h"
#include "clients/cli/embedded_backend.h"
#include "clients/cli/enum_words.h"
#include "clients/cli/failure.h"
#include "clients/cli/files.h"
#include "clients/cli/game_verifier.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"

namespace arbiter::cli {
namespace {

v1::GameReport UnreadableReport(const absl::Status& error) {
  v1::GameReport report;
  report.set_failed("file");
  report.set_reason(std::string(error.message()));
  return report;
}

void PrintReport(const v1::GameReport& report) {
  if (report.ok()) {
    std::cout << "ok draws=" << report.draws()
              << " result=" << v1::Result_Name(report.result()).substr(sizeof("RESULT_") - 1)
              << (report.start_fen().empty() ? "" : " start=") << report.start_fen()
              << " fen=" << report.fen() << '\n';
  } else {
    std::cout << "failed " << report.failed() << ": " << report.reason() << '\n';
  }
}

class VerifyCommand {
 public:
  void AddTo(CLI::App* command) {
    command
        ->add_option("games", paths_,
                     "Files of finished games with their seeds: a JSON object, or one a line; - is "
                     "standard input")
        ->type_name("FILE")
        ->required();
  }

  // Asks nobody: whoever doubts a server does not want its word.
  absl::Status Run(Session& session) const {
    Session offline(std::make_unique<EmbeddedBackend>(absl::InfiniteDuration()), session.json(),
                    session.display());
    GameVerifier verifier(&offline);
    int failed = 0;
    for (const std::string& path : paths_) {
      ARBITER_ASSIGN_OR_RETURN(const std::string content, ReadFile(path));
      for (const absl::StatusOr<v1::GameFile>& game : ParseGameFiles(content)) {
        const v1::GameReport report =
            game.ok() ? verifier.Verify(*game) : UnreadableReport(game.status());
        failed += report.ok() ? 0 : 1;
        if (!session.json()) {
          PrintReport(report);
        } else if (const absl::Status status = PrintJson(report); !status.ok()) {
          return status;
        }
      }
    }
    if (failed == 0) return absl::OkStatus();
    return absl::FailedPreconditionError(
        failed == 1 ? "a game is not what its seed makes of it"
                    : StrCat(failed, " games are not what their seeds make of them"));
  }

 private:
  std::vector<std::string> paths_;
};

}  // namespace

void AddVerifyCommand(CLI::App& app, Action* action) {
  AddCommand<VerifyCommand>(app, "verify",
                            "Recompute every draw of finished games from their seeds, offline",
                            "  arbiter verify game.json\n"
                            "  arbiter verify games.jsonl --json",
                            action);
}

}  // namespace arbiter::cli
