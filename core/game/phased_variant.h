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

#include "core/base/status_macros.h"
#include "core/game/typed_game.h"
#include "core/game/typed_variant.h"
#include "core/game/variant.h"

namespace arbiter {

// The rules of the first phase of a game that continues under the rules R::Next.
template <typename R>
concept PhasedRules = RandomStartRules<R> && Rules<typename R::Next> &&
    requires(const R& rules, const typename R::Position& position, std::string_view text) {
  // Returns whether a FEN belongs to the first phase.
  { R::IsFen(text) } -> std::same_as<bool>;
  // Returns the start position. The options must not make it random.
  { rules.Start() } -> std::same_as<typename R::Position>;
  // Returns the start position of the next phase if the options skip the first; std::nullopt
  // otherwise.
  { rules.StartIfSkipped() } -> std::same_as<std::optional<typename R::Next::Position>>;
  // Returns the position with which the next phase starts; std::nullopt while the first phase
  // continues.
  { rules.NextPosition(position) } -> std::same_as<std::optional<typename R::Next::Position>>;
  { rules.NextRules() } -> std::same_as<typename R::Next>;
};

// The game of a variant that begins under the rules First and continues under First::Next. Forwards
// to the game of the current phase.
template <PhasedRules First>
class PhasedGame final : public Game {
 public:
  explicit PhasedGame(TypedGamePtr<First> first) : first_(std::move(first)) {
    MaybeStartNextPhase();
  }

  std::unique_ptr<Game> Clone() const override { return std::make_unique<PhasedGame>(*this); }
  PhasedGame(const PhasedGame& other)
      : first_(other.first_ ? std::make_unique<TypedGame<First>>(*other.first_) : nullptr),
        next_(other.next_ ? other.next_->Clone() : nullptr) {}

  const VariantInfo& variant() const override { return current().variant(); }
  std::string Fen(FenStyle style) const override { return current().Fen(style); }
  void AppendSnapshot(std::string_view fen, StringWriter* bytes) const override {
    current().AppendSnapshot(fen, bytes);
  }
  Phase phase() const override { return current().phase(); }
  const Roles& roles() const override { return current().roles(); }
  Color turn() const override { return current().turn(); }
  uint32_t ply() const override { return current().ply(); }
  std::vector<PendingChoice> pending() const override { return current().pending(); }
  std::any detail() const override { return current().detail(); }
  BoardView View() const override { return current().View(); }
  arbiter::Adjudication Adjudicate() const override { return current().Adjudicate(); }
  absl::Status VisitLegalTexts(std::string_view from, TextsVisitor visit) const override {
    return current().VisitLegalTexts(from, visit);
  }
  absl::StatusOr<std::vector<MoveInfo>> LegalMoves(std::string_view from) const override {
    return current().LegalMoves(from);
  }
  std::vector<ControlInfo> Controls() const override { return current().Controls(); }
  std::vector<std::string> Notes(Locale locale) const override { return current().Notes(locale); }
  void TrackClocks() override { current().TrackClocks(); }
  std::unique_ptr<Game> ViewFor(Viewer viewer) const override { return current().ViewFor(viewer); }

  using Game::Apply;
  absl::Status Apply(std::string_view action, const ActionInput& input,
                     ActionResult* applied) override {
    absl::Status status = current().Apply(action, input, applied);
    if (status.ok()) MaybeStartNextPhase();
    return status;
  }
  absl::Status Replay(const RecordedActions& actions, size_t* made) override {
    // The first phase can end with any action.
    while (first_ && *made < actions.texts.size()) {
      ARBITER_RETURN_IF_ERROR(Apply(actions.texts[*made], actions.InputOf(*made), nullptr));
      ++*made;
    }
    return first_ ? absl::OkStatus() : next_->Replay(actions, made);
  }
  absl::StatusOr<OutcomeSummary> Outcomes(std::string_view action, const EnumerationLimits& limits,
                                          Budget& budget,
                                          const OutcomeVisitor& visit) const override {
    if (!first_) return next_->Outcomes(action, limits, budget, visit);
    return first_->Outcomes(
        action, limits, budget,
        [&visit](const ActionResult& applied, Fraction probability, const Game& after) {
          // An outcome of a TypedGame<First> is a TypedGame<First>.
          return visit(applied, probability,
                       PhasedGame(std::make_unique<TypedGame<First>>(
                           static_cast<const TypedGame<First>&>(after))));
        });
  }
  bool IsControl(std::string_view text) const override { return current().IsControl(text); }
  absl::StatusOr<std::string> ReadMove(std::string_view text, Notation notation) const override {
    return current().ReadMove(text, notation);
  }
  absl::StatusOr<std::string> WriteMove(std::string_view action, Notation notation) const override {
    return current().WriteMove(action, notation);
  }
  absl::StatusOr<uint64_t> Perft(
      int depth, Budget& budget,
      std::vector<std::pair<std::string, uint64_t>>* divided) const override {
    return current().Perft(depth, budget, divided);
  }
  absl::StatusOr<AnalysisResult> Analyze(const AnalysisQuery& query, const StopToken& stop,
                                         TranspositionTable* table,
                                         const ProgressSink& report) const override {
    return current().Analyze(query, stop, table, report);
  }

 private:
  const Game& current() const { return first_ ? static_cast<const Game&>(*first_) : *next_; }
  Game& current() { return first_ ? static_cast<Game&>(*first_) : *next_; }

  // Starts the next phase if the first one is over.
  void MaybeStartNextPhase() {
    if (!first_) return;
    const auto position = first_->rules().NextPosition(first_->position());
    if (!position) return;
    next_ = GameAtStart(first_->rules().NextRules(), *position);
    first_.reset();
  }

  // Exactly one of these is not null.
  TypedGamePtr<First> first_;
  std::unique_ptr<Game> next_;
};

// The variant whose games begin under the rules First and continue under First::Next.
template <PhasedRules First>
class PhasedVariant final : public Variant {
 public:
  const VariantInfo& info() const override { return First::Info(); }

  absl::StatusOr<std::unique_ptr<Game>> Start(const OptionMap& options, std::string_view seed,
                                              std::vector<Draw>* draws) const override {
    ARBITER_ASSIGN_OR_RETURN(const First rules, CreateRules<First>(options));
    if (const auto skipped = rules.StartIfSkipped()) {
      return GameAtStart(rules.NextRules(), *skipped);
    }
    if (!rules.HasRandomStart()) return Phased(GameAtStart(rules, rules.Start()));
    ARBITER_ASSIGN_OR_RETURN(const auto position, DrawStart(rules, seed, draws));
    return Phased(GameAtStart(rules, position));
  }

  bool CanBeRandomStart(const Game& start, const OptionMap& options) const override {
    const absl::StatusOr<First> rules = First::Create(options);
    if (!rules.ok() || !rules->HasRandomStart() || start.ply() > 0) return true;
    const auto position = rules->NextRules().ParseFen(start.Fen(FenStyle::kStandard));
    return position.ok() && rules->CanBeRandomStart(*position);
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
