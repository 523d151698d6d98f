#include "clients/cli/edited_key_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <utility>

#include "clients/cli/files.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"

namespace arbiter::cli {
namespace {

// A file descriptor, closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  const int number_;
};

bool WriteAll(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = write(file, content.data(), content.size());
    if (written < 0) return false;
    content.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// Puts a new file in the place of `path`.
absl::Status Replace(const std::string& path, std::string_view content) {
  std::string temporary = StrCat(path, ".XXXXXX");
  const Descriptor file(mkstemp(temporary.data()));
  if (file.number() < 0) return FileError("write", temporary);
  struct stat old = {};
  const bool there = stat(path.c_str(), &old) == 0;
  const bool written = (!there || (fchown(file.number(), old.st_uid, old.st_gid) == 0 &&
                                   fchmod(file.number(), old.st_mode & 07777) == 0)) &&
                       WriteAll(file.number(), content) && fsync(file.number()) == 0 &&
                       rename(temporary.c_str(), path.c_str()) == 0;
  if (written) return absl::OkStatus();
  const absl::Status error = FileError("write", path);
  unlink(temporary.c_str());
  return error;
}

}  // namespace

absl::StatusOr<config::v1::KeyFile> ReadKeyFile(const std::string& path) {
  ARBITER_ASSIGN_OR_RETURN(const std::string content, ReadFile(path));
  absl::StatusOr<config::v1::KeyFile> file = ParseKeyFile(content);
  if (file.ok()) return file;
  return absl::Status(file.status().code(),
                      StrCat(path, ": ", std::string(file.status().message())));
}

absl::Status EditKeyFile(const std::string& path, bool create,
                         absl::FunctionRef<absl::Status(config::v1::KeyFile*)> edit) {
  std::error_code error;
  // Where it is a link, what it leads to is replaced.
  const std::filesystem::path target =
      std::filesystem::weakly_canonical(std::filesystem::absolute(path), error);
  if (error) return absl::NotFoundError(StrCat("cannot write ", path, ": ", error.message()));
  // The file itself is replaced, so that its folder has to hold the lock.
  const Descriptor folder(open(target.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.number() < 0 || flock(folder.number(), LOCK_EX) != 0) {
    return FileError("write", path);
  }
  config::v1::KeyFile file;
  if (!create || std::filesystem::exists(target)) {
    ARBITER_ASSIGN_OR_RETURN(config::v1::KeyFile read, ReadKeyFile(target.string()));
    file = std::move(read);
  }
  ARBITER_RETURN_IF_ERROR(edit(&file));
  ARBITER_RETURN_IF_ERROR(CheckKeyFile(file));
  return Replace(target.string(), FormatKeyFile(file));
}

}  // namespace arbiter::cli
