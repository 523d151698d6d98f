#include "clients/cli/search_arguments.h"

#include <string>

#include "core/rules/strings.h"

namespace arbiter::cli {

void SearchArguments::AddTo(CLI::App* command, const std::string& each, uint32_t movetime_ms) {
  default_movetime_ms_ = movetime_ms;
  command->add_option("--depth", depth_, StrCat("Plies to look ahead", each))->type_name("N");
  command->add_option("--nodes", nodes_, StrCat("Positions to visit", each))->type_name("N");
  command
      ->add_option("--movetime", movetime_ms_,
                   StrCat("Milliseconds", each, "; ", movetime_ms, " where no limit is given"))
      ->type_name("MS");
  command->add_option("--threads", threads_, "Search threads; 1 by default")->type_name("N");
}

void SearchArguments::AddInfinite(CLI::App* command) {
  command->add_flag(
      "--infinite", infinite_,
      "Until Ctrl-C, until nothing is left to find, or for a server's --max-movetime-ms");
}

void SearchArguments::AddHash(CLI::App* command) {
  command->add_option("--hash", hash_mb_, "Megabytes of the transposition table")->type_name("MB");
}

v1::AnalysisLimits SearchArguments::Limits() const {
  v1::AnalysisLimits limits;
  limits.set_depth(depth_.value_or(0));
  limits.set_nodes(nodes_.value_or(0));
  limits.set_movetime_ms(movetime_ms_.value_or(0));
  limits.set_infinite(infinite_);
  if (!depth_ && !nodes_ && !movetime_ms_ && !infinite_) {
    limits.set_movetime_ms(default_movetime_ms_);
  }
  return limits;
}

}  // namespace arbiter::cli
