// Tests LegalMoves requests that are answered without building their messages.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>

#include "service/convert/wire_writer.h"
#include "service/handlers/handlers.h"
#include "tests/support/call_handler.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::Ask;
using testing::FenOf;
using testing::StartOf;

v1::LegalMovesRequest Request(const std::string& variant, const std::string& fen) {
  v1::LegalMovesRequest request;
  request.mutable_position()->set_variant(variant);
  request.mutable_position()->set_fen(fen);
  return request;
}

// Returns the answer to the bytes of a request, or "refused".
std::string AnswerTexts(std::string_view wire) {
  static const Limits limits;
  std::string bytes = "OK ";
  const bool answered = [&] {
    WireWriter answer(&bytes);
    return AnswerLegalTexts({&limits, nullptr}, wire, &answer);
  }();
  return answered ? bytes : "refused";
}

std::string AnswerTexts(const v1::LegalMovesRequest& request) {
  return AnswerTexts(request.SerializeAsString());
}

TEST(LegalTexts, AreThoseOfTheHandler) {
  for (const char* variant : {"makruk", "chak", "chakart", "chpok"}) {
    v1::LegalMovesRequest request = Request(variant, FenOf(*StartOf(variant)));
    const std::string answer = Ask(LegalMoves, request);
    EXPECT_TRUE(testing::IsAccepted(answer)) << answer;
    EXPECT_EQ(AnswerTexts(request), answer) << variant;
    request.set_detail(v1::DETAIL_TEXT);
    EXPECT_EQ(AnswerTexts(request), answer) << variant;
  }
}

TEST(LegalTexts, AreThoseOfTheLastValueOfEachField) {
  const std::string fen = FenOf(*StartOf("makruk"));
  v1::LegalMovesRequest fen_only;
  fen_only.mutable_position()->set_fen(fen);
  const std::string wire =
      Request("makruk", "not a FEN").SerializeAsString() + fen_only.SerializeAsString();
  v1::LegalMovesRequest request;
  ASSERT_TRUE(request.ParseFromString(wire));
  EXPECT_EQ(AnswerTexts(wire), Ask(LegalMoves, request));
}

// The handler of the message says why.
TEST(LegalTexts, AreRefusedWhereTheHandlerRefuses) {
  const std::string fen = FenOf(*StartOf("makruk"));
  for (const v1::LegalMovesRequest& request :
       {Request("chess", fen), Request("", fen), Request("chak", fen), Request("makruk", "é"),
        Request("makruk", ""), Request("makruk", "8/8/8/8/8/8/8/8 w - - 0 1")}) {
    EXPECT_FALSE(testing::IsAccepted(Ask(LegalMoves, request))) << request.ShortDebugString();
    EXPECT_EQ(AnswerTexts(request), "refused") << request.ShortDebugString();
  }
}

TEST(LegalTexts, AreRefusedForAllOtherRequests) {
  const std::function<void(v1::LegalMovesRequest*)> changes[] = {
      [](auto* request) { request->set_detail(v1::DETAIL_FULL); },
      [](auto* request) { request->set_detail(static_cast<v1::Detail>(99)); },
      [](auto* request) { request->set_viewer(v1::VIEWER_WHITE); },
      [](auto* request) { request->set_from("e3"); },
      [](auto* request) { request->set_locale("th"); },
      [](auto* request) { request->clear_position(); },
      [](auto* request) { request->mutable_position()->mutable_options(); },
      [](auto* request) { request->mutable_position()->clear_fen(); },
      [](auto* request) { request->mutable_position()->set_snapshot("x"); },
      [](auto* request) { request->mutable_position()->mutable_record(); },
  };
  for (const auto& change : changes) {
    v1::LegalMovesRequest request = Request("makruk", FenOf(*StartOf("makruk")));
    change(&request);
    EXPECT_EQ(AnswerTexts(request), "refused") << request.ShortDebugString();
  }
}

}  // namespace
}  // namespace arbiter
