#ifndef ARBITER_CLIENTS_CLI_POSITION_ARGUMENTS_H_
#define ARBITER_CLIENTS_CLI_POSITION_ARGUMENTS_H_

#include <optional>
#include <string>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/game.pb.h"
#include "clients/cli/game_arguments.h"

namespace arbiter::cli {

// A game so far: `--start-fen`, `--moves`, `--record`, `--record-seed`.
class RecordArguments {
 public:
  void AddTo(CLI::App* command);

  // Whether any of them was given.
  bool given() const;
  absl::StatusOr<v1::Record> Record() const;

 private:
  std::optional<std::string> start_fen_;
  std::optional<std::string> moves_;
  std::optional<std::string> record_path_;
  std::optional<std::string> seed_;
};

// A position of a game: the game's arguments and one of a FEN, a record and a
// snapshot; the start position without them.
class PositionArguments {
 public:
  void AddTo(CLI::App* command);

  absl::StatusOr<v1::Position> Position() const;

  // Sets the request's position.
  template <typename Request>
  absl::Status Fill(Request* request) const {
    const absl::StatusOr<v1::Position> position = Position();
    if (position.ok()) *request->mutable_position() = *position;
    return position.status();
  }

 private:
  absl::Status SetSnapshot(v1::Position* position) const;

  GameArguments game_;
  RecordArguments record_;
  std::optional<std::string> fen_;
  std::optional<std::string> snapshot_;
  std::optional<std::string> snapshot_path_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_POSITION_ARGUMENTS_H_
