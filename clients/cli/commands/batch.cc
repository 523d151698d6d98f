#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/strings/ascii.h"
#include "clients/cli/batch_item.h"
#include "clients/cli/command.h"
#include "clients/cli/files.h"
#include "clients/cli/line_reader.h"
#include "clients/cli/progress.h"
#include "clients/cli/terminal.h"

namespace arbiter::cli {
namespace {

constexpr size_t kMaxLineBytes = size_t{64} * 1024 * 1024;

// Standard output, one answer a line; for several threads. Whoever reads the
// answers may wait for them before writing on: none is held back while the
// input may block.
class Output {
 public:
  // `progress` has to live as long.
  explicit Output(Progress* progress) : progress_(progress) {}

  void Write(const v1::BatchResponse& response) {
    const std::string line = AnswerLine(response);
    const std::lock_guard lock(mutex_);
    std::cout << line << '\n';
    if (input_may_block_) std::cout.flush();
    progress_->Set(bytes_read_, ++answers_);
  }

  void SetBytesRead(uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    bytes_read_ = bytes;
  }

  void SetInputMayBlock(bool may_block) {
    const std::lock_guard lock(mutex_);
    input_may_block_ = may_block;
    if (may_block) std::cout.flush();
  }

  bool good() {
    const std::lock_guard lock(mutex_);
    return std::cout.good();
  }

 private:
  Progress* const progress_;
  std::mutex mutex_;
  bool input_may_block_ = false;
  uint64_t bytes_read_ = 0;
  uint64_t answers_ = 0;
};

// The next request that a line holds; lines that hold none are answered at once.
std::optional<v1::BatchRequest> NextRequest(LineReader& reader, Output& output) {
  while (output.good()) {
    const std::optional<LineReader::Line> line = reader.Next();
    if (!line.has_value()) break;
    output.SetInputMayBlock(false);
    output.SetBytesRead(reader.bytes());
    if (line->too_long) {
      output.Write(TooLongAnswer(kMaxLineBytes));
      continue;
    }
    if (absl::StripAsciiWhitespace(line->text).empty()) continue;
    std::variant<v1::BatchRequest, v1::BatchResponse> item = ParseItem(line->text);
    if (auto* request = std::get_if<v1::BatchRequest>(&item)) return std::move(*request);
    output.Write(std::get<v1::BatchResponse>(item));
  }
  return std::nullopt;
}

// 0 for what is no file.
uint64_t SizeOf(int descriptor) {
  struct stat found = {};
  const bool is_file = fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode);
  return is_file ? static_cast<uint64_t>(found.st_size) : 0;
}

class BatchCommand {
 public:
  void AddTo(CLI::App* command) {
    command->add_option("files", paths_, "Files to read instead of standard input")
        ->type_name("FILE");
  }

  absl::Status Run(Session& session) const {
    if (paths_.empty()) return Answer(STDIN_FILENO, "standard input", session);
    for (const std::string& path : paths_) {
      const int descriptor = path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
      if (descriptor < 0) return FileError("read", path);
      const absl::Status status = Answer(descriptor, path, session);
      if (descriptor != STDIN_FILENO) close(descriptor);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

 private:
  static absl::Status Answer(int descriptor, const std::string& name, Session& session) {
    // On a terminal the answers themselves show how far it is.
    Progress progress(session.display().progress && !OutputIsTerminal(), "answers",
                      SizeOf(descriptor));
    Output output(&progress);
    LineReader reader(descriptor, kMaxLineBytes, [&] { output.SetInputMayBlock(true); });
    const absl::Status status =
        session.backend().CallAll([&] { return NextRequest(reader, output); },
                                  [&](const v1::BatchResponse& r) { output.Write(r); });
    if (!status.ok() || reader.error() == 0) return status;
    errno = reader.error();
    return FileError("read", name);
  }

  std::vector<std::string> paths_;
};

}  // namespace

void AddBatchCommand(CLI::App& app, Action* action) {
  AddCommand<BatchCommand>(
      app, "batch", "Answer requests in proto JSON, one a line",
      "  echo '{\"id\":\"1\",\"legalMoves\":{\"position\":{\"variant\":\"chak\"}}}' | arbiter "
      "batch\n"
      "  arbiter batch requests.jsonl > answers.jsonl\n\n"
      "A line is a BatchRequest, its answer a BatchResponse, in the order of the requests; with\n"
      "--server in the order in which they are ready. A line that fails is answered with a status\n"
      "and stops nothing.",
      action);
}

}  // namespace arbiter::cli
