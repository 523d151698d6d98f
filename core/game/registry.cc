#include "core/game/registry.h"

#include <string_view>
#include <vector>

#include "core/game/phased_variant.h"
#include "core/game/typed_variant.h"
#include "core/rules/error.h"
#include "core/rules/strings.h"
#include "core/variants/chak/rules.h"
#include "core/variants/chakart/rules.h"
#include "core/variants/chpok/bidding/rules.h"
#include "core/variants/makruk/rules.h"

namespace arbiter {

std::span<const Variant* const> AllVariants() {
  // A new variant is one more line; sorted by id.
  // clang-format off
  static const auto& variants = *new std::vector<const Variant*>{
      new TypedVariant<chak::ChakRules>,
      new TypedVariant<chakart::ChakartRules>,
      new PhasedVariant<chpok::BiddingRules>,
      new TypedVariant<makruk::MakrukRules>,
  };
  // clang-format on
  return variants;
}

absl::StatusOr<const Variant*> FindVariant(std::string_view id) {
  for (const Variant* variant : AllVariants()) {
    if (variant->info().id == id) return variant;
  }
  std::vector<std::string_view> known;
  for (const Variant* variant : AllVariants()) known.push_back(variant->info().id);
  return AtField(MakeError(ErrorReason::kUnknownVariant,
                           StrCat("unknown variant ", Quoted(id), KnownNames(id, known))),
                 "variant");
}

std::string_view RulingNamed(std::string_view id) {
  for (const RulingInfo& ruling : CommonRulings()) {
    if (ruling.id == id) return ruling.id;
  }
  for (const Variant* variant : AllVariants()) {
    for (const RulingInfo& ruling : variant->info().rulings) {
      if (ruling.id == id) return ruling.id;
    }
  }
  return {};
}

}  // namespace arbiter
