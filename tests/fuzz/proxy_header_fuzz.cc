// Input: any bytes, as the beginning of a connection that should begin with a PROXY header. The
// header is parsed or refused, whatever length it claims, and never more bytes are asked for than a
// header may have. How the bytes arrive does not affect the result.
#include <algorithm>
#include <string>

#include "service/net/proxy_protocol.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/property.h"

namespace arbiter::fuzz {
namespace {

// The result of reading a header: its size and its client, or the error.
std::string Describe(const absl::StatusOr<ProxyHeader>& header) {
  if (!header.ok()) return header.status().ToString();
  return std::to_string(header->size) +
         (header->client.has_value() ? header->client->Uri() : " without a client");
}

// Reads the header in pieces of at most `piece` bytes, as it would arrive.
std::string ReadInPieces(std::string_view input, size_t piece) {
  std::string bytes;
  while (true) {
    const absl::StatusOr<ProxyHeader> header = ParseProxyHeader(bytes);
    if (!header.ok() || header->size == bytes.size()) return Describe(header);
    Require(header->size > bytes.size(), "an incomplete header misses bytes");
    Require(header->size <= kMaxProxyHeader, "a header has a bounded size");
    const size_t missing = header->size - bytes.size();
    const size_t left = input.size() - bytes.size();
    if (left == 0) return Describe(header);
    bytes += input.substr(bytes.size(), std::min({piece, missing, left}));
  }
}

void Check(std::string_view input) {
  const std::string whole = ReadInPieces(input, kMaxProxyHeader);
  for (const size_t piece : {size_t{1}, size_t{7}, size_t{100}}) {
    Require(ReadInPieces(input, piece) == whole, "the size of the pieces makes no difference");
  }
}

}  // namespace
}  // namespace arbiter::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  arbiter::fuzz::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
