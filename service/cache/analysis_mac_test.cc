#include "service/cache/analysis_mac.h"

#include <gtest/gtest.h>

#include "absl/strings/escaping.h"

namespace arbiter {
namespace {

SnapshotKey Key(char filler) {
  return {std::string(1, filler), std::string(kSnapshotKeyBytes, filler)};
}

TEST(AnalysisMac, ATagIsValidOnlyForItsValueUnderItsKey) {
  const AnalysisMac mac({Key('A')});
  const std::string tag = mac.Tag("key", "value");
  EXPECT_EQ(tag.size(), AnalysisMac::kTagBytes);
  EXPECT_TRUE(mac.Verify("key", "value", tag));
  EXPECT_FALSE(mac.Verify("key", "other", tag));
  EXPECT_FALSE(mac.Verify("other", "value", tag));
  EXPECT_FALSE(mac.Verify("12", "3", mac.Tag("1", "23"))) << "the key ends elsewhere";
  EXPECT_FALSE(AnalysisMac({Key('B')}).Verify("key", "value", tag));
}

TEST(AnalysisMac, EveryChangeOfATagIsRefused) {
  const AnalysisMac mac({Key('A')});
  const std::string tag = mac.Tag("key", "value");
  for (size_t i = 0; i < tag.size(); ++i) {
    std::string changed = tag;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(mac.Verify("key", "value", changed)) << i;
    EXPECT_FALSE(mac.Verify("key", "value", tag.substr(0, i))) << i;
  }
  EXPECT_FALSE(mac.Verify("key", "value", tag + tag));
}

TEST(AnalysisMac, RotatesKeys) {
  AnalysisMac mac({Key('A')});
  const std::string old_tag = mac.Tag("key", "value");
  mac.SetKeys({Key('B'), Key('A')});
  const std::string new_tag = mac.Tag("key", "value");
  EXPECT_NE(new_tag, old_tag);
  EXPECT_TRUE(mac.Verify("key", "value", old_tag));
  EXPECT_TRUE(mac.Verify("key", "value", new_tag));
  mac.SetKeys({Key('B')});
  EXPECT_FALSE(mac.Verify("key", "value", old_tag));
  EXPECT_TRUE(mac.Verify("key", "value", new_tag));
}

// The bytes come from a Python implementation of the format in docs/security.md.
TEST(AnalysisMac, BytesMatchTheDocumentedFormat) {
  EXPECT_EQ(absl::BytesToHexString(AnalysisMac({Key('A')}).Tag("key", "value")),
            "6bad7a4c321510cdfbd892897035c2659a00a73305598e0b00f941f0674ccc2c");
}

}  // namespace
}  // namespace arbiter
