// Tests bundles of LegalMoves requests, which are answered without building their messages.
#include "service/handlers/text_bundle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>

#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

constexpr char kMakruk[] = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";

v1::BatchRequest* AddItem(const std::string& id, const std::string& variant, const std::string& fen,
                          v1::BatchRequest* bundle) {
  v1::BatchRequest* item = bundle->mutable_bundle()->add_items();
  item->set_id(id);
  v1::Position* position = item->mutable_legal_moves()->mutable_position();
  position->set_variant(variant);
  position->set_fen(fen);
  item->mutable_legal_moves()->set_detail(v1::DETAIL_TEXT);
  return item;
}

v1::BatchRequest OneItem() {
  v1::BatchRequest bundle;
  AddItem("a", "makruk", kMakruk, &bundle);
  return bundle;
}

// Returns the answer to the message; fails unless the answer that is made from its bytes is the
// same.
std::string AnswerOf(const v1::BatchRequest& message, const Limits& limits = {},
                     const Budget::StopTest& stop_test = nullptr) {
  const CallContext context = {&limits, stop_test};
  const std::string wire = message.SerializeAsString();
  const std::optional<TextBundle> bundle = ReadTextBundle(wire);
  if (!bundle) {
    ADD_FAILURE() << "the message is not read";
    return "";
  }
  std::string answer;
  AnswerBatchItem(context, message, &answer);
  std::string answer_from_wire;
  AnswerTextBundle(context, *bundle, &answer_from_wire);
  EXPECT_EQ(answer_from_wire, answer);
  EXPECT_EQ(NeedsOf(*bundle).methods, NeedsOf(message).methods);
  EXPECT_EQ(NeedsOf(*bundle).cost, NeedsOf(message).cost);
  return answer;
}

TEST(TextBundle, HasTheAnswerOfItsMessage) {
  v1::BatchRequest bundle;
  bundle.set_id("all");
  AddItem("1", "makruk", kMakruk, &bundle);
  AddItem("", "makruk", "8/8/8/3k4/8/8/1K6/7R b - 32 10 40", &bundle);
  AddItem(std::string(128, 'x'), "makruk", kMakruk, &bundle)
      ->mutable_legal_moves()
      ->set_detail(v1::DETAIL_UNSPECIFIED);
  // These fail alone.
  AddItem("5", "chess", kMakruk, &bundle);
  AddItem("6", "", kMakruk, &bundle);
  AddItem("7", "chak", kMakruk, &bundle);
  AddItem("8", "chakart", "not a FEN", &bundle);
  v1::BatchResponse response;
  ASSERT_TRUE(response.ParseFromString(AnswerOf(bundle)));
  EXPECT_EQ(response.id(), "all");
  ASSERT_EQ(response.bundle().items_size(), 7);
  EXPECT_EQ(response.bundle().items(0).legal_moves().texts_size(), 23);
  EXPECT_TRUE(response.bundle().items(3).has_status());

  v1::BatchRequest empty;
  empty.mutable_bundle();
  AnswerOf(empty);
}

TEST(TextBundle, IsRefusedLikeItsMessage) {
  v1::BatchRequest bundle;
  for (int i = 0; i < 8; ++i) AddItem("a", "makruk", kMakruk, &bundle);
  v1::BatchResponse response;
  Limits limits;
  limits.max_message_bytes = 1000;
  ASSERT_TRUE(response.ParseFromString(AnswerOf(bundle, limits)));
  EXPECT_THAT(response.status().message(), ::testing::HasSubstr("more than 1000 bytes"));
  const auto stop = [] { return absl::CancelledError("stopped"); };
  ASSERT_TRUE(response.ParseFromString(AnswerOf(bundle, Limits(), stop)));
}

TEST(TextBundle, IsNotReadFromOtherMessages) {
  const std::function<void(v1::BatchRequest*)> changes[] = {
      [](v1::BatchRequest* request) { request->set_id(std::string(129, 'x')); },
      [](v1::BatchRequest* request) { request->set_id("é"); },
      [](v1::BatchRequest* request) { request->mutable_legal_moves(); },
      [](v1::BatchRequest* request) { request->clear_bundle(); },
      [](v1::BatchRequest* request) { request->mutable_bundle()->add_items(); },
      [](v1::BatchRequest* request) {
        request->mutable_bundle()->mutable_items(0)->set_id(std::string(129, 'x'));
      },
      [](v1::BatchRequest* request) { request->mutable_bundle()->mutable_items(0)->set_id("é"); },
      [](v1::BatchRequest* request) {
        request->mutable_bundle()->mutable_items(0)->mutable_apply_moves();
      },
  };
  for (const auto& change : changes) {
    v1::BatchRequest bundle = OneItem();
    change(&bundle);
    EXPECT_FALSE(ReadTextBundle(bundle.SerializeAsString())) << bundle.ShortDebugString();
  }
  const std::function<void(v1::LegalMovesRequest*)> request_changes[] = {
      [](v1::LegalMovesRequest* request) { request->set_detail(v1::DETAIL_FULL); },
      [](v1::LegalMovesRequest* request) { request->set_detail(static_cast<v1::Detail>(99)); },
      [](v1::LegalMovesRequest* request) { request->set_viewer(v1::VIEWER_WHITE); },
      [](v1::LegalMovesRequest* request) { request->set_from("e3"); },
      [](v1::LegalMovesRequest* request) { request->set_locale("th"); },
      [](v1::LegalMovesRequest* request) { request->clear_position(); },
      [](v1::LegalMovesRequest* request) { request->mutable_position()->mutable_options(); },
      [](v1::LegalMovesRequest* request) { request->mutable_position()->clear_fen(); },
      [](v1::LegalMovesRequest* request) { request->mutable_position()->set_snapshot("x"); },
      [](v1::LegalMovesRequest* request) { request->mutable_position()->set_fen("é"); },
      [](v1::LegalMovesRequest* request) { request->mutable_position()->set_variant("é"); },
  };
  for (const auto& change : request_changes) {
    v1::BatchRequest bundle = OneItem();
    change(bundle.mutable_bundle()->mutable_items(0)->mutable_legal_moves());
    EXPECT_FALSE(ReadTextBundle(bundle.SerializeAsString())) << bundle.ShortDebugString();
  }
}

TEST(TextBundle, IsNotReadFromIncompleteOrRepeatedFields) {
  const std::string wire = OneItem().SerializeAsString();
  ASSERT_TRUE(ReadTextBundle(wire));
  for (size_t size = 0; size < wire.size(); ++size) {
    EXPECT_FALSE(ReadTextBundle(wire.substr(0, size))) << size;
  }
  EXPECT_FALSE(ReadTextBundle(wire + wire));
  EXPECT_FALSE(ReadTextBundle(wire + "x"));
}

}  // namespace
}  // namespace arbiter
