#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "clients/cli/arguments/files.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/text/json.h"
#include "clients/cli/text/progress.h"
#include "clients/cli/text/terminal.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "google/protobuf/struct.pb.h"
#include "google/protobuf/util/json_util.h"
#include "service/convert/errors.h"
#include "service/json/json_reader.h"

namespace arbiter::cli {
namespace {

// Returns the end of the JSON string or number with which `text` begins; 0 if it begins with
// neither.
size_t EndOfScalar(std::string_view text) {
  if (!text.starts_with('"')) {
    // Without a character after it, a number may be cut off.
    const size_t end = text.find_first_not_of("-+.0123456789eE");
    return end == std::string_view::npos ? 0 : end;
  }
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') return i + 1;
    if (text[i] == '\\') ++i;
  }
  return 0;
}

// Returns the `"id":…` of a line of invalid JSON; empty unless it comes before the error.
std::string_view FindId(std::string_view line) {
  int depth = 0;
  for (size_t i = 0; i < line.size();) {
    if (line[i] != '"') {
      depth += line[i] == '{' || line[i] == '[' ? 1 : line[i] == '}' || line[i] == ']' ? -1 : 0;
      ++i;
      continue;
    }
    const size_t size = EndOfScalar(line.substr(i));
    if (size == 0) break;
    const size_t colon = line.find_first_not_of(" \t", i + size);
    const bool is_key = colon != std::string_view::npos && line[colon] == ':';
    if (depth == 1 && is_key && line.substr(i, size) == "\"id\"") {
      const size_t value = std::min(line.find_first_not_of(" \t", colon + 1), line.size());
      const size_t length = EndOfScalar(line.substr(value));
      return length == 0 ? std::string_view() : line.substr(i, value + length - i);
    }
    i += size;
  }
  return {};
}

// Returns the `id` of a JSON object, which is a string or a number; empty if there is none. The
// line may hold only the beginning of the object.
// NOLINTNEXTLINE(misc-no-recursion): recurses once, with a valid object.
std::string ReadId(std::string_view line) {
  google::protobuf::Struct object;
  // An id is also read from a line that Protobuf understands and FromJson() refuses.
  if (!google::protobuf::util::JsonStringToMessage({line.data(), line.size()}, &object).ok()) {
    const std::string_view id = FindId(line);
    return id.empty() || id.size() + 2 == line.size() ? "" : ReadId(StrCat("{", id, "}"));
  }
  const auto id = object.fields().find("id");
  if (id == object.fields().end()) return "";
  if (id->second.has_number_value()) return ToJson(id->second).value_or("");
  return id->second.string_value();
}

// Returns the answer to an invalid line, which says its number, with the id of the request if it
// can be read.
v1::BatchResponse InvalidLineAnswer(uint64_t number, std::string_view line,
                                    const absl::Status& why) {
  v1::BatchResponse response;
  response.set_id(ReadId(line));
  *response.mutable_status() = ToRpcStatus(why, "");
  const std::string message(why.message());
  // A request is one line, so its place names the first line.
  constexpr std::string_view kPlace = "not JSON: line 1,";
  const bool has_place = message.starts_with(kPlace);
  response.mutable_status()->set_message(
      has_place ? StrCat("not JSON: line ", number, ",", message.substr(kPlace.size()))
                : StrCat("line ", number, ": ", message));
  return response;
}

// Parses the request on a line of a batch. For an invalid line, returns the answer that says so.
std::variant<v1::BatchRequest, v1::BatchResponse> ParseItem(uint64_t number,
                                                            std::string_view line) {
  v1::BatchRequest request;
  const absl::Status status = FromJson(line, &request);
  if (status.ok()) return request;
  return InvalidLineAnswer(number, line, status);
}

// Formats an answer as a line, without a newline.
std::string AnswerLine(const v1::BatchResponse& response) {
  absl::StatusOr<std::string> json = ToJson(response);
  if (json.ok()) return *std::move(json);
  v1::BatchResponse failure;
  failure.set_id(response.id());
  failure.mutable_status()->set_code(static_cast<int>(json.status().code()));
  failure.mutable_status()->set_message(std::string(json.status().message()));
  return *ToJson(failure);
}

// Writes answers to standard output, one per line. The reader of the answers may wait for them
// before it writes more requests, so none is held back while the input may block. Thread-safe.
class Output {
 public:
  // `progress` must outlive this object.
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

// Returns the next request, or std::nullopt at the end of the input. Invalid lines are answered at
// once.
std::optional<v1::BatchRequest> NextRequest(LineReader& reader, Output& output) {
  while (output.good()) {
    const std::optional<LineReader::Line> line = reader.Next();
    if (!line.has_value()) break;
    output.SetInputMayBlock(false);
    output.SetBytesRead(reader.bytes());
    if (line->too_long) {
      output.Write(InvalidLineAnswer(reader.lines(), "", LineTooLongError()));
      continue;
    }
    if (absl::StripAsciiWhitespace(line->text).empty()) continue;
    std::variant<v1::BatchRequest, v1::BatchResponse> item = ParseItem(reader.lines(), line->text);
    if (auto* request = std::get_if<v1::BatchRequest>(&item)) return std::move(*request);
    output.Write(std::get<v1::BatchResponse>(item));
  }
  return std::nullopt;
}

// Returns the size of a regular file; 0 for anything else.
uint64_t SizeOf(int descriptor) {
  struct stat found = {};
  const bool is_file = fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode);
  return is_file ? static_cast<uint64_t>(found.st_size) : 0;
}

class BatchCommand {
 public:
  void AddTo(CommandParser command) {
    command.Add("files", &paths_, "Read requests from these files, not standard input")
        .Type("FILE");
  }

  absl::Status Run(Session& session) const {
    if (paths_.empty()) return Answer(STDIN_FILENO, "standard input", session);
    for (const std::string& path : paths_) {
      const int descriptor = path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
      if (descriptor < 0) return FileError("read", path);
      const absl::Status status = Answer(descriptor, path, session);
      if (descriptor != STDIN_FILENO) close(descriptor);
      ARBITER_RETURN_IF_ERROR(status);
    }
    return absl::OkStatus();
  }

 private:
  static absl::Status Answer(int descriptor, const std::string& name, Session& session) {
    // On a terminal the answers themselves show the progress.
    Progress progress(session.display().progress && !OutputIsTerminal(), "answers",
                      SizeOf(descriptor));
    Output output(&progress);
    LineReader reader(descriptor, [&] { output.SetInputMayBlock(true); });
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

void AddBatchCommand(CommandParser app, Action* action) {
  AddCommand<BatchCommand>(
      app, "batch", "Answer requests in proto JSON, one per line",
      "  echo '{\"id\":\"1\",\"legalMoves\":{\"position\":{\"variant\":\"chak\"}}}' | arbiter "
      "batch\n"
      "  arbiter batch requests.jsonl > answers.jsonl\n\n"
      "Each line is a BatchRequest, and its answer is a BatchResponse. Answers come in the order\n"
      "of the requests or, with --server, as soon as they are ready. A line that fails is\n"
      "answered with a status and does not stop the batch.",
      action);
}

}  // namespace arbiter::cli
