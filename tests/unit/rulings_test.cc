// Every ruling that a variant lists has a test whose name contains its id.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/base/strings.h"
#include "core/game/registry.h"
#include "tests/support/file.h"
#include "tests/support/source_roots.h"

namespace arbiter {
namespace {

namespace fs = std::filesystem;

// Returns the sources of all tests in one string.
std::string AllTests() {
  std::string all;
  for (const fs::path& root : testing::SourceRoots()) {
    for (const char* folder : {"core", "service", "tests"}) {
      if (!fs::exists(root / folder)) continue;
      for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
        const std::string path = entry.path().string();
        if (path.ends_with("_test.cc")) all += testing::ReadFile(path);
      }
    }
  }
  return all;
}

TEST(Rulings, EveryRulingHasATest) {
  const std::string tests = AllTests();
  for (const Variant* variant : AllVariants()) {
    EXPECT_FALSE(variant->info().rulings.empty());
    for (const RulingInfo& ruling : variant->info().rulings) {
      // H26 says only that the rules of another edition do not apply.
      if (ruling.id == "H26") continue;
      const bool named = tests.find(StrCat(" ", ruling.id, "_")) != std::string::npos ||
                         tests.find(StrCat("_", ruling.id, "_")) != std::string::npos;
      EXPECT_TRUE(named) << ruling.id << ": " << ruling.text;
    }
  }
}

}  // namespace
}  // namespace arbiter
