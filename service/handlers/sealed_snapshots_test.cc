// Tests the handlers with sealed snapshots.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "service/handlers/handlers.h"
#include "tests/support/call_handler.h"
#include "tests/support/hidden_queens.h"
#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::AllHiddenQueens;
using testing::CallHandler;
using testing::Fails;
using testing::HiddenQueen;
using testing::IsOk;

const SnapshotSealer& Sealer() {
  static const auto& sealer = *new SnapshotSealer({{"k1", std::string(kSnapshotKeyBytes, 'A')}});
  return sealer;
}

const CallContext& Plain() {
  static const Limits limits;
  static const CallContext context{&limits, nullptr};
  return context;
}

const CallContext& Sealing() {
  static const CallContext context{Plain().limits, nullptr, &Sealer()};
  return context;
}

v1::Position Sealed(v1::Position position) {
  if (position.has_snapshot()) position.set_snapshot(Sealer().Seal(position.snapshot()));
  return position;
}

v1::State StateAt(const CallContext& context, const v1::Position& position, v1::Viewer viewer,
                  v1::FenStyle style = v1::FEN_STYLE_STANDARD) {
  v1::AdjudicateRequest request;
  *request.mutable_position() = position;
  request.set_viewer(viewer);
  request.set_fen_style(style);
  v1::AdjudicateResponse response;
  EXPECT_THAT(CallHandler(Adjudicate, context, request, &response), IsOk());
  return response.state();
}

TEST(SealedSnapshots, HoldTheSameStatesAsPlainOnes) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    for (const v1::Viewer viewer : {v1::VIEWER_ALL, queen.OpponentsView()}) {
      v1::State plain = StateAt(Plain(), queen.worlds[0], viewer);
      v1::State sealed = StateAt(Sealing(), Sealed(queen.worlds[0]), viewer);
      ASSERT_EQ(*Sealer().Open(sealed.snapshot()), plain.snapshot());
      plain.clear_snapshot();
      sealed.clear_snapshot();
      ASSERT_EQ(sealed.SerializeAsString(), plain.SerializeAsString());
    }
  }
}

// The length of a sealed snapshot must not reveal where a hidden queen stands.
TEST(SealedSnapshots, H23_TheirLengthDoesNotDependOnTheHiddenQueen) {
  for (const HiddenQueen& queen : AllHiddenQueens()) {
    for (const v1::FenStyle style : {v1::FEN_STYLE_STANDARD, v1::FEN_STYLE_PYCHESS}) {
      size_t size = 0;
      for (const v1::Position& position : queen.worlds) {
        const v1::State state = StateAt(Sealing(), Sealed(position), v1::VIEWER_ALL, style);
        if (size == 0) size = state.snapshot().size();
        ASSERT_EQ(state.snapshot().size(), size) << position.ShortDebugString();
      }
    }
  }
}

TEST(SealedSnapshots, PlainSnapshotsAreRefused) {
  v1::Position position;
  position.set_variant("makruk");
  v1::AdjudicateRequest request;
  v1::AdjudicateResponse response;
  position.set_snapshot(StateAt(Plain(), position, v1::VIEWER_ALL).snapshot());
  *request.mutable_position() = position;
  absl::Status status = CallHandler(Adjudicate, Sealing(), request, &response);
  EXPECT_THAT(status, Fails(ErrorReason::kBadSnapshot, "is not sealed"));
  EXPECT_EQ(FieldOf(status), "position.snapshot");
  *request.mutable_position() = Sealed(position);
  EXPECT_THAT(CallHandler(Adjudicate, Sealing(), request, &response), IsOk());
  status = CallHandler(Adjudicate, Plain(), request, &response);
  EXPECT_THAT(status, Fails(ErrorReason::kBadSnapshot, "is sealed"));
}

}  // namespace
}  // namespace arbiter
