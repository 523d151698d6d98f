// Input: a byte that names the format of the rest:
//   `r`: a value as the cache returns it,
//   `m`: the size of a progress report in two bytes, the report, and then a best move,
//   `f`: an offset in two bytes, a byte, and the same messages as after `m`; the byte is XORed into
//   their encoded value at the offset.
// A value is refused or decodes to what was stored; a changed value is always refused.
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
  Require(second.ok(), "a decoded value can be encoded");
  Require(EncodeAnalysis(kKey, *second) == again, "encoding is stable");
  Require(!DecodeAnalysis("another key", value).ok(), "a value is valid only under its own key");
}

// Encodes the messages in `bytes`, which need not be the result of any search.
std::string MakeValue(std::string_view bytes) {
  const size_t size = TakeNumber(&bytes);
  StoredAnalysis analysis;
  analysis.progress.ParsePartialFromString(std::string(bytes.substr(0, size)));
  analysis.best_move.ParsePartialFromString(
      std::string(bytes.substr(std::min(size, bytes.size()))));
  return EncodeAnalysis(kKey, analysis);
}

void CheckChanged(std::string_view bytes) {
  const size_t offset = TakeNumber(&bytes);
  if (bytes.empty() || bytes.front() == 0) return;
  const char mask = bytes.front();
  std::string value = MakeValue(bytes.substr(1));
  char& byte = value[offset % value.size()];
  byte = static_cast<char>(byte ^ mask);
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
