#ifndef ARBITER_SERVICE_CONVERT_VARIANT_MESSAGES_H_
#define ARBITER_SERVICE_CONVERT_VARIANT_MESSAGES_H_

#include <any>
#include <optional>
#include <string_view>
#include <vector>

#include "arbiter/v1/game.pb.h"
#include "core/board/color.h"
#include "core/game/game.h"

namespace arbiter {

// What messages have of one variant alone.
struct VariantMessages {
  std::string_view id;
  // Writes what Game::detail() holds.
  void (*write_detail)(const std::any& detail, v1::State* answer);
  // Writes what an adjudication has of the variant's own; null if there is nothing.
  void (*write_adjudication)(const Game& game, v1::Adjudication* answer) = nullptr;
};

// Each is defined in the file of its variant.
extern const VariantMessages kChakMessages;
extern const VariantMessages kChakartMessages;
extern const VariantMessages kChpokMessages;
extern const VariantMessages kMakrukMessages;

// Null for a variant whose messages have nothing of its own.
inline const VariantMessages* FindVariantMessages(std::string_view variant_id) {
  for (const VariantMessages* messages :
       {&kChakMessages, &kChakartMessages, &kChpokMessages, &kMakrukMessages}) {
    if (messages->id == variant_id) return messages;
  }
  return nullptr;
}

// What may be bid; empty outside a bidding and once the game is over (P10).
std::vector<v1::BidTemplate> BidsOf(const Game& game);

// Which colour the Challenger of the bidding has on the board; std::nullopt if there was no bidding
// or it goes on (P1).
std::optional<Color> ChallengerOf(const Game& game);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_VARIANT_MESSAGES_H_
