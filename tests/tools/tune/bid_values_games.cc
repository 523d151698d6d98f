#include "tests/tools/tune/bid_values_games.h"

#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "core/search/alpha_beta.h"
#include "core/variants/chpok/board/rules.h"

namespace arbiter::tune {
namespace {

using chpok::Features;
using chpok::HomeRow;
using chpok::Switch;

constexpr uint32_t kRandomPlies = 2;
constexpr uint32_t kMaxMoves = 150;

// A random number generator that gives the same numbers with every standard library.
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  // Returns a number from 0 to `bound` - 1.
  size_t Below(size_t bound) { return engine_() % bound; }
  bool OneIn(size_t chances) { return Below(chances) == 0; }

 private:
  std::mt19937_64 engine_;
};

Features RandomFeatures(Random* random) {
  Features features;
  features.width = static_cast<uint8_t>(chpok::kMinWidth + random->Below(chpok::kMaxWidth - 5));
  constexpr uint16_t kMoves[] = {10, 20, 40};
  if (random->OneIn(4)) features.moves = kMoves[random->Below(3)];
  if (random->OneIn(4)) {
    features.castlings = static_cast<uint8_t>(random->Below(chpok::kMaxRights + 1));
  }
  for (uint8_t& points : features.points) {
    if (random->OneIn(20)) points = static_cast<uint8_t>(1 + random->Below(9));
  }
  for (int i = 0; i < static_cast<int>(Switch::kCount); ++i) {
    if (random->OneIn(16)) features.Set(static_cast<Switch>(i));
  }
  return features;
}

// Makes a row of a random selection of kinds, so that some rows have all kinds and others few.
HomeRow RandomRow(int width, Random* random) {
  constexpr std::string_view kLetters = chpok::kLetters;
  std::string kinds;
  for (size_t left = 1 + random->Below(kLetters.size()); left > 0; --left) {
    kinds.push_back(kLetters[random->Below(kLetters.size())]);
  }
  std::string row;
  for (int file = 0; file < width; ++file) row.push_back(kinds[random->Below(kinds.size())]);
  if (row.find('K') == std::string::npos) row[random->Below(row.size())] = 'K';
  return *HomeRow::Parse(row);
}

chpok::Action RandomMove(const chpok::BoardRules& rules, const chpok::Position& position,
                         Random* random) {
  chpok::Actions actions;
  rules.GenerateMoves(position, &actions);
  return actions[static_cast<int>(random->Below(static_cast<size_t>(actions.size())))];
}

}  // namespace

BidSetting DefaultSetting(const Features& features) {
  return {features, HomeRow::DefaultFor(features.width)};
}

BidSetting RandomSetting(uint64_t seed) {
  Random random(seed);
  BidSetting setting = DefaultSetting(RandomFeatures(&random));
  if (random.OneIn(2)) setting.row = RandomRow(setting.features.width, &random);
  return setting;
}

double PlayForWhite(const BidSetting& setting, uint64_t nodes, uint64_t seed) {
  Random random(seed);
  const chpok::BoardRules rules(DrawPolicy::kAutomatic);
  const StopToken never;
  const ReportSink<chpok::Action> ignore_report = [](const auto& /*report*/) {};
  TranspositionTable table(TranspositionTable::kMinBytes);
  chpok::Position position = StartPosition(setting.features, setting.row);
  std::optional<End> end;
  while (!end && position.move_number <= kMaxMoves) {
    chpok::Action action = RandomMove(rules, position, &random);
    if (position.ply() >= kRandomPlies) {
      SearchQuery<chpok::Action> query;
      query.limits.nodes = nodes * 3 / 4 + random.Below(nodes / 2);
      const auto found =
          AlphaBeta(rules, position, {{position.key()}, query, never, &table, ignore_report});
      action = found.lines.front().moves.front();
    }
    rules.Apply(&position, action);
    end = rules.FindEnd(position, 1);
  }
  const int lead = position.lead();
  std::optional<Color> winner;
  if (end) {
    winner = WinnerOf(end->result);
  } else if (lead != 0) {
    winner = lead > 0 ? Color::kWhite : Color::kBlack;
  }
  return !winner ? 0.5 : *winner == Color::kWhite ? 1 : 0;
}

}  // namespace arbiter::tune
