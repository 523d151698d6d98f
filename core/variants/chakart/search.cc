#include "core/search/expectimax.h"
#include "core/variants/chakart/rules.h"

namespace arbiter::chakart {

SearchReport<Action> ChakartRules::Search(const Position& position,
                                          const SearchTask<Action>& task) const {
  return Expectimax(*this, position, task);
}

}  // namespace arbiter::chakart
