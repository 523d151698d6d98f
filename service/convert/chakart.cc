#include <string_view>

#include "core/variants/chakart/events.h"
#include "core/variants/chakart/position.h"
#include "service/convert/variant_messages.h"
#include "service/convert/write.h"

namespace arbiter {
namespace {

void WriteDetail(const std::any& any, WireWriter* state) {
  using Field = v1::ChakartDetail;
  const auto& detail = std::any_cast<const chakart::Detail&>(any);
  const size_t begin = state->Begin(v1::State::kChakartFieldNumber);
  state->Number(Field::kWhiteShellFieldNumber, detail.shell[0]);
  state->Number(Field::kWhiteStealthFieldNumber, detail.stealth[0]);
  state->Number(Field::kBlackShellFieldNumber, detail.shell[1]);
  state->Number(Field::kBlackStealthFieldNumber, detail.stealth[1]);
  for (const auto& [square, object] : detail.objects) {
    const size_t object_begin = state->BeginShort(Field::kObjectsFieldNumber);
    state->Bytes(v1::ObjectOnSquare::kSquareFieldNumber, square);
    state->Character(v1::ObjectOnSquare::kObjectFieldNumber, object);
    state->EndShort(object_begin);
  }
  for (const std::string_view square : detail.immobilised) {
    state->Bytes(Field::kImmobilisedFieldNumber, square);
  }
  state->Number(Field::kPassesFieldNumber, detail.passes);
  state->Number(Field::kActionIndexFieldNumber, detail.action);
  state->Number(Field::kHiddenFieldNumber, ToWire(detail.hidden));
  state->Text(Field::kHiddenSquareFieldNumber, detail.hidden_square);
  state->End(begin);
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
