#ifndef ARBITER_CORE_GAME_TYPED_VARIANT_H_
#define ARBITER_CORE_GAME_TYPED_VARIANT_H_

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game/game_sources.h"
#include "core/game/typed_game.h"
#include "core/game/variant.h"
#include "core/rules/status_macros.h"

namespace arbiter {

// The Variant with rules R.
template <Rules R>
class TypedVariant final : public Variant {
 public:
  const VariantInfo& info() const override { return R::Info(); }

  absl::StatusOr<std::unique_ptr<Game>> Start(const OptionMap& options, std::string_view seed,
                                              std::vector<Draw>* draws) const override {
    ARBITER_ASSIGN_OR_RETURN(const R rules, CreateRules<R>(options));
    if constexpr (DrawnStartRules<R>) {
      if (rules.DrawsStart()) {
        ARBITER_ASSIGN_OR_RETURN(const auto position, DrawStart(rules, seed, draws));
        return GameAtStart(rules, position);
      }
    }
    return GameAtStart(rules, StartPosition<R>());
  }

  bool CanHaveDrawn(const Game& start, const OptionMap& options) const override {
    if constexpr (DrawnStartRules<R>) {
      const absl::StatusOr<R> rules = R::Create(options);
      if (!rules.ok() || !rules->DrawsStart() || start.ply() > 0) return true;
      const auto position = rules->ParseFen(start.Fen(FenStyle::kStandard));
      return position.ok() && rules->CanDrawStart(*position);
    } else {
      return true;
    }
  }

  absl::StatusOr<std::unique_ptr<Game>> FromFen(std::string_view fen, const OptionMap& options,
                                                bool history_is_complete) const override {
    ARBITER_ASSIGN_OR_RETURN(const R rules, CreateRules<R>(options));
    return GameFromFen(rules, fen, history_is_complete);
  }

  absl::StatusOr<std::unique_ptr<Game>> FromSnapshot(std::string_view snapshot,
                                                     const OptionMap& options) const override {
    ARBITER_ASSIGN_OR_RETURN(SnapshotData data, ReadSnapshot(snapshot, R::Info().id, options));
    ARBITER_RETURN_IF_ERROR(CreateRules<R>(options).status());
    return GameFromSnapshot<R>(std::move(data));
  }
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_TYPED_VARIANT_H_
