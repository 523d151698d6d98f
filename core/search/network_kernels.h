#ifndef ARBITER_CORE_SEARCH_NETWORK_KERNELS_H_
#define ARBITER_CORE_SEARCH_NETWORK_KERNELS_H_

#include <cstdint>
#include <span>
#include <string_view>

namespace arbiter {

// The inner loops of networks. `count` is a multiple of Network::kBlock. Sums wrap around; networks
// whose sums could do so are rejected by tests.
struct NetworkKernels {
  // The instructions that the loops use, such as "AVX2".
  std::string_view name;
  // Sets `to` to `from` plus the rows `added` minus the rows `removed`. `to` may be `from`.
  void (*change)(const int16_t* from, const int16_t* const* added, int added_count,
                 const int16_t* const* removed, int removed_count, int count, int16_t* to);
  // Returns the sum of weights times squares of values that are clipped to
  // [0, Network::kMaxActivation]. Weights are from -128 to 127.
  int32_t (*squared_sum)(const int16_t* values, const int16_t* weights, int count);
};

// Returns the loops that this machine can run: the fastest first, and the plain ones, which use
// no particular instructions, last. All compute the same values.
std::span<const NetworkKernels> UsableKernels();

// The fastest loops.
inline const NetworkKernels& FastestKernels() {
  static const NetworkKernels& kernels = UsableKernels().front();
  return kernels;
}

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_NETWORK_KERNELS_H_
