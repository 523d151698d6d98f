#ifndef ARBITER_TESTS_SUPPORT_TEMPORARY_FILE_H_
#define ARBITER_TESTS_SUPPORT_TEMPORARY_FILE_H_

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace arbiter::testing {

// Returns a path for a temporary file, folder or socket of this process. Tests run in processes of
// their own, several at a time.
inline std::string TemporaryPath(const std::string& name) {
  return ::testing::TempDir() + "arbiter_" + std::to_string(getpid()) + "_" + name;
}

// A temporary file, which the destructor deletes.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text = "")
      : path_(::testing::TempDir() + "arbiter_XXXXXX") {
    close(mkstemp(path_.data()));
    Write(text);
  }
  ~TemporaryFile() { unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

  // Replaces the contents atomically, so that no reader sees half of them.
  void Write(const std::string& text) const {
    const std::string replacement = path_ + ".new";
    std::ofstream(replacement) << text;
    EXPECT_EQ(std::rename(replacement.c_str(), path_.c_str()), 0);
  }

 private:
  std::string path_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_TEMPORARY_FILE_H_
