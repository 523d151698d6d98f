#include "tests/support/random_play.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "core/base/strings.h"
#include "core/game/clocks.h"
#include "core/game/registry.h"
#include "core/rules/roles.h"
#include "core/variants/chakart/position.h"
#include "tests/support/apply.h"
#include "tests/support/chpok_play.h"
#include "tests/support/detail.h"
#include "tests/support/fen_board.h"

namespace arbiter::testing {
namespace {

bool IsOver(const Game& game) { return game.Adjudicate().end.has_value(); }

// Returns a random control action that is available now. If the action would end the game, usually
// returns an empty string instead.
std::string RandomControl(const Game& game, Random& random) {
  const std::vector<ControlInfo> controls = game.Controls();
  const std::string action(controls[random.Below(controls.size())].action);
  const std::unique_ptr<Game> after = game.Clone();
  const bool ends = after->Apply(action, nullptr).ok() && IsOver(*after);
  return ends && !random.OneIn(16) ? std::string() : action;
}

// Returns the reverse of a from–to move; an empty string if the reverse is not legal now.
std::string ReverseMove(const Game& game, const std::string& move) {
  if (move.size() < 4) return "";
  std::string back = move.substr(2, 2) + move.substr(0, 2);
  const std::vector<std::string> texts = TextsOf(game);
  return std::binary_search(texts.begin(), texts.end(), back) ? back : "";
}

std::string RandomMove(const Game& game, Random& random) {
  std::vector<std::string> preferred;
  if (random.OneIn(3)) {
    for (const MoveInfo& move : MovesOf(game)) {
      if (move.captured != 0 || move.random) preferred.push_back(move.text);
    }
  }
  if (game.phase() == Phase::kBidding) return RandomBid(game, random);
  const std::vector<std::string> texts = preferred.empty() ? TextsOf(game) : preferred;
  return texts[random.Below(texts.size())];
}

// Returns the letters that a FEN can have on a square: White's pieces and objects.
std::string LettersOf(const VariantInfo& info) {
  std::string letters;
  for (const PieceInfo& piece : info.pieces) letters.push_back(piece.letter);
  for (const ObjectInfo& object : info.objects) letters.push_back(object.letter);
  if (info.id == "chakart") StrAppend(&letters, chakart::kImmobilisedLetters, "I");
  return letters;
}

}  // namespace

std::string GameCase::Name() const {
  std::string name(variant->info().id);
  for (const auto& [option, value] : options) StrAppend(&name, "_", value);
  const auto is_other = [](char next) { return !absl::ascii_isalnum(next); };
  std::replace_if(name.begin(), name.end(), is_other, '_');
  return name;
}

std::vector<GameCase> AllGameCases() {
  std::vector<GameCase> all;
  for (const Variant* variant : AllVariants()) {
    std::vector<OptionMap> combinations = {{}};
    // Chpok has too many options to combine, and most of them only set up the start.
    if (variant->info().id == "chpok") combinations = ChpokOptionSets();
    for (const OptionInfo& option : variant->info().options) {
      if (variant->info().id == "chpok") break;
      if (option.name == kClockOption) {
        combinations.push_back({{std::string(kClockOption), "60,45+1"}});
        break;
      }
      std::vector<OptionMap> longer;
      for (const OptionMap& combination : combinations) {
        for (const std::string_view value : option.values) {
          longer.push_back(combination);
          longer.back()[std::string(option.name)] = value;
        }
      }
      combinations = std::move(longer);
    }
    for (OptionMap& options : combinations) all.push_back({variant, std::move(options)});
  }
  return all;
}

std::vector<std::string> TextsOf(const Game& game) { return *game.LegalTexts(""); }
std::vector<MoveInfo> MovesOf(const Game& game) { return *game.LegalMoves(""); }

std::string_view WithoutOutcomes(std::string_view text) { return text.substr(0, text.find('{')); }

std::string RandomAction(const Game& game, Random& random) {
  if (IsOver(game)) return "";
  if (random.OneIn(12)) {
    std::string control = RandomControl(game, random);
    if (!control.empty()) return control;
  }
  return RandomMove(game, random);
}

void PlayGames(
    const GameCase& game_case, int games, int max_actions, Random& random,
    const std::function<void(const Game& game, const std::vector<std::string>& actions)>& visit,
    std::string_view seed) {
  for (int i = 0; i < games; ++i) {
    const std::string game_seed = seed.empty() ? random.Seed() : std::string(seed);
    std::unique_ptr<Game> game = game_case.Start();
    std::vector<std::string> actions;
    visit(*game, actions);
    while (actions.size() < static_cast<size_t>(max_actions)) {
      std::string action;
      // One game in four mostly moves back and forth, so that positions are repeated.
      if (i % 4 == 1 && actions.size() >= 2 && !random.OneIn(6)) {
        action = ReverseMove(*game, actions[actions.size() - 2]);
      }
      if (action.empty()) action = RandomAction(*game, random);
      ActionResult applied;
      if (action.empty() || !Apply(game, action, game_seed, &applied).ok()) break;
      actions.push_back(std::move(applied.text));
      visit(*game, actions);
    }
  }
}

std::string FirstBoardOf(const GameCase& game_case) {
  std::unique_ptr<Game> game = game_case.Start();
  Random random(1);
  while (game->phase() == Phase::kBidding) {
    if (!Apply(game, RandomBid(*game, random), kSeed, nullptr).ok()) break;
  }
  return game->Fen(FenStyle::kStandard);
}

std::string RandomSetUp(const GameCase& game_case, const std::string& fen, Random& random) {
  if (fen.starts_with("bidding ")) return "";
  const VariantInfo& info = game_case.variant->info();
  const std::string letters = LettersOf(info);
  for (int attempt = 0; attempt < 100; ++attempt) {
    FenBoard board = ReadFenBoard(fen);
    const auto square = [&]() -> char& {
      std::string& rank = board.ranks[random.Below(board.ranks.size())];
      return rank[random.Below(rank.size())];
    };
    for (size_t i = random.Below(40); i > 0; --i) square() = 0;
    for (size_t i = random.Below(8); i > 0; --i) std::swap(square(), square());
    for (size_t i = random.Below(6); i > 0; --i) {
      const char letter = letters[random.Below(letters.size())];
      square() = random.OneIn(2) ? letter : SwapSide(letter, info);
    }
    board.side = random.OneIn(2) ? 'w' : 'b';
    std::string result = board.ToFen();
    if (game_case.variant->FromFen(result, game_case.options, false).ok()) return result;
  }
  return "";
}

std::string ToText(const makruk::CountStatus& count) {
  return StrCat(ColorWord(count.color), " kind ", static_cast<int>(count.kind), " ", count.count,
                "/", count.limit, " announced ", count.announced, " left ", count.moves_left);
}

std::string ToText(const Adjudication& adjudication) {
  const auto end_text = [](const End& end) {
    return StrCat(static_cast<int>(end.result), ".", static_cast<int>(end.termination), ".",
                  end.rule);
  };
  const auto color_text = [](std::optional<Color> color) {
    return color ? ColorWord(*color) : std::string_view("nobody");
  };
  std::string text = StrCat("end ", adjudication.end ? end_text(*adjudication.end) : "none");
  for (const Claim& claim : adjudication.claims) {
    StrAppend(&text, " claim ", static_cast<int>(claim.kind), " by ", color_text(claim.by), " ",
              end_text(claim.end));
  }
  StrAppend(&text, adjudication.check ? " check from" : " no check");
  for (const std::string& square : adjudication.checkers) StrAppend(&text, " ", square);
  StrAppend(&text, adjudication.history_known ? "; known" : "; unknown", " history, occurrence ",
            adjudication.occurrences, ", claimed by ", color_text(adjudication.claimed_by),
            ", draw offered by ", color_text(adjudication.draw_offered_by));
  return text;
}

std::string ToText(const Game& game) {
  const std::optional<makruk::CountStatus> count = CountOf(game);
  return StrCat(ToText(game.Adjudicate()), ", count ", count ? ToText(*count) : "none");
}

}  // namespace arbiter::testing
