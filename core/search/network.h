#ifndef ARBITER_CORE_SEARCH_NETWORK_H_
#define ARBITER_CORE_SEARCH_NETWORK_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace arbiter {

// An efficiently updatable neural network (NNUE), which evaluates positions. Its inputs are
// features that a position has or has not, such as "the own rook is on a4". The first layer adds up
// one row of weights for each feature, once from the point of view of either side. If a move
// changes a few features, only their rows are added or subtracted
// (core/search/network_evaluator.h). The second layer has one output for each bucket: positions are
// divided into buckets by their number of pieces.
//
// All weights are whole numbers, so that every machine computes the same values.
class Network {
 public:
  // The values of the first layer are clipped to [0, kMaxActivation], which stands for [0, 1], and
  // squared; kOutputUnit stands for 1 in the weights of the second layer.
  static constexpr int kMaxActivation = 255;
  static constexpr int kOutputUnit = 64;
  // The number of neurons must be a multiple of this, because they are computed in blocks.
  static constexpr int kBlock = 64;
  static constexpr int kMaxNeurons = 512;

  // Reads a network file (tests/tools/train/train.py writes it), which must be aligned to 64 bytes
  // and outlive the network, as must `name`. It is part of the program, so an invalid one is a bug,
  // and ends it.
  Network(std::span<const uint8_t> file, std::string_view name);

  int features() const { return features_; }
  // The number of neurons of the first layer for either side.
  int neurons() const { return neurons_; }
  int buckets() const { return buckets_; }
  // The first 12 hexadecimal digits of the file's SHA-256 hash.
  std::string_view name() const { return name_; }

  // The weights of a feature, one for each neuron.
  const int16_t* row(int feature) const { return rows_ + feature * neurons_; }
  const int16_t* biases() const { return biases_; }
  // The second layer's weights of a bucket: those for the side to move, then those for the other.
  const int16_t* outputs(int bucket) const { return outputs_ + 2 * bucket * neurons_; }
  int32_t output_bias(int bucket) const { return output_biases_[bucket]; }

  // Returns the value for the side to move, in centipawns, from both sides' sums of the first
  // layer.
  int Evaluate(const int16_t* own, const int16_t* other, int bucket) const;

 private:
  int features_;
  int neurons_;
  int buckets_;
  // The evaluation in centipawns that an output of 1 means.
  int scale_;
  std::string_view name_;
  const int16_t* biases_;
  const int16_t* rows_;
  const int16_t* outputs_;
  const int32_t* output_biases_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_NETWORK_H_
