#include "core/variants/chak/position.h"
#include "service/convert/variant_messages.h"

namespace arbiter {
namespace {

void WriteDetail(const std::any& any, v1::State* state) {
  const auto& detail = std::any_cast<const chak::Detail&>(any);
  v1::ChakDetail* answer = state->mutable_chak();
  answer->set_quiet_plies(detail.quiet_plies);
  answer->set_plies_until_claim(detail.plies_until_claim);
}

}  // namespace

constexpr VariantMessages kChakMessages = {.id = "chak", .write_detail = WriteDetail};

}  // namespace arbiter
