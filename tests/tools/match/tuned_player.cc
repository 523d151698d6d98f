#include "tests/tools/match/tuned_player.h"

#include <memory>
#include <string>
#include <vector>

#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/search/alpha_beta.h"
#include "core/search/transposition_table.h"
#include "core/variants/chak/rules.h"
#include "core/variants/makruk/rules.h"
#include "tests/tools/tune/search_settings.h"

namespace arbiter::match {
namespace {

template <typename R>
class TunedPlayer : public Player {
 public:
  using Model = tune::TunableModel<typename R::SearchModel>;

  TunedPlayer(const SearchParameters& parameters, const SearchLimits& limits, size_t table_bytes)
      : rules_(*R::Create({})), parameters_(parameters), limits_(limits), table_(table_bytes) {}

  absl::Status NewGame(uint64_t /*seed*/) override {
    table_.Clear();
    keys_.clear();
    return absl::OkStatus();
  }

  absl::StatusOr<Choice> Choose(const Situation& situation) override {
    if (keys_.empty()) {
      ARBITER_ASSIGN_OR_RETURN(position_, rules_.ParseFen(situation.start_fen));
      keys_ = {position_.key()};
      played_ = 0;
    }
    for (; played_ < situation.actions.size(); ++played_) {
      ARBITER_ASSIGN_OR_RETURN(const auto move,
                               rules_.ParseMove(position_, situation.actions[played_]));
      if (rules_.IsIrreversible(position_, move)) keys_.clear();
      rules_.Apply(&position_, move);
      keys_.push_back(position_.key());
    }
    Model::current = parameters_;
    const SearchQuery<typename R::Move> query{.limits = limits_};
    const StopToken stop;
    const ReportSink<typename R::Move> ignore_report = [](const auto& /*report*/) {};
    const auto found =
        AlphaBeta<R, Model>(rules_, position_, {keys_, query, stop, &table_, ignore_report});
    return Choice{rules_.FormatMove(found.lines.front().moves.front()), found.depth, found.nodes};
  }

 private:
  const R rules_;
  const SearchParameters parameters_;
  const SearchLimits limits_;
  TranspositionTable table_;
  // The position after `played_` actions, and the repetition keys of the game, empty before it.
  typename R::Position position_;
  std::vector<uint64_t> keys_;
  size_t played_ = 0;
};

// Calls `call` with a pointer to the rules of a variant with such a search.
template <typename Call>
auto WithRules(std::string_view variant, const Call& call)
    -> absl::StatusOr<decltype(call(static_cast<makruk::MakrukRules*>(nullptr)))> {
  if (variant == "makruk") return call(static_cast<makruk::MakrukRules*>(nullptr));
  if (variant == "chak") return call(static_cast<chak::ChakRules*>(nullptr));
  return absl::NotFoundError(StrCat("the search of ", variant, " has no parameters to tune"));
}

}  // namespace

absl::StatusOr<SearchParameters> ParametersOf(std::string_view variant) {
  return WithRules(variant,
                   []<typename R>(R*) { return SearchParameters(R::SearchModel::parameters()); });
}

absl::StatusOr<PlayerFactory> TunedPlayers(std::string_view variant,
                                           const SearchParameters& parameters,
                                           const SearchLimits& limits, size_t table_bytes) {
  return WithRules(variant, [=]<typename R>(R*) {
    return PlayerFactory([=]() -> std::unique_ptr<Player> {
      return std::make_unique<TunedPlayer<R>>(parameters, limits, table_bytes);
    });
  });
}

}  // namespace arbiter::match
