// The sentences of every variant in every language (ruling C5).
#include <gtest/gtest.h>

#include <set>

#include "core/game/messages.h"
#include "core/game/registry.h"
#include "core/variants/chakart/events.h"
#include "core/variants/chpok/bidding/events.h"
#include "core/variants/chpok/board/events.h"
#include "core/variants/makruk/events.h"

namespace arbiter {
namespace {

constexpr Locale kLocales[] = {Locale::kEnglish, Locale::kChinese, Locale::kThai};

constexpr const EventKind* kEventKinds[] = {&kMoveEvent,
                                            &kCaptureEvent,
                                            &kPromoteEvent,
                                            &kCheckEvent,
                                            &kDrawOfferedEvent,
                                            &kDrawWithdrawnEvent,
                                            &kDrawAcceptedEvent,
                                            &kDrawDeclinedEvent,
                                            &kResignedEvent,
                                            &kClaimedEvent,
                                            &kTimedOutEvent,
                                            &kGameOverEvent,
                                            &kPlaceEvent,
                                            &kPassEvent,
                                            &makruk::kCountStartedEvent,
                                            &makruk::kCountStoppedEvent,
                                            &chakart::kMushroomEvent,
                                            &chakart::kBananaEvent,
                                            &chakart::kBombEvent,
                                            &chakart::kKingBooEvent,
                                            &chakart::kKoopaEvent,
                                            &chakart::kToadetteEvent,
                                            &chakart::kChompEvent,
                                            &chakart::kDaisyEvent,
                                            &chakart::kBowserEvent,
                                            &chakart::kLuigiEvent,
                                            &chakart::kWaluigiEvent,
                                            &chakart::kObjectPutEvent,
                                            &chakart::kStealthEvent,
                                            &chakart::kRevealedEvent,
                                            &chakart::kShellEvent,
                                            &chakart::kSwapEvent,
                                            &chakart::kReleasedEvent,
                                            &chakart::kLapsedEvent,
                                            &chpok::kPointsEvent,
                                            &chpok::kCastledEvent,
                                            &chpok::kRemovedEvent,
                                            &chpok::kUndoneEvent,
                                            &chpok::kBidEvent,
                                            &chpok::kDrawnEvent,
                                            &chpok::kBiddingOverEvent};

TEST(Sentences, C5_EveryEventHasASentenceWithoutPlaceholders) {
  for (const Variant* variant : AllVariants()) {
    for (const Locale locale : kLocales) {
      for (const EventKind* kind : kEventKinds) {
        const Event event = {kind, "a1", "a2", 'R', Color::kBlack};
        const std::string text = WriteString(
            [&](StringWriter* out) { DescribeEvent(variant->info(), event, locale, out); });
        EXPECT_FALSE(text.empty()) << kind->number;
        EXPECT_EQ(text.find('{'), std::string::npos) << text;
      }
    }
  }
}

TEST(Sentences, C5_EventNumbersAreUniqueAndConsecutive) {
  std::set<int> numbers;
  for (const EventKind* kind : kEventKinds) EXPECT_TRUE(numbers.insert(kind->number).second);
  EXPECT_EQ(static_cast<int>(numbers.size()), *numbers.rbegin());
}

TEST(Sentences, C5_EveryEndHasASentenceWithoutPlaceholders) {
  for (const Variant* variant : AllVariants()) {
    for (const Locale locale : kLocales) {
      for (int i = 1; i <= static_cast<int>(Termination::kVariantEnd); ++i) {
        for (const Result result : {Result::kWhiteWins, Result::kDraw}) {
          const std::string text =
              DescribeEnd(variant->info(), {result, static_cast<Termination>(i), "C5"}, locale);
          EXPECT_FALSE(text.empty()) << i;
          EXPECT_EQ(text.find('{'), std::string::npos) << text;
        }
      }
    }
  }
}

TEST(Sentences, C6_AVariantDescribesEachOfItsEndsOnce) {
  for (const Variant* variant : AllVariants()) {
    std::set<Termination> terminations;
    for (const EndInfo& end : variant->info().ends) {
      EXPECT_TRUE(terminations.insert(end.termination).second) << variant->info().id;
      EXPECT_FALSE(end.won.en.empty() && end.drawn.en.empty()) << variant->info().id;
    }
  }
}

}  // namespace
}  // namespace arbiter
