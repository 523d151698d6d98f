#ifndef ARBITER_TESTS_FUZZ_FUZZ_TARGET_H_
#define ARBITER_TESTS_FUZZ_FUZZ_TARGET_H_

#include <cstddef>
#include <cstdint>

// What each target defines and libFuzzer, or standalone_main.cc, calls. Aborts
// where a property does not hold; always answers 0.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

#endif  // ARBITER_TESTS_FUZZ_FUZZ_TARGET_H_
