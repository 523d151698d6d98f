// Input: any bytes, as the beginning of a connection. A PROXY header is parsed or refused, whatever
// length it claims. How the bytes are split affects neither the HTTP/2 frames that are read nor the
// decision whether they are a flood. The bytes are also tested repeated, so that they can be one.
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "service/net/flood_filter.h"
#include "service/net/http2_frames.h"
#include "service/net/proxy_protocol.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/property.h"

namespace arbiter::fuzz {
namespace {

struct Reading {
  bool is_http2 = true;
  std::vector<std::tuple<FrameType, uint32_t, uint8_t, uint32_t>> frames;
  bool floods = false;

  friend bool operator==(const Reading&, const Reading&) = default;
};

Reading ReadInPieces(std::string_view bytes, size_t size) {
  Reading reading;
  Http2FrameReader reader;
  const std::atomic<uint64_t> answered = 5;
  const FloodBudget::Time now = FloodBudget::Time() + std::chrono::hours(1);
  FloodFilter filter(/*max_streams=*/10, std::make_shared<FloodBudget>(), &answered);
  for (size_t at = 0; at < bytes.size() && reading.is_http2; at += size) {
    const std::string_view piece = bytes.substr(at, size);
    reading.floods = reading.floods || filter.Read(piece, now).has_value();
    reading.is_http2 = reader.Read(piece, [&](const FrameHeader& frame) {
      reading.frames.emplace_back(frame.type, frame.length, frame.flags, frame.stream);
    });
  }
  return reading;
}

void Check(std::string_view input) {
  const absl::StatusOr<ProxyHeader> header = ParseProxyHeader(std::string(input));
  if (header.ok()) Require(header->size <= kMaxProxyHeader, "a PROXY header has a bounded size");

  std::string repeated(kClientPreface);
  for (size_t i = 0; i < 64; ++i) repeated.append(input);
  for (const std::string& bytes : {std::string(input), repeated}) {
    const Reading whole = ReadInPieces(bytes, bytes.size() + 1);
    for (const size_t size : {size_t{1}, size_t{7}, size_t{9}, size_t{100}}) {
      Require(ReadInPieces(bytes, size) == whole, "the size of the pieces makes no difference");
    }
  }
}

}  // namespace
}  // namespace arbiter::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  arbiter::fuzz::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
