#include "service/ops/log.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace arbiter {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
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

TEST(LogTest, LinesThatCanWaitAreWrittenTogether) {
  const Pipe pipe;
  Logger log(pipe.write_end(), LogLevel::kInfo);
  log.Write(LogLine(LogLevel::kInfo, "first"));
  log.Write(LogLine(LogLevel::kInfo, "second"));
  // Nobody asks for them.
  std::string text;
  for (int i = 0; i < 5000 && text.empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    text = pipe.Read();
  }
  EXPECT_THAT(text, HasSubstr("first"));
  EXPECT_THAT(text, HasSubstr("second"));
}

TEST(LogTest, DropsWhatIsAboveItsLevel) {
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

TEST(LogTest, AReaderWhoDoesNotReadHoldsUpNobody) {
  const Pipe pipe;
  const std::string long_text(1000, 'x');
  Logger log(pipe.write_end(), LogLevel::kInfo);
  for (int i = 0; i < 20'000; ++i) log.Write(LogLine(LogLevel::kInfo, long_text));
  log.Flush(std::chrono::milliseconds(10));
  EXPECT_THAT(pipe.Read(), EndsWith("}\n"));
  EXPECT_GT(log.dropped(), 0);
  EXPECT_LT(log.dropped(), 20'000);
}

// What the log has to write to where writing fails.
class LogThatCannotBeWritten : public ::testing::Test {
 protected:
  LogThatCannotBeWritten() {
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
  }
  ~LogThatCannotBeWritten() override { close(fd_); }

  void WriteLines(int count, Logger* log) const {
    for (int i = 0; i < count; ++i) log->Write(LogLine(LogLevel::kInfo, "lost"));
    log->Flush(std::chrono::milliseconds(5000));
  }

  const int fd_ = open("/dev/full", O_WRONLY | O_CLOEXEC);
};

TEST_F(LogThatCannotBeWritten, LinesThatAFullDiskRefusesAreCounted) {
  Logger log(fd_, LogLevel::kInfo);
  WriteLines(3, &log);
  EXPECT_EQ(log.dropped(), 3);
  // The line that reports them fails as well, and is none of them.
  WriteLines(2, &log);
  EXPECT_EQ(log.dropped(), 5);
}

TEST_F(LogThatCannotBeWritten, LinesForAClosedPipeAreCounted) {
  Pipe pipe;
  pipe.CloseReadEnd();
  Logger log(pipe.write_end(), LogLevel::kInfo);
  WriteLines(3, &log);
  EXPECT_EQ(log.dropped(), 3);
}

TEST_F(LogThatCannotBeWritten, LinesForAClosedDescriptorAreCounted) {
  const int closed = dup(fd_);
  close(closed);
  Logger log(closed, LogLevel::kInfo);
  WriteLines(3, &log);
  EXPECT_EQ(log.dropped(), 3);
}

TEST_F(LogThatCannotBeWritten, FailuresTakeNoTimeOfTheProcessor) {
  Logger log(fd_, LogLevel::kInfo);
  WriteLines(3, &log);
  const clock_t before = clock();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_LT(clock() - before, CLOCKS_PER_SEC / 10);
}

TEST_F(LogThatCannotBeWritten, ReportsHowManyAsSoonAsItCan) {
  const Pipe pipe;
  Logger log(fd_, LogLevel::kInfo);
  WriteLines(3, &log);
  // Now there is room on the disk; nobody writes another line.
  ASSERT_EQ(dup2(pipe.write_end(), fd_), fd_);
  std::string text;
  for (int i = 0; i < 5000 && text.empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    text = pipe.Read();
  }
  EXPECT_THAT(text, EndsWith(R"("level":"error","msg":"log lines dropped","count":3})"
                             "\n"));
  WriteLines(1, &log);
  EXPECT_THAT(pipe.Read(), EndsWith(R"("msg":"lost"})"
                                    "\n"));
  EXPECT_EQ(log.dropped(), 3);
}

TEST_F(LogThatCannotBeWritten, ALineThatWasCutShortStandsAlone) {
  // A file with room for half a line, far above what the test itself writes to files.
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

}  // namespace
}  // namespace arbiter
