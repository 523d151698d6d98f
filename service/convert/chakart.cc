#include <string>

#include "core/variants/chakart/events.h"
#include "core/variants/chakart/position.h"
#include "service/convert/variant_messages.h"
#include "service/convert/write.h"

namespace arbiter {
namespace {

void WriteDetail(const std::any& any, v1::State* state) {
  const auto& detail = std::any_cast<const chakart::Detail&>(any);
  v1::ChakartDetail* answer = state->mutable_chakart();
  answer->set_white_shell(detail.shell[0]);
  answer->set_white_stealth(detail.stealth[0]);
  answer->set_black_shell(detail.shell[1]);
  answer->set_black_stealth(detail.stealth[1]);
  for (const auto& [square, object] : detail.objects) {
    v1::ObjectOnSquare* entry = answer->add_objects();
    entry->set_square(square);
    entry->set_object(std::string(1, object));
  }
  answer->mutable_immobilised()->Assign(detail.immobilised.begin(), detail.immobilised.end());
  answer->set_passes(detail.passes);
  answer->set_action_index(detail.action);
  if (detail.hidden) answer->set_hidden(ToWire(*detail.hidden));
  answer->set_hidden_square(detail.hidden_square);
}

static_assert(chakart::kMushroomEvent.number == v1::Event::KIND_MUSHROOM);
static_assert(chakart::kBananaEvent.number == v1::Event::KIND_BANANA);
static_assert(chakart::kBombEvent.number == v1::Event::KIND_BOMB);
static_assert(chakart::kKingBooEvent.number == v1::Event::KIND_KING_BOO);
static_assert(chakart::kKoopaEvent.number == v1::Event::KIND_KOOPA);
static_assert(chakart::kToadetteEvent.number == v1::Event::KIND_TOADETTE);
static_assert(chakart::kChompEvent.number == v1::Event::KIND_CHOMP);
static_assert(chakart::kDaisyEvent.number == v1::Event::KIND_DAISY);
static_assert(chakart::kBowserEvent.number == v1::Event::KIND_BOWSER);
static_assert(chakart::kLuigiEvent.number == v1::Event::KIND_LUIGI);
static_assert(chakart::kWaluigiEvent.number == v1::Event::KIND_WALUIGI);
static_assert(chakart::kObjectPutEvent.number == v1::Event::KIND_OBJECT_PUT);
static_assert(chakart::kStealthEvent.number == v1::Event::KIND_STEALTH);
static_assert(chakart::kRevealedEvent.number == v1::Event::KIND_REVEALED);
static_assert(chakart::kShellEvent.number == v1::Event::KIND_SHELL);
static_assert(chakart::kSwapEvent.number == v1::Event::KIND_SWAP);
static_assert(chakart::kReleasedEvent.number == v1::Event::KIND_RELEASED);
static_assert(chakart::kLapsedEvent.number == v1::Event::KIND_LAPSED);

}  // namespace

constexpr VariantMessages kChakartMessages = {.id = "chakart", .write_detail = WriteDetail};

}  // namespace arbiter
