#ifndef ARBITER_CLIENTS_CLI_COMMANDS_GAME_FILES_H_
#define ARBITER_CLIENTS_CLI_COMMANDS_GAME_FILES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/game_file.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/arguments/command_parser.h"
#include "clients/cli/backend/session.h"

// Files of games: PGN, which the service reads, and finished games in JSON.
namespace arbiter::cli {

// The help text for a first argument that is a variant or a file of games.
inline constexpr char kVariantOrPgnHelp[] =
    "Choose the variant, e.g. chak, or read games from this PGN file (- for standard input)";

// Returns whether the first argument of a command is a file: `-`, or a name with a dot or a slash,
// which no variant has.
bool IsFileName(std::string_view argument);

// Returns a text in UTF-8 without a byte order mark. One that is not UTF-8 is read as Latin-1, the
// original encoding of PGN.
std::string ToUtf8(std::string text);

// The options for PGN files: `--variant` and `--game`.
class PgnArguments {
 public:
  void AddTo(CommandParser command);

  // The number of the game whose only `--game` reads; 0 for all games.
  uint32_t game() const { return game_; }
  // The variant of games that name none; empty if it is not given.
  const std::string& variant() const { return variant_; }

  // Receives a game and its number in the file, from 1.
  using Visitor = std::function<absl::Status(const v1::ReadGame& game, uint32_t number)>;
  // Calls `visit` for each game of a file, in order, as the service reads it, until `visit` returns
  // an error. Line numbers are those of the file. Fails if there is no game. Text that is not UTF-8
  // is read as Latin-1, the original encoding of PGN.
  absl::Status ForEachGame(const std::string& path, const std::string& locale, Session& session,
                           const Visitor& visit) const;
  // Like ForEachGame(), for the content of a file in UTF-8.
  absl::Status ForEachGameIn(std::string_view content, const std::string& path,
                             const std::string& locale, Session& session,
                             const Visitor& visit) const;

  // Returns a usage error if the command line describes a game in addition to a PGN file.
  static absl::Status CheckNoOtherGame(bool has_other_game);
  // Must be called only if there is no PGN file. Returns a usage error if `--variant` or `--game`
  // is given.
  absl::Status CheckUnused() const;

 private:
  std::string variant_;
  // The number of the game in the file, from 1; 0 means all games.
  uint32_t game_ = 0;
};

// Returns the title of a game in a file: `game.pgn:24: makruk, Anna - Bob, 1-0`.
std::string TitleOf(const std::string& path, const v1::ReadGame& game);
// Describes the fault of a game in a file: `game.pgn:25:7: e5: ILLEGAL_ACTION: …`.
std::string FaultText(const std::string& path, const v1::PgnFault& fault);

// Returns an error if some games are illegal: `2 games are illegal`.
absl::Status CheckAllLegal(size_t illegal_games);

using GameFileVisitor = std::function<absl::Status(const absl::StatusOr<v1::GameFile>&)>;
// Calls `visit` for each finished game in the content of a file, in order, until `visit` returns an
// error. The content is one JSON object, or one per line. A game that cannot be read is visited as
// an error; if neither the content nor any line is a JSON object, that is one such game.
absl::Status ForEachGameFile(std::string_view content, const GameFileVisitor& visit);

// Copies the variant, the options and the record of a game.
template <typename From, typename To>
void CopyGame(const From& from, To* to) {
  to->set_variant(from.variant());
  *to->mutable_options() = from.options();
  *to->mutable_record() = from.record();
}

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_COMMANDS_GAME_FILES_H_
