#include "core/rules/variant_info.h"

#include <gtest/gtest.h>

#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Fails;
using testing::VariantNamed;

TEST(Options, C8_AnAbsentOptionHasTheVariantsDefault) {
  EXPECT_EQ(*OptionValue(VariantNamed("chak").info(), {}, "draw_policy"), "claim");        // K16
  EXPECT_EQ(*OptionValue(VariantNamed("makruk").info(), {}, "draw_policy"), "automatic");  // M4
  EXPECT_EQ(*OptionValue(VariantNamed("makruk").info(), {}, "counting"), "auto");          // M5
}

TEST(Options, AGivenValueReplacesTheDefault) {
  EXPECT_EQ(*OptionValue(VariantNamed("makruk").info(), {{"counting", "manual"}}, "counting"),
            "manual");
}

TEST(Options, UnknownValuesAreRefusedAndTheKnownOnesListed) {
  const auto game = VariantNamed("makruk").Start({{"counting", "loud"}});
  EXPECT_THAT(
      game,
      Fails(ErrorReason::kOptionOutOfRange,
            std::string("unknown value 'loud' of option counting (known: auto, manual, none)")));
  EXPECT_EQ(FieldOf(game.status()), "options.makruk.counting");
  for (const char* value : {"", "Claim", "claim "}) {
    EXPECT_THAT(VariantNamed("chak").Start({{"draw_policy", value}}),
                Fails(ErrorReason::kOptionOutOfRange, std::string("claim, automatic")));
  }
}

TEST(Options, UnknownNamesAreRefused) {
  const auto game = VariantNamed("chak").Start({{"counting", "auto"}});
  EXPECT_THAT(game,
              Fails(ErrorReason::kOptionOutOfRange,
                    std::string("unknown option 'counting' of chak (known: draw_policy, clock)")));
  EXPECT_EQ(FieldOf(game.status()), "options.chak.counting");
}

}  // namespace
}  // namespace arbiter
