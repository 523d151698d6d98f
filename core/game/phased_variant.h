#ifndef ARBITER_CORE_GAME_PHASED_VARIANT_H_
#define ARBITER_CORE_GAME_PHASED_VARIANT_H_

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game/game_sources.h"
#include "core/game/phased_game.h"
#include "core/game/variant.h"
#include "core/rules/status_macros.h"

namespace arbiter {

// The Variant that begins under the rules First and goes on under First::Next.
template <Rules First>
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
