#include "core/variants/chakart/rules.h"

#include <algorithm>
#include <iterator>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/variants/chakart/movement.h"

namespace arbiter::chakart {
namespace {

// The names of the set-ups, indexed by SetUp.
constexpr std::string_view kSetUpNames[] = {"standard", "symmetric", "asymmetric"};

}  // namespace

absl::StatusOr<ChakartRules> ChakartRules::Create(const OptionMap& options) {
  ARBITER_RETURN_IF_ERROR(CheckOptionNames(Info(), options));
  ARBITER_ASSIGN_OR_RETURN(const DrawPolicy policy, ParseDrawPolicy(Info(), options));
  ARBITER_ASSIGN_OR_RETURN(const std::string_view name, OptionValue(Info(), options, "setup"));
  const auto* set_up = std::find(std::begin(kSetUpNames), std::end(kSetUpNames), name);
  return ChakartRules(policy, static_cast<SetUp>(set_up - kSetUpNames));
}

OptionMap ChakartRules::options() const {
  OptionMap options;
  options.emplace("draw_policy", NameOf(draw_policy_));
  options.emplace("setup", kSetUpNames[static_cast<int>(set_up_)]);
  return options;
}

absl::StatusOr<Action> ChakartRules::ParseMove(const Position& position,
                                               std::string_view text) const {
  if (text.ends_with("??")) {
    return MakeError(
        ErrorReason::kBadActionText,
        StrCat(Quoted(text),
               " is what one viewer sees of a stealth move, not the move itself (H23)"));
  }
  const std::optional<Action> action = ParseAction(text);
  if (!action) {
    return MakeError(ErrorReason::kBadActionText,
                     StrCat(Quoted(text),
                            " is not a valid Chakart action; examples are e2e4, "
                            "e7e8q, d1h5?, e1*e5, a1~b2, N@e4, e8=q and 0000"));
  }
  ARBITER_RETURN_IF_ERROR(CheckLegal(position, *action, text));
  return *action;
}

std::optional<End> ChakartRules::FindEnd(const Position& position, int /*occurrences*/) const {
  const bool white = position.HasKing(Color::kWhite);
  const bool black = position.HasKing(Color::kBlack);
  if (!white || !black) {
    // If neither side has a king, the player who moved last has won.
    const Color winner = white ? Color::kWhite : black ? Color::kBlack : !position.turn;
    return End{WinFor(winner), Termination::kKingCaptured, "H17"};
  }
  if (position.passes == 2) return End{Result::kDraw, Termination::kBlocked, "H18"};
  return std::nullopt;
}

Detail ChakartRules::DetailOf(const Position& position, bool /*ongoing*/) const {
  Detail detail;
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    detail.shell[Index(color)] = position.HasPower(color, Power::kShell);
    detail.stealth[Index(color)] = position.HasPower(color, Power::kStealth);
  }
  detail.passes = position.passes;
  detail.action = position.action;
  Squares with_objects;
  for (const Squares& squares : position.objects) with_objects |= squares;
  detail.objects.reserve(static_cast<size_t>(with_objects.size()));
  for (const Sq square : with_objects) {
    detail.objects.emplace_back(NameOf(square), LetterOf(*position.ObjectAt(square)));
  }
  for (const Sq square : position.immobilised) detail.immobilised.push_back(NameOf(square));
  if (position.hidden || position.redacted) detail.hidden = !position.turn;
  if (position.hidden) detail.hidden_square = NameOf(*position.hidden);
  return detail;
}

std::vector<PendingChoice> ChakartRules::PendingOf(const Position& position) const {
  using Kind = PendingChoice::Kind;
  const Pending& pending = position.pending;
  std::vector<PendingChoice> choices;
  if (pending.promotion) {
    PendingChoice& choice = choices.emplace_back();
    choice.kind = Kind::kPromotion;
    choice.square = NameOf(*pending.promotion);
  }
  if (pending.bonus != Bonus::kNone) {
    PendingChoice& choice = choices.emplace_back();
    choice.kind = pending.bonus == Bonus::kSwap   ? Kind::kSwap
                  : pending.bonus == Bonus::kDrop ? Kind::kDrop
                                                  : Kind::kAgain;
    if (choice.kind == Kind::kDrop) choice.piece = CapitalLetter(pending.piece);
  }
  return choices;
}

std::pair<std::string, std::string> ChakartRules::ConcealedText(const Action& action) const {
  if (action.kind != ActionKind::kStealth) return {};
  return {ToString(action.from) + "??", "Q??"};
}

void ChakartRules::Draw(const Position& position, BoardView* view) const {
  DrawPieces(Info(), position.board, view);
  for (int i = 0; i < Geo::kSquares; ++i) {
    const Sq square(i);
    BoardView::Cell& cell = view->cells[i];
    if (const auto object = position.ObjectAt(square)) {
      const ObjectInfo& info = Info().objects[static_cast<size_t>(*object)];
      cell.object = info.letter;
      cell.shape = info.shape;
    }
    cell.immobilised = position.immobilised.Has(square);
    cell.unknown = position.redacted && position.stealth_origin == square;
  }
  if (position.hidden) {
    BoardView::Cell& cell = view->cells[position.hidden->index()];
    cell.letter = kHiddenLetter;
    cell.hidden = true;
  }
}

void ChakartRules::Redact(Position* position) const {
  position->board.Remove(*position->hidden);
  position->hidden.reset();
  position->redacted = true;
}

}  // namespace arbiter::chakart
