#include "service/net/read_filter.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <cerrno>
#include <memory>
#include <string>

#include "gtest/gtest.h"
#include "service/net/fd.h"

namespace arbiter {
namespace {

// Records all bytes, and lets them pass until they contain `forbidden`.
class Recorder final : public ReadFilter {
 public:
  explicit Recorder(std::string forbidden = "!") : forbidden_(std::move(forbidden)) {}

  bool OnRead(std::string_view bytes) override {
    read += bytes;
    return read.find(forbidden_) == std::string::npos;
  }
  bool OnTlsHandshakeRecord() override { return true; }

  std::string read;

 private:
  const std::string forbidden_;
};

class ReadFilterTest : public ::testing::Test {
 protected:
  ReadFilterTest() {
    int pair[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    reader_ = Fd(pair[0]);
    writer_ = Fd(pair[1]);
  }
  ~ReadFilterTest() override { FilterReads(reader_.get(), nullptr); }

  void Write(const std::string& bytes) const {
    ASSERT_EQ(write(writer_.get(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  // Reads into several buffers, as gRPC does.
  std::string Read(int flags = 0) const {
    char first[4];
    char second[100];
    iovec buffers[] = {{first, sizeof(first)}, {second, sizeof(second)}};
    msghdr message = {};
    message.msg_iov = buffers;
    message.msg_iovlen = 2;
    const ssize_t size = recvmsg(reader_.get(), &message, flags);
    if (size < 0) return errno == ECONNRESET ? "reset" : "failed";
    const auto read = static_cast<size_t>(size);
    return std::string(first, std::min(read, sizeof(first))) +
           std::string(second, read - std::min(read, sizeof(first)));
  }

  Fd reader_;
  Fd writer_;
};

TEST_F(ReadFilterTest, SeesEverythingThatIsRead) {
  const auto filter = std::make_shared<Recorder>();
  FilterReads(reader_.get(), filter);
  Write("eleven characters");
  EXPECT_EQ(Read(), "eleven characters");
  Write("abc");
  EXPECT_EQ(Read(), "abc");
  EXPECT_EQ(filter->read, "eleven charactersabc");
}

TEST_F(ReadFilterTest, IgnoresBytesThatAreOnlyPeekedAt) {
  const auto filter = std::make_shared<Recorder>();
  FilterReads(reader_.get(), filter);
  Write("abc");
  EXPECT_EQ(Read(MSG_PEEK), "abc");
  EXPECT_EQ(filter->read, "");
}

TEST_F(ReadFilterTest, RejectedBytesLookLikeAFailedConnection) {
  FilterReads(reader_.get(), std::make_shared<Recorder>("longer"));
  Write("longer than one buffer");
  EXPECT_EQ(Read(), "reset");
}

TEST_F(ReadFilterTest, WithoutAFilterEverythingPasses) {
  const auto filter = std::make_shared<Recorder>();
  FilterReads(reader_.get(), filter);
  FilterReads(reader_.get(), nullptr);
  Write("longer!");
  EXPECT_EQ(Read(), "longer!");
  EXPECT_EQ(filter.use_count(), 1);
}

TEST_F(ReadFilterTest, OnlyTheCurrentFilterOfADescriptorIsRemoved) {
  const auto filter = std::make_shared<Recorder>();
  const Recorder other;
  FilterReads(reader_.get(), filter);
  StopFilteringReads(reader_.get(), &other);
  Write("abc");
  EXPECT_EQ(Read(), "abc");
  StopFilteringReads(reader_.get(), filter.get());
  Write("def");
  EXPECT_EQ(Read(), "def");
  EXPECT_EQ(filter->read, "abc");
}

TEST(ReadFilter, IsInstalledForGrpc) { EXPECT_TRUE(ReadsCanBeFiltered()); }

}  // namespace
}  // namespace arbiter
