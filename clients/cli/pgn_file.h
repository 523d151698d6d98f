#ifndef ARBITER_CLIENTS_CLI_PGN_FILE_H_
#define ARBITER_CLIENTS_CLI_PGN_FILE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/session.h"

namespace arbiter::cli {

// What a command's help says of a first argument that may be a file of games.
inline constexpr char kVariantOrPgnHelp[] =
    "Variant id, e.g. chak, see `arbiter variants`; or a file of games in PGN, - is standard input";

// Whether the first argument of a command is a file: `-`, or with a dot or a slash, as no variant
// has.
bool IsFileName(std::string_view argument);

// A part of a file of games, and the number of its first line, from 1.
struct PgnPart {
  std::string text;
  uint32_t line = 1;
};
// Cuts between games, so that each part but the last has at least `bytes`. A text that is no UTF-8
// is read as Latin-1, which PGN was made for.
std::vector<PgnPart> SplitPgn(std::string_view text, size_t bytes);

// Which games of a PGN file: `--variant`, `--game`.
class PgnArguments {
 public:
  void AddTo(CLI::App* command);

  using Visitor = std::function<absl::Status(const v1::ReadGame&)>;
  // Hands `visit` the games of a file, in order, as the service reads them, until it answers an
  // error. Their lines are those of the file. An error also where there is no game.
  absl::Status ForEachGame(const std::string& path, const std::string& locale, Session& session,
                           const Visitor& visit) const;
  // The same of what is in the file.
  absl::Status ForEachGameIn(std::string_view content, const std::string& path,
                             const std::string& locale, Session& session,
                             const Visitor& visit) const;

  // A usage error where the command line says what a PGN file says itself.
  static absl::Status CheckAlone(bool others_given);
  // A usage error where these are given and there is no PGN file.
  absl::Status CheckAbsent() const;

 private:
  std::string variant_;
  // From 1; 0: all.
  uint32_t game_ = 0;
};

// `game.pgn:24: Makruk, Anna - Bob, 1-0`.
std::string TitleOf(const std::string& path, const v1::ReadGame& game);
// `game.pgn:25:7: e5: ILLEGAL_ACTION: …`.
std::string FaultText(const std::string& path, const v1::PgnFault& fault);

// An error where some of the games have failed: `2 games are illegal`.
absl::Status JudgeGames(size_t illegal);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_PGN_FILE_H_
