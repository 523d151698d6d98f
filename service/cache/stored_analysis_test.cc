#include "service/cache/stored_analysis.h"

#include <gtest/gtest.h>

namespace arbiter {
namespace {

StoredAnalysis Example() {
  StoredAnalysis analysis;
  analysis.progress.set_depth(7);
  analysis.progress.set_nodes(123'456);
  v1::AnalysisLine& line = *analysis.progress.add_lines();
  line.set_rank(1);
  line.mutable_score()->set_centipawns(-34);
  line.add_pv("e3e4");
  line.add_pv_san("e4");
  analysis.best_move.set_action("e3e4");
  analysis.best_move.set_san("e4");
  return analysis;
}

TEST(StoredAnalysis, EncodeAndDecodeRoundTrip) {
  const auto read = DecodeAnalysis("key", EncodeAnalysis("key", Example()));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->progress.SerializeAsString(), Example().progress.SerializeAsString());
  EXPECT_EQ(read->best_move.SerializeAsString(), Example().best_move.SerializeAsString());
}

TEST(StoredAnalysis, BeginsWithPrefixAndDepth) {
  const std::string value = EncodeAnalysis("key", Example());
  EXPECT_EQ(value.substr(0, StoredPrefix().size()), StoredPrefix());
  EXPECT_EQ(value[StoredPrefix().size()], 7);
}

TEST(StoredAnalysis, AnyChangedMissingOrAddedByteIsDataLoss) {
  const std::string value = EncodeAnalysis("key", Example());
  for (size_t i = 0; i < value.size(); ++i) {
    for (const int change : {1, 0x80, 0xff}) {
      std::string changed = value;
      changed[i] = static_cast<char>(changed[i] ^ change);
      EXPECT_TRUE(absl::IsDataLoss(DecodeAnalysis("key", changed).status())) << i;
    }
    EXPECT_TRUE(absl::IsDataLoss(DecodeAnalysis("key", value.substr(0, i)).status())) << i;
  }
  EXPECT_TRUE(absl::IsDataLoss(DecodeAnalysis("key", value + "!").status()));
}

TEST(StoredAnalysis, IsValidOnlyUnderItsOwnKey) {
  const std::string value = EncodeAnalysis("key", Example());
  EXPECT_TRUE(absl::IsDataLoss(DecodeAnalysis("other key", value).status()));
}

TEST(StoredAnalysis, ResultsThatNoSearchCanHaveAreRefused) {
  using Edit = void (*)(StoredAnalysis*);
  const Edit edits[] = {
      [](auto* a) { a->progress.set_depth(0); },
      [](auto* a) { a->progress.set_depth(121); },
      [](auto* a) { a->progress.set_depth(7 + 256); },
      [](auto* a) { a->progress.clear_lines(); },
      [](auto* a) { a->progress.mutable_lines(0)->clear_pv(); },
      [](auto* a) { a->progress.mutable_lines(0)->add_pv("e6e5"); },
      [](auto* a) { a->best_move.set_action("a3a4"); },
  };
  for (const Edit edit : edits) {
    StoredAnalysis analysis = Example();
    edit(&analysis);
    EXPECT_TRUE(absl::IsDataLoss(DecodeAnalysis("key", EncodeAnalysis("key", analysis)).status()))
        << analysis.progress.ShortDebugString();
  }
}

}  // namespace
}  // namespace arbiter
