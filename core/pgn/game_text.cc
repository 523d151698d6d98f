#include "core/pgn/game_text.h"

#include <utility>

#include "core/rules/control.h"
#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"
#include "core/rules/text.h"

namespace arbiter::pgn {
namespace {

using Item = GameText::Item;

// Tokens that take about as long to read as an action takes to replay.
constexpr uint64_t kTokensPerSpend = 64;

void SetFault(Place place, std::string_view text, std::string_view why, GameText* game) {
  if (game->fault) return;
  game->fault = Fault{place, std::string(text), MakeError(ErrorReason::kBadNotation, why)};
}

}  // namespace

bool IsResult(std::string_view word) {
  return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*" || word == "1/2";
}

Token GameTexts::Take() {
  if (!kept_) return tokenizer_.Next();
  return *std::exchange(kept_, std::nullopt);
}

absl::StatusOr<std::optional<GameText>> GameTexts::Next(absl::FunctionRef<absl::Status()> spend) {
  GameText game;
  bool begun = false;
  bool in_moves = false;
  // Of variations, and where the outermost begins.
  int depth = 0;
  Place variation;
  stands_for_move_ = false;
  const auto check_variations = [&] {
    if (depth > 0) SetFault(variation, "(", "the variation is not closed", &game);
  };
  while (true) {
    if (++tokens_ % kTokensPerSpend == 0) {
      ARBITER_RETURN_IF_ERROR(spend());
    }
    Token token = Take();
    const bool empty =
        token.kind == Token::Kind::kNothing ||
        (token.kind == Token::Kind::kComment && token.text.find("[%") == std::string_view::npos);
    if (token.kind == Token::Kind::kEnd) {
      check_variations();
      return begun ? std::optional(std::move(game)) : std::nullopt;
    }
    if (token.kind == Token::Kind::kTag && in_moves) {
      kept_ = std::move(token);
      check_variations();
      return game;
    }
    if (empty) continue;
    if (!begun) game.place = token.place;
    begun = true;
    // A tag that can't be read is one among others.
    const bool bad_tag = token.kind == Token::Kind::kBad && token.text.starts_with('[');
    in_moves |= token.kind != Token::Kind::kTag && !bad_tag;
    switch (token.kind) {
      case Token::Kind::kTag:
        game.tags.push_back({std::string(token.text), std::move(token.value), token.place});
        break;
      case Token::Kind::kOpen:
        if (depth++ == 0) variation = token.place;
        break;
      case Token::Kind::kClose:
        if (depth == 0) {
          SetFault(token.place, ")", "no variation is open that it could close", &game);
        } else {
          --depth;
        }
        break;
      case Token::Kind::kComment:
        if (depth == 0) AddComment(token, &game);
        break;
      case Token::Kind::kWord:
        if (depth > 0) break;
        if (IsResult(token.text)) {
          game.result = token.text;
          game.result_place = token.place;
          return game;
        }
        if (game.fault) break;
        stands_for_move_ = token.text == "--" || token.text == "Z0";
        AddItem({Item::Kind::kMove, std::string(stands_for_move_ ? "--" : token.text), token.place},
                &game);
        break;
      case Token::Kind::kBad:
        SetFault(token.place, token.text, token.why, &game);
        break;
      case Token::Kind::kNothing:
      case Token::Kind::kEnd:
        break;
    }
  }
}

void GameTexts::AddItem(Item item, GameText* game) const {
  if (game->items.size() < most_actions_) {
    game->items.push_back(std::move(item));
    return;
  }
  game->fault = Fault{item.place, std::move(item.text),
                      MakeError(ErrorReason::kLimitExceeded,
                                StrCat("the game has more than ", most_actions_, " actions"))};
}

void GameTexts::AddComment(const Token& comment, GameText* game) {
  for (const Command& command : CommandsIn(comment.text)) {
    if (!game->fault) AddCommand(command, comment.place, game);
  }
}

void GameTexts::AddCommand(const Command& command, Place place, GameText* game) {
  std::vector<Item>& items = game->items;
  if (command.name == "act" || command.name == "bid") {
    const auto kind = command.name == "act" ? Item::Kind::kAct : Item::Kind::kBid;
    const bool replaces =
        stands_for_move_ && kind == Item::Kind::kAct && !MayBeControl(command.value);
    stands_for_move_ = false;
    if (replaces) items.pop_back();
    AddItem({kind, command.value, place}, game);
  } else if (command.name == "draw") {
    if (items.empty() || !items.back().draws.empty()) {
      SetFault(place, CommandText(command.name, command.value),
               "it says what the move before it drew, once a move", game);
      return;
    }
    items.back().draws = StrCat("{", command.value, "}");
  } else if (command.name == "emt" && !items.empty()) {
    game->has_times = true;
    if (command.value == "-") return;
    const std::optional<int64_t> elapsed_ms = ParseTime(command.value);
    if (!elapsed_ms) {
      SetFault(place, CommandText(command.name, command.value),
               "it is no time used, which is written as in [%emt 0:00:01.5]", game);
      return;
    }
    items.back().elapsed_ms = *elapsed_ms;
  }
}

}  // namespace arbiter::pgn
