// Runs a fuzz target over files, where there is no libFuzzer: all files of the
// folders given. Fails where there is none.
#include <filesystem>
#include <iostream>
#include <string>

#include "tests/fuzz/fuzz_target.h"
#include "tests/support/file.h"

int main(int argc, char** argv) {
  int inputs = 0;
  for (int i = 1; i < argc; ++i) {
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
      const std::string bytes = arbiter::testing::ReadFile(entry.path());
      // Said before, so that an input that aborts is known by its name.
      std::cout << entry.path().filename().string() << std::endl;
      LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
      ++inputs;
    }
  }
  std::cout << inputs << " inputs, no property violated" << std::endl;
  return inputs > 0 ? 0 : 1;
}
