#include "service/net/http2_frames.h"

#include <string>
#include <tuple>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/frames.h"

namespace arbiter {
namespace {

using testing::Frame;
using testing::Preface;

using Frames = std::vector<std::tuple<FrameType, uint32_t, uint8_t>>;

// Returns the frames found in `bytes`, which are read in pieces of this size.
Frames ReadFrames(std::string_view bytes, size_t piece) {
  Frames frames;
  Http2FrameReader reader;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
    EXPECT_TRUE(reader.Read(bytes.substr(0, piece), [&](const FrameHeader& frame) {
      frames.emplace_back(frame.type, frame.length, frame.flags);
    }));
  }
  return frames;
}

bool IsRefused(std::string_view bytes) {
  return !Http2FrameReader().Read(bytes, [](const FrameHeader&) {});
}

TEST(Http2Frames, AreFoundInPiecesOfAnySize) {
  // The payload looks like SETTINGS frames, but must be skipped.
  const std::string data(70'000, '\x04');
  const std::string bytes = Preface() + Frame(FrameType::kHeaders, 4, 0, "headers") +
                            Frame(FrameType::kData, 1, 0, data) + Frame(FrameType::kSettings, 1);
  const Frames expected = {{FrameType::kSettings, 0, 0},
                           {FrameType::kHeaders, 7, 4},
                           {FrameType::kData, 70'000, 1},
                           {FrameType::kSettings, 0, 1}};
  for (const size_t piece :
       {size_t{1}, size_t{2}, size_t{8}, size_t{10}, size_t{1000}, bytes.size()}) {
    EXPECT_EQ(ReadFrames(bytes, piece), expected) << piece;
  }
}

TEST(Http2Frames, AFrameIsFoundOnceItsHeaderIsComplete) {
  const std::string bytes = Preface() + Frame(FrameType::kHeaders, 4, 0, "headers");
  EXPECT_EQ(ReadFrames(bytes.substr(0, bytes.size() - 8), 1000).size(), 1u);
  EXPECT_EQ(ReadFrames(bytes.substr(0, bytes.size() - 7), 1000).size(), 2u);
}

TEST(Http2Frames, OtherProtocolsAreRefusedAtTheFirstWrongByte) {
  EXPECT_TRUE(IsRefused("GET / HTTP/1.1"));
  EXPECT_TRUE(IsRefused("PRI *x"));
  EXPECT_FALSE(IsRefused("PRI *"));
  EXPECT_TRUE(IsRefused(std::string(kClientPreface) + Frame(FrameType::kHeaders, 4, 0, "headers")));
}

}  // namespace
}  // namespace arbiter
