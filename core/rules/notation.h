#ifndef ARBITER_CORE_RULES_NOTATION_H_
#define ARBITER_CORE_RULES_NOTATION_H_

#include <cstdint>

namespace arbiter {

// A way to write moves. Same numbers as `arbiter.v1.Notation`.
enum class Notation : uint8_t { kAction = 1, kSan = 2, kThaiSan = 3, kLan = 4, kThaiLan = 5 };

// How a FEN is spelt. Same numbers as `arbiter.v1.FenStyle`.
enum class FenStyle : uint8_t { kStandard = 1, kPychess = 2 };

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_NOTATION_H_
