#ifndef ARBITER_CORE_GAME_TYPED_VARIANT_H_
#define ARBITER_CORE_GAME_TYPED_VARIANT_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/game/snapshot.h"
#include "core/game/typed_game.h"
#include "core/game/variant.h"
#include "core/rules/seeded_draws.h"
#include "core/rules/strings.h"

namespace arbiter {

// The Variant with rules R.
template <Rules R>
class TypedVariant final : public Variant {
 public:
  const VariantInfo& info() const override { return R::Info(); }

  absl::StatusOr<std::unique_ptr<Game>> Start(const OptionMap& options, std::string_view seed,
                                              std::vector<Draw>* draws) const override {
    if constexpr (kCanDrawStart) {
      const absl::StatusOr<R> rules = R::Create(options);
      if (!rules.ok()) return AtField(rules.status(), "options");
      if (rules->DrawsStart()) return DrawStart(*rules, seed, draws);
    }
    return FromFen(R::Info().start_fen, options, /*history_is_complete=*/true);
  }

  bool CanHaveDrawn(const Game& start, const OptionMap& options) const override {
    if constexpr (kCanDrawStart) {
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
    const absl::StatusOr<R> rules = R::Create(options);
    if (!rules.ok()) return AtField(rules.status(), "options");
    const auto position = rules->ParseFen(fen);
    if (!position.ok()) return position.status();
    // Where no position can occur twice there is no history to know.
    const bool complete = history_is_complete || !DeterministicRules<R>;
    return std::make_unique<TypedGame<R>>(*rules, *position, History(position->key(), complete));
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
    auto position = rules->ParseFen(data->fen);
    if (!position.ok()) {
      return BadSnapshot(StrCat("can't be used: ", std::string(position.status().message())));
    }
    if (!ReadExtra(*rules, data->extra, &*position) || data->keys.back() != position->key()) {
      return BadSnapshot("holds a position that this server does not know");
    }
    History history(std::move(data->keys), data->history_complete);
    const Agreements& agreements = data->agreements;
    if (!agreements.IsPossible(rules->FindDrawClaim(*position, history.Occurrences()))) {
      return BadSnapshot("holds an end that no action of this game brings");
    }
    return std::make_unique<TypedGame<R>>(*rules, *position, std::move(history), agreements);
  }

 private:
  using Position = typename R::Position;

  // Whether the first position can be drawn at random.
  static constexpr bool kCanDrawStart = requires(const R& rules) { rules.DrawsStart(); };

  static absl::StatusOr<std::unique_ptr<Game>> DrawStart(const R& rules, std::string_view seed,
                                                         std::vector<Draw>* draws) {
    if (seed.empty()) {
      return MakeError(ErrorReason::kRandomnessRequired,
                       "the set-up is drawn at random (H1): give a seed, or the FEN of the start");
    }
    SeededDraws seeded(seed, R::Info().id, "setup", {.turn = 0, .action = 0});
    const Position position =
        rules.DrawStart([&seeded](std::string_view purpose, std::vector<std::string> candidates) {
          return seeded.Choose(purpose, std::move(candidates));
        });
    if (draws != nullptr) *draws = std::move(seeded.draws());
    return std::make_unique<TypedGame<R>>(rules, position, History(position.key(), true));
  }

  static bool ReadExtra(const R& rules, std::string_view extra, Position* position) {
    if constexpr (requires { rules.ParseExtra(extra, position); }) {
      return rules.ParseExtra(extra, position);
    } else {
      return extra.empty();
    }
  }
};

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_TYPED_VARIANT_H_
