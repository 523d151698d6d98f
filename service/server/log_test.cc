#include "service/server/log.h"

#include <fcntl.h>
#include <unistd.h>

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

}  // namespace
}  // namespace arbiter
