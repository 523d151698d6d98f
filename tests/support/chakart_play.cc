#include "tests/support/chakart_play.h"

#include <memory>

namespace arbiter::testing {

using chakart::Kind;
using chakart::Position;
using chakart::Sq;

const chakart::ChakartRules& DefaultChakartRules() {
  static const auto& rules = *new auto(*chakart::ChakartRules::Create({}));
  return rules;
}

Position ChakartAt(std::string_view fen) { return *DefaultChakartRules().ParseFen(fen); }

Position PlayRandomActions(Position position, int actions, Random& random) {
  const auto moves = std::make_unique<chakart::Actions>();
  for (int i = 0; i < actions; ++i) {
    DefaultChakartRules().GenerateMoves(position, moves.get());
    const auto& move = (*moves)[static_cast<int>(random.Below(moves->size()))];
    chakart::Resolution resolution = DefaultChakartRules().Resolve(position, move, nullptr);
    while (resolution.candidates() > 0) {
      resolution.Choose(static_cast<int>(random.Below(resolution.candidates())));
    }
    if (resolution.after().IsOver()) break;
    position = resolution.after();
  }
  return position;
}

Position SparseChakart(int pieces, int objects, Random& random) {
  Position position;
  const auto any_square = [&random] { return Sq(static_cast<int>(random.Below(64))); };
  const auto put = [&](Kind kind, Color color) {
    for (;;) {
      const Sq square = any_square();
      const bool fits = kind != Kind::kPawn || !chakart::IsLastRank(square, color);
      if (!fits || !position.board.IsEmpty(square)) continue;
      position.board.Put(square, {kind, color});
      return;
    }
  };
  put(Kind::kKing, Color::kWhite);
  put(Kind::kKing, Color::kBlack);
  for (auto more = random.Below(static_cast<size_t>(pieces) + 1); more > 0; --more) {
    const auto kind = static_cast<Kind>(1 + random.Below(5));
    put(kind, static_cast<Color>(random.Below(2)));
  }
  for (auto more = random.Below(static_cast<size_t>(objects) + 1); more > 0; --more) {
    const Sq square = any_square();
    if (!position.board.IsEmpty(square)) continue;
    position.PutObject(square, static_cast<chakart::Object>(random.Below(chakart::kObjects)));
  }
  for (auto& powers : position.powers) powers = {random.OneIn(4), random.OneIn(4)};
  position.turn = static_cast<Color>(random.Below(2));
  return position;
}

}  // namespace arbiter::testing
