#ifndef ARBITER_CORE_GAME_STOCHASTIC_MOVES_H_
#define ARBITER_CORE_GAME_STOCHASTIC_MOVES_H_

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/game/game.h"
#include "core/game/position_moves.h"
#include "core/game/why_no_move.h"
#include "core/rules/draws.h"
#include "core/rules/enumeration.h"
#include "core/rules/fen.h"
#include "core/rules/perft.h"
#include "core/rules/status_macros.h"

namespace arbiter {

// As DeterministicMoves, of rules whose moves draw: texts carry their outcomes in braces.
template <StochasticRules R>
struct StochasticMoves {
  using Position = typename R::Position;
  using Move = typename R::Move;
  using Resolution = typename R::Resolution;

  absl::Status VisitTexts(std::string_view from, Game::TextsVisitor visit) const {
    return arbiter::VisitTexts(*rules, *position, from, visit);
  }
  absl::StatusOr<std::vector<MoveInfo>> Infos(std::string_view from) const {
    return DescribeMoves(*rules, *position, from, rules->ScribeOf(*position));
  }
  absl::StatusOr<std::string> Read(std::string_view text, Notation notation) const;
  absl::StatusOr<std::string> Write(std::string_view action, Notation notation) const;
  absl::StatusOr<PlayedMove<R>> Play(std::string_view text, std::string_view seed,
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

  // The outcomes behind a move, and what SAN adds for them; empty where none are given.
  struct Followed {
    std::vector<Draw> draws;
    std::string san_suffix;
  };
  absl::StatusOr<Followed> FollowText(Move move, const ActionText& text) const;
  // The one series of draws that SAN writes so; empty where there are several.
  Followed OnlyOutcome(Move move, std::string_view suffix) const;
  // The draws of a path of indices.
  static Followed Retrace(Resolution resolution, const std::vector<int>& path);

  // Makes the choices that the caller gives; IMPOSSIBLE_OUTCOME. `draws`, where not null, gets
  // them.
  static absl::Status Follow(std::string_view action, const Outcomes& outcomes,
                             Resolution* resolution, std::vector<Draw>* draws);
  // What there is to say of a move that is done.
  template <typename Scribe>
  void Describe(Move move, const Scribe& scribe, Followed followed, Applied* applied) const;
};

template <StochasticRules R>
absl::Status StochasticMoves<R>::Follow(std::string_view action, const Outcomes& outcomes,
                                        Resolution* resolution, std::vector<Draw>* draws) {
  int made = 0;
  const auto impossible = [&](const auto&... parts) {
    return MakeError(ErrorReason::kImpossibleOutcome,
                     StrCat(action, ": draw ", made + 1, " ", parts...));
  };
  const auto drawn = [resolution] {
    return StrCat("decides ", resolution->purpose(), " among ",
                  JoinWords(CandidatesOf(*resolution)));
  };
  for (const auto& [purpose, choice] : outcomes) {
    if (resolution->candidates() == 0) {
      return impossible("(", Quoted(purpose), ") is one too many: nothing more is drawn");
    }
    if (purpose != resolution->purpose()) return impossible(drawn(), ", not ", Quoted(purpose));
    const std::optional<int> index = resolution->CandidateNamed(choice);
    if (!index) return impossible(drawn(), "; ", Quoted(choice), " is not there");
    if (draws != nullptr) {
      draws->push_back(
          {std::string(purpose), CandidatesOf(*resolution), static_cast<uint64_t>(*index), 0});
    }
    ++made;
    resolution->Choose(*index);
  }
  if (resolution->candidates() == 0) return absl::OkStatus();
  return impossible("is missing: it ", drawn());
}

template <StochasticRules R>
template <typename Scribe>
void StochasticMoves<R>::Describe(Move move, const Scribe& scribe, Followed followed,
                                  Applied* applied) const {
  applied->text = rules->FormatMove(move) + FormatOutcomes(followed.draws);
  applied->san = scribe.Write(move, Notation::kSan) + followed.san_suffix;
  applied->draws = std::move(followed.draws);
  if constexpr (HidingRules<R>) {
    std::tie(applied->concealed_text, applied->concealed_san) = rules->ConcealedText(move);
  }
}

template <StochasticRules R>
absl::StatusOr<PlayedMove<R>> StochasticMoves<R>::Play(std::string_view text, std::string_view seed,
                                                       Applied* applied) const {
  ARBITER_ASSIGN_OR_RETURN(const ActionText split, SplitOutcomes(text));
  ARBITER_ASSIGN_OR_RETURN(const Move move, rules->ParseMove(*position, split.action));
  // Counters stay at the largest number that a FEN can hold, and no two turns share a stream.
  if (rules->DrawPlaceOf(*position).turn >= kMaxFenNumber) {
    return MakeError(ErrorReason::kLimitExceeded,
                     StrCat(split.action, ": a game has at most ", kMaxFenNumber, " turns (H22)"));
  }
  Resolution resolution =
      rules->Resolve(*position, move, applied != nullptr ? &applied->events : nullptr);
  std::vector<Draw> draws;
  if (split.outcomes) {
    ARBITER_RETURN_IF_ERROR(
        Follow(split.action, *split.outcomes, &resolution, applied != nullptr ? &draws : nullptr));
  } else if (resolution.candidates() > 0) {
    if (seed.empty()) {
      return MakeError(ErrorReason::kRandomnessRequired,
                       StrCat(Quoted(text), " draws at random (", resolution.purpose(),
                              "): give a seed, or the outcomes as in {", resolution.purpose(), "=",
                              resolution.CandidateText(0), "}"));
    }
    SeededDraws seeded(seed, R::Info().id, R::kDrawPurpose, rules->DrawPlaceOf(*position));
    while (resolution.candidates() > 0) {
      const uint64_t index = applied != nullptr
                                 ? seeded.Choose(resolution.purpose(), CandidatesOf(resolution))
                                 : seeded.Choose(static_cast<uint64_t>(resolution.candidates()));
      resolution.Choose(static_cast<int>(index));
    }
    draws = std::move(seeded.draws());
  }
  if (applied != nullptr) {
    Describe(move, rules->ScribeOf(*position), {std::move(draws), resolution.SanSuffix()}, applied);
  }
  return PlayedMove<R>{move, resolution.after(), /*irreversible=*/true};
}

template <StochasticRules R>
template <typename Visitor>
absl::StatusOr<OutcomeSummary> StochasticMoves<R>::Enumerate(std::string_view text,
                                                             const EnumerationLimits& limits,
                                                             Budget& budget, Visitor visit) const {
  if (text.find('{') != std::string_view::npos) {
    return MakeError(ErrorReason::kBadActionText,
                     StrCat(Quoted(text), ": give the action without its outcomes, to see all"));
  }
  ARBITER_ASSIGN_OR_RETURN(const Move move, rules->ParseMove(*position, text));
  // What describing an outcome costs, against one for finding it.
  constexpr uint64_t kVisitCost = 128;
  Enumeration<R> enumeration(limits, &budget);
  absl::Status status = enumeration.Run(rules->Resolve(*position, move, nullptr));
  if (!status.ok()) return status;
  OutcomeSummary summary{enumeration.cut_short(), enumeration.missing_mass()};
  const auto scribe = rules->ScribeOf(*position);
  bool wanted = true;
  for (const auto& outcome : enumeration.outcomes()) {
    if (!outcome.probability) {
      summary.truncated = true;
      continue;
    }
    if (wanted) {
      if (status = budget.Spend(kVisitCost); !status.ok()) return status;
      Applied applied;
      Describe(move, scribe,
               Retrace(rules->Resolve(*position, move, &applied.events), outcome.path), &applied);
      wanted = visit(PlayedMove<R>{move, outcome.after, true}, *outcome.probability, applied);
    }
    if (!wanted) {
      summary.truncated = true;
      summary.missing_mass += outcome.probability->ToDouble();
    }
  }
  return summary;
}

template <StochasticRules R>
auto StochasticMoves<R>::FollowText(Move move, const ActionText& text) const
    -> absl::StatusOr<Followed> {
  Resolution resolution = rules->Resolve(*position, move, nullptr);
  Followed followed;
  if (text.outcomes) {
    ARBITER_RETURN_IF_ERROR(Follow(text.action, *text.outcomes, &resolution, &followed.draws));
  }
  if (resolution.candidates() == 0) followed.san_suffix = resolution.SanSuffix();
  return followed;
}

template <StochasticRules R>
absl::StatusOr<std::string> StochasticMoves<R>::Write(std::string_view action,
                                                      Notation notation) const {
  ARBITER_RETURN_IF_ERROR(CheckTextLength(action, ErrorReason::kBadActionText));
  ARBITER_ASSIGN_OR_RETURN(const ActionText text, SplitOutcomes(action));
  ARBITER_ASSIGN_OR_RETURN(const Move move, rules->ParseMove(*position, text.action));
  ARBITER_ASSIGN_OR_RETURN(const Followed followed, FollowText(move, text));
  if (notation == Notation::kAction) {
    return rules->FormatMove(move) + FormatOutcomes(followed.draws);
  }
  ARBITER_RETURN_IF_ERROR(CheckNotation(R::Info(), notation));
  return rules->ScribeOf(*position).Write(move, notation) + followed.san_suffix;
}

template <StochasticRules R>
absl::StatusOr<std::string> StochasticMoves<R>::Read(std::string_view text,
                                                     Notation notation) const {
  if (notation == Notation::kAction) return Write(text, notation);
  ARBITER_RETURN_IF_ERROR(CheckNotation(R::Info(), notation));
  ARBITER_RETURN_IF_ERROR(CheckTextLength(text, ErrorReason::kBadNotation));
  const absl::StatusOr<ActionText> split = SplitOutcomes(text);
  if (!split.ok()) {
    return MakeError(ErrorReason::kBadNotation, std::string(split.status().message()));
  }
  const auto scribe = rules->ScribeOf(*position);
  const absl::StatusOr<Move> move = scribe.Read(split->action, notation);
  if (!move.ok()) {
    return ExplainUnread(*rules, *position, scribe, split->action, notation, move.status());
  }
  const std::string_view suffix = R::SanSuffixOf(split->action);
  ARBITER_ASSIGN_OR_RETURN(Followed followed, FollowText(*move, *split));
  if (!split->outcomes && !suffix.empty()) followed = OnlyOutcome(*move, suffix);
  if (!followed.draws.empty() && !suffix.empty() && suffix != followed.san_suffix) {
    return MakeError(ErrorReason::kBadNotation,
                     StrCat(Quoted(text), ": these outcomes are written ", followed.san_suffix));
  }
  return rules->FormatMove(*move) + FormatOutcomes(followed.draws);
}

template <StochasticRules R>
auto StochasticMoves<R>::OnlyOutcome(Move move, std::string_view suffix) const -> Followed {
  // Enough for an egg and what is put; more would make long lines costly.
  constexpr uint64_t kMostPaths = 512;
  Budget budget;
  Enumeration<R> enumeration({.paths = kMostPaths, .separate_paths = true}, &budget);
  const Resolution start = rules->Resolve(*position, move, nullptr);
  Followed only;
  if (!enumeration.Run(start).ok() || enumeration.cut_short()) return only;
  int fitting = 0;
  for (const auto& outcome : enumeration.outcomes()) {
    Followed followed = Retrace(start, outcome.path);
    if (followed.san_suffix != suffix) continue;
    if (++fitting > 1) return {};
    only = std::move(followed);
  }
  return only;
}

template <StochasticRules R>
auto StochasticMoves<R>::Retrace(Resolution resolution, const std::vector<int>& path) -> Followed {
  Followed followed;
  for (const int index : path) {
    followed.draws.push_back({std::string(resolution.purpose()), CandidatesOf(resolution),
                              static_cast<uint64_t>(index), 0});
    resolution.Choose(index);
  }
  followed.san_suffix = resolution.SanSuffix();
  return followed;
}

template <StochasticRules R>
absl::StatusOr<uint64_t> StochasticMoves<R>::Perft(
    int depth, Budget& budget, std::vector<std::pair<std::string, uint64_t>>* divided) const {
  if constexpr (BiddingRules<R>) {
    return AtField(MakeError(ErrorReason::kWrongPhase, R::WhyNoPerft()), "position");
  } else {
    return CountLeavesDivided(*rules, *position, depth, budget, divided);
  }
}

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_STOCHASTIC_MOVES_H_
