#include "service/calls/table_store.h"

#include <memory>
#include <string>

#include "gtest/gtest.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

constexpr size_t kSize = TranspositionTable::kLeastBytes;
constexpr uint64_t kPosition = 12345;

// Whether a table knows what Learn() has stored in it.
bool Knows(const TranspositionTable& table) {
  TableEntry entry;
  return table.Find(kPosition, &entry);
}

void Learn(TranspositionTable* table) {
  table->Store(kPosition, {.move = 1, .depth = 9, .bound = Bound::kExact});
}

// Takes an owner's table, and puts it back with something in it; whether it had that before.
bool Use(TableStore* store, const void* owner, size_t bytes, const std::string& game) {
  GameTable kept = store->Take(owner, bytes, game);
  const bool known = Knows(*kept.table);
  Learn(kept.table.get());
  store->Keep(owner, std::move(kept));
  return known;
}

TEST(TableStoreTest, ATableIsReusedEmpty) {
  TableStore store(4 * kSize, kSize);
  auto table = store.Get(kSize);
  const TranspositionTable* const first = table.get();
  Learn(table.get());
  store.Put(std::move(table));
  // Of another size it would give other answers.
  auto larger = store.Get(2 * kSize);
  EXPECT_EQ(larger->bytes(), 2 * kSize);
  table = store.Get(kSize + 1);
  EXPECT_EQ(table.get(), first);
  EXPECT_FALSE(Knows(*table));
}

TEST(TableStoreTest, AnOwnerFindsItsTableForTheSameGame) {
  TableStore store(4 * kSize, kSize);
  const int owner = 0;
  const int other = 0;
  EXPECT_FALSE(Use(&store, &owner, kSize, "makruk"));
  EXPECT_FALSE(Use(&store, &other, kSize, "makruk"));
  EXPECT_TRUE(Use(&store, &owner, kSize, "makruk"));
  EXPECT_FALSE(Use(&store, &owner, kSize, "chak"));
  EXPECT_TRUE(Use(&store, &owner, kSize, "chak"));
  // Nothing is known of what it asks, so nothing is lost by it.
  EXPECT_TRUE(Use(&store, &owner, kSize, ""));
  EXPECT_TRUE(Use(&store, &owner, kSize, "chak"));
  store.Leave(&owner);
  EXPECT_FALSE(Use(&store, &owner, kSize, "chak"));
}

TEST(TableStoreTest, ALargerTableBeginsEmptyAndStays) {
  TableStore store(4 * kSize, kSize);
  const int owner = 0;
  Use(&store, &owner, kSize, "chak");
  EXPECT_FALSE(Use(&store, &owner, 2 * kSize, "chak"));
  EXPECT_TRUE(Use(&store, &owner, kSize, "chak"));
  EXPECT_EQ(store.Take(&owner, kSize, "chak").table->bytes(), 2 * kSize);
}

TEST(TableStoreTest, TheOldestTableGoesWhereThereIsNoRoom) {
  TableStore store(2 * kSize, kSize);
  const int owners[3] = {};
  for (const int& owner : owners) Use(&store, &owner, kSize, "chak");
  EXPECT_TRUE(Use(&store, &owners[2], kSize, "chak"));
  EXPECT_TRUE(Use(&store, &owners[1], kSize, "chak"));
  EXPECT_FALSE(Use(&store, &owners[0], kSize, "chak"));
}

v1::Position PositionOf(const std::string& variant) {
  v1::Position position;
  position.set_variant(variant);
  return position;
}

TEST(GameKeyTest, NamesTheVariantAndItsOptions) {
  EXPECT_EQ(GameKey(PositionOf("chess"), nullptr), "");
  EXPECT_NE(GameKey(PositionOf("chak"), nullptr), GameKey(PositionOf("makruk"), nullptr));

  v1::Position options = PositionOf("makruk");
  options.mutable_options()->set_draw_policy(v1::DRAW_POLICY_CLAIM);
  EXPECT_NE(GameKey(options, nullptr), GameKey(PositionOf("makruk"), nullptr));
  v1::Position defaults = PositionOf("makruk");
  defaults.mutable_options()->set_draw_policy(v1::DRAW_POLICY_AUTOMATIC);
  EXPECT_EQ(GameKey(defaults, nullptr), GameKey(PositionOf("makruk"), nullptr));
}

TEST(GameKeyTest, ASnapshotHasItsOptionsInItself) {
  const auto game = testing::VariantNamed("makruk").Start({{"draw_policy", "claim"}});
  ASSERT_TRUE(game.ok());
  v1::Position snapshot = PositionOf("makruk");
  snapshot.set_snapshot((*game)->Snapshot());
  v1::Position options = PositionOf("makruk");
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
