#include "core/variants/makruk/counting.h"
#include "core/variants/makruk/events.h"
#include "service/convert/variant_messages.h"
#include "service/convert/write.h"

namespace arbiter {
namespace {

// Writes the running count, if any, as a field of a message.
void WriteCount(const makruk::Detail& detail, int field, WireWriter* answer) {
  using Field = v1::CountStatus;
  if (!detail.counting) return;
  const makruk::CountStatus& count = *detail.counting;
  const size_t begin = answer->BeginShort(field);
  answer->Number(Field::kColorFieldNumber, ToWire(count.color));
  answer->Number(Field::kKindFieldNumber, static_cast<uint64_t>(count.kind));
  answer->Number(Field::kCountPliesFieldNumber, static_cast<uint64_t>(count.count));
  answer->Number(Field::kLimitPliesFieldNumber, static_cast<uint64_t>(count.limit));
  answer->Number(Field::kCountMovesFieldNumber, static_cast<uint64_t>(count.announced));
  answer->Number(Field::kLimitMovesFieldNumber, static_cast<uint64_t>(count.limit) / 2);
  answer->Number(Field::kMovesLeftFieldNumber, static_cast<uint64_t>(count.moves_left));
  answer->EndShort(begin);
}

void WriteDetail(const std::any& any, WireWriter* state) {
  using Field = v1::MakrukDetail;
  const auto& detail = std::any_cast<const makruk::Detail&>(any);
  const size_t begin = state->BeginShort(v1::State::kMakrukFieldNumber);
  state->Number(Field::kModeFieldNumber, static_cast<uint64_t>(detail.mode));
  WriteCount(detail, Field::kCountingFieldNumber, state);
  state->EndShort(begin);
}

void WriteCounting(const std::any& detail, WireWriter* adjudication) {
  WriteCount(std::any_cast<const makruk::Detail&>(detail), v1::Adjudication::kCountingFieldNumber,
             adjudication);
}

static_assert(
    kSameNumber<makruk::CountStatus::Kind::kBoardHonour, v1::CountStatus::KIND_BOARD_HONOUR>);
static_assert(
    kSameNumber<makruk::CountStatus::Kind::kPiecesHonour, v1::CountStatus::KIND_PIECES_HONOUR>);
static_assert(kSameNumber<makruk::CountingMode::kAuto, v1::COUNTING_AUTO>);
static_assert(kSameNumber<makruk::CountingMode::kManual, v1::COUNTING_MANUAL>);
static_assert(kSameNumber<makruk::CountingMode::kNone, v1::COUNTING_NONE>);
static_assert(kSameNumber<makruk::kCountingLimitEnd, v1::TERMINATION_COUNTING_LIMIT>);
static_assert(kSameNumber<makruk::kCountingSideMatedEnd, v1::TERMINATION_COUNTING_SIDE_MATED>);
static_assert(makruk::kCountStartedEvent.number == v1::Event::KIND_COUNT_STARTED);
static_assert(makruk::kCountStoppedEvent.number == v1::Event::KIND_COUNT_STOPPED);

}  // namespace

constexpr VariantMessages kMakrukMessages = {
    .id = "makruk", .write_detail = WriteDetail, .write_adjudication = WriteCounting};

}  // namespace arbiter
