#include "service/ops/log_limit.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class LogLimitTest : public ::testing::Test {
 protected:
  ~LogLimitTest() override { fclose(file_); }

  // How many of `count` calls that end now are logged.
  int Logged(ErrorReason reason, int count) {
    int logged = 0;
    for (int i = 0; i < count; ++i) logged += limit_->Takes(reason, now_) ? 1 : 0;
    return logged;
  }

  // All that is in the log.
  std::string Text() {
    log_.Flush(seconds(5));
    std::string text(1 << 16, '\0');
    text.resize(std::max<ssize_t>(0, pread(fileno(file_), text.data(), text.size(), 0)));
    return text;
  }

  FILE* const file_ = tmpfile();
  Logger log_{fileno(file_), LogLevel::kInfo};
  // Reports at its end only.
  std::unique_ptr<LogLimit> limit_ = std::make_unique<LogLimit>(&log_, std::chrono::hours(1));
  LogLimit::Time now_ = LogLimit::Time(std::chrono::hours(1));
};

TEST_F(LogLimitTest, TakesABurstAndThenTenLinesASecond) {
  EXPECT_EQ(Logged(ErrorReason::kUnauthenticated, 1000), 100);
  EXPECT_EQ(Logged(ErrorReason::kUnauthenticated, 1000), 0);
  now_ += seconds(1);
  EXPECT_EQ(Logged(ErrorReason::kUnauthenticated, 1000), 10);
  now_ += milliseconds(100);
  EXPECT_EQ(Logged(ErrorReason::kUnauthenticated, 1000), 1);
  now_ += seconds(10);
  EXPECT_EQ(Logged(ErrorReason::kUnauthenticated, 1000), 100);
  EXPECT_EQ(limit_->limited(), 5000 - 211);
}

TEST_F(LogLimitTest, NoReasonTakesTheLinesOfAnother) {
  Logged(ErrorReason::kUnauthenticated, 1000);
  for (int reason = 1; reason <= static_cast<int>(ErrorReason::kQuotaExceeded); ++reason) {
    if (static_cast<ErrorReason>(reason) == ErrorReason::kUnauthenticated) continue;
    EXPECT_EQ(Logged(static_cast<ErrorReason>(reason), 101), 100) << reason;
  }
}

TEST_F(LogLimitTest, FaultsOfTheServerAreNeverLeftOut) {
  EXPECT_EQ(Logged(ErrorReason::kUnspecified, 5000), 5000);
  EXPECT_EQ(limit_->limited(), 0);
}

TEST_F(LogLimitTest, ReportsByReasonWhatIsLeftOut) {
  Logged(ErrorReason::kUnauthenticated, 150);
  Logged(ErrorReason::kQuotaExceeded, 107);
  Logged(ErrorReason::kBadFen, 100);
  limit_->Report();
  const std::string text = Text();
  EXPECT_THAT(text,
              HasSubstr(R"("msg":"calls not logged","reason":"UNAUTHENTICATED","count":50})"));
  EXPECT_THAT(text, HasSubstr(R"("msg":"calls not logged","reason":"QUOTA_EXCEEDED","count":7})"));
  EXPECT_THAT(text, Not(HasSubstr("BAD_FEN")));
}

TEST_F(LogLimitTest, ReportsNothingWhereNothingIsLeftOut) {
  Logged(ErrorReason::kUnauthenticated, 100);
  limit_.reset();
  EXPECT_THAT(Text(), IsEmpty());
}

// Though no other call comes that might do it.
TEST_F(LogLimitTest, ReportsByItself) {
  limit_ = std::make_unique<LogLimit>(&log_, milliseconds(1));
  const auto await = [this](const std::string& part) {
    for (int i = 0; i < 5000 && Text().find(part) == std::string::npos; ++i) {
      std::this_thread::sleep_for(milliseconds(1));
    }
    EXPECT_THAT(Text(), HasSubstr(part));
  };
  Logged(ErrorReason::kBadField, 103);
  await(R"("reason":"BAD_FIELD","count":3})");
  Logged(ErrorReason::kBadField, 4);
  await(R"("reason":"BAD_FIELD","count":4})");
}

TEST_F(LogLimitTest, CountsTheCallsOfAllThreads) {
  limit_ = std::make_unique<LogLimit>(&log_, milliseconds(1));
  log_.set_level(LogLevel::kError);
  std::atomic<int> logged = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] { logged += Logged(ErrorReason::kOverloaded, 2000); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(logged, 100);
  EXPECT_EQ(limit_->limited(), 7900);
  limit_.reset();
  // The reports, of overload as important as its lines, add up to it.
  const std::string text = Text();
  int64_t reported = 0;
  constexpr std::string_view kCount = R"("count":)";
  for (size_t at = 0; (at = text.find(kCount, at)) != std::string::npos;) {
    at += kCount.size();
    reported += std::stoi(text.substr(at));
  }
  EXPECT_EQ(reported, 7900);
}

}  // namespace
}  // namespace arbiter
