#include <cstdint>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/arguments/files.h"
#include "clients/cli/backend/positions.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/commands/game_files.h"
#include "clients/cli/text/failure.h"
#include "clients/cli/text/json.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

void PrintRecord(const std::string& path, const v1::ReadGame& game) {
  const v1::Record& record = game.game().record();
  std::cout << "# " << TitleOf(path, game) << '\n';
  if (const auto options = ToJson(game.game().options()); options.ok() && *options != "{}") {
    std::cout << "# options " << *options << '\n';
  }
  if (!record.start_fen().empty()) {
    std::cout << "# start-fen " << Printable(record.start_fen()) << '\n';
  }
  for (const std::string& action : record.actions()) std::cout << action << '\n';
}

class PgnCommand {
 public:
  void AddTo(CommandParser command) {
    game_.AddWithFile(command,
                      "Choose the variant of the game to write, or convert this file: PGN to "
                      "records, or JSON GameFiles to PGN (- for standard input)");
    record_.AddTo(command);
    AddEnumOption(command, "--result", &result_, "Set the result if the rules leave it open");
    command.Add("--tag", &tags_, "Write this tag, e.g. White=Anna; may be repeated")
        .Type("NAME=VALUE")
        .OneValueEach();
    pgn_.AddTo(command);
    answer_.AddLocale(command);
    answer_.AddViewer(command);
  }

  absl::Status Run(Session& session) const {
    const std::string& argument = game_.variant();
    if (IsFileName(argument)) return ConvertFile(argument, session);
    v1::PgnGame game;
    ARBITER_RETURN_IF_ERROR(pgn_.CheckUnused());
    ARBITER_RETURN_IF_ERROR(FillRecord(game_, record_, session, &game));
    return Write(std::move(game), session);
  }

 private:
  absl::Status ConvertFile(const std::string& path, Session& session) const {
    ARBITER_RETURN_IF_ERROR(
        PgnArguments::CheckNoOtherGame(game_.has_options() || record_.has_any()));
    ARBITER_ASSIGN_OR_RETURN(const std::string content, ReadFile(path, kMaxGamesBytes));
    // PGN may begin with a brace too, but ends with a result.
    const absl::string_view trimmed = absl::StripAsciiWhitespace(content);
    const bool json = absl::StartsWith(trimmed, "{") && absl::EndsWith(trimmed, "}");
    return json ? WriteGameFiles(content, session) : Read(ToUtf8(content), path, session);
  }

  absl::Status Read(const std::string& content, const std::string& path, Session& session) const {
    if (result_ != v1::RESULT_UNSPECIFIED || !tags_.empty() ||
        answer_.viewer != v1::VIEWER_UNSPECIFIED) {
      return UsageError("--result, --tag and --viewer apply only to writing PGN");
    }
    size_t illegal = 0;
    bool first = true;
    const auto print = [&](const v1::ReadGame& game, uint32_t /*number*/) {
      if (session.json()) {
        ARBITER_RETURN_IF_ERROR(PrintJson(game));
      } else {
        if (!first) std::cout << '\n';
        PrintRecord(path, game);
      }
      first = false;
      if (!game.has_fault()) return absl::OkStatus();
      ++illegal;
      std::cout.flush();
      std::cerr << FaultText(path, game.fault()) << '\n';
      return absl::OkStatus();
    };
    ARBITER_RETURN_IF_ERROR(pgn_.ForEachGameIn(content, path, answer_.locale, session, print));
    return CheckAllLegal(illegal);
  }

  absl::Status WriteGameFiles(const std::string& content, Session& session) const {
    ARBITER_RETURN_IF_ERROR(pgn_.CheckUnused());
    return ForEachGameFile(content, [&](const absl::StatusOr<v1::GameFile>& file) {
      ARBITER_RETURN_IF_ERROR(file.status());
      v1::PgnGame game;
      CopyGame(*file, &game);
      game.set_result(file->claimed_result());
      return Write(std::move(game), session);
    });
  }

  absl::Status Write(v1::PgnGame game, Session& session) const {
    v1::WritePgnRequest request;
    if (result_ != v1::RESULT_UNSPECIFIED) game.set_result(result_);
    for (const std::string& tag : tags_) {
      const size_t equals = tag.find('=');
      if (equals == std::string::npos) {
        return UsageError(StrCat("--tag: ", Quoted(tag), " must be NAME=VALUE"));
      }
      v1::PgnTag& added = *game.add_tags();
      added.set_name(tag.substr(0, equals));
      added.set_value(tag.substr(equals + 1));
    }
    *request.mutable_game() = std::move(game);
    answer_.Fill(&request);
    ARBITER_ASSIGN_OR_RETURN(const auto response, session.Call<v1::WritePgnResponse>(request));
    if (session.json()) return PrintJson(response);
    std::cout << response.pgn();
    return absl::OkStatus();
  }

  GameArguments game_;
  RecordArguments record_;
  v1::Result result_ = v1::RESULT_UNSPECIFIED;
  std::vector<std::string> tags_;
  PgnArguments pgn_;
  AnswerArguments answer_;
};

}  // namespace

void AddPgnCommand(CommandParser app, Action* action) {
  AddCommand<PgnCommand>(
      app, "pgn", "Convert games to PGN, or PGN to records",
      "  arbiter pgn makruk --record makruk.txt --tag White=Anna --tag Black=Bob --result "
      "white-wins\n"
      "  arbiter pgn game.json > game.pgn\n"
      "  arbiter pgn games.pgn --game 2 > game.txt\n\n"
      "A record has one action per line; lines that begin with # name the game.",
      action);
}

}  // namespace arbiter::cli
