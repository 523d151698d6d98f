// Fields that WireWriter writes have the bytes that Protobuf writes.
#include "service/convert/wire_writer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "arbiter/v1/game.pb.h"
#include "arbiter/v1/rules_service.pb.h"

namespace arbiter {
namespace {

TEST(WireWriter, WritesSignedNumbersAsProtobuf) {
  for (const int32_t value : {0, 1, -1, 63, -64, 64, std::numeric_limits<int32_t>::max(),
                              std::numeric_limits<int32_t>::min()}) {
    v1::Points points;
    points.set_white(value);
    std::string bytes;
    WireWriter(&bytes).Signed(v1::Points::kWhiteFieldNumber, value);
    EXPECT_EQ(bytes, points.SerializeAsString()) << value;
  }
}

TEST(WireWriter, WritesNumbersAsProtobuf) {
  for (const int64_t value : {int64_t{0}, int64_t{1}, int64_t{127}, int64_t{128}, int64_t{-1},
                              std::numeric_limits<int64_t>::max()}) {
    v1::Clocks clocks;
    clocks.set_first_ms(value);
    std::string bytes;
    WireWriter(&bytes).Number(v1::Clocks::kFirstMsFieldNumber, static_cast<uint64_t>(value));
    EXPECT_EQ(bytes, clocks.SerializeAsString()) << value;
  }
}

TEST(WireWriter, WritesOptionalBoolsAsProtobuf) {
  for (const bool value : {false, true}) {
    v1::ValidateGameResponse response;
    response.set_claimed_result_fits(value);
    std::string bytes;
    WireWriter(&bytes).OptionalNumber(v1::ValidateGameResponse::kClaimedResultFitsFieldNumber,
                                      value);
    EXPECT_EQ(bytes, response.SerializeAsString()) << value;
  }
}

TEST(WireWriter, WritesFixedNumbersAsProtobuf) {
  for (const uint64_t value : {uint64_t{0}, uint64_t{1}, uint64_t{0x0123456789abcdef}}) {
    v1::Draw draw;
    draw.set_word(value);
    std::string bytes;
    WireWriter(&bytes).Fixed64(v1::Draw::kWordFieldNumber, value);
    EXPECT_EQ(bytes, draw.SerializeAsString()) << value;
  }
  v1::EnumerateOutcomesResponse response;
  response.set_missing_mass(0.3);
  std::string bytes;
  WireWriter(&bytes).Double(v1::EnumerateOutcomesResponse::kMissingMassFieldNumber, 0.3);
  EXPECT_EQ(bytes, response.SerializeAsString());
}

TEST(WireWriter, WritesTextsOfAnyLengthAsProtobuf) {
  for (const size_t size : {0, 1, 127, 128, 300, 20'000}) {
    const std::string text(size, 'x');
    v1::Board board;
    board.set_check(text);
    std::string bytes;
    WireWriter(&bytes).Text(v1::Board::kCheckFieldNumber, text);
    EXPECT_EQ(bytes, board.SerializeAsString()) << size;
  }
  v1::PendingChoice choice;
  std::string bytes;
  WireWriter(&bytes).Character(v1::PendingChoice::kPieceFieldNumber, '\0');
  EXPECT_EQ(bytes, choice.SerializeAsString());
  choice.set_piece("N");
  WireWriter(&bytes).Character(v1::PendingChoice::kPieceFieldNumber, 'N');
  EXPECT_EQ(bytes, choice.SerializeAsString());
}

TEST(WireWriter, WritesMessagesOfAnyLengthAsProtobuf) {
  for (const size_t size : {0, 1, 100, 130, 300, 20'000}) {
    v1::ApplyMovesResponse response;
    response.mutable_state()->set_fen(std::string(size, 'x'));
    std::string long_guess;
    {
      WireWriter writer(&long_guess);
      const size_t begin = writer.Begin(v1::ApplyMovesResponse::kStateFieldNumber);
      writer.Text(v1::State::kFenFieldNumber, response.state().fen());
      writer.End(begin);
    }
    EXPECT_EQ(long_guess, response.SerializeAsString()) << size;
    std::string short_guess;
    {
      WireWriter writer(&short_guess);
      const size_t begin = writer.BeginShort(v1::ApplyMovesResponse::kStateFieldNumber);
      writer.Text(v1::State::kFenFieldNumber, response.state().fen());
      writer.EndShort(begin);
    }
    EXPECT_EQ(short_guess, response.SerializeAsString()) << size;
  }
}

TEST(WireWriter, WritesTextsWithNumbersAsProtobuf) {
  v1::LegalMovesResponse response;
  std::string bytes;
  {
    WireWriter writer(&bytes);
    for (const char* action : {"x", "resign", "challenger: offer draw"}) {
      v1::Control* control = response.add_controls();
      control->set_action(action);
      control->set_actor(v1::COLOR_BLACK);
      writer.TextAndNumber(v1::LegalMovesResponse::kControlsFieldNumber, action,
                           v1::Control::kActorFieldNumber, v1::COLOR_BLACK);
    }
  }
  EXPECT_EQ(bytes, response.SerializeAsString());
}

TEST(WireWriter, WritesFieldsFromNumber16OnAsProtobuf) {
  v1::BatchResponse response;
  response.mutable_write_pgn()->set_pgn("1. a4 *");
  std::string bytes;
  {
    WireWriter writer(&bytes);
    const size_t begin = writer.BeginShort(v1::BatchResponse::kWritePgnFieldNumber);
    writer.Text(v1::WritePgnResponse::kPgnFieldNumber, "1. a4 *");
    writer.EndShort(begin);
  }
  EXPECT_EQ(bytes, response.SerializeAsString());
  v1::ChpokFeatures features;
  features.set_noenpassant(true);
  bytes.clear();
  WireWriter(&bytes).Number(v1::ChpokFeatures::kNoenpassantFieldNumber, 1);
  EXPECT_EQ(bytes, features.SerializeAsString());
}

TEST(WireWriter, WritesMessages) {
  v1::ApplyMovesResponse response;
  response.mutable_state()->set_fen(std::string(2000, 'x'));
  std::string bytes;
  WireWriter(&bytes).Message(v1::ApplyMovesResponse::kStateFieldNumber, response.state());
  EXPECT_EQ(bytes, response.SerializeAsString());
}

TEST(WireWriter, RemovesFields) {
  v1::State state;
  state.set_fen("fen");
  std::string bytes;
  {
    WireWriter writer(&bytes);
    writer.Text(v1::State::kFenFieldNumber, "fen");
    const size_t size = writer.size();
    writer.Text(v1::State::kSnapshotFieldNumber, "snapshot");
    writer.Truncate(size);
  }
  EXPECT_EQ(bytes, state.SerializeAsString());
}

}  // namespace
}  // namespace arbiter
