#ifndef ARBITER_CORE_GAME_STOCHASTIC_MOVES_H_
#define ARBITER_CORE_GAME_STOCHASTIC_MOVES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/budget.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/game/explain_notation.h"
#include "core/game/game.h"
#include "core/game/position_moves.h"
#include "core/rules/draws.h"
#include "core/rules/enumeration.h"
#include "core/rules/fen.h"
#include "core/rules/rules.h"

namespace arbiter {

// The counterparts of the functions in core/game/deterministic_moves.h for rules whose moves can
// draw at random. Action texts contain the outcomes in braces.

template <StochasticRules R>
auto NotationOf(const R& rules, const typename R::Position& position, NotationUse /*use*/) {
  return rules.NotationOf(position);
}

// The random draws of a move and the suffix that SAN adds for them. Both are empty if nothing is
// drawn or the outcomes are not known.
struct ReplayedDraws {
  std::vector<Draw> draws;
  std::string san_suffix;
};

// Makes the random draws with the outcomes of `text`, which must have some, and adds the draws to
// `draws` unless it is null. Returns IMPOSSIBLE_OUTCOME unless there is exactly one outcome for
// each random draw and each outcome is one of the candidates.
template <typename Resolution>
absl::Status ChooseOutcomes(const ActionText& text, Resolution* resolution,
                            std::vector<Draw>* draws) {
  int made = 0;
  const auto impossible = [&](const auto&... parts) {
    return MakeError(ErrorReason::kImpossibleOutcome,
                     StrCat(text.action, ": random draw ", made + 1, " ", parts...));
  };
  const auto describe_draw = [resolution] {
    return StrCat("decides ", resolution->purpose(), " among ",
                  JoinWords(CandidateTexts(*resolution)));
  };
  for (const auto& [purpose, choice] : *text.outcomes) {
    if (resolution->candidates() == 0) {
      return impossible("(", Quoted(purpose), ") is one too many: nothing more is drawn");
    }
    if (purpose != resolution->purpose()) {
      return impossible(describe_draw(), ", not ", Quoted(purpose));
    }
    const std::optional<int> index = resolution->FindCandidate(choice);
    if (!index) return impossible(describe_draw(), "; ", Quoted(choice), " is not among them");
    if (draws != nullptr) {
      draws->push_back(
          {resolution->purpose(), CandidateTexts(*resolution), static_cast<uint64_t>(*index), 0});
    }
    ++made;
    resolution->Choose(*index);
  }
  if (resolution->candidates() == 0) return absl::OkStatus();
  return impossible("is missing: it ", describe_draw());
}

// Replays the outcomes that follow the action in its text, if there are any.
template <StochasticRules R>
absl::StatusOr<ReplayedDraws> ReplayOutcomes(const R& rules, const typename R::Position& position,
                                             typename R::Move move, const ActionText& text) {
  typename R::Resolution resolution = rules.Resolve(position, move, nullptr);
  ReplayedDraws replayed;
  if (text.outcomes) {
    ARBITER_RETURN_IF_ERROR(ChooseOutcomes(text, &resolution, &replayed.draws));
  }
  if (resolution.candidates() == 0) replayed.san_suffix = resolution.SanSuffix();
  return replayed;
}

// Makes the random draws that choose the candidates with these indices.
template <typename Resolution>
ReplayedDraws ReplayPath(Resolution resolution, std::span<const int> path) {
  ReplayedDraws replayed;
  for (const int index : path) {
    replayed.draws.push_back(
        {resolution.purpose(), CandidateTexts(resolution), static_cast<uint64_t>(index), 0});
    resolution.Choose(index);
  }
  replayed.san_suffix = resolution.SanSuffix();
  return replayed;
}

// Assigns the texts and the random draws of a move that has been made to `applied`.
template <StochasticRules R, typename MoveNotation>
void SetTexts(const R& rules, typename R::Move move, const MoveNotation& move_notation,
              ReplayedDraws replayed, ActionResult* applied) {
  applied->text = rules.FormatMove(move) + FormatOutcomes(replayed.draws);
  applied->san = move_notation.Write(move, Notation::kSan) + replayed.san_suffix;
  applied->draws = std::move(replayed.draws);
  if constexpr (HidingRules<R>) {
    std::tie(applied->concealed_text, applied->concealed_san) = rules.ConcealedText(move);
  }
}

template <StochasticRules R>
absl::StatusOr<PlayedMove<R>> PlayMove(const R& rules, const typename R::Position& position,
                                       std::string_view text, std::string_view seed,
                                       ActionResult* applied) {
  ARBITER_ASSIGN_OR_RETURN(const ActionText split, SplitOutcomes(text));
  ARBITER_ASSIGN_OR_RETURN(const auto move, rules.ParseMove(position, split.action));
  // Counters stop at the largest number that a FEN can hold, so a further turn would share the
  // random stream of the last one.
  if (rules.ActionIndexOf(position).turn >= kMaxFenNumber) {
    return MakeError(ErrorReason::kLimitExceeded,
                     StrCat(split.action, ": a game has at most ", kMaxFenNumber, " turns (H22)"));
  }
  typename R::Resolution resolution =
      rules.Resolve(position, move, applied != nullptr ? &applied->events : nullptr);
  std::vector<Draw> draws;
  if (split.outcomes) {
    ARBITER_RETURN_IF_ERROR(
        ChooseOutcomes(split, &resolution, applied != nullptr ? &draws : nullptr));
  } else if (resolution.candidates() > 0) {
    if (seed.empty()) {
      return MakeError(ErrorReason::kRandomnessRequired,
                       StrCat(Quoted(text), " draws at random (", resolution.purpose(),
                              "): give a seed or the outcomes, for example {", resolution.purpose(),
                              "=", resolution.CandidateText(0), "}"));
    }
    SeededDraws seeded(seed, R::Info().id, R::kDrawPurpose, rules.ActionIndexOf(position));
    while (resolution.candidates() > 0) {
      const uint64_t index = seeded.Choose(resolution.purpose(), CandidateTexts(resolution));
      resolution.Choose(static_cast<int>(index));
    }
    draws = std::move(seeded.draws());
  }
  if (applied != nullptr) {
    SetTexts(rules, move, rules.NotationOf(position), {std::move(draws), resolution.SanSuffix()},
             applied);
  }
  return PlayedMove<R>{move, resolution.after(), /*irreversible=*/true};
}

// Calls `visit(played, probability, applied)` for each outcome of a move until it returns false.
template <StochasticRules R, typename Visitor>
absl::StatusOr<OutcomeSummary> VisitOutcomes(const R& rules, const typename R::Position& position,
                                             std::string_view text, const EnumerationLimits& limits,
                                             Budget& budget, Visitor visit) {
  if (text.find('{') != std::string_view::npos) {
    return MakeError(
        ErrorReason::kBadActionText,
        StrCat(Quoted(text), ": leave out the outcomes; the answer lists all of them"));
  }
  ARBITER_ASSIGN_OR_RETURN(const auto move, rules.ParseMove(position, text));
  // The units of the budget that describing an outcome takes. Finding it takes one unit.
  constexpr uint64_t kVisitCost = 128;
  Enumeration<R> enumeration(limits, &budget);
  ARBITER_RETURN_IF_ERROR(enumeration.Run(rules.Resolve(position, move, nullptr)));
  OutcomeSummary summary{enumeration.cut_short(), enumeration.missing_mass()};
  const auto move_notation = rules.NotationOf(position);
  bool continues = true;
  for (const auto& outcome : enumeration.outcomes()) {
    if (!outcome.probability) {
      summary.truncated = true;
      continue;
    }
    if (continues) {
      ARBITER_RETURN_IF_ERROR(budget.Spend(kVisitCost));
      ActionResult applied;
      SetTexts(
          rules, move, move_notation,
          ReplayPath(rules.Resolve(position, move, &applied.events), enumeration.PathOf(outcome)),
          &applied);
      continues = visit(PlayedMove<R>{move, outcome.after, true}, *outcome.probability, applied);
    }
    if (!continues) {
      summary.truncated = true;
      summary.missing_mass += outcome.probability->ToDouble();
    }
  }
  return summary;
}

template <StochasticRules R>
absl::StatusOr<std::string> WriteMove(const R& rules, const typename R::Position& position,
                                      std::string_view action, Notation notation) {
  ARBITER_RETURN_IF_ERROR(CheckTextLength(action, ErrorReason::kBadActionText));
  ARBITER_ASSIGN_OR_RETURN(const ActionText text, SplitOutcomes(action));
  ARBITER_ASSIGN_OR_RETURN(const auto move, rules.ParseMove(position, text.action));
  ARBITER_ASSIGN_OR_RETURN(const ReplayedDraws replayed,
                           ReplayOutcomes(rules, position, move, text));
  if (notation == Notation::kAction) {
    return rules.FormatMove(move) + FormatOutcomes(replayed.draws);
  }
  ARBITER_RETURN_IF_ERROR(CheckNotation(R::Info(), notation));
  return rules.NotationOf(position).Write(move, notation) + replayed.san_suffix;
}

// Returns the only series of random draws for which SAN adds `suffix`; empty if there is not
// exactly one.
template <StochasticRules R>
ReplayedDraws FindOnlyOutcome(const R& rules, const typename R::Position& position,
                              typename R::Move move, std::string_view suffix) {
  // Enough for the random draws of an egg and of the object that it puts on the board. With a
  // higher limit, reading long games would take too long.
  constexpr uint64_t kMaxPaths = 512;
  Budget budget;
  Enumeration<R> enumeration({.paths = kMaxPaths, .separate_paths = true}, &budget);
  const typename R::Resolution start = rules.Resolve(position, move, nullptr);
  ReplayedDraws result;
  if (!enumeration.Run(start).ok() || enumeration.cut_short()) return result;
  int matches = 0;
  for (const auto& outcome : enumeration.outcomes()) {
    ReplayedDraws replayed = ReplayPath(start, enumeration.PathOf(outcome));
    if (replayed.san_suffix != suffix) continue;
    if (++matches > 1) return {};
    result = std::move(replayed);
  }
  return result;
}

template <StochasticRules R>
absl::StatusOr<std::string> ReadMove(const R& rules, const typename R::Position& position,
                                     std::string_view text, Notation notation, Explain explain) {
  if (notation == Notation::kAction) return WriteMove(rules, position, text, notation);
  ARBITER_RETURN_IF_ERROR(CheckNotation(R::Info(), notation));
  ARBITER_RETURN_IF_ERROR(CheckTextLength(text, ErrorReason::kBadNotation));
  const absl::StatusOr<ActionText> split = SplitOutcomes(text);
  if (!split.ok()) {
    return MakeError(ErrorReason::kBadNotation, std::string(split.status().message()));
  }
  const auto move_notation = rules.NotationOf(position);
  const absl::StatusOr<typename R::Move> move = move_notation.Read(split->action, notation);
  if (!move.ok()) {
    if (explain == Explain::kNo) return move.status();
    return ExplainNotation(rules, position, move_notation, split->action, notation, move.status());
  }
  const std::string_view suffix = R::SanSuffixOf(split->action);
  ARBITER_ASSIGN_OR_RETURN(ReplayedDraws replayed, ReplayOutcomes(rules, position, *move, *split));
  if (!split->outcomes && !suffix.empty()) {
    replayed = FindOnlyOutcome(rules, position, *move, suffix);
  }
  if (!replayed.draws.empty() && !suffix.empty() && suffix != replayed.san_suffix) {
    return MakeError(ErrorReason::kBadNotation,
                     StrCat(Quoted(text), ": the suffix ", Quoted(suffix),
                            " does not stand for the outcomes in braces"));
  }
  return rules.FormatMove(*move) + FormatOutcomes(replayed.draws);
}

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_STOCHASTIC_MOVES_H_
