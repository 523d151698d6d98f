#include "service/calls/call_ids.h"

#include <gtest/gtest.h>

#include <string>

namespace arbiter {
namespace {

constexpr char kTrace[] = "0af7651916cd43dd8448eb211c80319c";
constexpr char kParent[] = "b7ad6b7169203331";

std::string Header(const std::string& version, const std::string& flags) {
  return version + "-" + kTrace + "-" + kParent + "-" + flags;
}

// The cases are those of section 3.2 of the W3C Trace Context specification and of its test suite.
TEST(TraceContextTest, ParsesVersion00) {
  const auto trace = TraceContext::Parse(Header("00", "01"));
  ASSERT_TRUE(trace.has_value());
  EXPECT_EQ(trace->trace_id(), kTrace);
  EXPECT_EQ(trace->parent_id(), kParent);
  EXPECT_TRUE(trace->sampled());
}

TEST(TraceContextTest, OnlyTheLowestFlagMeansSampled) {
  for (const char* flags : {"00", "02", "fe", "a0", "10"}) {
    const auto trace = TraceContext::Parse(Header("00", flags));
    ASSERT_TRUE(trace.has_value()) << flags;
    EXPECT_FALSE(trace->sampled()) << flags;
  }
  for (const char* flags : {"01", "03", "09", "0b", "0f", "ff"}) {
    const auto trace = TraceContext::Parse(Header("00", flags));
    ASSERT_TRUE(trace.has_value()) << flags;
    EXPECT_TRUE(trace->sampled()) << flags;
  }
}

TEST(TraceContextTest, ParsesTheKnownFieldsOfLaterVersions) {
  for (const std::string& header :
       {Header("01", "01"), Header("cc", "01"), Header("cc", "01") + "-what-the-future-will-be",
        Header("fe", "01") + "-"}) {
    const auto trace = TraceContext::Parse(header);
    ASSERT_TRUE(trace.has_value()) << header;
    EXPECT_EQ(trace->trace_id(), kTrace);
    EXPECT_TRUE(trace->sampled());
  }
  EXPECT_FALSE(TraceContext::Parse(Header("cc", "01") + ".what-the-future-will-not-be"));
}

TEST(TraceContextTest, RejectsMalformedHeaders) {
  const std::string zeros(32, '0');
  for (const std::string& header : {
           std::string(),
           std::string("00"),
           Header("ff", "01"),
           Header("FE", "01"),
           Header("0x", "01"),
           Header("0", "01"),
           Header("000", "01"),
           Header("00", "01") + "-",
           Header("00", "01") + "-more",
           Header("00", "01") + " ",
           " " + Header("00", "01"),
           Header("00", "0"),
           Header("00", "001"),
           Header("00", "0A"),
           Header("00", "0."),
           Header("00", "."),
           "00-" + zeros + "-" + kParent + "-01",
           std::string("00-") + kTrace + "-" + zeros.substr(16) + "-01",
           "00-0AF7651916CD43DD8448EB211C80319C-" + std::string(kParent) + "-01",
           "00-" + std::string(kTrace) + "-B7AD6B7169203331-01",
           "00-.af7651916cd43dd8448eb211c80319c-" + std::string(kParent) + "-01",
           "00-" + std::string(kTrace) + "-.7ad6b7169203331-01",
           "00-" + std::string(kTrace).substr(1) + "-" + kParent + "-01",
           "00-" + std::string(kTrace) + "-" + std::string(kParent).substr(1) + "-01",
           "00_" + std::string(kTrace) + "_" + kParent + "_01",
       }) {
    EXPECT_FALSE(TraceContext::Parse(header).has_value()) << header;
  }
}

}  // namespace
}  // namespace arbiter
