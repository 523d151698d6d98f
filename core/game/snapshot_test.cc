// Tests of snapshots (ruling F3).
#include "core/game/snapshot.h"

#include <gtest/gtest.h>

#include "absl/strings/escaping.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Fails;
using testing::FenOf;
using testing::GameAt;
using testing::IsOk;
using testing::Play;
using testing::StartOf;
using testing::VariantNamed;

absl::Status Read(std::string_view variant, std::string_view snapshot,
                  const OptionMap& options = {}) {
  return VariantNamed(variant).FromSnapshot(snapshot, options).status();
}

std::string SomeSnapshot() {
  const auto game = StartOf("makruk", {{"counting", "manual"}});
  Play(*game, {"a3a4", "b8d7", "draw?"});
  return game->Snapshot();
}

void ExpectEqualState(const Game& left, const Game& right) {
  EXPECT_EQ(FenOf(left), FenOf(right));
  EXPECT_EQ(left.Snapshot(), right.Snapshot());
  EXPECT_EQ(testing::LegalOf(left), testing::LegalOf(right));
  EXPECT_EQ(left.Adjudicate().end, right.Adjudicate().end);
  EXPECT_EQ(left.Adjudicate().occurrences, right.Adjudicate().occurrences);
  EXPECT_EQ(left.Adjudicate().history_known, right.Adjudicate().history_known);
  EXPECT_EQ(left.Adjudicate().claimed_by, right.Adjudicate().claimed_by);
  EXPECT_EQ(left.Adjudicate().draw_offered_by, right.Adjudicate().draw_offered_by);
}

TEST(Snapshot, F3_RestoresTheWholeState) {
  const std::vector<testing::Actions> lines = {{},
                                               {"a3a4", "a6a5", "b1d2", "b8d7", "d2b1", "d7b8"},
                                               {"draw?", "a3a4"},
                                               {"draw?", "black:draw!"},
                                               {"black:resign"},
                                               {"timeout"}};
  for (const testing::Actions& line : lines) {
    const auto game = StartOf("makruk", {{"counting", "manual"}, {"draw_policy", "claim"}});
    Play(*game, line);
    const auto copy = VariantNamed("makruk").FromSnapshot(game->Snapshot(), {});
    ASSERT_THAT(copy, IsOk());
    ExpectEqualState(**copy, *game);
  }
}

TEST(Snapshot, F3_RestoresAClaimedEnd) {
  const auto game = GameAt("chak", "8k/9/9/9/9/9/9/9/K8 w - - 100 80");
  Play(*game, {"black:claim draw"});
  const auto copy = VariantNamed("chak").FromSnapshot(game->Snapshot(), {});
  ASSERT_THAT(copy, IsOk());
  ExpectEqualState(**copy, *game);
  EXPECT_EQ((*copy)->Adjudicate().end->rule, "K16");
}

TEST(Snapshot, F3_UnknownHistoryStaysUnknown) {
  const auto game = *VariantNamed("chak").FromFen("8k/9/9/9/9/9/9/9/K8 w - - 0 1", {}, false);
  const auto copy = VariantNamed("chak").FromSnapshot(game->Snapshot(), {});
  EXPECT_FALSE((*copy)->Adjudicate().history_known);
}

TEST(Snapshot, F3_DamageToAnyByteIsDetected) {
  const std::string snapshot = SomeSnapshot();
  for (size_t i = 0; i < snapshot.size(); ++i) {
    for (const int change : {1, 0x80, 0xff}) {
      std::string damaged = snapshot;
      damaged[i] = static_cast<char>(damaged[i] ^ change);
      EXPECT_THAT(Read("makruk", damaged),
                  Fails(ErrorReason::kBadSnapshot, std::string("the snapshot")))
          << "byte " << i;
    }
  }
}

TEST(Snapshot, F3_WrongLengthIsRefused) {
  const std::string snapshot = SomeSnapshot();
  for (size_t size = 0; size < snapshot.size(); ++size) {
    EXPECT_THAT(Read("makruk", snapshot.substr(0, size)),
                Fails(ErrorReason::kBadSnapshot, std::string("the snapshot")))
        << size;
  }
  EXPECT_THAT(Read("makruk", snapshot + '\0'),
              Fails(ErrorReason::kBadSnapshot, std::string("damaged")));
  EXPECT_THAT(Read("makruk", "hello"),
              Fails(ErrorReason::kBadSnapshot, std::string("was not made by this service")));
}

TEST(Snapshot, F3_SnapshotOfAnotherVariantIsRefused) {
  EXPECT_THAT(
      Read("makruk", StartOf("chak")->Snapshot()),
      Fails(ErrorReason::kBadSnapshot, std::string("is of the variant 'chak', not of makruk")));
}

TEST(Snapshot, F3_NewerVersionIsRefused) {
  std::string snapshot = SomeSnapshot();
  snapshot[4] = 3;
  EXPECT_THAT(Read("makruk", snapshot),
              Fails(ErrorReason::kBadSnapshot,
                    std::string("has version 3; this server reads versions up to 2")));
}

TEST(Snapshot, F3_OlderVersionIsRead) {
  // This is the state of SomeSnapshot(), encoded in version 1.
  std::string snapshot;
  ASSERT_TRUE(absl::Base64Unescape(
      "QVJCUwEGAG1ha3J1awIIAGNvdW50aW5nBgBtYW51YWwLAGRyYXdfcG9saWN5CQBhdXRvbWF0aWM4AHIx"
      "c21rc25yLzNuNC9wcHBwcHBwcC84L1A3LzFQUFBQUFBQLzgvUk5TS01TTlIgdyAtIC0gMSAyAQEAAAAA"
      "ACbiWZXJ+P3Hk/lFz/Ux/ETqnT5sIrw3Rw==",
      &snapshot));
  const auto game = VariantNamed("makruk").FromSnapshot(snapshot, {});
  ASSERT_THAT(game, IsOk());
  EXPECT_EQ((*game)->Snapshot(), SomeSnapshot());
}

TEST(Snapshot, F3_ContradictingOptionsAreRefused) {
  const std::string snapshot = SomeSnapshot();
  EXPECT_THAT(Read("makruk", snapshot), IsOk());
  EXPECT_THAT(Read("makruk", snapshot, {{"counting", "manual"}}), IsOk());
  EXPECT_THAT(
      Read("makruk", snapshot, {{"counting", "auto"}}),
      Fails(ErrorReason::kBadSnapshot,
            std::string("has the option counting = 'manual', but the request says 'auto'")));
  EXPECT_THAT(Read("makruk", snapshot, {{"drinks", "free"}}),
              Fails(ErrorReason::kOptionOutOfRange, std::string("unknown option 'drinks'")));
}

TEST(Snapshot, F3_HasTheOptionsOfItsGame) {
  constexpr std::string_view kSeed = "0123456789abcdef";
  int checked = 0;
  for (const Variant* variant : AllVariants()) {
    const auto options_with = [&](const OptionMap& options) {
      const auto game = variant->Start(options, kSeed, nullptr);
      EXPECT_THAT(game, IsOk());
      const std::string snapshot = (*game)->Snapshot();
      EXPECT_THAT(Read(variant->info().id, snapshot), IsOk());
      return DecodeOptions(DecodeSnapshot(snapshot)->options);
    };
    const OptionMap defaults = options_with({});
    for (const OptionInfo& option : variant->info().options) {
      const std::string name(option.name);
      if (!defaults.contains(name)) continue;
      std::vector<std::string> values(option.values.begin(), option.values.end());
      if (option.maximum > 0) values.push_back(std::to_string(option.minimum));
      for (const std::string& value : values) {
        OptionMap expected = defaults;
        expected[name] = value;
        EXPECT_EQ(options_with({{name, value}}), expected) << variant->info().id << ", " << name;
        ++checked;
      }
    }
  }
  EXPECT_GE(checked, 15);
}

TEST(Snapshot, F3_ARepeatedOptionIsRefused) {
  // The state of SomeSnapshot() in version 1, with the option `counting` twice.
  std::string snapshot;
  ASSERT_TRUE(absl::Base64Unescape(
      "QVJCUwEGAG1ha3J1awIIAGNvdW50aW5nBgBtYW51YWwIAGNvdW50aW5nBABhdXRvOAByMXNta3Nuci8z"
      "bjQvcHBwcHBwcHAvOC9QNy8xUFBQUFBQUC84L1JOU0tNU05SIHcgLSAtIDEgMgEBAAAAAAAm4lmVyfj9"
      "x5P5Rc/1MfxE9t54pyHs5Ko=",
      &snapshot));
  EXPECT_THAT(Read("makruk", snapshot),
              Fails(ErrorReason::kBadSnapshot, std::string("is damaged")));
}

TEST(Snapshot, F3_OptionsOutOfOrderOrCutOffAreRefused) {
  const std::string snapshot = SomeSnapshot();
  const SnapshotData good = *DecodeSnapshot(snapshot);
  const std::string counting = EncodeOptions({{"counting", "manual"}});
  const std::string policy = EncodeOptions({{"draw_policy", "automatic"}});
  ASSERT_EQ(good.options, "\2" + counting.substr(1) + policy.substr(1));
  const std::string bad[] = {"\2" + policy.substr(1) + counting.substr(1),
                             "\3" + counting.substr(1) + policy.substr(1),
                             "\1" + std::string(2, '\0') + counting.substr(1), "\xff"};
  for (const std::string& options : bad) {
    SnapshotData data = good;
    data.options = options;
    EXPECT_THAT(Read("makruk", EncodeSnapshot(data)),
                Fails(ErrorReason::kBadSnapshot, std::string("is damaged")))
        << absl::CEscape(options);
  }
}

TEST(Snapshot, F3_ImpossibleContentsAreRefused) {
  // The snapshots are well-formed, but no game has their contents.
  const std::string snapshot = SomeSnapshot();
  const SnapshotData good = *DecodeSnapshot(snapshot);
  SnapshotData bad = good;
  bad.fen = "8/8/8/8/8/8/8/8 w - - 0 1";
  EXPECT_THAT(Read("makruk", EncodeSnapshot(bad)), Fails(ErrorReason::kBadSnapshot, std::string()));
  bad = good;
  bad.keys.back() ^= 1;
  EXPECT_THAT(Read("makruk", EncodeSnapshot(bad)), Fails(ErrorReason::kBadSnapshot, std::string()));
  bad = good;
  bad.keys.clear();
  EXPECT_THAT(Read("makruk", EncodeSnapshot(bad)), Fails(ErrorReason::kBadSnapshot, std::string()));
  bad = good;
  const std::string options = EncodeOptions({{"counting", "loud"}, {"draw_policy", "automatic"}});
  bad.options = options;
  EXPECT_THAT(Read("makruk", EncodeSnapshot(bad)), Fails(ErrorReason::kBadSnapshot, std::string()));
  EXPECT_THAT(Read("makruk", EncodeSnapshot(good)), IsOk());
}

TEST(Snapshot, F3_DependsOnTheGameAlone) { EXPECT_EQ(SomeSnapshot(), SomeSnapshot()); }

}  // namespace
}  // namespace arbiter
