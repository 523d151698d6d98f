// Tests that the properties that the fuzz targets check hold for an added variant, in random games
// and for FENs with random changes.
#include <gtest/gtest.h>

#include "core/game/registry.h"
#include "tests/fuzz/property.h"
#include "tests/support/game.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::GameCase;
using testing::kSanitizerSlowdown;
using testing::Random;

GameCase Shatranj() { return {*FindVariant("shatranj"), {}}; }

TEST(ShatranjProperties, HoldInRandomGames) {
  Random random(71);
  int states = 0;
  testing::PlayGames(Shatranj(), 60 / kSanitizerSlowdown, 300, random,
                     [&states](const Game& game, const auto& /*actions*/) {
                       fuzz::RequireSoundState(game);
                       ++states;
                     });
  EXPECT_GT(states, 500 / kSanitizerSlowdown);
}

TEST(ShatranjProperties, FensWithRandomChangesAreReadOrRefusedWithAReason) {
  constexpr std::string_view kBytes = "KQBNRPkqbnrp12345678/ -wb0+~x\xff";
  Random random(72);
  int read = 0, refused = 0;
  testing::PlayGames(Shatranj(), 20, 200, random, [&](const Game& game, const auto& /*actions*/) {
    std::string fen = game.Fen(FenStyle::kStandard);
    for (size_t i = 1 + random.Below(3); i > 0; --i) {
      fen[random.Below(fen.size())] = kBytes[random.Below(kBytes.size())];
    }
    const auto changed = Shatranj().variant->FromFen(fen, {}, false);
    if (changed.ok()) {
      fuzz::RequireSoundState(**changed);
      ++read;
    } else {
      fuzz::RequireReason(changed.status(),
                          {ErrorReason::kBadFen, ErrorReason::kImpossiblePosition});
      ++refused;
    }
  });
  EXPECT_GT(read, 10);
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace arbiter
