#ifndef ARBITER_SERVICE_CONVERT_VARIANT_MESSAGES_H_
#define ARBITER_SERVICE_CONVERT_VARIANT_MESSAGES_H_

#include <any>
#include <optional>
#include <string_view>
#include <vector>

#include "arbiter/v1/game.pb.h"
#include "core/board/color.h"
#include "core/game/game.h"
#include "service/convert/wire_writer.h"

namespace arbiter {

// The parts of messages that are specific to one variant.
struct VariantMessages {
  std::string_view id;
  // Writes the fields of Game::detail() in a v1::State.
  void (*write_detail)(const std::any& detail, WireWriter* state);
  // Writes the fields of Game::detail() in a v1::Adjudication; nullptr if there are none.
  void (*write_adjudication)(const std::any& detail, WireWriter* adjudication) = nullptr;
};

// Each is defined in the source file of its variant.
extern const VariantMessages kChakMessages;
extern const VariantMessages kChakartMessages;
extern const VariantMessages kChpokMessages;
extern const VariantMessages kMakrukMessages;

// Returns the parts that are specific to a variant; nullptr if there are none.
inline const VariantMessages* FindVariantMessages(std::string_view variant_id) {
  for (const VariantMessages* messages :
       {&kChakMessages, &kChakartMessages, &kChpokMessages, &kMakrukMessages}) {
    if (messages->id == variant_id) return messages;
  }
  return nullptr;
}

// Returns the bids that are open in a game of Chpok; empty outside the bidding phase and once the
// game is over (P10).
std::vector<v1::BidTemplate> BidsOf(const Game& game);

// Returns the colour of the Challenger in a game of Chpok; std::nullopt if it is unknown, if the
// bidding is not over yet, and in other variants (P1).
std::optional<Color> ChallengerOf(const Game& game);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_VARIANT_MESSAGES_H_
