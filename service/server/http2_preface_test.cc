#include "service/server/http2_preface.h"

#include <string>

#include "gtest/gtest.h"

namespace arbiter {
namespace {

std::string Frame(uint8_t type, uint8_t flags, const std::string& payload) {
  const auto size = static_cast<uint32_t>(payload.size());
  return std::string{static_cast<char>(size >> 16),
                     static_cast<char>(size >> 8),
                     static_cast<char>(size),
                     static_cast<char>(type),
                     static_cast<char>(flags),
                     0,
                     0,
                     0,
                     0} +
         payload;
}

const std::string kBegin = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const std::string kSettings = Frame(4, 0, std::string(12, '\0'));
const std::string kAck = Frame(4, 1, "");

Http2Preface Read(const std::string& bytes) {
  Http2Preface preface;
  EXPECT_TRUE(ReadPreface(bytes, &preface).ok());
  return preface;
}

bool IsRefused(const std::string& bytes) {
  Http2Preface preface;
  return !ReadPreface(bytes, &preface).ok();
}

TEST(Http2Preface, IsAcknowledgedByItsFrameAloneAtWhateverPieces) {
  const std::string bytes = kBegin + kSettings + Frame(8, 0, "1234") + kAck + "more";
  const size_t end = bytes.size() - 4;
  Http2Preface growing;
  for (size_t size = 0; size <= bytes.size(); ++size) {
    EXPECT_EQ(Read(bytes.substr(0, size)).acknowledged, size >= end) << size;
    if (growing.acknowledged) continue;
    EXPECT_TRUE(ReadPreface(bytes.substr(0, size), &growing).ok());
    EXPECT_EQ(growing.acknowledged, size >= end) << size;
  }
}

TEST(Http2Preface, CountsStreamsThatComeBeforeTheAcknowledgement) {
  const std::string stream = Frame(1, 4, "headers") + Frame(0, 1, std::string(20'000, 'x'));
  EXPECT_EQ(Read(kBegin + kSettings + stream + stream).streams, 2u);
  EXPECT_EQ(Read(kBegin + kSettings + stream + kAck + stream).streams, 1u);
  // An acknowledgement inside data is none.
  EXPECT_FALSE(Read(kBegin + kSettings + Frame(0, 0, kAck)).acknowledged);
}

TEST(Http2Preface, AnythingElseIsRefusedAtItsFirstWrongByte) {
  EXPECT_TRUE(IsRefused("GET / HTTP/1.1"));
  EXPECT_TRUE(IsRefused("PRI *x"));
  EXPECT_TRUE(IsRefused(kBegin + Frame(1, 4, "headers")));
}

TEST(Http2Preface, SettingsNameTheLimitOfStreams) {
  const std::string expected("\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\x01\x2c", 15);
  EXPECT_EQ(SettingsFrame(300), expected);
}

}  // namespace
}  // namespace arbiter
