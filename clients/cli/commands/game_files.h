#ifndef ARBITER_CLIENTS_CLI_COMMANDS_GAME_FILES_H_
#define ARBITER_CLIENTS_CLI_COMMANDS_GAME_FILES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/game_file.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/backend/session.h"

namespace CLI {
class App;
}  // namespace CLI

// Files of games: in PGN, which the service reads, and finished games in JSON.
namespace arbiter::cli {

// What a command's help says of a first argument that may be a file of games.
inline constexpr char kVariantOrPgnHelp[] =
    "Variant id, e.g. chak, see `arbiter variants`; or a file of games in PGN, - is standard input";

// Whether the first argument of a command is a file: it is `-`, or has a dot or a slash, as no
// variant has.
bool IsFileName(std::string_view argument);

// Which games of a PGN file: `--variant`, `--game`.
class PgnArguments {
 public:
  void AddTo(CLI::App* command);

  using Visitor = std::function<absl::Status(const v1::ReadGame&)>;
  // Hands `visit` the games of a file, in order, as the service reads them, until it returns an
  // error. Their lines are those of the file. Fails also if there is no game. A text that is not
  // UTF-8 is read as Latin-1, which PGN was made for.
  absl::Status ForEachGame(const std::string& path, const std::string& locale, Session& session,
                           const Visitor& visit) const;
  // The same for the content of the file.
  absl::Status ForEachGameIn(std::string_view content, const std::string& path,
                             const std::string& locale, Session& session,
                             const Visitor& visit) const;

  // A usage error if the command line says what a PGN file says itself.
  static absl::Status CheckAlone(bool others_given);
  // A usage error if these are given without a PGN file.
  absl::Status CheckAbsent() const;

 private:
  std::string variant_;
  // From 1; 0 stands for all.
  uint32_t game_ = 0;
};

// `game.pgn:24: Makruk, Anna - Bob, 1-0`.
std::string TitleOf(const std::string& path, const v1::ReadGame& game);
// `game.pgn:25:7: e5: ILLEGAL_ACTION: …`.
std::string FaultText(const std::string& path, const v1::PgnFault& fault);

// An error if some games are illegal: `2 games are illegal`.
absl::Status JudgeGames(size_t illegal);

// The finished games of a file: one JSON object, or one a line. One that cannot be read is an
// error.
std::vector<absl::StatusOr<v1::GameFile>> ParseGameFiles(const std::string& content);

// Copies which game was played and how: variant, options and record.
template <typename From, typename To>
void CopyGame(const From& from, To* to) {
  to->set_variant(from.variant());
  *to->mutable_options() = from.options();
  *to->mutable_record() = from.record();
}

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_COMMANDS_GAME_FILES_H_
