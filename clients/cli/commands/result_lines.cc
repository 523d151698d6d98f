#include "clients/cli/commands/result_lines.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "clients/cli/arguments/files.h"
#include "clients/cli/text/failure.h"
#include "clients/cli/text/json.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "google/protobuf/util/json_util.h"

namespace arbiter::cli {

void SetReview(const v1::JobReview& review, v1::ResultLine* line) {
  for (const v1::PlyReview& ply : review.plies()) {
    v1::JudgedPly& judged = *line->add_plies();
    judged.set_ply(ply.index() + 1);
    *judged.mutable_review() = ply;
    judged.mutable_review()->clear_index();
  }
  *line->mutable_summary() = review.summary();
  line->mutable_summary()->clear_graph_svg();
}

void SetGame(const v1::PgnGame& game, v1::ResultLine* line) {
  line->set_variant(game.variant());
  *line->mutable_tags() = game.tags();
  line->set_result(game.result());
}

v1::ResultLine LineOfJob(const std::string& job_id, const v1::JobResult& result) {
  v1::ResultLine line;
  line.set_job_id(job_id);
  line.set_game(static_cast<uint32_t>(result.item()) + 1);
  if (result.has_game()) SetGame(result.game(), &line);
  if (result.has_validate_game()) *line.mutable_validation() = result.validate_game();
  if (result.has_review_game()) SetReview(result.review_game(), &line);
  if (result.has_analyze()) *line.mutable_analysis() = result.analyze();
  if (result.has_status()) *line.mutable_error() = result.status();
  return line;
}

absl::StatusOr<ResultFile> ResultFile::Open(const std::string& path) {
  if (path == "-") return UsageError("--resume needs the name of a file, not -");
  Descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file.number() < 0) return FileError("write", path);
  struct stat information = {};
  if (fstat(file.number(), &information) != 0) return FileError("read", path);
  if (!S_ISREG(information.st_mode)) {
    return absl::FailedPreconditionError(
        StrCat(path, " is not a regular file; give another file to --resume"));
  }
  if (flock(file.number(), LOCK_EX | LOCK_NB) == 0) return ResultFile(path, std::move(file));
  if (errno != EWOULDBLOCK) return FileError("lock", path);
  return absl::FailedPreconditionError(
      StrCat("another program writes to ", path, "; wait for it to end, or give another file"));
}

absl::Status ResultFile::Read(const v1::ResultLine& id, const Visitor& visit) {
  // The id is the first field of each line.
  ARBITER_ASSIGN_OR_RETURN(std::string beginning, ToJson(id));
  beginning.pop_back();
  LineReader reader(file_.number());
  uint64_t end = 0;
  while (const std::optional<LineReader::Line> line = reader.Next()) {
    const bool is_complete = reader.bytes() > end + line->text.size();
    if (!is_complete && !line->too_long) {
      // Only a line that a command has begun to write may be removed.
      if (absl::StartsWith(line->text, beginning) || absl::StartsWith(beginning, line->text)) break;
      return NotAResultError(reader.lines());
    }
    v1::ResultLine result;
    const bool is_result =
        !line->too_long && google::protobuf::util::JsonStringToMessage(line->text, &result).ok();
    if (!is_result) return NotAResultError(reader.lines());
    ARBITER_RETURN_IF_ERROR(visit(result, reader.lines()));
    end = reader.bytes();
    ends_.push_back(end);
  }
  if (reader.error() != 0) {
    errno = reader.error();
    return FileError("read", path_);
  }
  return Truncate(end);
}

absl::Status ResultFile::Keep(uint64_t count) {
  return Truncate(count == 0 ? 0 : ends_[count - 1]);
}

absl::Status ResultFile::NotAResultError(uint64_t number) const {
  return absl::FailedPreconditionError(
      StrCat(path_, ":", number, ": this is not a result of this command; give another file"));
}

absl::Status ResultFile::Truncate(uint64_t size) {
  const auto offset = static_cast<off_t>(size);
  if (ftruncate(file_.number(), offset) != 0 || lseek(file_.number(), offset, SEEK_SET) != offset) {
    return FileError("write", path_);
  }
  return absl::OkStatus();
}

absl::Status ResultFile::Append(const v1::ResultLine& line) {
  ARBITER_ASSIGN_OR_RETURN(std::string text, ToJson(line));
  text.push_back('\n');
  return WriteAll(file_.number(), text) ? absl::OkStatus() : FileError("write", path_);
}

}  // namespace arbiter::cli
