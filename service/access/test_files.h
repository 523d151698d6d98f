#ifndef ARBITER_SERVICE_ACCESS_TEST_FILES_H_
#define ARBITER_SERVICE_ACCESS_TEST_FILES_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "service/access/key_file.h"

namespace arbiter::testing {

// A file that is removed at the end.
class TestFile {
 public:
  TestFile(const std::string& name, const std::string& content)
      : path_(::testing::TempDir() + name + NewApiKey()) {
    Write(content);
  }
  ~TestFile() { std::filesystem::remove(path_); }
  TestFile(const TestFile&) = delete;
  TestFile& operator=(const TestFile&) = delete;

  void Write(const std::string& content) const { std::ofstream(path_) << content; }
  const std::string& path() const { return path_; }

 private:
  const std::string path_;
};

// A key file of one client, who has one key. `rest` is what its entry has besides.
inline std::string KeyFileOf(const std::string& name, const std::string& key,
                             const std::string& rest = R"("methods":["*"])") {
  return R"({"clients":[{"name":")" + name + R"(","keySha256":[")" + ToHex(Sha256(key)) + R"("],)" +
         rest + "}]}";
}

}  // namespace arbiter::testing

#endif  // ARBITER_SERVICE_ACCESS_TEST_FILES_H_
