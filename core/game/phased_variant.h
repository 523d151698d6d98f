#ifndef ARBITER_CORE_GAME_PHASED_VARIANT_H_
#define ARBITER_CORE_GAME_PHASED_VARIANT_H_

#include <any>
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game/typed_game.h"
#include "core/game/typed_variant.h"
#include "core/game/variant.h"
#include "core/rules/status_macros.h"

namespace arbiter {

// Rules of a first phase, which say how the game goes on under the rules R::Next.
template <typename R>
concept PhasedRules = DrawnStartRules<R> && Rules<typename R::Next> &&
    requires(const R& rules, const typename R::Position& position, std::string_view text) {
  // Whether a FEN is one of the first phase.
  { R::IsFen(text) } -> std::same_as<bool>;
  // The first position where it is not drawn.
  { rules.Start() } -> std::same_as<typename R::Position>;
  // Where the game starts if its options leave out the first phase.
  { rules.SkippedTo() } -> std::same_as<std::optional<typename R::Next::Position>>;
  // Where the next phase starts; std::nullopt while the first goes on.
  { rules.NextPosition(position) } -> std::same_as<std::optional<typename R::Next::Position>>;
  { rules.NextRules() } -> std::same_as<typename R::Next>;
};

// The Game of a variant that begins under the rules First and goes on under others: it is that
// of the phase it is in.
template <PhasedRules First>
class PhasedGame final : public Game {
 public:
  explicit PhasedGame(TypedGamePtr<First> first) : first_(std::move(first)) { GoOn(); }

  std::unique_ptr<Game> Clone() const override { return std::make_unique<PhasedGame>(*this); }
  PhasedGame(const PhasedGame& other)
      : first_(other.first_ ? std::make_unique<TypedGame<First>>(*other.first_) : nullptr),
        next_(other.next_ ? other.next_->Clone() : nullptr) {}

  const VariantInfo& variant() const override { return now().variant(); }
  std::string Fen(FenStyle style) const override { return now().Fen(style); }
  using Game::Snapshot;
  std::string Snapshot(std::string_view fen) const override { return now().Snapshot(fen); }
  Phase phase() const override { return now().phase(); }
  const Roles& roles() const override { return now().roles(); }
  Color turn() const override { return now().turn(); }
  uint32_t ply() const override { return now().ply(); }
  std::vector<PendingChoice> pending() const override { return now().pending(); }
  std::any detail() const override { return now().detail(); }
  BoardView View() const override { return now().View(); }
  arbiter::Adjudication Adjudicate() const override { return now().Adjudicate(); }
  absl::Status VisitLegalTexts(std::string_view from, TextsVisitor visit) const override {
    return now().VisitLegalTexts(from, visit);
  }
  absl::StatusOr<std::vector<MoveInfo>> LegalMoves(std::string_view from) const override {
    return now().LegalMoves(from);
  }
  std::vector<ControlInfo> Controls() const override { return now().Controls(); }
  std::vector<std::string> Notes(Locale locale) const override { return now().Notes(locale); }
  void TrackClocks() override { now().TrackClocks(); }
  std::unique_ptr<Game> SeenBy(Viewer viewer) const override { return now().SeenBy(viewer); }

  using Game::Apply;
  absl::Status Apply(std::string_view action, const Given& given, Applied* applied) override {
    absl::Status status = now().Apply(action, given, applied);
    if (status.ok()) GoOn();
    return status;
  }
  absl::StatusOr<OutcomeSummary> Outcomes(std::string_view action, const EnumerationLimits& limits,
                                          Budget& budget,
                                          const OutcomeVisitor& visit) const override {
    if (!first_) return next_->Outcomes(action, limits, budget, visit);
    return first_->Outcomes(
        action, limits, budget,
        [&visit](const Applied& applied, Fraction probability, const Game& after) {
          // What a game of First leads to is one too.
          return visit(applied, probability,
                       PhasedGame(std::make_unique<TypedGame<First>>(
                           static_cast<const TypedGame<First>&>(after))));
        });
  }
  bool IsControl(std::string_view text) const override { return now().IsControl(text); }
  absl::StatusOr<std::string> ReadMove(std::string_view text, Notation notation) const override {
    return now().ReadMove(text, notation);
  }
  absl::StatusOr<std::string> WriteMove(std::string_view action, Notation notation) const override {
    return now().WriteMove(action, notation);
  }
  absl::StatusOr<uint64_t> Perft(
      int depth, Budget& budget,
      std::vector<std::pair<std::string, uint64_t>>* divided) const override {
    return now().Perft(depth, budget, divided);
  }
  absl::StatusOr<AnalysisResult> Analyze(const AnalysisQuery& query, const StopToken& stop,
                                         TranspositionTable* table,
                                         const ProgressSink& report) const override {
    return now().Analyze(query, stop, table, report);
  }

 private:
  const Game& now() const { return first_ ? static_cast<const Game&>(*first_) : *next_; }
  Game& now() { return first_ ? static_cast<Game&>(*first_) : *next_; }

  // To the next phase, if the first is over.
  void GoOn() {
    if (!first_) return;
    const auto position = first_->rules().NextPosition(first_->position());
    if (!position) return;
    next_ = GameAtStart(first_->rules().NextRules(), *position);
    first_.reset();
  }

  // One of them.
  TypedGamePtr<First> first_;
  std::unique_ptr<Game> next_;
};

// The Variant that begins under the rules First and goes on under First::Next.
template <PhasedRules First>
class PhasedVariant final : public Variant {
 public:
  const VariantInfo& info() const override { return First::Info(); }

  absl::StatusOr<std::unique_ptr<Game>> Start(const OptionMap& options, std::string_view seed,
                                              std::vector<Draw>* draws) const override {
    ARBITER_ASSIGN_OR_RETURN(const First rules, CreateRules<First>(options));
    if (const auto skipped = rules.SkippedTo()) {
      return GameAtStart(rules.NextRules(), *skipped);
    }
    if (!rules.DrawsStart()) return Phased(GameAtStart(rules, rules.Start()));
    ARBITER_ASSIGN_OR_RETURN(const auto position, DrawStart(rules, seed, draws));
    return Phased(GameAtStart(rules, position));
  }

  bool CanHaveDrawn(const Game& start, const OptionMap& options) const override {
    const absl::StatusOr<First> rules = First::Create(options);
    if (!rules.ok() || !rules->DrawsStart() || start.ply() > 0) return true;
    const auto position = rules->NextRules().ParseFen(start.Fen(FenStyle::kStandard));
    return position.ok() && rules->CanDrawStart(*position);
  }

  absl::StatusOr<std::unique_ptr<Game>> FromFen(std::string_view fen, const OptionMap& options,
                                                bool history_is_complete) const override {
    ARBITER_ASSIGN_OR_RETURN(const First rules, CreateRules<First>(options));
    if (!First::IsFen(fen)) return GameFromFen(rules.NextRules(), fen, history_is_complete);
    return Phased(GameFromFen(rules, fen, history_is_complete));
  }

  absl::StatusOr<std::unique_ptr<Game>> FromSnapshot(std::string_view snapshot,
                                                     const OptionMap& options) const override {
    ARBITER_ASSIGN_OR_RETURN(SnapshotData data, ReadSnapshot(snapshot, First::Info().id, options));
    ARBITER_RETURN_IF_ERROR(CreateRules<First>(options).status());
    if (!First::IsFen(data.fen)) return GameFromSnapshot<typename First::Next>(std::move(data));
    return Phased(GameFromSnapshot<First>(std::move(data)));
  }

 private:
  static absl::StatusOr<std::unique_ptr<Game>> Phased(absl::StatusOr<TypedGamePtr<First>> game) {
    if (!game.ok()) return game.status();
    return std::make_unique<PhasedGame<First>>(*std::move(game));
  }
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_PHASED_VARIANT_H_
