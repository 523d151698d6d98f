#ifndef ARBITER_CORE_GAME_TYPED_VARIANT_H_
#define ARBITER_CORE_GAME_TYPED_VARIANT_H_

#include <memory>
#include <utility>

#include "core/game/snapshot.h"
#include "core/game/typed_game.h"
#include "core/game/variant.h"
#include "core/rules/strings.h"

namespace arbiter {

// The Variant with rules R.
template <Rules R>
class TypedVariant final : public Variant {
 public:
  const VariantInfo& info() const override { return R::Info(); }

  absl::StatusOr<std::unique_ptr<Game>> Start(const OptionMap& options) const override {
    return FromFen(R::Info().start_fen, options, /*history_is_complete=*/true);
  }

  absl::StatusOr<std::unique_ptr<Game>> FromFen(std::string_view fen, const OptionMap& options,
                                                bool history_is_complete) const override {
    const absl::StatusOr<R> rules = R::Create(options);
    if (!rules.ok()) return AtField(rules.status(), "options");
    const auto position = rules->ParseFen(fen);
    if (!position.ok()) return position.status();
    return std::make_unique<TypedGame<R>>(*rules, *position,
                                          History(position->key(), history_is_complete));
  }

  absl::StatusOr<std::unique_ptr<Game>> FromSnapshot(std::string_view snapshot,
                                                     const OptionMap& options) const override {
    absl::StatusOr<SnapshotData> data = DecodeSnapshot(snapshot);
    if (!data.ok()) return data.status();
    if (data->variant != R::Info().id) {
      return BadSnapshot(StrCat("is of ", Quoted(data->variant), ", not of ", R::Info().id));
    }
    for (const auto& [name, value] : options) {
      const auto held = data->options.find(name);
      if (held != data->options.end() && held->second != value) {
        return BadSnapshot(StrCat("has the option ", name, " = ", Quoted(held->second),
                                  ", but the request says ", Quoted(value)));
      }
    }
    if (absl::Status status = R::Create(options).status(); !status.ok()) {
      return AtField(std::move(status), "options");
    }
    const absl::StatusOr<R> rules = R::Create(data->options);
    if (!rules.ok()) return BadSnapshot("has options that this server does not know");
    const auto position = rules->ParseFen(data->fen);
    if (!position.ok() || data->keys.back() != position->key()) {
      return BadSnapshot("holds a position that this server does not know");
    }
    History history(std::move(data->keys), data->history_complete);
    const Agreements& agreements = data->agreements;
    if (!agreements.IsPossible(rules->FindDrawClaim(*position, history.Occurrences()))) {
      return BadSnapshot("holds an end that no action of this game brings");
    }
    return std::make_unique<TypedGame<R>>(*rules, *position, std::move(history), agreements);
  }
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_TYPED_VARIANT_H_
