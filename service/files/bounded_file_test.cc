#include "service/files/bounded_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/base/strings.h"
#include "tests/support/temporary_file.h"

namespace arbiter {
namespace {

using ::testing::HasSubstr;
using testing::TemporaryFile;

TEST(BoundedFile, FileUpToTheBoundIsRead) {
  for (const size_t size : {size_t{0}, size_t{1}, 64 * kKiB, 65 * kKiB}) {
    const std::string content(size, 'x');
    EXPECT_EQ(ReadBoundedFile(TemporaryFile(content).path(), 65 * kKiB).value_or("error"), content);
    std::istringstream stream(content);
    EXPECT_EQ(ReadBounded(stream, "input", 65 * kKiB).value_or("error"), content);
  }
}

TEST(BoundedFile, LargerFileIsRefusedWithTheBound) {
  const TemporaryFile file(std::string(kKiB + 1, 'x'));
  const absl::Status large = ReadBoundedFile(file.path(), kKiB).status();
  EXPECT_EQ(large.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(large.message(), StrCat("cannot read ", file.path(),
                                    ": it is larger than 1 KiB, the limit for such a file"));
}

TEST(BoundedFile, DeviceWithoutAnEndIsReadOnlyToTheBound) {
  EXPECT_THAT(ReadBoundedFile("/dev/zero", 3 * kMiB).status().message(),
              HasSubstr("cannot read /dev/zero: it is larger than 3 MiB"));
}

TEST(BoundedFile, WhatCannotBeReadHasTheReasonOfTheSystem) {
  EXPECT_EQ(ReadBoundedFile("/nonexistent", kKiB).status().message(),
            "cannot read /nonexistent: No such file or directory");
  EXPECT_EQ(ReadBoundedFile("", kKiB).status().message(),
            "cannot read '': No such file or directory");
  EXPECT_EQ(ReadBoundedFile("/", kKiB).status().message(), "cannot read /: Is a directory");
  std::ifstream stream("/");
  EXPECT_EQ(ReadBounded(stream, "the input", kKiB).status().message(),
            "cannot read the input: Is a directory");
}

}  // namespace
}  // namespace arbiter
