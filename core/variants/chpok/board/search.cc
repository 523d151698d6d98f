#include "core/search/alpha_beta.h"
#include "core/variants/chpok/board/rules.h"

namespace arbiter::chpok {

SearchReport<Action> BoardRules::Search(const Position& position,
                                        const SearchTask<Action>& task) const {
  return AlphaBeta(*this, position, task);
}

}  // namespace arbiter::chpok
