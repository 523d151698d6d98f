// Runs a fuzz target without libFuzzer, over all inputs of the corpus files in the arguments. Fails
// if there are no inputs.
#include <iostream>
#include <string>

#include "tests/fuzz/corpus.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/file.h"

int main(int argc, char** argv) {
  int inputs = 0;
  for (int i = 1; i < argc; ++i) {
    const auto corpus = arbiter::fuzz::ParseCorpus(arbiter::testing::ReadFile(argv[i]));
    if (!corpus.ok()) {
      std::cerr << argv[i] << ": " << corpus.status().message() << std::endl;
      return 1;
    }
    for (const auto& [name, bytes] : *corpus) {
      // Printed first, so that the name of an input that aborts is known.
      std::cout << name << std::endl;
      LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
      ++inputs;
    }
  }
  std::cout << inputs << " inputs, no property violated" << std::endl;
  return inputs > 0 ? 0 : 1;
}
