#include "service/ops/log.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/base/strings.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/waiting.h"

namespace arbiter {
namespace {

using ::testing::EndsWith;
using testing::Eventually;
using ::testing::HasSubstr;
using testing::kPatience;
using ::testing::MatchesRegex;

class Pipe {
 public:
  Pipe() { EXPECT_EQ(pipe(ends_), 0); }
  ~Pipe() {
    close(ends_[0]);
    close(ends_[1]);
  }
  int write_end() const { return ends_[1]; }
  void CloseReadEnd() {
    close(ends_[0]);
    ends_[0] = -1;
  }
  std::string Read() const {
    std::string text(65536, '\0');
    fcntl(ends_[0], F_SETFL, O_NONBLOCK);
    const ssize_t count = read(ends_[0], text.data(), text.size());
    text.resize(count < 0 ? 0 : count);
    return text;
  }
  // Waits until there is something to read, and returns it.
  std::string Await() const {
    std::string text;
    EXPECT_TRUE(Eventually([&] { return !(text = Read()).empty(); }));
    return text;
  }

 private:
  int ends_[2];
};

TEST(LogTest, ALineIsOneJsonObject) {
  std::string line;
  LogLine(LogLevel::kInfo, "call")
      .Add("text", "a\"b\\c\n\xC3\xA9")
      .Add("count", -7)
      .Add("duration_ms", std::chrono::microseconds(1034))
      .AppendTo(&line);
  EXPECT_THAT(line,
              MatchesRegex("\\{\"ts\":\"[-0-9]+T[0-9:]+\\.[0-9][0-9][0-9]Z\",\"level\":.*\n"));
  EXPECT_THAT(line, EndsWith("\"level\":\"info\",\"msg\":\"call\","
                             "\"text\":\"a\\\"b\\\\c\\u000a\\ufffd\\ufffd\",\"count\":-7,"
                             "\"duration_ms\":1.034}\n"));
}

TEST(LogTest, EscapesASpecialByteAnywhereInAText) {
  const auto escaped = [](int byte) -> std::string {
    if (byte == '"' || byte == '\\') return {'\\', static_cast<char>(byte)};
    if (byte < 0x20) return absl::StrFormat("\\u%04x", byte);
    return byte < 0x7F ? std::string(1, static_cast<char>(byte)) : "\\ufffd";
  };
  for (size_t at = 0; at < 18; ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      const std::string before(at, '~');
      const std::string after(17 - at, ' ');
      std::string line;
      LogLine(LogLevel::kInfo, "m")
          .Add("k", before + static_cast<char>(byte) + after)
          .AppendTo(&line);
      ASSERT_THAT(line, EndsWith(StrCat(",\"k\":\"", before, escaped(byte), after, "\"}\n")))
          << "byte " << byte << " after " << at << " others: " << line;
    }
  }
}

TEST(LogTest, LinesThatAreNotUrgentAreWrittenTogether) {
  const Pipe pipe;
  Logger log(pipe.write_end(), LogLevel::kInfo);
  // On a busy machine, the second line may come too late for the first one.
  EXPECT_TRUE(Eventually([&] {
    log.Write(LogLine(LogLevel::kInfo, "first"));
    log.Write(LogLine(LogLevel::kInfo, "second"));
    // The log writes them without a flush.
    const std::string text = pipe.Await();
    return text.find("first") < text.find("second") && text.ends_with("\"second\"}\n");
  }));
}

TEST(LogTest, IgnoresLinesAboveItsLevel) {
  const Pipe pipe;
  {
    Logger log(pipe.write_end(), LogLevel::kError);
    log.Write(LogLine(LogLevel::kInfo, "quiet"));
    log.Write(LogLine(LogLevel::kError, "loud"));
  }
  const std::string text = pipe.Read();
  EXPECT_THAT(text, HasSubstr("loud"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("quiet")));
}

TEST(LogTest, AReaderThatDoesNotReadDelaysNobody) {
  const Pipe pipe;
  const std::string long_text(1000, 'x');
  Logger log(pipe.write_end(), LogLevel::kInfo);
  for (int i = 0; i < 20'000; ++i) log.Write(LogLine(LogLevel::kInfo, long_text));
  EXPECT_THAT(pipe.Await(), EndsWith("}\n"));
  EXPECT_GT(log.dropped(), 0);
  EXPECT_LT(log.dropped(), 20'000);
}

// A log whose writes fail.
class LogThatCannotBeWritten : public ::testing::Test {
 protected:
  LogThatCannotBeWritten() {
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
  }
  ~LogThatCannotBeWritten() override { close(fd_); }

  void WriteLines(int count, Logger* log) const {
    for (int i = 0; i < count; ++i) log->Write(LogLine(LogLevel::kInfo, "lost"));
    log->Flush(kPatience);
  }

  const int fd_ = open("/dev/full", O_WRONLY | O_CLOEXEC);
};

TEST_F(LogThatCannotBeWritten, CountsLinesForAFullDisk) {
  Logger log(fd_, LogLevel::kInfo);
  WriteLines(3, &log);
  EXPECT_EQ(log.dropped(), 3);
  // The line that reports the three lost lines is lost too, but is not counted.
  WriteLines(2, &log);
  EXPECT_EQ(log.dropped(), 5);
}

TEST_F(LogThatCannotBeWritten, CountsLinesForAClosedPipe) {
  Pipe pipe;
  pipe.CloseReadEnd();
  Logger log(pipe.write_end(), LogLevel::kInfo);
  WriteLines(3, &log);
  EXPECT_EQ(log.dropped(), 3);
}

TEST_F(LogThatCannotBeWritten, CountsLinesForAClosedDescriptor) {
  const int closed = dup(fd_);
  close(closed);
  Logger log(closed, LogLevel::kInfo);
  WriteLines(3, &log);
  EXPECT_EQ(log.dropped(), 3);
}

TEST_F(LogThatCannotBeWritten, FailuresUseNoCpuTime) {
  Logger log(fd_, LogLevel::kInfo);
  WriteLines(3, &log);
  const clock_t before = clock();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_LT(clock() - before, CLOCKS_PER_SEC / 10);
}

TEST_F(LogThatCannotBeWritten, ReportsDroppedLinesAsSoonAsWritingWorks) {
  const Pipe pipe;
  Logger log(fd_, LogLevel::kInfo);
  WriteLines(3, &log);
  // Writing works from now on, but there are no more lines to write.
  ASSERT_EQ(dup2(pipe.write_end(), fd_), fd_);
  EXPECT_THAT(pipe.Await(), EndsWith(R"("level":"error","msg":"log lines dropped","count":3})"
                                     "\n"));
  WriteLines(1, &log);
  EXPECT_THAT(pipe.Read(), EndsWith(R"("msg":"lost"})"
                                    "\n"));
  EXPECT_EQ(log.dropped(), 3);
}

TEST_F(LogThatCannotBeWritten, ALineThatWasCutShortIsEnded) {
  // The file has room for half a line. The limit applies to all files of the process, so it is far
  // above the size of any other file.
  constexpr off_t kBegin = off_t{1} << 30;
  constexpr off_t kRoom = 40;
  FILE* file = tmpfile();
  ASSERT_NE(file, nullptr);
  const int fd = fileno(file);
  ASSERT_EQ(lseek(fd, kBegin, SEEK_SET), kBegin);
  rlimit before = {};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small = {.rlim_cur = kBegin + kRoom, .rlim_max = before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  Logger log(fd, LogLevel::kInfo);
  WriteLines(2, &log);
  EXPECT_EQ(log.dropped(), 2);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  WriteLines(1, &log);
  EXPECT_EQ(log.dropped(), 2);
  std::string text(4096, '\0');
  text.resize(std::max<ssize_t>(0, pread(fd, text.data(), text.size(), kBegin)));
  fclose(file);
  ASSERT_EQ(text[kRoom], '\n');
  EXPECT_THAT(text.substr(kRoom + 1),
              MatchesRegex("\\{\"ts\":.*\"lost\"\\}\n\\{.*\"log lines dropped\",\"count\":2\\}\n"));
}

int CountIncluded(double share) {
  const LogSample sample(share);
  int count = 0;
  for (int i = 0; i < 10'000; ++i) count += sample.Includes("request-" + std::to_string(i)) ? 1 : 0;
  return count;
}

TEST(LogSampleTest, IncludesItsShare) {
  EXPECT_EQ(CountIncluded(0), 0);
  EXPECT_EQ(CountIncluded(1), 10'000);
  EXPECT_NEAR(CountIncluded(0.01), 100, 40);
  EXPECT_NEAR(CountIncluded(0.5), 5'000, 200);
  EXPECT_NEAR(CountIncluded(0.9), 9'000, 120);
}

// Every replica and every version must choose the same traces.
TEST(LogSampleTest, TheChoiceOfANameIsFixed) {
  EXPECT_FALSE(LogSample(0.211).Includes("0af7651916cd43dd8448eb211c80319c"));
  EXPECT_TRUE(LogSample(0.212).Includes("0af7651916cd43dd8448eb211c80319c"));
}

TEST(LogSampleTest, ALargerShareIncludesASmallerOne) {
  const LogSample smaller(0.2);
  const LogSample larger(0.3);
  for (int i = 0; i < 1'000; ++i) {
    const std::string name = std::to_string(i);
    EXPECT_TRUE(larger.Includes(name) || !smaller.Includes(name)) << name;
  }
}

TEST(LogSampleTest, SlowCallsAreAlwaysIncluded) {
  LogSample sample(0, std::chrono::milliseconds(200));
  EXPECT_FALSE(sample.IncludesSlow(std::chrono::microseconds(199'999)));
  EXPECT_TRUE(sample.IncludesSlow(std::chrono::milliseconds(200)));
  sample.Set(0, std::chrono::milliseconds(300));
  EXPECT_FALSE(sample.IncludesSlow(std::chrono::milliseconds(200)));
  EXPECT_FALSE(LogSample(0).IncludesSlow(std::chrono::hours(24)));
}

TEST(LogSampleTest, TheShareCanChange) {
  LogSample sample(0);
  EXPECT_FALSE(sample.Includes("a call"));
  sample.Set(1, std::chrono::seconds(1));
  EXPECT_TRUE(sample.Includes("a call"));
}

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::IsEmpty;
using ::testing::Not;

class LogLimitTest : public ::testing::Test {
 protected:
  ~LogLimitTest() override { fclose(file_); }

  // Returns how many of `count` calls that end now are logged.
  int CountLogged(ErrorReason reason, int count) {
    int logged = 0;
    for (int i = 0; i < count; ++i) logged += limit_->Allows(reason, now_) ? 1 : 0;
    return logged;
  }

  // Returns the whole log.
  std::string Text() {
    log_.Flush(kPatience);
    std::string text(1 << 16, '\0');
    text.resize(std::max<ssize_t>(0, pread(fileno(file_), text.data(), text.size(), 0)));
    return text;
  }

  // Returns how many lines were left out according to all reports, into which they may be split.
  int64_t CountReported() {
    const std::string text = Text();
    int64_t reported = 0;
    constexpr std::string_view kCount = R"("count":)";
    for (size_t at = 0; (at = text.find(kCount, at)) != std::string::npos;) {
      at += kCount.size();
      reported += std::stoi(text.substr(at));
    }
    return reported;
  }

  FILE* const file_ = tmpfile();
  Logger log_{fileno(file_), LogLevel::kInfo};
  // Reports only when it is destroyed.
  std::unique_ptr<LogLimit> limit_ = std::make_unique<LogLimit>(&log_, std::chrono::hours(1));
  LogLimit::Time now_ = LogLimit::Time(std::chrono::hours(1));
};

TEST_F(LogLimitTest, AllowsABurstAndThenTenLinesPerSecond) {
  EXPECT_EQ(CountLogged(ErrorReason::kUnauthenticated, 1000), 100);
  EXPECT_EQ(CountLogged(ErrorReason::kUnauthenticated, 1000), 0);
  now_ += seconds(1);
  EXPECT_EQ(CountLogged(ErrorReason::kUnauthenticated, 1000), 10);
  now_ += milliseconds(100);
  EXPECT_EQ(CountLogged(ErrorReason::kUnauthenticated, 1000), 1);
  now_ += seconds(10);
  EXPECT_EQ(CountLogged(ErrorReason::kUnauthenticated, 1000), 100);
  EXPECT_EQ(limit_->limited(), 5000 - 211);
}

TEST_F(LogLimitTest, EachReasonHasItsOwnLimit) {
  CountLogged(ErrorReason::kUnauthenticated, 1000);
  for (int reason = 1; reason < static_cast<int>(kErrorReasonCount); ++reason) {
    if (static_cast<ErrorReason>(reason) == ErrorReason::kUnauthenticated) continue;
    EXPECT_EQ(CountLogged(static_cast<ErrorReason>(reason), 101), 100) << reason;
  }
}

TEST_F(LogLimitTest, FaultsOfTheServerAreAlwaysLogged) {
  EXPECT_EQ(CountLogged(ErrorReason::kUnspecified, 5000), 5000);
  EXPECT_EQ(limit_->limited(), 0);
}

TEST_F(LogLimitTest, ReportsByReasonHowManyWereLeftOut) {
  CountLogged(ErrorReason::kUnauthenticated, 150);
  CountLogged(ErrorReason::kQuotaExceeded, 107);
  CountLogged(ErrorReason::kBadFen, 100);
  limit_->Report();
  const std::string text = Text();
  EXPECT_THAT(text,
              HasSubstr(R"("msg":"calls not logged","reason":"UNAUTHENTICATED","count":50})"));
  EXPECT_THAT(text, HasSubstr(R"("msg":"calls not logged","reason":"QUOTA_EXCEEDED","count":7})"));
  EXPECT_THAT(text, Not(HasSubstr("BAD_FEN")));
}

TEST_F(LogLimitTest, ReportsNothingIfNothingWasLeftOut) {
  CountLogged(ErrorReason::kUnauthenticated, 100);
  limit_.reset();
  EXPECT_THAT(Text(), IsEmpty());
}

// The report must not depend on another call.
TEST_F(LogLimitTest, ReportsByItself) {
  limit_ = std::make_unique<LogLimit>(&log_, milliseconds(1));
  CountLogged(ErrorReason::kBadField, 103);
  EXPECT_TRUE(Eventually([this] { return CountReported() == 3; })) << Text();
  CountLogged(ErrorReason::kBadField, 4);
  EXPECT_TRUE(Eventually([this] { return CountReported() == 7; })) << Text();
  EXPECT_THAT(Text(), HasSubstr(R"("reason":"BAD_FIELD","count":)"));
}

TEST_F(LogLimitTest, CountsTheCallsOfAllThreads) {
  limit_ = std::make_unique<LogLimit>(&log_, milliseconds(1));
  log_.set_level(LogLevel::kError);
  std::atomic<int> logged = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] { logged += CountLogged(ErrorReason::kOverloaded, 2000); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(logged, 100);
  EXPECT_EQ(limit_->limited(), 7900);
  limit_.reset();
  // The reports of overload have the level of errors.
  EXPECT_EQ(CountReported(), 7900);
}

}  // namespace
}  // namespace arbiter
