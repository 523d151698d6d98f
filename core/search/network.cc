#include "core/search/network.h"

#include <bit>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "core/search/network_kernels.h"

namespace arbiter {
namespace {

// The file is read in place, and its numbers are little-endian.
static_assert(std::endian::native == std::endian::little);

struct Header {
  char magic[8];
  uint32_t features;
  uint32_t neurons;
  uint32_t buckets;
  uint32_t scale;
  uint8_t padding[40];
};
static_assert(sizeof(Header) == 64);

constexpr char kMagic[] = "arbnet01";

void Check(bool condition, const char* what) {
  if (condition) return;
  std::cerr << "invalid network: " << what << std::endl;
  std::abort();
}

}  // namespace

Network::Network(std::span<const uint8_t> file, std::string_view name) : name_(name) {
  Header header;
  Check(file.size() >= sizeof(header), "too short");
  std::memcpy(&header, file.data(), sizeof(header));
  Check(std::memcmp(header.magic, kMagic, sizeof(header.magic)) == 0, "wrong format");
  features_ = static_cast<int>(header.features);
  neurons_ = static_cast<int>(header.neurons);
  buckets_ = static_cast<int>(header.buckets);
  scale_ = static_cast<int>(header.scale);
  Check(buckets_ > 0, "number of buckets");
  Check(neurons_ > 0 && neurons_ % kBlock == 0 && neurons_ <= kMaxNeurons, "number of neurons");
  const uint64_t numbers =
      header.neurons * (1 + uint64_t{header.features} + 2 * uint64_t{header.buckets});
  Check(file.size() == sizeof(header) + 2 * numbers + 4 * uint64_t{header.buckets}, "wrong length");
  biases_ = reinterpret_cast<const int16_t*>(file.data() + sizeof(header));
  rows_ = biases_ + neurons_;
  outputs_ = rows_ + features_ * neurons_;
  output_biases_ = reinterpret_cast<const int32_t*>(outputs_ + 2 * buckets_ * neurons_);
}

int Network::Evaluate(const int16_t* own, const int16_t* other, int bucket) const {
  const int16_t* weights = outputs(bucket);
  const NetworkKernels& kernels = FastestKernels();
  const int64_t squares = int64_t{kernels.squared_sum(own, weights, neurons_)} +
                          kernels.squared_sum(other, weights + neurons_, neurons_);
  // The squares have one factor kMaxActivation more than the bias.
  const int64_t sum = squares / kMaxActivation + output_bias(bucket);
  return static_cast<int>(sum * scale_ / (kMaxActivation * kOutputUnit));
}

}  // namespace arbiter
