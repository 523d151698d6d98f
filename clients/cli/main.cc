#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/time/time.h"
#include "clients/cli/access_arguments.h"
#include "clients/cli/command.h"
#include "clients/cli/embedded_backend.h"
#include "clients/cli/failure.h"
#include "clients/cli/remote_backend.h"
#include "clients/cli/session.h"
#include "core/rules/strings.h"
#include "core/rules/text.h"

namespace arbiter::cli {
namespace {

constexpr double kRemoteTimeoutSeconds = 30;

struct GlobalArguments {
  std::string server;
  std::optional<double> timeout_seconds;
  bool json = false;
  AccessArguments access;

  void AddTo(CLI::App* app) {
    app->add_option("--server", server, "Ask this server instead of the service in this process")
        ->type_name("HOST:PORT")
        ->envname("ARBITER_SERVER");
    app->add_option("--timeout", timeout_seconds,
                    "Seconds that one call may take; 30 with --server, else no limit; "
                    "analyses have limits of their own")
        ->type_name("SECONDS")
        ->check(CLI::PositiveNumber);
    app->add_flag("--json", json, "Print proto JSON, one message a line");
    access.AddTo(app);
  }

  absl::StatusOr<std::unique_ptr<Backend>> MakeBackend() const {
    if (server.empty()) {
      return std::make_unique<EmbeddedBackend>(timeout_seconds ? absl::Seconds(*timeout_seconds)
                                                               : absl::InfiniteDuration());
    }
    const absl::StatusOr<ServerAccess> shown = access.Read(server);
    if (!shown.ok()) return shown.status();
    return std::make_unique<RemoteBackend>(
        server, *shown, absl::Seconds(timeout_seconds.value_or(kRemoteTimeoutSeconds)));
  }
};

void AddCommands(CLI::App& app, Action* action) {
  AddVariantsCommand(app, action);
  AddStartCommand(app, action);
  AddLegalCommand(app, action);
  AddApplyCommand(app, action);
  AddOutcomesCommand(app, action);
  AddAdjudicateCommand(app, action);
  AddValidateCommand(app, action);
  AddVerifyCommand(app, action);
  AddConvertCommand(app, action);
  AddRenderCommand(app, action);
  AddPerftCommand(app, action);
  AddAnalyzeCommand(app, action);
  AddReviewCommand(app, action);
  AddPlayCommand(app, action);
  AddUciCommand(app, action);
  AddBatchCommand(app, action);
  AddKeysCommand(app, action);
}

int Fail(const absl::Status& error) {
  std::cerr << "arbiter: " << Describe(error) << std::endl;
  return ExitCodeOf(error);
}

int Main(int argc, char** argv) {
  CLI::App app("arbiter: what the rules of chess variants say, and an engine for them", "arbiter");
  app.set_version_flag("--version", "arbiter " ARBITER_VERSION);
  app.require_subcommand(0, 1);
  // So that --json and the like may also stand after the command.
  app.fallthrough();
  app.footer(
      "Exit status: 0 done, 1 refused by the rules or the service, 2 wrong usage,\n"
      "3 the server cannot be reached.\n\n"
      "Example: arbiter legal chak --json");
  app.failure_message([](const CLI::App* failed, const CLI::Error& error) {
    const std::vector<CLI::App*> commands = failed->get_subcommands();
    return StrCat("arbiter: ", error.what(), "\nTry arbiter ",
                  commands.empty() ? "" : commands.front()->get_name() + " ", "--help\n");
  });
  GlobalArguments arguments;
  arguments.AddTo(&app);
  Action action;
  AddCommands(app, &action);

  if (!std::all_of(argv, argv + argc, IsUtf8)) return Fail(UsageError("arguments must be UTF-8"));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kSuccess : kUsage;
  }
  if (action == nullptr) {
    std::cerr << app.help();
    return kUsage;
  }
  absl::StatusOr<std::unique_ptr<Backend>> backend = arguments.MakeBackend();
  if (!backend.ok()) return Fail(backend.status());
  Session session(*std::move(backend), arguments.json);
  const absl::Status status = action(session);
  if (!std::cout.flush()) return Fail(absl::DataLossError("cannot write to standard output"));
  return status.ok() ? kSuccess : Fail(status);
}

}  // namespace
}  // namespace arbiter::cli

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  return arbiter::cli::Main(argc, argv);
}
