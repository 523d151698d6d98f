#ifndef ARBITER_TESTS_FUZZ_FUZZ_TARGET_H_
#define ARBITER_TESTS_FUZZ_FUZZ_TARGET_H_

#include <cstddef>
#include <cstdint>

// Each target defines this function; libFuzzer or standalone_main.cc calls it. Aborts if a property
// does not hold; always returns 0.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

#endif  // ARBITER_TESTS_FUZZ_FUZZ_TARGET_H_
