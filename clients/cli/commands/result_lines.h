#ifndef ARBITER_CLIENTS_CLI_COMMANDS_RESULT_LINES_H_
#define ARBITER_CLIENTS_CLI_COMMANDS_RESULT_LINES_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/game_file.pb.h"
#include "arbiter/v1/job_service.pb.h"
#include "clients/cli/arguments/files.h"

// The results of many games, each of which is a line of JSON (ResultLine in game_file.proto), and
// files of such lines, which commands continue after they were interrupted.
namespace arbiter::cli {

// Copies a review into a line.
void SetReview(const v1::JobReview& review, v1::ResultLine* line);
// Copies what is known about a game without its moves into a line.
void SetGame(const v1::PgnGame& game, v1::ResultLine* line);

// Returns the line for a result of a job.
v1::ResultLine LineOfJob(const std::string& job_id, const v1::JobResult& result);

// A file of result lines to which a command appends. What Append() has written is not lost if the
// program is killed. Only one program at a time has the file.
class ResultFile {
 public:
  // Opens the file; creates it if it does not exist. Refuses what is not a regular file, such as a
  // pipe, because no command can continue it.
  static absl::StatusOr<ResultFile> Open(const std::string& path);

  // Receives a line of the file and its number, from 1. An error ends Read(), which returns it.
  using Visitor = std::function<absl::Status(const v1::ResultLine& line, uint64_t number)>;
  // Passes on the lines of the file, and removes its last one if that was not written to its end.
  // Fails, and leaves the file as it is, if the file has anything else. `id` is a line that has
  // only the `job_id` or the `run_id` with which all lines begin. Must be called before Append().
  absl::Status Read(const v1::ResultLine& id, const Visitor& visit);

  // Removes all lines after the first `count` ones, which Read() has passed on.
  absl::Status Keep(uint64_t count);

  absl::Status Append(const v1::ResultLine& line);

  const std::string& path() const { return path_; }

 private:
  ResultFile(std::string path, Descriptor file) : path_(std::move(path)), file_(std::move(file)) {}

  // Returns the error for a line, numbered from 1, that no command has written.
  absl::Status NotAResultError(uint64_t number) const;
  absl::Status Truncate(uint64_t size);

  std::string path_;
  Descriptor file_;
  // The sizes of the file up to each of its lines.
  std::vector<uint64_t> ends_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_COMMANDS_RESULT_LINES_H_
