#include "core/game/registry.h"

#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/strings.h"

namespace arbiter {

#define ARBITER_VARIANT(id, rules, header) \
  namespace id {                           \
  const Variant& ServedVariant();          \
  }
#include "core/variants/variants.def"

std::span<const Variant* const> AllVariants() {
#define ARBITER_VARIANT(id, rules, header) &id::ServedVariant(),
  static const auto& variants = *new std::vector<const Variant*>{
#include "core/variants/variants.def"
  };
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

std::string_view FindRulingId(std::string_view id) {
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
