#ifndef ARBITER_CORE_GAME_STOCHASTIC_MOVES_H_
#define ARBITER_CORE_GAME_STOCHASTIC_MOVES_H_

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/game/game.h"
#include "core/game/position_moves.h"
#include "core/game/why_no_move.h"
#include "core/rules/draws.h"
#include "core/rules/enumeration.h"
#include "core/rules/fen.h"
#include "core/rules/perft.h"

namespace arbiter {

// The counterpart of DeterministicMoves for rules whose moves can draw at random. Action texts
// contain the outcomes in braces.
template <StochasticRules R>
struct StochasticMoves {
  using Position = typename R::Position;
  using Move = typename R::Move;
  using Resolution = typename R::Resolution;

  absl::Status VisitTexts(std::string_view from, Game::TextsVisitor visit) const {
    return arbiter::VisitTexts(*rules, *position, from, visit);
  }
  absl::StatusOr<std::vector<MoveInfo>> Describe(std::string_view from) const {
    return DescribeMoves(*rules, *position, from, rules->NotationOf(*position));
  }
  absl::StatusOr<std::string> Read(std::string_view text, Notation notation) const;
  absl::StatusOr<std::string> Write(std::string_view action, Notation notation) const;
  absl::StatusOr<PlayedMove<R>> Play(std::string_view text, std::string_view seed,
                                     ActionResult* applied) const;
  // Makes a legal move whose text contains the outcomes of its random draws, if there are any, and
  // assigns the position after it to `after`. Returns false for any other text, without a reason.
  bool Replay(std::string_view text, Position* after) const;
  // Calls `visit(played, probability, applied)` for each outcome until it returns false.
  template <typename Visitor>
  absl::StatusOr<OutcomeSummary> Enumerate(std::string_view text, const EnumerationLimits& limits,
                                           Budget& budget, Visitor visit) const;
  absl::StatusOr<uint64_t> Perft(int depth, Budget& budget,
                                 std::vector<std::pair<std::string, uint64_t>>* divided) const;

  const R* rules;
  const Position* position;

 private:
  using Outcomes = std::vector<std::pair<std::string_view, std::string_view>>;

  // The random draws of a move and the suffix that SAN adds for them. Both are empty if nothing is
  // drawn or the outcomes are not known.
  struct ReplayedDraws {
    std::vector<Draw> draws;
    std::string san_suffix;
  };
  // Replays the outcomes that follow the action in its text, if there are any.
  absl::StatusOr<ReplayedDraws> ReplayOutcomes(Move move, const ActionText& text) const;
  // Returns the only series of random draws for which SAN adds `suffix`; empty if there is not
  // exactly one.
  ReplayedDraws FindOnlyOutcome(Move move, std::string_view suffix) const;
  // Makes the random draws that choose the candidates with these indices.
  static ReplayedDraws ReplayPath(Resolution resolution, std::span<const int> path);

  // Makes the random draws with these outcomes, and adds the draws to `draws` unless it is null.
  // Returns IMPOSSIBLE_OUTCOME unless there is exactly one outcome for each random draw and each
  // outcome is one of the candidates.
  static absl::Status ChooseOutcomes(std::string_view action, const Outcomes& outcomes,
                                     Resolution* resolution, std::vector<Draw>* draws);
  // Assigns the texts and the random draws of a move that has been made to `applied`.
  template <typename MoveNotation>
  void SetTexts(Move move, const MoveNotation& move_notation, ReplayedDraws replayed,
                ActionResult* applied) const;
};

template <StochasticRules R>
absl::Status StochasticMoves<R>::ChooseOutcomes(std::string_view action, const Outcomes& outcomes,
                                                Resolution* resolution, std::vector<Draw>* draws) {
  int made = 0;
  const auto impossible = [&](const auto&... parts) {
    return MakeError(ErrorReason::kImpossibleOutcome,
                     StrCat(action, ": random draw ", made + 1, " ", parts...));
  };
  const auto describe_draw = [resolution] {
    return StrCat("decides ", resolution->purpose(), " among ",
                  JoinWords(CandidateTexts(*resolution)));
  };
  for (const auto& [purpose, choice] : outcomes) {
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

template <StochasticRules R>
template <typename MoveNotation>
void StochasticMoves<R>::SetTexts(Move move, const MoveNotation& move_notation,
                                  ReplayedDraws replayed, ActionResult* applied) const {
  applied->text = rules->FormatMove(move) + FormatOutcomes(replayed.draws);
  applied->san = move_notation.Write(move, Notation::kSan) + replayed.san_suffix;
  applied->draws = std::move(replayed.draws);
  if constexpr (HidingRules<R>) {
    std::tie(applied->concealed_text, applied->concealed_san) = rules->ConcealedText(move);
  }
}

template <StochasticRules R>
absl::StatusOr<PlayedMove<R>> StochasticMoves<R>::Play(std::string_view text, std::string_view seed,
                                                       ActionResult* applied) const {
  ARBITER_ASSIGN_OR_RETURN(const ActionText split, SplitOutcomes(text));
  ARBITER_ASSIGN_OR_RETURN(const Move move, rules->ParseMove(*position, split.action));
  // Counters stop at the largest number that a FEN can hold, so a further turn would share the
  // random stream of the last one.
  if (rules->ActionIndexOf(*position).turn >= kMaxFenNumber) {
    return MakeError(ErrorReason::kLimitExceeded,
                     StrCat(split.action, ": a game has at most ", kMaxFenNumber, " turns (H22)"));
  }
  Resolution resolution =
      rules->Resolve(*position, move, applied != nullptr ? &applied->events : nullptr);
  std::vector<Draw> draws;
  if (split.outcomes) {
    ARBITER_RETURN_IF_ERROR(ChooseOutcomes(split.action, *split.outcomes, &resolution,
                                           applied != nullptr ? &draws : nullptr));
  } else if (resolution.candidates() > 0) {
    if (seed.empty()) {
      return MakeError(ErrorReason::kRandomnessRequired,
                       StrCat(Quoted(text), " draws at random (", resolution.purpose(),
                              "): give a seed or the outcomes, for example {", resolution.purpose(),
                              "=", resolution.CandidateText(0), "}"));
    }
    SeededDraws seeded(seed, R::Info().id, R::kDrawPurpose, rules->ActionIndexOf(*position));
    while (resolution.candidates() > 0) {
      const uint64_t index = applied != nullptr
                                 ? seeded.Choose(resolution.purpose(), CandidateTexts(resolution))
                                 : seeded.Choose(static_cast<uint64_t>(resolution.candidates()));
      resolution.Choose(static_cast<int>(index));
    }
    draws = std::move(seeded.draws());
  }
  if (applied != nullptr) {
    SetTexts(move, rules->NotationOf(*position), {std::move(draws), resolution.SanSuffix()},
             applied);
  }
  return PlayedMove<R>{move, resolution.after(), /*irreversible=*/true};
}

template <StochasticRules R>
bool StochasticMoves<R>::Replay(std::string_view text, Position* after) const {
  const size_t open = std::min(text.find('{'), text.size());
  const std::optional<Move> move = rules->FindMove(*position, text.substr(0, open));
  if (!move || rules->ActionIndexOf(*position).turn >= kMaxFenNumber) return false;
  Resolution resolution = rules->Resolve(*position, *move, nullptr);
  // The outcomes are separated by commas and enclosed in braces.
  std::string_view rest = text.substr(open);
  std::string_view separator = "{";
  while (resolution.candidates() > 0) {
    if (!ConsumePrefix(&rest, separator) || !ConsumePrefix(&rest, resolution.purpose()) ||
        !ConsumePrefix(&rest, "=")) {
      return false;
    }
    size_t end = 0;
    while (end < rest.size() && rest[end] != ',' && rest[end] != '}') ++end;
    const std::optional<int> index = resolution.FindCandidate(rest.substr(0, end));
    if (!index) return false;
    resolution.Choose(*index);
    rest.remove_prefix(end);
    separator = ",";
  }
  const bool drew = separator == ",";
  if (rest != (drew ? "}" : "")) return false;
  *after = resolution.after();
  return true;
}

template <StochasticRules R>
template <typename Visitor>
absl::StatusOr<OutcomeSummary> StochasticMoves<R>::Enumerate(std::string_view text,
                                                             const EnumerationLimits& limits,
                                                             Budget& budget, Visitor visit) const {
  if (text.find('{') != std::string_view::npos) {
    return MakeError(
        ErrorReason::kBadActionText,
        StrCat(Quoted(text), ": give the action without its outcomes, which the answer lists"));
  }
  ARBITER_ASSIGN_OR_RETURN(const Move move, rules->ParseMove(*position, text));
  // The units of the budget that describing an outcome takes. Finding it takes one unit.
  constexpr uint64_t kVisitCost = 128;
  Enumeration<R> enumeration(limits, &budget);
  absl::Status status = enumeration.Run(rules->Resolve(*position, move, nullptr));
  if (!status.ok()) return status;
  OutcomeSummary summary{enumeration.cut_short(), enumeration.missing_mass()};
  const auto move_notation = rules->NotationOf(*position);
  bool continues = true;
  for (const auto& outcome : enumeration.outcomes()) {
    if (!outcome.probability) {
      summary.truncated = true;
      continue;
    }
    if (continues) {
      if (status = budget.Spend(kVisitCost); !status.ok()) return status;
      ActionResult applied;
      SetTexts(
          move, move_notation,
          ReplayPath(rules->Resolve(*position, move, &applied.events), enumeration.PathOf(outcome)),
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
auto StochasticMoves<R>::ReplayOutcomes(Move move, const ActionText& text) const
    -> absl::StatusOr<ReplayedDraws> {
  Resolution resolution = rules->Resolve(*position, move, nullptr);
  ReplayedDraws replayed;
  if (text.outcomes) {
    ARBITER_RETURN_IF_ERROR(
        ChooseOutcomes(text.action, *text.outcomes, &resolution, &replayed.draws));
  }
  if (resolution.candidates() == 0) replayed.san_suffix = resolution.SanSuffix();
  return replayed;
}

template <StochasticRules R>
absl::StatusOr<std::string> StochasticMoves<R>::Write(std::string_view action,
                                                      Notation notation) const {
  ARBITER_RETURN_IF_ERROR(CheckTextLength(action, ErrorReason::kBadActionText));
  ARBITER_ASSIGN_OR_RETURN(const ActionText text, SplitOutcomes(action));
  ARBITER_ASSIGN_OR_RETURN(const Move move, rules->ParseMove(*position, text.action));
  ARBITER_ASSIGN_OR_RETURN(const ReplayedDraws replayed, ReplayOutcomes(move, text));
  if (notation == Notation::kAction) {
    return rules->FormatMove(move) + FormatOutcomes(replayed.draws);
  }
  ARBITER_RETURN_IF_ERROR(CheckNotation(R::Info(), notation));
  return rules->NotationOf(*position).Write(move, notation) + replayed.san_suffix;
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
  const auto move_notation = rules->NotationOf(*position);
  const absl::StatusOr<Move> move = move_notation.Read(split->action, notation);
  if (!move.ok()) {
    return ExplainUnread(*rules, *position, move_notation, split->action, notation, move.status());
  }
  const std::string_view suffix = R::SanSuffixOf(split->action);
  ARBITER_ASSIGN_OR_RETURN(ReplayedDraws replayed, ReplayOutcomes(*move, *split));
  if (!split->outcomes && !suffix.empty()) replayed = FindOnlyOutcome(*move, suffix);
  if (!replayed.draws.empty() && !suffix.empty() && suffix != replayed.san_suffix) {
    return MakeError(ErrorReason::kBadNotation,
                     StrCat(Quoted(text), ": the suffix ", Quoted(suffix),
                            " does not stand for the outcomes in braces"));
  }
  return rules->FormatMove(*move) + FormatOutcomes(replayed.draws);
}

template <StochasticRules R>
auto StochasticMoves<R>::FindOnlyOutcome(Move move, std::string_view suffix) const
    -> ReplayedDraws {
  // Enough for the random draws of an egg and of the object that it puts on the board. With a
  // higher limit, reading long games would take too long.
  constexpr uint64_t kMaxPaths = 512;
  Budget budget;
  Enumeration<R> enumeration({.paths = kMaxPaths, .separate_paths = true}, &budget);
  const Resolution start = rules->Resolve(*position, move, nullptr);
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
auto StochasticMoves<R>::ReplayPath(Resolution resolution, std::span<const int> path)
    -> ReplayedDraws {
  ReplayedDraws replayed;
  for (const int index : path) {
    replayed.draws.push_back(
        {resolution.purpose(), CandidateTexts(resolution), static_cast<uint64_t>(index), 0});
    resolution.Choose(index);
  }
  replayed.san_suffix = resolution.SanSuffix();
  return replayed;
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
