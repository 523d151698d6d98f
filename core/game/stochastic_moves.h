#ifndef ARBITER_CORE_GAME_STOCHASTIC_MOVES_H_
#define ARBITER_CORE_GAME_STOCHASTIC_MOVES_H_

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/game/position_moves.h"
#include "core/rules/enumeration.h"
#include "core/rules/outcome_text.h"
#include "core/rules/perft.h"
#include "core/rules/seeded_draws.h"

namespace arbiter {

// Of rules whose moves draw: texts carry their outcomes in braces.
template <StochasticRules R>
struct PositionMoves<R> {
  using Position = typename R::Position;
  using Move = typename R::Move;
  using Moves = typename R::Moves;
  using Resolution = typename R::Resolution;

  absl::StatusOr<std::vector<std::string>> Texts(std::string_view from) const;
  absl::StatusOr<std::vector<MoveInfo>> Infos(std::string_view from) const;
  absl::StatusOr<std::string> Read(std::string_view text, Notation notation) const;
  absl::StatusOr<std::string> Write(std::string_view action, Notation notation) const;
  absl::StatusOr<PlayedMove<Position>> Play(std::string_view text, std::string_view seed,
                                            Applied* applied) const;
  // `visit(played, probability, applied)` answers false to stop.
  template <typename Visitor>
  absl::StatusOr<OutcomeSummary> Enumerate(std::string_view text, const EnumerationLimits& limits,
                                           Budget& budget, Visitor visit) const;
  absl::StatusOr<uint64_t> Perft(int depth, Budget& budget,
                                 std::vector<std::pair<std::string, uint64_t>>* divided) const;

  const R* rules;
  const Position* position;

 private:
  using Outcomes = std::vector<std::pair<std::string_view, std::string_view>>;

  Moves Generate() const {
    Moves moves;
    rules->GenerateMoves(*position, &moves);
    return moves;
  }
  // The action text of a move and what was drawn, or what it was said to have drawn.
  struct Resolved {
    Move move;
    std::vector<Draw> draws;
    // Whether all is drawn.
    bool done;
    std::string san_suffix;
  };
  // Takes a move as far as the outcomes written behind it lead.
  absl::StatusOr<Resolved> FollowText(Move move, const ActionText& text) const;

  static std::vector<std::string> CandidatesOf(const Resolution& resolution);
  // Makes the choices that the caller gives; IMPOSSIBLE_OUTCOME.
  static absl::Status Follow(std::string_view action, const Outcomes& outcomes,
                             Resolution* resolution, std::vector<Draw>* draws);
  // What there is to say of a move that is done.
  template <typename Scribe>
  void Describe(Move move, const Scribe& scribe, const Resolution& resolution,
                std::vector<Draw> draws, Applied* applied) const;
};

template <StochasticRules R>
absl::StatusOr<std::vector<std::string>> PositionMoves<R>::Texts(std::string_view from) const {
  const auto only = ReadFromFilter<typename Position::Geo>(from);
  if (!only.ok()) return only.status();
  std::vector<std::string> texts;
  for (const Move& move : Generate()) {
    if (!*only || move.Starts(**only)) texts.push_back(rules->FormatMove(move));
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

template <StochasticRules R>
absl::StatusOr<std::vector<MoveInfo>> PositionMoves<R>::Infos(std::string_view from) const {
  const auto only = ReadFromFilter<typename Position::Geo>(from);
  if (!only.ok()) return only.status();
  const auto scribe = rules->ScribeOf(*position);
  std::vector<MoveInfo> infos;
  for (const Move& move : Generate()) {
    if (!*only || move.Starts(**only)) infos.push_back(scribe.Describe(move));
  }
  std::sort(infos.begin(), infos.end(),
            [](const MoveInfo& a, const MoveInfo& b) { return a.text < b.text; });
  return infos;
}

template <StochasticRules R>
std::vector<std::string> PositionMoves<R>::CandidatesOf(const Resolution& resolution) {
  std::vector<std::string> candidates;
  for (int i = 0; i < resolution.candidates(); ++i) {
    candidates.push_back(resolution.CandidateText(i));
  }
  return candidates;
}

template <StochasticRules R>
absl::Status PositionMoves<R>::Follow(std::string_view action, const Outcomes& outcomes,
                                      Resolution* resolution, std::vector<Draw>* draws) {
  const auto impossible = [&](const auto&... parts) {
    return MakeError(ErrorReason::kImpossibleOutcome,
                     StrCat(action, ": draw ", draws->size() + 1, " ", parts...));
  };
  for (const auto& [purpose, choice] : outcomes) {
    const std::vector<std::string> candidates = CandidatesOf(*resolution);
    if (candidates.empty()) {
      return impossible("(", Quoted(purpose), ") is one too many: nothing more is drawn");
    }
    const std::string drawn =
        StrCat("decides ", resolution->purpose(), " among ", JoinWords(candidates));
    if (purpose != resolution->purpose()) return impossible(drawn, ", not ", Quoted(purpose));
    const auto found = std::find(candidates.begin(), candidates.end(), choice);
    if (found == candidates.end()) return impossible(drawn, "; ", Quoted(choice), " is not there");
    const auto index = static_cast<uint64_t>(found - candidates.begin());
    draws->push_back({std::string(purpose), candidates, index, 0});
    resolution->Choose(static_cast<int>(index));
  }
  if (resolution->candidates() == 0) return absl::OkStatus();
  return impossible("is missing: it decides ", resolution->purpose(), " among ",
                    JoinWords(CandidatesOf(*resolution)));
}

template <StochasticRules R>
template <typename Scribe>
void PositionMoves<R>::Describe(Move move, const Scribe& scribe, const Resolution& resolution,
                                std::vector<Draw> draws, Applied* applied) const {
  applied->text = rules->FormatMove(move) + FormatOutcomes(draws);
  applied->san = scribe.Write(move, Notation::kSan) + resolution.SanSuffix();
  applied->draws = std::move(draws);
  if constexpr (requires { rules->ConcealedText(*position, move); }) {
    std::tie(applied->concealed_text, applied->concealed_san) =
        rules->ConcealedText(*position, move);
  }
}

template <StochasticRules R>
absl::StatusOr<PlayedMove<typename R::Position>> PositionMoves<R>::Play(std::string_view text,
                                                                        std::string_view seed,
                                                                        Applied* applied) const {
  const absl::StatusOr<ActionText> split = SplitOutcomes(text);
  if (!split.ok()) return split.status();
  const absl::StatusOr<Move> move = rules->ParseMove(*position, split->action);
  if (!move.ok()) return move.status();
  Resolution resolution =
      rules->Resolve(*position, *move, applied != nullptr ? &applied->events : nullptr);
  std::vector<Draw> draws;
  if (split->outcomes) {
    absl::Status status = Follow(split->action, *split->outcomes, &resolution, &draws);
    if (!status.ok()) return status;
  } else if (resolution.candidates() > 0) {
    if (seed.empty()) {
      return MakeError(ErrorReason::kRandomnessRequired,
                       StrCat(Quoted(text), " draws at random (", resolution.purpose(),
                              "): give a seed, or the outcomes as in {", resolution.purpose(), "=",
                              resolution.CandidateText(0), "}"));
    }
    SeededDraws seeded(seed, R::Info().id, "move", rules->DrawPlaceOf(*position));
    while (resolution.candidates() > 0) {
      resolution.Choose(
          static_cast<int>(seeded.Choose(resolution.purpose(), CandidatesOf(resolution))));
    }
    draws = std::move(seeded.draws());
  }
  if (applied != nullptr) {
    Describe(*move, rules->ScribeOf(*position), resolution, std::move(draws), applied);
  }
  return PlayedMove<Position>{resolution.after(), /*irreversible=*/true};
}

template <StochasticRules R>
template <typename Visitor>
absl::StatusOr<OutcomeSummary> PositionMoves<R>::Enumerate(std::string_view text,
                                                           const EnumerationLimits& limits,
                                                           Budget& budget, Visitor visit) const {
  const absl::StatusOr<Move> move = rules->ParseMove(*position, text);
  if (!move.ok()) return move.status();
  Enumeration<R> enumeration(limits, &budget);
  absl::Status status = enumeration.Run(rules->Resolve(*position, *move, nullptr));
  if (!status.ok()) return status;
  OutcomeSummary summary{enumeration.truncated(), enumeration.missing_mass()};
  const auto scribe = rules->ScribeOf(*position);
  bool wanted = true;
  for (const auto& outcome : enumeration.outcomes()) {
    Applied applied;
    if (wanted) {
      if (status = budget.Spend(); !status.ok()) return status;
      Resolution resolution = rules->Resolve(*position, *move, &applied.events);
      std::vector<Draw> draws;
      for (const int index : outcome.path) {
        draws.push_back({std::string(resolution.purpose()), CandidatesOf(resolution),
                         static_cast<uint64_t>(index), 0});
        resolution.Choose(index);
      }
      Describe(*move, scribe, resolution, std::move(draws), &applied);
      wanted = visit(PlayedMove<Position>{outcome.after, true}, outcome.probability, applied);
    }
    if (!wanted) {
      summary.truncated = true;
      summary.missing_mass += outcome.probability.ToDouble();
    }
  }
  return summary;
}

template <StochasticRules R>
auto PositionMoves<R>::FollowText(Move move, const ActionText& text) const
    -> absl::StatusOr<Resolved> {
  Resolution resolution = rules->Resolve(*position, move, nullptr);
  Resolved resolved{.move = move, .draws = {}, .done = true, .san_suffix = {}};
  if (text.outcomes) {
    absl::Status status = Follow(text.action, *text.outcomes, &resolution, &resolved.draws);
    if (!status.ok()) return status;
  }
  resolved.done = resolution.candidates() == 0;
  if (resolved.done) resolved.san_suffix = resolution.SanSuffix();
  return resolved;
}

template <StochasticRules R>
absl::StatusOr<std::string> PositionMoves<R>::Write(std::string_view action,
                                                    Notation notation) const {
  const absl::StatusOr<ActionText> text = SplitOutcomes(action);
  if (!text.ok()) return text.status();
  const absl::StatusOr<Move> move = rules->ParseMove(*position, text->action);
  if (!move.ok()) return move.status();
  const absl::StatusOr<Resolved> resolved = FollowText(*move, *text);
  if (!resolved.ok()) return resolved.status();
  if (notation == Notation::kAction) {
    return rules->FormatMove(*move) + FormatOutcomes(resolved->draws);
  }
  if (absl::Status status = CheckNotation(R::Info(), notation); !status.ok()) return status;
  return rules->ScribeOf(*position).Write(*move, notation) + resolved->san_suffix;
}

template <StochasticRules R>
absl::StatusOr<std::string> PositionMoves<R>::Read(std::string_view text, Notation notation) const {
  if (notation == Notation::kAction) return Write(text, notation);
  if (absl::Status status = CheckNotation(R::Info(), notation); !status.ok()) return status;
  const absl::StatusOr<ActionText> split = SplitOutcomes(text);
  if (!split.ok()) {
    return MakeError(ErrorReason::kBadNotation, std::string(split.status().message()));
  }
  const absl::StatusOr<Move> move = rules->ScribeOf(*position).Read(split->action, notation);
  if (!move.ok()) return move.status();
  const absl::StatusOr<Resolved> resolved = FollowText(*move, *split);
  if (!resolved.ok()) return resolved.status();
  return rules->FormatMove(*move) + FormatOutcomes(resolved->draws);
}

template <StochasticRules R>
absl::StatusOr<uint64_t> PositionMoves<R>::Perft(
    int depth, Budget& budget, std::vector<std::pair<std::string, uint64_t>>* divided) const {
  if (divided == nullptr || depth == 0) return CountLeaves(*rules, *position, depth, budget);
  uint64_t leaves = 0;
  for (const Move& move : Generate()) {
    const auto below = CountLeavesBelow(*rules, *position, move, depth - 1, budget);
    if (!below.ok()) return below;
    divided->emplace_back(rules->FormatMove(move), *below);
    leaves += *below;
  }
  std::sort(divided->begin(), divided->end());
  return leaves;
}

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_STOCHASTIC_MOVES_H_
