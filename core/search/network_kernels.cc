#include "core/search/network_kernels.h"

#include <algorithm>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#include "core/search/network.h"

namespace arbiter {
namespace {

int16_t Wrap(int value) { return static_cast<int16_t>(static_cast<uint16_t>(value)); }

void ChangePlain(const int16_t* from, const int16_t* const* added, int added_count,
                 const int16_t* const* removed, int removed_count, int count, int16_t* to) {
  for (int i = 0; i < count; ++i) {
    int16_t value = from[i];
    for (int row = 0; row < added_count; ++row) value = Wrap(value + added[row][i]);
    for (int row = 0; row < removed_count; ++row) value = Wrap(value - removed[row][i]);
    to[i] = value;
  }
}

int32_t SquaredSumPlain(const int16_t* values, const int16_t* weights, int count) {
  uint32_t sum = 0;
  for (int i = 0; i < count; ++i) {
    const int value = std::clamp<int>(values[i], 0, Network::kMaxActivation);
    sum += static_cast<uint32_t>(value * value * weights[i]);
  }
  return static_cast<int32_t>(sum);
}

#if defined(__x86_64__)

// Each loop keeps one block of values in registers while it goes through the rows.

void ChangeSse41(const int16_t* from, const int16_t* const* added, int added_count,
                 const int16_t* const* removed, int removed_count, int count, int16_t* to) {
  constexpr int kRegisters = 8;
  constexpr int kLanes = 8;
  static_assert(kRegisters * kLanes == Network::kBlock);
  for (int block = 0; block < count; block += Network::kBlock) {
    __m128i values[kRegisters];
    for (int i = 0; i < kRegisters; ++i) {
      values[i] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + block + i * kLanes));
    }
    for (int row = 0; row < added_count; ++row) {
      const int16_t* weights = added[row] + block;
      for (int i = 0; i < kRegisters; ++i) {
        values[i] = _mm_add_epi16(
            values[i], _mm_loadu_si128(reinterpret_cast<const __m128i*>(weights + i * kLanes)));
      }
    }
    for (int row = 0; row < removed_count; ++row) {
      const int16_t* weights = removed[row] + block;
      for (int i = 0; i < kRegisters; ++i) {
        values[i] = _mm_sub_epi16(
            values[i], _mm_loadu_si128(reinterpret_cast<const __m128i*>(weights + i * kLanes)));
      }
    }
    for (int i = 0; i < kRegisters; ++i) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(to + block + i * kLanes), values[i]);
    }
  }
}

int32_t SquaredSumSse41(const int16_t* values, const int16_t* weights, int count) {
  const __m128i zero = _mm_setzero_si128();
  const __m128i max = _mm_set1_epi16(Network::kMaxActivation);
  __m128i sum = zero;
  for (int i = 0; i < count; i += 8) {
    __m128i value = _mm_loadu_si128(reinterpret_cast<const __m128i*>(values + i));
    value = _mm_min_epi16(_mm_max_epi16(value, zero), max);
    // The product fits into 16 bits: 255 * 127 < 2^15.
    const __m128i product =
        _mm_mullo_epi16(value, _mm_loadu_si128(reinterpret_cast<const __m128i*>(weights + i)));
    sum = _mm_add_epi32(sum, _mm_madd_epi16(product, value));
  }
  sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
  sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1));
  return _mm_cvtsi128_si32(sum);
}

__attribute__((target("avx2"))) void ChangeAvx2(const int16_t* from, const int16_t* const* added,
                                                int added_count, const int16_t* const* removed,
                                                int removed_count, int count, int16_t* to) {
  constexpr int kRegisters = 4;
  constexpr int kLanes = 16;
  static_assert(kRegisters * kLanes == Network::kBlock);
  for (int block = 0; block < count; block += Network::kBlock) {
    __m256i values[kRegisters];
    for (int i = 0; i < kRegisters; ++i) {
      values[i] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + block + i * kLanes));
    }
    for (int row = 0; row < added_count; ++row) {
      const int16_t* weights = added[row] + block;
      for (int i = 0; i < kRegisters; ++i) {
        values[i] = _mm256_add_epi16(
            values[i], _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights + i * kLanes)));
      }
    }
    for (int row = 0; row < removed_count; ++row) {
      const int16_t* weights = removed[row] + block;
      for (int i = 0; i < kRegisters; ++i) {
        values[i] = _mm256_sub_epi16(
            values[i], _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights + i * kLanes)));
      }
    }
    for (int i = 0; i < kRegisters; ++i) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + block + i * kLanes), values[i]);
    }
  }
}

__attribute__((target("avx2"))) int32_t SquaredSumAvx2(const int16_t* values,
                                                       const int16_t* weights, int count) {
  const __m256i zero = _mm256_setzero_si256();
  const __m256i max = _mm256_set1_epi16(Network::kMaxActivation);
  __m256i sum = zero;
  for (int i = 0; i < count; i += 16) {
    __m256i value = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(values + i));
    value = _mm256_min_epi16(_mm256_max_epi16(value, zero), max);
    const __m256i product = _mm256_mullo_epi16(
        value, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights + i)));
    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(product, value));
  }
  __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1));
  return _mm_cvtsi128_si32(half);
}

#elif defined(__aarch64__)

void ChangeNeon(const int16_t* from, const int16_t* const* added, int added_count,
                const int16_t* const* removed, int removed_count, int count, int16_t* to) {
  constexpr int kRegisters = 8;
  constexpr int kLanes = 8;
  static_assert(kRegisters * kLanes == Network::kBlock);
  for (int block = 0; block < count; block += Network::kBlock) {
    int16x8_t values[kRegisters];
    for (int i = 0; i < kRegisters; ++i) values[i] = vld1q_s16(from + block + i * kLanes);
    for (int row = 0; row < added_count; ++row) {
      const int16_t* weights = added[row] + block;
      for (int i = 0; i < kRegisters; ++i) {
        values[i] = vaddq_s16(values[i], vld1q_s16(weights + i * kLanes));
      }
    }
    for (int row = 0; row < removed_count; ++row) {
      const int16_t* weights = removed[row] + block;
      for (int i = 0; i < kRegisters; ++i) {
        values[i] = vsubq_s16(values[i], vld1q_s16(weights + i * kLanes));
      }
    }
    for (int i = 0; i < kRegisters; ++i) vst1q_s16(to + block + i * kLanes, values[i]);
  }
}

int32_t SquaredSumNeon(const int16_t* values, const int16_t* weights, int count) {
  const int16x8_t zero = vdupq_n_s16(0);
  const int16x8_t max = vdupq_n_s16(Network::kMaxActivation);
  int32x4_t sum = vdupq_n_s32(0);
  for (int i = 0; i < count; i += 8) {
    const int16x8_t value = vminq_s16(vmaxq_s16(vld1q_s16(values + i), zero), max);
    // The product fits into 16 bits: 255 * 127 < 2^15.
    const int16x8_t product = vmulq_s16(value, vld1q_s16(weights + i));
    sum = vmlal_s16(sum, vget_low_s16(product), vget_low_s16(value));
    sum = vmlal_s16(sum, vget_high_s16(product), vget_high_s16(value));
  }
  return vaddvq_s32(sum);
}

#endif

std::vector<NetworkKernels> FindUsable() {
  std::vector<NetworkKernels> usable;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) usable.push_back({"AVX2", ChangeAvx2, SquaredSumAvx2});
  usable.push_back({"SSE4.1", ChangeSse41, SquaredSumSse41});
#elif defined(__aarch64__)
  usable.push_back({"NEON", ChangeNeon, SquaredSumNeon});
#endif
  usable.push_back({"plain", ChangePlain, SquaredSumPlain});
  return usable;
}

}  // namespace

std::span<const NetworkKernels> UsableKernels() {
  static const std::vector<NetworkKernels> usable = FindUsable();
  return usable;
}

}  // namespace arbiter
