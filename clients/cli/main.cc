#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/time/time.h"
#include "clients/cli/arguments/access_arguments.h"
#include "clients/cli/arguments/display_arguments.h"
#include "clients/cli/arguments/usage_text.h"
#include "clients/cli/backend/backend.h"
#include "clients/cli/backend/session.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/commands/completion.h"
#include "clients/cli/text/failure.h"
#include "clients/cli/text/json.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/game/registry.h"
#include "service/convert/errors.h"

namespace arbiter::cli {
namespace {

constexpr uint32_t kRemoteTimeoutMs = 30'000;

struct GlobalArguments {
  std::string server;
  std::optional<uint32_t> timeout_ms;
  bool json = false;
  AccessArguments access;
  DisplayArguments display;

  void AddTo(CLI::App* app) {
    app->add_option("--server", server,
                    "Send requests to this server instead of the service built into arbiter")
        ->type_name("HOST:PORT")
        ->envname("ARBITER_SERVER");
    CommandParser(app)
        .Add(
            "--timeout", &timeout_ms,
            "Fail a call that takes longer than this, e.g. 5 or 500ms; seconds unless it has "
            "another unit (default: 30 with --server, otherwise no limit); analyses have limits of "
            "their own")
        .Type("TIME")
        .Time("s");
    app->add_flag("--json", json,
                  "Print proto JSON, one message per line, and errors other than wrong usage as "
                  "google.rpc.Status on standard error");
    display.AddTo(CommandParser(app));
    access.AddTo(CommandParser(app));
  }

  absl::StatusOr<std::unique_ptr<Backend>> MakeBackend() const {
    if (server.empty()) {
      return MakeEmbeddedBackend(timeout_ms ? absl::Milliseconds(*timeout_ms)
                                            : absl::InfiniteDuration());
    }
    ARBITER_ASSIGN_OR_RETURN(const ServerAccess server_access, access.Read(server));
    return MakeRemoteBackend(server, server_access,
                             absl::Milliseconds(timeout_ms.value_or(kRemoteTimeoutMs)));
  }
};

void AddCommands(CommandParser app, Action* action) {
  AddVariantsCommand(app, action);
  AddStartCommand(app, action);
  AddLegalCommand(app, action);
  AddApplyCommand(app, action);
  AddOutcomesCommand(app, action);
  AddAdjudicateCommand(app, action);
  AddValidateCommand(app, action);
  AddVerifyCommand(app, action);
  AddConvertCommand(app, action);
  AddPgnCommand(app, action);
  AddRenderCommand(app, action);
  AddViewCommand(app, action);
  AddPerftCommand(app, action);
  AddAnalyzeCommand(app, action);
  AddReviewCommand(app, action);
  AddJobsCommand(app, action);
  AddPlayCommand(app, action);
  AddUciCommand(app, action);
  AddBatchCommand(app, action);
  AddKeysCommand(app, action);
  AddCompletionCommand(app, action);
}

int Fail(const absl::Status& error, bool json) {
  const ExitCode code = ExitCodeOf(error);
  const bool as_text = !json || code == kUsage;
  std::cerr << (as_text ? StrCat("arbiter: ", Describe(error))
                        : ToJson(ToRpcStatus(error, "")).value_or(Describe(error)))
            << std::endl;
  return code;
}

std::vector<std::string> KnownVariants() {
  std::vector<std::string> ids;
  for (const Variant* variant : AllVariants()) ids.emplace_back(variant->info().id);
  return ids;
}

// Turns `arbiter help COMMAND` into `arbiter COMMAND --help`, which other programs understand too.
void RewriteHelp(const CLI::App& app, std::vector<std::string>* words) {
  if (words->size() < 2 || (*words)[1] != "help") return;
  words->erase(words->begin() + 1);
  // An unknown command is refused instead.
  const std::vector<const CLI::App*> commands = app.get_subcommands({});
  const auto is_named = [words](const CLI::App* command) {
    return command->get_name() == (*words)[1];
  };
  if (words->size() > 1 && std::none_of(commands.begin(), commands.end(), is_named)) return;
  words->emplace_back("--help");
}

int Main(int argc, char** argv) {
  CLI::App app("arbiter: a referee and an engine for four chess variants", "arbiter");
  app.set_version_flag("--version", "arbiter " ARBITER_VERSION, "Print the version and exit");
  app.require_subcommand(0, 1);
  // Global options such as --json may also follow the command.
  app.fallthrough();
  app.footer(
      "Examples:\n"
      "  arbiter start chak\n"
      "  arbiter legal makruk --from e3 --full\n"
      "  arbiter apply makruk e3e4 e6e5 --json\n"
      "  arbiter play chakart --black engine\n"
      "  arbiter render --help\n\n"
      "Exit status: 0 success; 1 refused by the rules or the service, or a file cannot be read\n"
      "or written; 2 wrong usage; 3 the server cannot be reached or does not answer in time;\n"
      "130 after Ctrl-C; 141 if the reader of the output closes it early.");
  app.failure_message([](const CLI::App* failed, const CLI::Error& error) {
    const std::vector<CLI::App*> commands = failed->get_subcommands();
    return StrCat("arbiter: ", UsageText(*failed, error, KnownVariants()), "\nTry arbiter ",
                  commands.empty() ? "" : commands.front()->get_name() + " ", "--help\n");
  });
  GlobalArguments arguments;
  arguments.AddTo(&app);
  Action action;
  AddCommands(CommandParser(&app), &action);

  if (argc > 2 && argv[1] == kCompleteWord) {
    std::cout << Completions(app, {argv + 2, argv + argc});
    return kSuccess;
  }
  if (!std::all_of(argv, argv + argc, IsUtf8)) {
    return Fail(UsageError("arguments must be UTF-8"), arguments.json);
  }
  std::vector<std::string> words(argv, argv + argc);
  if (const std::string text = UnquotedFenText(words); !text.empty()) {
    return Fail(UsageError(text), arguments.json);
  }
  RewriteHelp(app, &words);
  // CLI11 takes words from the end.
  words.erase(words.begin());
  std::reverse(words.begin(), words.end());
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kSuccess : kUsage;
  }
  if (action == nullptr) {
    std::cerr << app.help();
    return kUsage;
  }
  absl::StatusOr<std::unique_ptr<Backend>> backend = arguments.MakeBackend();
  if (!backend.ok()) return Fail(backend.status(), arguments.json);
  Session session(*std::move(backend), arguments.json, arguments.display.Resolve(!arguments.json));
  absl::Status status = action(session);
  if (!std::cout.flush()) status = absl::DataLossError("cannot write to standard output");
  return status.ok() ? kSuccess : Fail(status, arguments.json);
}

}  // namespace
}  // namespace arbiter::cli

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  return arbiter::cli::Main(argc, argv);
}
