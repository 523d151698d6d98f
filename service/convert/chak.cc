#include "core/variants/chak/position.h"
#include "service/convert/variant_messages.h"

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

}  // namespace

constexpr VariantMessages kChakMessages = {.id = "chak", .write_detail = WriteDetail};

}  // namespace arbiter
