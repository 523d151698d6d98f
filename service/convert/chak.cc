#include "core/variants/chak/rules.h"
#include "service/convert/variant_messages.h"
#include "service/convert/write.h"

namespace arbiter {
namespace {

void WriteDetail(const std::any& any, WireWriter* state) {
  using Field = v1::ChakDetail;
  const auto& detail = std::any_cast<const chak::Detail&>(any);
  const size_t begin = state->BeginShort(v1::State::kChakFieldNumber);
  state->Number(Field::kQuietPliesFieldNumber, detail.quiet_plies);
  state->Number(Field::kPliesUntilClaimFieldNumber, detail.plies_until_claim);
  state->EndShort(begin);
}

static_assert(kSameNumber<chak::kAltarMateEnd, v1::TERMINATION_ALTAR_MATE>);
static_assert(chak::kRiverRegion.number == v1::REGION_KIND_RIVER);
static_assert(chak::kTempleRegion.number == v1::REGION_KIND_TEMPLE);
static_assert(chak::kAltarRegion.number == v1::REGION_KIND_ALTAR);

}  // namespace

constexpr VariantMessages kChakMessages = {.id = "chak", .write_detail = WriteDetail};

}  // namespace arbiter
