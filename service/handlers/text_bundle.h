#ifndef ARBITER_SERVICE_HANDLERS_TEXT_BUNDLE_H_
#define ARBITER_SERVICE_HANDLERS_TEXT_BUNDLE_H_

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "arbiter/v1/rules_service.pb.h"
#include "service/measure/message_rules.h"

namespace arbiter {

// The maximum length of the id of a batch item, in bytes.
inline const size_t kMaxBatchIdBytes =
    RuleOfField("BatchRequest", v1::BatchRequest::kIdFieldNumber).max_bytes;

// A bundle of LegalMoves requests, each of which asks for the action texts of a position given by
// its FEN, and sets no other field. Programs send many of them. They are read from the bytes of the
// bundle, because building its messages would take about as long as finding the moves. Refers to
// these bytes, which must outlive it.
struct TextBundle {
  struct Item {
    // The bytes of the item, a valid BatchRequest.
    std::string_view wire;
    // Empty if it is not set, like `variant`.
    std::string_view id;
    std::string_view variant;
    // Not empty.
    std::string_view fen;
  };

  // Empty if it is not set.
  std::string_view id;
  std::vector<Item> items;
};

// Reads a serialised BatchRequest. Returns std::nullopt unless it is a bundle of this kind whose
// strings are ASCII, whose ids are not too long, and whose fields are in the order of their
// numbers.
std::optional<TextBundle> ReadTextBundle(std::string_view wire);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HANDLERS_TEXT_BUNDLE_H_
