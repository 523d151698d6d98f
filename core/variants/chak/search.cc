#include "core/search/alpha_beta.h"
#include "core/variants/chak/rules.h"

namespace arbiter::chak {

SearchReport<Move> ChakRules::Search(const Position& position, const SearchTask<Move>& task) const {
  return AlphaBeta(*this, position, task);
}

}  // namespace arbiter::chak
