#include "core/pgn/game_texts.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/rules/control.h"
#include "core/rules/san.h"

namespace arbiter::pgn {
namespace {

using Item = GameText::Item;

// The number of tokens that take about as long to read as one action takes to replay.
constexpr uint64_t kTokensPerSpend = 64;

void SetFault(Place place, std::string_view text, std::string_view why, GameText* game) {
  if (game->fault) return;
  game->fault = Fault{place, std::string(text), MakeError(ErrorReason::kBadNotation, why)};
}

// Returns the text of a game without the blank lines before it.
std::string_view WithoutBlankLines(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r\n\v\f");
  const size_t line_end = text.substr(0, begin).find_last_of("\r\n");
  // At the beginning of a text, a byte order mark would be skipped.
  const bool has_mark =
      text.substr(std::min(line_end + 1, text.size())).starts_with(kByteOrderMark);
  if (line_end != std::string_view::npos && !has_mark) text.remove_prefix(line_end + 1);
  return text;
}

}  // namespace

absl::StatusOr<std::optional<GameText>> GameTexts::Next(absl::FunctionRef<absl::Status()> spend) {
  GameText game;
  bool begun = false;
  bool in_moves = false;
  // The names of the tags before the last blank line or comment, and those of the tags after it.
  std::set<std::string_view> earlier_names;
  std::vector<std::string_view> group;
  // What is read again if the tags after it belong to the next game.
  Tokenizer before_group = tokenizer_;
  size_t tags_before_group = 0;
  bool had_fault_before_group = false;
  // Whether a tag that comes next follows a blank line or a comment.
  bool is_apart = false;
  uint32_t last_line = 0;
  // The nesting depth of variations, and the place where the outermost variation begins.
  int depth = 0;
  Place variation;
  is_placeholder_ = false;
  const auto check_variations = [&] {
    if (depth > 0) SetFault(variation, "(", "the variation is not closed", &game);
  };
  while (true) {
    if (++tokens_ % kTokensPerSpend == 0) {
      ARBITER_RETURN_IF_ERROR(spend());
    }
    const Tokenizer before_token = tokenizer_;
    Token token = tokenizer_.Next();
    const bool is_empty =
        token.kind == Token::Kind::kSkipped ||
        (token.kind == Token::Kind::kComment && token.text.find("[%") == std::string_view::npos);
    if (token.kind == Token::Kind::kEnd) {
      check_variations();
      return begun ? std::optional(std::move(game)) : std::nullopt;
    }
    // A game without moves and result ends where a later group of tags repeats one of its tags.
    is_apart |= begun && token.place.line > last_line + 1;
    if (token.kind == Token::Kind::kTag) {
      if (is_apart || in_moves) {
        earlier_names.insert(group.begin(), group.end());
        group.clear();
      }
      if (group.empty()) {
        before_group = before_token;
        tags_before_group = game.tags.size();
        had_fault_before_group = game.fault.has_value();
      }
      const bool repeats = earlier_names.contains(token.text);
      group.push_back(token.text);
      if (in_moves || repeats) {
        // The tags since the gap, or after the moves, belong to the next game.
        game.tags.resize(tags_before_group);
        if (!had_fault_before_group) game.fault.reset();
        tokenizer_ = before_group;
        check_variations();
        return game;
      }
    }
    is_apart = is_apart || token.kind == Token::Kind::kComment;
    last_line = token.place.line;
    if (is_empty) continue;
    if (!begun) game.place = token.place;
    begun = true;
    // A tag that is not valid does not begin the movetext.
    const bool bad_tag = token.kind == Token::Kind::kBad && token.text.starts_with('[');
    in_moves |= token.kind != Token::Kind::kTag && !bad_tag;
    switch (token.kind) {
      case Token::Kind::kTag:
        is_apart = false;
        game.tags.push_back({std::string(token.text), std::move(token.value), token.place});
        break;
      case Token::Kind::kOpen:
        if (depth++ == 0) variation = token.place;
        break;
      case Token::Kind::kClose:
        if (depth == 0) {
          SetFault(token.place, ")", "there is no open variation to close", &game);
        } else {
          --depth;
        }
        break;
      case Token::Kind::kComment:
        if (depth == 0) AddComment(token, &game);
        break;
      case Token::Kind::kWord:
        if (depth > 0) break;
        if (!StandardResult(token.text).empty()) {
          game.result = token.text;
          game.result_place = token.place;
          return game;
        }
        if (game.fault) break;
        is_placeholder_ = token.text == "--" || token.text == "Z0";
        AddItem({Item::Kind::kMove, std::string(token.text), token.place}, &game);
        break;
      case Token::Kind::kBad:
        SetFault(token.place, token.text, token.why, &game);
        break;
      case Token::Kind::kSkipped:
      case Token::Kind::kEnd:
        break;
    }
  }
}

void GameTexts::AddItem(Item item, GameText* game) const {
  if (game->items.size() < max_actions_) {
    game->items.push_back(std::move(item));
    return;
  }
  game->fault = Fault{item.place, std::move(item.text),
                      MakeError(ErrorReason::kLimitExceeded,
                                StrCat("the game has more than ", max_actions_, " actions"))};
}

void GameTexts::AddComment(const Token& comment, GameText* game) {
  for (const Command& command : ParseCommands(comment.text)) {
    if (!game->fault) AddCommand(command, comment.place, game);
  }
}

void GameTexts::AddCommand(const Command& command, Place place, GameText* game) {
  std::vector<Item>& items = game->items;
  if (command.name == "act" || command.name == "bid") {
    const auto kind = command.name == "act" ? Item::Kind::kAct : Item::Kind::kBid;
    const bool replaces =
        is_placeholder_ && kind == Item::Kind::kAct && !MayBeControl(command.value);
    is_placeholder_ = false;
    if (replaces) items.pop_back();
    AddItem({kind, command.value, place}, game);
  } else if (command.name == "draw") {
    if (items.empty() || !items.back().draws.empty()) {
      SetFault(place, FormatCommand(command.name, command.value),
               "[%draw] must follow the move whose outcomes it gives, at most once for each move",
               game);
      return;
    }
    items.back().draws = StrCat("{", command.value, "}");
  } else if (command.name == "emt" && !items.empty()) {
    game->has_times = true;
    if (command.value == "-") return;
    const std::optional<int64_t> elapsed_ms = ParseTime(command.value);
    if (!elapsed_ms) {
      SetFault(place, FormatCommand(command.name, command.value),
               "the time used is not valid; an example is [%emt 0:00:01.5]", game);
      return;
    }
    items.back().elapsed_ms = *elapsed_ms;
  } else if (command.name == "clk" && !items.empty()) {
    const std::optional<int64_t> left_ms = ParseTime(command.value);
    if (!left_ms) return;
    game->has_clocks = true;
    items.back().left_ms = *left_ms;
  }
}

absl::Status SplitGames(std::string_view text, absl::FunctionRef<absl::Status()> spend,
                        absl::FunctionRef<absl::Status(std::string_view)> visit) {
  GameTexts texts(text, /*max_actions=*/0);
  std::string_view rest = text;
  while (true) {
    ARBITER_ASSIGN_OR_RETURN(const std::optional<GameText> game, texts.Next(spend));
    if (!game.has_value()) return absl::OkStatus();
    ARBITER_RETURN_IF_ERROR(spend());
    const size_t size = rest.size() - texts.rest().size();
    ARBITER_RETURN_IF_ERROR(visit(WithoutBlankLines(rest.substr(0, size))));
    rest.remove_prefix(size);
  }
}

}  // namespace arbiter::pgn
