#include "service/ops/file_watch.h"

#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <future>

#include "gtest/gtest.h"
#include "tests/support/process_facts.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using testing::Eventually;
using testing::kPatience;

constexpr milliseconds kInterval(10);

class FileWatchTest : public ::testing::Test {
 protected:
  ~FileWatchTest() override { std::filesystem::remove(path_); }

  // Replaces the file in one step, so that the thread never sees half of it.
  void Write(const std::string& text) const {
    std::ofstream(path_ + ".new") << text;
    std::filesystem::rename(path_ + ".new", path_);
  }

  const std::string path_ = testing::TemporaryPath("watched");
};

TEST_F(FileWatchTest, ReloadsAFileThatHasChanged) {
  Write("one");
  std::promise<std::string> reported;
  FileWatch watch([&](const std::string& what, const absl::Status&) { reported.set_value(what); },
                  kInterval);
  watch.Add("keys", {path_}, [] { return absl::OkStatus(); });
  watch.Start();
  Write("two, longer");
  std::future<std::string> what = reported.get_future();
  ASSERT_EQ(what.wait_for(kPatience), std::future_status::ready);
  EXPECT_EQ(what.get(), "keys");
}

// The server reads the files between Add() and Start(), and must not miss a change in between.
TEST_F(FileWatchTest, SeesAChangeBeforeTheStart) {
  Write("one");
  std::promise<void> reported;
  FileWatch watch([&](const std::string&, const absl::Status&) { reported.set_value(); },
                  kInterval);
  watch.Add("keys", {path_}, [] { return absl::OkStatus(); });
  Write("two, longer");
  watch.Start();
  EXPECT_EQ(reported.get_future().wait_for(kPatience), std::future_status::ready);
}

TEST_F(FileWatchTest, SeesThatAFileWasReplacedOrRemoved) {
  Write("one");
  std::atomic<int> reloads = 0;
  FileWatch watch([&](const std::string&, const absl::Status&) { ++reloads; }, kInterval);
  watch.Add("keys", {path_}, [] { return absl::OkStatus(); });
  watch.Start();
  Write("two");
  EXPECT_TRUE(Eventually([&] { return reloads == 1; }));
  std::filesystem::remove(path_);
  EXPECT_TRUE(Eventually([&] { return reloads == 2; }));
}

TEST_F(FileWatchTest, DoesNotReloadAnUnchangedFile) {
  Write("one");
  std::atomic<int> reloads = 0;
  FileWatch watch([](const std::string&, const absl::Status&) {}, kInterval);
  watch.Add("keys", {path_}, [&] {
    ++reloads;
    return absl::OkStatus();
  });
  watch.Start();
  std::this_thread::sleep_for(5 * kInterval);
  EXPECT_EQ(reloads, 0);
  watch.ReloadAll();
  EXPECT_EQ(reloads, 1);
}

TEST_F(FileWatchTest, StartsNoThreadWithoutFiles) {
  const int64_t before = testing::FactsOf(getpid()).threads;
  FileWatch watch([](const std::string&, const absl::Status&) {}, kInterval);
  watch.Start();
  EXPECT_LE(testing::FactsOf(getpid()).threads, before);
}

TEST_F(FileWatchTest, ReportsAFailedReload) {
  absl::Status reported;
  FileWatch watch([&](const std::string&, const absl::Status& status) { reported = status; },
                  std::chrono::hours(1));
  watch.Add("keys", {path_}, [] { return absl::InvalidArgumentError("no keys in it"); });
  watch.Start();
  watch.ReloadAll();
  EXPECT_EQ(reported.message(), "no keys in it");
}

// For example, a certificate and its key are written one after the other, so a reload in between
// fails.
TEST_F(FileWatchTest, ATransientFailureIsNotReported) {
  Write("one");
  std::promise<absl::Status> reported;
  FileWatch watch(
      [&](const std::string&, const absl::Status& status) { reported.set_value(status); },
      kInterval);
  int reads = 0;
  watch.Add("keys", {path_}, [&] {
    return ++reads == 1 ? absl::InvalidArgumentError("half of it") : absl::OkStatus();
  });
  watch.Start();
  Write("two, longer");
  std::future<absl::Status> first = reported.get_future();
  ASSERT_EQ(first.wait_for(kPatience), std::future_status::ready);
  EXPECT_TRUE(first.get().ok());
}

TEST_F(FileWatchTest, APersistentFailureAndItsEndAreEachReportedOnce) {
  Write("one");
  std::atomic<int> reads = 0;
  std::atomic<int> failures = 0;
  std::promise<void> recovered;
  FileWatch watch(
      [&](const std::string&, const absl::Status& status) {
        if (status.ok()) {
          recovered.set_value();
        } else {
          ++failures;
        }
      },
      kInterval);
  watch.Add("keys", {path_}, [&] {
    return ++reads < 10 ? absl::InvalidArgumentError("rubbish") : absl::OkStatus();
  });
  watch.Start();
  Write("two, longer");
  ASSERT_EQ(recovered.get_future().wait_for(kPatience), std::future_status::ready);
  EXPECT_EQ(failures, 1);
}

}  // namespace
}  // namespace arbiter
