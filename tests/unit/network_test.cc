// The networks of the variants, and the loops that compute their values.
#include "core/search/network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "core/search/network_evaluator.h"
#include "core/search/network_kernels.h"
#include "core/variants/chak/evaluate.h"
#include "core/variants/chak/rules.h"
#include "core/variants/chpok/board/evaluate.h"
#include "core/variants/chpok/board/rules.h"
#include "core/variants/makruk/evaluate.h"
#include "core/variants/makruk/rules.h"
#include "tests/support/random_play.h"
#include "tests/tools/tune/first_position.h"

namespace arbiter {
namespace {

using ::arbiter::testing::Random;

struct Makruk {
  using Rules = makruk::MakrukRules;
  using Inputs = makruk::Inputs;
  static const Network& ThisNetwork() { return makruk::ThisNetwork(); }
};
struct Chak {
  using Rules = chak::ChakRules;
  using Inputs = chak::Inputs;
  static const Network& ThisNetwork() { return chak::ThisNetwork(); }
};
struct Chpok {
  using Rules = chpok::BoardRules;
  using Inputs = chpok::Inputs;
  static const Network& ThisNetwork() { return chpok::ThisNetwork(); }
};

template <typename Variant>
class NetworkOf : public ::testing::Test {};
using Variants = ::testing::Types<Makruk, Chak, Chpok>;
TYPED_TEST_SUITE(NetworkOf, Variants);

// Returns the network's value of a position for the side to move, computed from the definition.
template <typename Inputs, typename Position>
int ValueFromScratch(const Network& network, const Position& position) {
  constexpr int kKinds = decltype(position.board)::kKinds;
  constexpr int kRanks = Position::Geo::kRanks;
  constexpr int kFiles = Inputs::kFiles;
  std::vector<int16_t> sums[2];
  for (const Color side : {Color::kWhite, Color::kBlack}) {
    std::vector<const int16_t*> rows;
    const bool mirrored = Inputs::IsMirrored(position, side);
    const int zone = Inputs::ZoneOf(position, side);
    for (const auto square : position.board.Occupied()) {
      const auto piece = *position.board.At(square);
      const int file = mirrored ? kFiles - 1 - square.file() : square.file();
      const int rank = side == Color::kWhite ? square.rank() : kRanks - 1 - square.rank();
      const int kind = static_cast<int>(piece.kind) + (piece.color == side ? 0 : kKinds);
      const int in_zone = zone * 2 * kKinds + kind;
      rows.push_back(network.row((in_zone * kRanks + rank) * kFiles + file));
    }
    for (const int other : Inputs::OtherFeatures(position, side)) {
      rows.push_back(network.row(Inputs::kZones * 2 * kKinds * kRanks * kFiles + other));
    }
    sums[Index(side)].resize(static_cast<size_t>(network.neurons()));
    UsableKernels().back().change(network.biases(), rows.data(), static_cast<int>(rows.size()),
                                  nullptr, 0, network.neurons(), sums[Index(side)].data());
  }
  const int bucket = std::min((position.board.Occupied().size() - 1) / 4, network.buckets() - 1);
  return network.Evaluate(sums[Index(position.turn)].data(), sums[Index(!position.turn)].data(),
                          bucket);
}

// The evaluator goes from position to position as a search does, several plies deep.
TYPED_TEST(NetworkOf, UpdatedSumsGiveTheValuesOfSumsFromScratch) {
  using Rules = typename TypeParam::Rules;
  using Position = typename Rules::Position;
  constexpr int kPositions = 340'000 / testing::kSanitizerSlowdown;
  const Network& network = TypeParam::ThisNetwork();
  const auto rules = *Rules::Create({});
  NetworkEvaluator<Position, typename TypeParam::Inputs> evaluator(network);
  Random random(1);
  int positions = 0;
  while (positions < kPositions) {
    Position position = tune::FirstPosition(rules);
    for (int ply = 0; ply < 200; ++ply) {
      typename Rules::Moves moves;
      rules.GenerateMoves(position, &moves);
      if (moves.size() == 0) break;
      for (const auto& move : moves) {
        Position after = position;
        rules.Apply(&after, move);
        ASSERT_EQ(evaluator.Evaluate(after, ply + 1),
                  ValueFromScratch<typename TypeParam::Inputs>(network, after))
            << rules.FormatFen(after, FenStyle::kStandard);
        ++positions;
      }
      rules.Apply(&position,
                  moves[static_cast<int>(random.Below(static_cast<size_t>(moves.size())))]);
      // Table hits leave gaps in the plies that are evaluated.
      if (random.Below(3) == 0) evaluator.Evaluate(position, ply + 1);
    }
  }
}

// No position, not even one with a piece on every square, makes a sum overflow. The sums therefore
// do not depend on the order in which rows are added.
TYPED_TEST(NetworkOf, CannotOverflow) {
  using Position = typename TypeParam::Rules::Position;
  using Evaluator = NetworkEvaluator<Position, typename TypeParam::Inputs>;
  constexpr int kSquares = Evaluator::kSquares;
  constexpr int kPieceFeatures = Evaluator::kPieceFeatures;
  const Network& network = TypeParam::ThisNetwork();
  ASSERT_EQ(network.features(), Evaluator::kFeatures);
  for (int neuron = 0; neuron < network.neurons(); ++neuron) {
    int64_t low = network.biases()[neuron];
    int64_t high = low;
    for (int square = 0; square < kSquares; ++square) {
      int lowest = 0;
      int highest = 0;
      for (int feature = square; feature < kPieceFeatures; feature += kSquares) {
        lowest = std::min<int>(lowest, network.row(feature)[neuron]);
        highest = std::max<int>(highest, network.row(feature)[neuron]);
      }
      low += lowest;
      high += highest;
    }
    int lowest = 0;
    int highest = 0;
    for (int feature = kPieceFeatures; feature < network.features(); ++feature) {
      lowest = std::min<int>(lowest, network.row(feature)[neuron]);
      highest = std::max<int>(highest, network.row(feature)[neuron]);
    }
    low += TypeParam::Inputs::kOthers * lowest;
    high += TypeParam::Inputs::kOthers * highest;
    EXPECT_GE(low, INT16_MIN) << "neuron " << neuron;
    EXPECT_LE(high, INT16_MAX) << "neuron " << neuron;
  }
  constexpr int64_t kMaxSquare = int64_t{Network::kMaxActivation} * Network::kMaxActivation;
  for (int bucket = 0; bucket < network.buckets(); ++bucket) {
    for (const int half : {0, 1}) {
      int64_t low = 0;
      int64_t high = 0;
      for (int i = 0; i < network.neurons(); ++i) {
        const int weight = network.outputs(bucket)[half * network.neurons() + i];
        EXPECT_GE(weight, -128);
        EXPECT_LE(weight, 127);
        (weight < 0 ? low : high) += weight * kMaxSquare;
      }
      EXPECT_GE(low, INT32_MIN) << "bucket " << bucket;
      EXPECT_LE(high, INT32_MAX) << "bucket " << bucket;
    }
  }
}

// Returns a network file with 2 features and a header of these numbers.
std::vector<uint8_t> FileWith(uint32_t neurons, uint32_t buckets) {
  const std::array<uint32_t, 4> numbers = {2, neurons, buckets, 400};
  std::vector<uint8_t> file(64 + 2 * neurons * (1 + 2 + 2 * buckets) + 4 * buckets);
  std::memcpy(file.data(), "arbnet01", 8);
  std::memcpy(file.data() + 8, numbers.data(), sizeof(numbers));
  return file;
}

TEST(NetworkFileTest, AnInvalidOneEndsTheProgram) {
  const std::vector<uint8_t> valid = FileWith(64, 1);
  EXPECT_EQ(Network(valid, "").neurons(), 64);
  std::vector<uint8_t> file = valid;
  file[7] = '2';
  EXPECT_DEATH(Network(file, ""), "wrong format");
  file = valid;
  file.pop_back();
  EXPECT_DEATH(Network(file, ""), "wrong length");
  file.resize(63);
  EXPECT_DEATH(Network(file, ""), "too short");
  EXPECT_DEATH(Network(FileWith(63, 1), ""), "number of neurons");
  EXPECT_DEATH(Network(FileWith(64, 0), ""), "number of buckets");
}

TEST(NetworkKernels, AllGiveEqualValues) {
  Random random(2);
  const auto number = [&random](int low, int high) {
    const int count = high - low + 1;
    return static_cast<int16_t>(low + static_cast<int>(random.Below(static_cast<size_t>(count))));
  };
  for (const int count : {64, 128, 192, 512}) {
    for (int repetition = 0; repetition < 200; ++repetition) {
      std::vector<std::vector<int16_t>> rows(8, std::vector<int16_t>(static_cast<size_t>(count)));
      for (auto& row : rows) {
        for (int16_t& value : row) value = number(-700, 700);
      }
      std::vector<int16_t> weights(static_cast<size_t>(count));
      for (int16_t& weight : weights) weight = number(-128, 127);
      std::vector<const int16_t*> added;
      std::vector<const int16_t*> removed;
      for (size_t i = 1; i < rows.size(); ++i) {
        (random.Below(2) == 0 ? added : removed).push_back(rows[i].data());
      }
      std::vector<int16_t> expected;
      int32_t expected_sum = 0;
      for (const NetworkKernels& kernels : UsableKernels()) {
        std::vector<int16_t> sums(static_cast<size_t>(count));
        kernels.change(rows[0].data(), added.data(), static_cast<int>(added.size()), removed.data(),
                       static_cast<int>(removed.size()), count, sums.data());
        const int32_t sum = kernels.squared_sum(sums.data(), weights.data(), count);
        if (expected.empty()) {
          expected = sums;
          expected_sum = sum;
        }
        EXPECT_EQ(sums, expected) << kernels.name;
        EXPECT_EQ(sum, expected_sum) << kernels.name;
      }
    }
  }
}

TEST(NetworkKernels, ThePlainOnesAreAlwaysUsable) {
  EXPECT_EQ(UsableKernels().back().name, "plain");
#if defined(__x86_64__) || defined(__aarch64__)
  EXPECT_GE(UsableKernels().size(), 2U);
#endif
}

}  // namespace
}  // namespace arbiter
