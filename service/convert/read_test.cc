#include "service/convert/read.h"

#include <gtest/gtest.h>

#include <string>

#include "arbiter/v1/game.pb.h"
#include "service/seal/snapshot_sealer.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

v1::Position StartPosition(const std::string& variant) {
  v1::Position position;
  position.set_variant(variant);
  return position;
}

TEST(GameKeyTest, ContainsTheVariantAndItsOptions) {
  EXPECT_EQ(GameKey(StartPosition("chess"), nullptr), "");
  EXPECT_NE(GameKey(StartPosition("chak"), nullptr), GameKey(StartPosition("makruk"), nullptr));

  v1::Position options = StartPosition("makruk");
  options.mutable_options()->set_draw_policy(v1::DRAW_POLICY_CLAIM);
  EXPECT_NE(GameKey(options, nullptr), GameKey(StartPosition("makruk"), nullptr));
  v1::Position defaults = StartPosition("makruk");
  defaults.mutable_options()->set_draw_policy(v1::DRAW_POLICY_AUTOMATIC);
  EXPECT_EQ(GameKey(defaults, nullptr), GameKey(StartPosition("makruk"), nullptr));
}

TEST(GameKeyTest, UsesTheOptionsThatASnapshotContains) {
  const auto game = testing::VariantNamed("makruk").Start({{"draw_policy", "claim"}});
  ASSERT_TRUE(game.ok());
  v1::Position snapshot = StartPosition("makruk");
  snapshot.set_snapshot((*game)->Snapshot());
  v1::Position options = StartPosition("makruk");
  options.mutable_options()->set_draw_policy(v1::DRAW_POLICY_CLAIM);
  EXPECT_EQ(GameKey(snapshot, nullptr), GameKey(options, nullptr));
  const SnapshotSealer sealer({{"k1", std::string(kSnapshotKeyBytes, 'A')}});
  EXPECT_EQ(GameKey(snapshot, &sealer), "");
  snapshot.set_snapshot(sealer.Seal((*game)->Snapshot()));
  EXPECT_EQ(GameKey(snapshot, &sealer), GameKey(options, nullptr));
  snapshot.set_snapshot("damaged");
  EXPECT_EQ(GameKey(snapshot, nullptr), "");
}

}  // namespace
}  // namespace arbiter
