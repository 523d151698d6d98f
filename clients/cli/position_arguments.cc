#include "clients/cli/position_arguments.h"

#include <string_view>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "clients/cli/failure.h"
#include "clients/cli/files.h"
#include "clients/cli/hex.h"
#include "clients/cli/record_text.h"
#include "core/rules/status_macros.h"

namespace arbiter::cli {

void RecordArguments::AddTo(CLI::App* command) {
  command->add_option("--start-fen", start_fen_, "Where the record starts")->type_name("FEN");
  command
      ->add_option("--moves", moves_,
                   "The record's actions: \"e3e4 e6e5\", or \"e3e4; claim draw\" with semicolons "
                   "where an action has blanks")
      ->type_name("LIST");
  command
      ->add_option("--record", record_path_,
                   "A file with a record: proto JSON, or one action a line; - is standard input")
      ->type_name("FILE");
  command->add_option("--record-seed", seed_, "The seed that decided the record's draws")
      ->type_name("HEX");
}

bool RecordArguments::given() const {
  return start_fen_.has_value() || moves_.has_value() || record_path_.has_value() ||
         seed_.has_value();
}

absl::StatusOr<v1::Record> RecordArguments::Record() const {
  if (moves_.has_value() && record_path_.has_value()) {
    return UsageError("give either --moves or --record");
  }
  v1::Record record;
  if (record_path_.has_value()) {
    ARBITER_ASSIGN_OR_RETURN(const std::string content, ReadFile(*record_path_));
    ARBITER_ASSIGN_OR_RETURN(v1::Record parsed, ParseRecord(content));
    record = std::move(parsed);
  }
  for (const std::string& action : SplitActions(moves_.value_or(""))) record.add_actions(action);
  if (start_fen_.has_value()) record.set_start_fen(*start_fen_);
  if (seed_.has_value()) {
    ARBITER_ASSIGN_OR_RETURN(const std::string seed, ParseHex(*seed_));
    record.set_seed(seed);
  }
  return record;
}

void PositionArguments::AddTo(CLI::App* command) {
  game_.AddTo(command);
  command->add_option("--fen", fen_, "A position without its history; with --moves, their start")
      ->type_name("FEN");
  record_.AddTo(command);
  command->add_option("--snapshot", snapshot_, "The snapshot of an earlier answer")
      ->type_name("BASE64");
  command
      ->add_option("--snapshot-file", snapshot_path_,
                   "A file with the bytes of a snapshot; - is standard input")
      ->type_name("FILE");
}

absl::StatusOr<v1::Position> PositionArguments::Position() const {
  v1::Position position;
  absl::Status status = game_.Fill(&position);
  if (!status.ok()) return status;
  if (snapshot_.has_value() || snapshot_path_.has_value()) {
    if (fen_.has_value() || record_.given() ||
        (snapshot_.has_value() && snapshot_path_.has_value())) {
      return UsageError("a snapshot is the whole game: give no other position");
    }
    status = SetSnapshot(&position);
    if (!status.ok()) return status;
    return position;
  }
  if (record_.given()) {
    ARBITER_ASSIGN_OR_RETURN(const v1::Record record, record_.Record());
    *position.mutable_record() = record;
    if (fen_.has_value()) {
      if (!record.start_fen().empty()) return UsageError("the game has two starting FENs");
      position.mutable_record()->set_start_fen(*fen_);
    }
  } else if (fen_.has_value()) {
    position.set_fen(*fen_);
  }
  return position;
}

absl::Status PositionArguments::SetSnapshot(v1::Position* position) const {
  if (snapshot_path_.has_value()) {
    ARBITER_ASSIGN_OR_RETURN(std::string bytes, ReadFile(*snapshot_path_));
    position->set_snapshot(std::move(bytes));
    return absl::OkStatus();
  }
  std::string bytes;
  if (!absl::Base64Unescape(*snapshot_, &bytes) &&
      !absl::WebSafeBase64Unescape(*snapshot_, &bytes)) {
    return UsageError("--snapshot: not base64");
  }
  position->set_snapshot(bytes);
  return absl::OkStatus();
}

}  // namespace arbiter::cli
