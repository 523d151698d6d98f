#include "service/measure/request_shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "core/base/error.h"
#include "core/base/strings.h"
#include "google/protobuf/arena.h"
#include "google/protobuf/wire_format_lite.h"
#include "service/measure/message_rules.h"
#include "tests/support/process_facts.h"
#include "tests/support/random_play.h"
#include "tests/support/status.h"
#include "tests/support/wire_bytes.h"

namespace arbiter::testing {
namespace {

using google::protobuf::Arena;
using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::MessageFactory;
using google::protobuf::internal::WireFormatLite;
using ::testing::HasSubstr;

// The size of the attacks below, which is small so that the tests are fast.
constexpr size_t kMessageBytes = size_t{1} << 17;

Limits SmallLimits() { return {.max_message_bytes = static_cast<int>(kMessageBytes)}; }

// Repeats `unit` as often as fits into a message with the fields that are wrapped around it.
std::string Filled(std::string_view unit) {
  constexpr size_t kRoomForWrapping = 64;
  std::string bytes;
  bytes.reserve(kMessageBytes);
  while (bytes.size() + unit.size() + kRoomForWrapping <= kMessageBytes) bytes += unit;
  return bytes;
}

// Shared, because the constructor asks the system for its number of threads, which takes longer
// than measuring a request.
const Limits kLimits;

absl::StatusOr<RequestShape> Measure(const Message& message) {
  return MeasureRequest(kLimits, MessageRuleOf(*message.GetDescriptor()),
                        message.SerializeAsString());
}

// Calls `visit` with the path to each field that a request can contain.
using Path = std::vector<const FieldDescriptor*>;
void ForEachField(const Descriptor& type, Path& path,
                  const std::function<void(const Path&)>& visit) {
  for (int i = 0; i < type.field_count(); ++i) {
    path.push_back(type.field(i));
    visit(path);
    const Descriptor* inner = type.field(i)->message_type();
    const auto holds_it = [inner](const FieldDescriptor* field) {
      return field->containing_type() == inner;
    };
    if (inner != nullptr && std::none_of(path.begin(), path.end(), holds_it)) {
      ForEachField(*inner, path, visit);
    }
    path.pop_back();
  }
}

std::string WrapIn(const Path& path, std::string bytes) {
  for (auto field = path.rbegin() + 1; field != path.rend(); ++field) {
    bytes = Delimited((*field)->number(), bytes);
  }
  return bytes;
}

std::string FormatPath(const Path& path) {
  std::string name(path.front()->containing_type()->name());
  for (const FieldDescriptor* field : path) StrAppend(&name, ".", field->name());
  return name;
}

// Returns encodings of a field that fill a message with as many elements as possible.
std::vector<std::string> MakeFloods(const FieldDescriptor& field) {
  if (field.type() == FieldDescriptor::TYPE_MESSAGE ||
      field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
    return {Filled(Delimited(field.number(), "")), Filled(Delimited(field.number(), "x\1")),
            Filled(Delimited(field.number(), std::string(16, '\0')))};
  }
  const auto type =
      WireFormatLite::WireTypeForFieldType(static_cast<WireFormatLite::FieldType>(field.type()));
  const size_t bytes = type == WireFormatLite::WIRETYPE_FIXED64   ? 8
                       : type == WireFormatLite::WIRETYPE_FIXED32 ? 4
                                                                  : 1;
  const std::string value(bytes, '\1');
  return {Filled(StrCat(Tag(field.number(), type), value)),
          Delimited(field.number(), Filled(value))};
}

// Expects that a message is refused because of its size, or that the shape bounds its memory.
void ExpectBounded(const Descriptor& type, const std::string& wire, const std::string& what) {
  const Limits limits = SmallLimits();
  const absl::StatusOr<RequestShape> shape = MeasureRequest(limits, MessageRuleOf(type), wire);
  Arena arena;
  Message* message = MessageFactory::generated_factory()->GetPrototype(&type)->New(&arena);
  if (!shape.ok()) {
    if (ReasonOf(shape.status()) == ErrorReason::kBadField) {
      EXPECT_FALSE(message->ParseFromString(wire)) << what;
      return;
    }
    EXPECT_THAT(shape, Fails(ErrorReason::kLimitExceeded, "more than")) << what;
    return;
  }
  EXPECT_LE(shape->memory, MaxRequestMemory(limits)) << what;
  if (!message->ParseFromString(wire)) return;
  // The last blocks of an arena may have up to 8 KiB that are not used yet.
  constexpr size_t kArenaSlack = 16'384;
  EXPECT_LE(std::max<size_t>(arena.SpaceAllocated(), message->SpaceUsedLong()),
            shape->memory + kArenaSlack)
      << what;
}

TEST(RequestShape, BoundsTheMemoryOfEveryFieldOfEveryRequest) {
  for (const Descriptor* type : RequestTypes()) {
    Path path;
    size_t fields = 0;
    ForEachField(*type, path, [&](const Path& field) {
      ++fields;
      // A number takes no memory in addition to that of its message.
      const bool is_number = !field.back()->is_repeated() &&
                             field.back()->cpp_type() != FieldDescriptor::CPPTYPE_STRING &&
                             field.back()->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE;
      if (is_number) return;
      for (const std::string& flood : MakeFloods(*field.back())) {
        ExpectBounded(*type, WrapIn(field, flood), FormatPath(field));
      }
    });
    EXPECT_GT(fields, 0u) << type->name();
  }
}

TEST(RequestShape, BoundsTheMemoryOfUnknownFields) {
  constexpr int kUnknown = 31;
  const std::string floods[] = {
      Filled(StrCat(Tag(kUnknown, WireFormatLite::WIRETYPE_VARINT), "\1")),
      Filled(StrCat(Tag(kUnknown, WireFormatLite::WIRETYPE_FIXED32), "1234")),
      Filled(StrCat(Tag(kUnknown, WireFormatLite::WIRETYPE_FIXED64), "12345678")),
      Filled(Delimited(kUnknown, "")),
      Delimited(kUnknown, Filled("x")),
      Filled(StrCat(Tag(kUnknown, WireFormatLite::WIRETYPE_START_GROUP),
                    Tag(kUnknown, WireFormatLite::WIRETYPE_END_GROUP))),
      StrCat(Tag(kUnknown, WireFormatLite::WIRETYPE_START_GROUP),
             Filled(StrCat(Tag(1, WireFormatLite::WIRETYPE_VARINT), "\1")),
             Tag(kUnknown, WireFormatLite::WIRETYPE_END_GROUP)),
      // Each item has a set of unknown fields of its own.
      Filled(Delimited(v1::BatchBundle::kItemsFieldNumber,
                       StrCat(Tag(kUnknown, WireFormatLite::WIRETYPE_VARINT), "\1"))),
  };
  for (const std::string& flood : floods) {
    ExpectBounded(*v1::BatchBundle::descriptor(), flood, "unknown fields");
  }
}

// An arena keeps the messages that a later field of the same oneof replaces.
TEST(RequestShape, CountsMessagesThatAnotherFieldOfAOneofReplaces) {
  const std::string both = StrCat(Delimited(v1::BatchRequest::kLegalMovesFieldNumber, ""),
                                  Delimited(v1::BatchRequest::kApplyMovesFieldNumber, ""));
  ExpectBounded(*v1::BatchRequest::descriptor(), Filled(both), "alternating requests");
  EXPECT_THAT(MeasureRequest(SmallLimits(), *FindMessageRule("BatchRequest"), Filled(both)),
              Fails(ErrorReason::kLimitExceeded, "bytes of memory"));
}

// Of all honest requests, complete games take the most memory for their size.
TEST(RequestShape, AcceptsABundleOfGamesThatFillsAMessage) {
  v1::BatchRequest item;
  v1::ConvertMovesRequest& convert = *item.mutable_convert_moves();
  convert.mutable_position()->set_variant("chak");
  for (int i = 0; i < 70; ++i) convert.add_texts("e2e4");
  v1::BatchRequest request;
  const auto games = static_cast<size_t>(kLimits.max_message_bytes) / (item.ByteSizeLong() + 8);
  for (size_t i = 0; i < games; ++i) *request.mutable_bundle()->add_items() = item;
  EXPECT_GT(request.ByteSizeLong(), size_t{4'000'000});
  EXPECT_THAT(Measure(request), IsOk());
}

TEST(RequestShape, AcceptsTensOfThousandsOfSmallItems) {
  v1::BatchRequest request;
  for (int i = 0; i < 50'000; ++i) {
    v1::BatchRequest& item = *request.mutable_bundle()->add_items();
    item.set_id(StrCat(i));
    item.mutable_legal_moves()->mutable_position()->set_variant("makruk");
  }
  EXPECT_THAT(Measure(request), IsOk());
}

// --- Numbers of elements.

TEST(RequestShape, RefusesMoreElementsThanTheHandlersAccept) {
  v1::AnalyzeRequest analyze;
  for (int i = 0; i < 1'000; ++i) analyze.add_search_moves("e2e4");
  EXPECT_THAT(Measure(analyze), IsOk());
  analyze.add_search_moves("e2e4");
  EXPECT_THAT(Measure(analyze), Fails(ErrorReason::kLimitExceeded, "more than 1000 search_moves"));
  EXPECT_EQ(FieldOf(Measure(analyze).status()), "search_moves");

  v1::ValidateGameRequest validate;
  for (int i = 0; i < kLimits.max_record_actions; ++i) {
    validate.mutable_record()->add_actions("e2e4");
    validate.mutable_record()->add_elapsed_ms(-1);
  }
  EXPECT_THAT(Measure(validate), IsOk());
  validate.mutable_record()->add_elapsed_ms(-1);
  EXPECT_EQ(FieldOf(Measure(validate).status()), "record.elapsed_ms");
  validate.mutable_record()->add_actions("e2e4");
  EXPECT_EQ(FieldOf(Measure(validate).status()), "record.actions");

  v1::RenderBoardRequest render;
  for (int i = 0; i <= 100; ++i) render.add_arrows();
  EXPECT_EQ(FieldOf(Measure(render).status()), "arrows");
}

TEST(RequestShape, AppliesTheLimitOfReviewsToTheirRecord) {
  const Limits limits = {.max_record_actions = 1, .max_review_actions = 2};
  v1::ReviewGameRequest review;
  for (int i = 0; i < 2; ++i) review.mutable_record()->add_actions("e2e4");
  const auto measure = [&] {
    return MeasureRequest(limits, MessageRuleOf(*review.GetDescriptor()),
                          review.SerializeAsString());
  };
  EXPECT_THAT(measure(), IsOk());
  review.mutable_record()->add_actions("e2e4");
  EXPECT_THAT(measure(), Fails(ErrorReason::kLimitExceeded, "more than 2 actions"));
}

TEST(RequestShape, DoesNotLimitTheElementsOfAnItemOfABundle) {
  v1::BatchRequest request;
  v1::RenderBoardRequest& render = *request.mutable_bundle()->add_items()->mutable_render_board();
  for (int i = 0; i <= 100; ++i) render.add_arrows();
  EXPECT_THAT(Measure(request), IsOk());
}

TEST(RequestShape, NamesTheFieldThatTakesTooMuchMemory) {
  v1::BatchRequest request;
  request.mutable_bundle()->add_items();
  v1::RenderBoardRequest& render = *request.mutable_bundle()->add_items()->mutable_render_board();
  while (render.highlights_size() < 100'000) render.add_highlights();
  const absl::StatusOr<RequestShape> shape =
      MeasureRequest({.max_message_bytes = 1}, MessageRuleOf(*request.GetDescriptor()),
                     request.SerializeAsString());
  EXPECT_THAT(FieldOf(shape.status()), HasSubstr("bundle.items[1].render_board.highlights["));
}

// Returns the minimum CPU time of several runs.
template <typename Work>
std::chrono::nanoseconds MinTime(int runs, Work work) {
  auto min = std::chrono::nanoseconds::max();
  for (int i = 0; i < runs; ++i) {
    const auto begin = CpuTimeOfThread();
    work();
    min = std::min(min, CpuTimeOfThread() - begin);
  }
  return min;
}

TEST(RequestShape, RefusesTwoMillionSearchMovesQuickly) {
  std::string wire;
  const std::string empty = Delimited(v1::AnalyzeRequest::kSearchMovesFieldNumber, "");
  for (int i = 0; i < 2'000'000; ++i) wire += empty;
  absl::StatusOr<RequestShape> shape;
  const auto refused = MinTime(
      5, [&] { shape = MeasureRequest(kLimits, *FindMessageRule("AnalyzeRequest"), wire); });
  EXPECT_THAT(shape, Fails(ErrorReason::kLimitExceeded, "search_moves"));
  const auto parsed = MinTime(5, [&] {
    Arena arena;
    EXPECT_TRUE(Arena::CreateMessage<v1::AnalyzeRequest>(&arena)->ParseFromString(wire));
  });
  EXPECT_LT(refused, parsed / 10);
}

// Every request is measured before it is parsed, so measuring must be cheap.
TEST(RequestShape, MeasuringTakesLessTimeThanParsing) {
  v1::ApplyMovesRequest request;
  request.mutable_position()->set_variant("makruk");
  request.mutable_position()->set_snapshot(std::string(100, 's'));
  request.add_actions("e3e4");
  request.set_locale("th");
  const std::string wire = request.SerializeAsString();
  const MessageRule& rule = MessageRuleOf(*request.GetDescriptor());
  constexpr int kTimes = 1'000;
  size_t done = 0;
  const auto measured = MinTime(20, [&] {
    for (int i = 0; i < kTimes; ++i) {
      done += MeasureRequest(kLimits, rule, wire).ok() ? 1 : 0;
    }
  });
  const auto parsed = MinTime(20, [&] {
    for (int i = 0; i < kTimes; ++i) {
      Arena arena;
      auto* message = Arena::CreateMessage<v1::ApplyMovesRequest>(&arena);
      done += message->ParseFromString(wire) ? 1 : 0;
    }
  });
  EXPECT_EQ(done, size_t{2} * 20 * kTimes);
  EXPECT_LT(measured, parsed);
}

}  // namespace
}  // namespace arbiter::testing
