#include "core/variants/makruk/counting.h"
#include "core/variants/makruk/events.h"
#include "service/convert/variant_messages.h"
#include "service/convert/write.h"

namespace arbiter {
namespace {

void WriteCount(const makruk::CountStatus& count, v1::CountStatus* answer) {
  answer->set_color(ToWire(count.color));
  answer->set_kind(static_cast<v1::CountStatus::Kind>(count.kind));
  answer->set_count_plies(static_cast<uint32_t>(count.count));
  answer->set_limit_plies(static_cast<uint32_t>(count.limit));
  answer->set_count_moves(count.announced);
  answer->set_limit_moves(static_cast<uint32_t>(count.limit) / 2);
  answer->set_moves_left(static_cast<uint32_t>(count.moves_left));
}

void WriteDetail(const std::any& any, v1::State* state) {
  const auto& detail = std::any_cast<const makruk::Detail&>(any);
  v1::MakrukDetail* answer = state->mutable_makruk();
  answer->set_mode(static_cast<v1::Counting>(detail.mode));
  if (detail.counting) WriteCount(*detail.counting, answer->mutable_counting());
}

void WriteCounting(const Game& game, v1::Adjudication* answer) {
  const auto detail = std::any_cast<makruk::Detail>(game.detail());
  if (detail.counting) WriteCount(*detail.counting, answer->mutable_counting());
}

static_assert(
    kSameNumber<makruk::CountStatus::Kind::kBoardHonour, v1::CountStatus::KIND_BOARD_HONOUR>);
static_assert(
    kSameNumber<makruk::CountStatus::Kind::kPiecesHonour, v1::CountStatus::KIND_PIECES_HONOUR>);
static_assert(kSameNumber<makruk::CountingMode::kAuto, v1::COUNTING_AUTO>);
static_assert(kSameNumber<makruk::CountingMode::kManual, v1::COUNTING_MANUAL>);
static_assert(kSameNumber<makruk::CountingMode::kNone, v1::COUNTING_NONE>);
static_assert(makruk::kCountStartedEvent.number == v1::Event::KIND_COUNT_STARTED);
static_assert(makruk::kCountStoppedEvent.number == v1::Event::KIND_COUNT_STOPPED);

}  // namespace

constexpr VariantMessages kMakrukMessages = {
    .id = "makruk", .write_detail = WriteDetail, .write_adjudication = WriteCounting};

}  // namespace arbiter
