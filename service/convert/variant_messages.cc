#include "service/convert/variant_messages.h"

namespace arbiter {

const VariantMessages* FindVariantMessages(std::string_view variant_id) {
  for (const VariantMessages* messages :
       {&kChakMessages, &kChakartMessages, &kChpokMessages, &kMakrukMessages}) {
    if (messages->id == variant_id) return messages;
  }
  return nullptr;
}

}  // namespace arbiter
