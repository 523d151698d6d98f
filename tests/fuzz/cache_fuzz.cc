// Input: a byte of what it is, then
//   for `r`: a value as a store answers it,
//   for `m`: two bytes of the size of a progress, the progress, and a best move behind it,
//   for `f`: two bytes of where and one of what to change in the value that is made of the rest.
// A value is refused or is the one that was kept; a changed one is always refused.
#include <algorithm>
#include <string>
#include <string_view>

#include "service/cache/stored_analysis.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/property.h"

namespace arbiter::fuzz {
namespace {

constexpr std::string_view kKey = "0123456789abcdef0123456789abcdef";

size_t TakeNumber(std::string_view* bytes) {
  size_t number = 0;
  for (int i = 0; i < 2 && !bytes->empty(); ++i) {
    number = number << 8 | static_cast<uint8_t>(bytes->front());
    bytes->remove_prefix(1);
  }
  return number;
}

void CheckValue(std::string_view value) {
  const auto analysis = DecodeAnalysis(kKey, value);
  if (!analysis.ok()) return;
  const std::string again = EncodeAnalysis(kKey, *analysis);
  const auto second = DecodeAnalysis(kKey, again);
  Require(second.ok(), "what was read can be kept");
  Require(EncodeAnalysis(kKey, *second) == again, "what was read is kept as it is");
  Require(!DecodeAnalysis("another key", value).ok(), "a value counts under its own key only");
}

// The value of what `bytes` spell, which need not be the end of any search.
std::string MakeValue(std::string_view bytes) {
  const size_t size = TakeNumber(&bytes);
  StoredAnalysis analysis;
  analysis.progress.ParsePartialFromString(std::string(bytes.substr(0, size)));
  analysis.best_move.ParsePartialFromString(
      std::string(bytes.substr(std::min(size, bytes.size()))));
  return EncodeAnalysis(kKey, analysis);
}

void CheckChanged(std::string_view bytes) {
  const size_t where = TakeNumber(&bytes);
  if (bytes.empty() || bytes.front() == 0) return;
  const char what = bytes.front();
  std::string value = MakeValue(bytes.substr(1));
  char& byte = value[where % value.size()];
  byte = static_cast<char>(byte ^ what);
  Require(!DecodeAnalysis(kKey, value).ok(), "a changed value is refused");
}

void Check(std::string_view input) {
  if (input.empty()) return;
  const char kind = input.front();
  input.remove_prefix(1);
  if (kind == 'r') CheckValue(input);
  if (kind == 'm') CheckValue(MakeValue(input));
  if (kind == 'f') CheckChanged(input);
}

}  // namespace
}  // namespace arbiter::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  arbiter::fuzz::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
