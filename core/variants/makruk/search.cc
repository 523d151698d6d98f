#include "core/search/alpha_beta.h"
#include "core/variants/makruk/rules.h"

namespace arbiter::makruk {

SearchReport<Move> MakrukRules::Search(const Position& position,
                                       const SearchTask<Move>& task) const {
  return AlphaBeta(*this, position, task);
}

}  // namespace arbiter::makruk
