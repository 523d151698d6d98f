#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "core/base/error.h"
#include "core/base/strings.h"
#include "google/protobuf/stubs/logging.h"
#include "google/protobuf/wire_format_lite.h"
#include "service/measure/request_shape.h"
#include "tests/support/mixed_requests.h"
#include "tests/support/random_play.h"
#include "tests/support/status.h"
#include "tests/support/wire_bytes.h"

// Tests that MeasureRequest() accepts the same bytes as the parser of Protocol Buffers.
namespace arbiter::testing {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::internal::WireFormatLite;

TEST(RequestShapeWire, RefusesBytesThatAreNotAMessage) {
  EXPECT_THAT(MeasureRequest(Limits(), *FindMessageRule("LegalMovesRequest"), "\x0a\x05"),
              Fails(ErrorReason::kBadField, "the message is not a valid LegalMovesRequest"));
}

TEST(RequestShapeWire, AcceptsEmptyMessages) {
  for (const Descriptor* type : RequestTypes()) {
    EXPECT_THAT(MeasureRequest(Limits(), MessageRuleOf(*type), ""), IsOk()) << type->name();
  }
}

// Returns `wire` with a few random changes.
std::string Mutate(std::string wire, Random& random) {
  const auto position = [&] { return random.Below(wire.size() + 1); };
  for (size_t changes = 1 + random.Below(3); changes > 0; --changes) {
    switch (random.Below(6)) {
      case 0:
        if (!wire.empty()) {
          wire[random.Below(wire.size())] ^= static_cast<char>(1 << random.Below(8));
        }
        break;
      case 1:
        wire.insert(position(), 1, static_cast<char>(random.Below(256)));
        break;
      case 2:
        wire.erase(position(), random.Below(3));
        break;
      case 3:
        wire.insert(position(), 1 + random.Below(9), static_cast<char>(0x80 + random.Below(128)));
        break;
      case 4:
        wire.insert(position(), wire.substr(position(), random.Below(12)));
        break;
      default: {
        // Insert a group, an unknown field, or half of one.
        const int number = static_cast<int>(1 + random.Below(40));
        const auto type = static_cast<WireFormatLite::WireType>(random.Below(6));
        wire.insert(position(), Tag(number, type));
        if (random.OneIn(2)) {
          wire.insert(position(), Tag(number, WireFormatLite::WIRETYPE_END_GROUP));
        }
      }
    }
  }
  return wire;
}

TEST(RequestShapeWire, AcceptsTheSameBytesAsTheParser) {
  const Limits limits;
  // The parser logs each string that is not valid UTF-8.
  const google::protobuf::LogSilencer silencer;
  Random random(20);
  std::vector<v1::BatchRequest> requests;
  AddRequestsOf(AllGameCases().front(), random, &requests);
  const Descriptor& type = *v1::BatchRequest::descriptor();
  constexpr int kMutations = 60'000 / kSanitizerSlowdown;
  int valid = 0;
  for (int i = 0; i < kMutations; ++i) {
    const std::string whole = requests[random.Below(requests.size())].SerializeAsString();
    const std::string wire = Mutate(whole.substr(0, 400), random);
    const bool parses = v1::BatchRequest().ParseFromString(wire);
    valid += parses ? 1 : 0;
    const absl::StatusOr<RequestShape> shape = MeasureRequest(limits, MessageRuleOf(type), wire);
    ASSERT_EQ(shape.ok(), parses) << ::testing::PrintToString(wire) << shape.status();
  }
  // Both valid and invalid messages must be frequent.
  EXPECT_GT(valid, kMutations / 50);
  EXPECT_LT(valid, kMutations - kMutations / 50);
}

// Encodes `value` in at least this many bytes, with redundant bytes at the end.
std::string PaddedVarint(uint64_t value, size_t bytes) {
  std::string padded = Varint(value);
  while (padded.size() < bytes) {
    padded.back() = static_cast<char>(padded.back() | 0x80);
    padded.push_back('\0');
  }
  return padded;
}

TEST(RequestShapeWire, AcceptsVarintsOfTheSameLengthAsTheParser) {
  using Apply = v1::ApplyMovesRequest;
  const Limits limits;
  const Descriptor& type = *Apply::descriptor();
  constexpr int kUnknown = 31;
  const std::string start = Tag(kUnknown, WireFormatLite::WIRETYPE_START_GROUP);
  const std::string end = Tag(kUnknown, WireFormatLite::WIRETYPE_END_GROUP);
  const std::string text =
      Tag(Apply::kLocaleFieldNumber, WireFormatLite::WIRETYPE_LENGTH_DELIMITED);
  const std::string number = Tag(Apply::kViewerFieldNumber, WireFormatLite::WIRETYPE_VARINT);
  int valid = 0;
  for (size_t bytes = 1; bytes <= 12; ++bytes) {
    const auto tag = static_cast<uint64_t>(static_cast<uint8_t>(text[0]));
    const std::string value = PaddedVarint(1, bytes);
    const std::string wires[] = {
        StrCat(PaddedVarint(tag, bytes), std::string_view("\1x")),
        StrCat(text, value, std::string_view("x")),
        StrCat(number, value),
        Delimited(Apply::kElapsedMsFieldNumber, value),
        StrCat(start, PaddedVarint(tag, bytes), std::string_view("\1x"), end),
        StrCat(start, text, value, std::string_view("x"), end),
        StrCat(start, number, value, end),
    };
    for (const std::string& wire : wires) {
      const bool parses = Apply().ParseFromString(wire);
      valid += parses ? 1 : 0;
      EXPECT_EQ(MeasureRequest(limits, MessageRuleOf(type), wire).ok(), parses)
          << bytes << ::testing::PrintToString(wire);
    }
  }
  EXPECT_GT(valid, 0);
}

TEST(RequestShapeWire, LimitsTheDepthLikeTheParser) {
  const Descriptor& type = *v1::BatchRequest::descriptor();
  constexpr int kUnknown = 31;
  std::string bundles;
  std::string groups;
  for (int depth = 1; depth <= 110; ++depth) {
    const int field = depth % 2 == 0 ? int{v1::BatchRequest::kBundleFieldNumber}
                                     : int{v1::BatchBundle::kItemsFieldNumber};
    bundles = Delimited(field, bundles);
    groups = StrCat(Tag(kUnknown, WireFormatLite::WIRETYPE_START_GROUP), groups,
                    Tag(kUnknown, WireFormatLite::WIRETYPE_END_GROUP));
    const Descriptor& outer = depth % 2 == 0 ? type : *v1::BatchBundle::descriptor();
    EXPECT_EQ(MeasureRequest(Limits(), MessageRuleOf(outer), bundles).ok(),
              depth % 2 == 0 ? v1::BatchRequest().ParseFromString(bundles)
                             : v1::BatchBundle().ParseFromString(bundles))
        << depth;
    EXPECT_EQ(MeasureRequest(Limits(), MessageRuleOf(type), groups).ok(),
              v1::BatchRequest().ParseFromString(groups))
        << depth;
    EXPECT_EQ(MeasureRequest(Limits(), MessageRuleOf(type), groups).ok(), depth <= 100) << depth;
  }
}

}  // namespace
}  // namespace arbiter::testing
