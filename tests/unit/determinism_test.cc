// Equal requests give equal bytes, whatever else is asked before, meanwhile or in
// another order (ruling C3).
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <thread>

#include "core/rules/strings.h"
#include "service/handlers.h"
#include "tests/support/chpok_play.h"
#include "tests/support/random_play.h"
#include "tests/support/wire_options.h"

namespace arbiter {
namespace {

using testing::GameCase;
using testing::Random;

// Every method about one position.
void AddRequestsAbout(const v1::Position& position, const std::vector<std::string>& moves,
                      std::vector<v1::BatchRequest>* requests) {
  const auto add = [requests]() -> v1::BatchRequest& { return requests->emplace_back(); };
  for (const auto detail : {v1::DETAIL_TEXT, v1::DETAIL_FULL}) {
    v1::LegalMovesRequest& legal = *add().mutable_legal_moves();
    *legal.mutable_position() = position;
    legal.set_detail(detail);
    legal.set_viewer(detail == v1::DETAIL_TEXT ? v1::VIEWER_ALL : v1::VIEWER_SPECTATOR);
  }
  for (const std::string& move : moves) {
    v1::ApplyMovesRequest& apply = *add().mutable_apply_moves();
    *apply.mutable_position() = position;
    apply.add_actions(move);
    apply.add_elapsed_ms(static_cast<int64_t>(move.size()) * 1'000);
    apply.set_locale("zh-CN");
    apply.set_viewer(v1::VIEWER_BLACK);
    apply.mutable_randomness()->set_seed(std::string(testing::kSeed));
    apply.mutable_randomness()->set_commitment(true);
    v1::EnumerateOutcomesRequest& outcomes = *add().mutable_enumerate_outcomes();
    *outcomes.mutable_position() = position;
    outcomes.set_action(move);
    v1::ConvertMovesRequest& convert = *add().mutable_convert_moves();
    *convert.mutable_position() = position;
    convert.add_texts(move);
  }
  for (const char* locale : {"", "th", "zh-CN"}) {
    v1::AdjudicateRequest& adjudicate = *add().mutable_adjudicate();
    *adjudicate.mutable_position() = position;
    adjudicate.set_event("claim draw");
    adjudicate.set_locale(locale);
  }
  for (const auto format : {v1::FORMAT_SVG, v1::FORMAT_TEXT, v1::FORMAT_ANSI}) {
    v1::RenderBoardRequest& render = *add().mutable_render_board();
    *render.mutable_position() = position;
    render.set_format(format);
    render.set_viewer(v1::VIEWER_SPECTATOR);
  }
  for (const uint32_t depth : {1u, 2u}) {
    v1::PerftRequest& perft = *add().mutable_perft();
    *perft.mutable_position() = position;
    perft.set_depth(depth);
    perft.set_divide(true);
  }
}

// The whole game, with and without the seed that it was drawn from.
void AddValidations(const v1::Position& position, std::vector<v1::BatchRequest>* requests) {
  for (const bool seeded : {true, false}) {
    v1::ValidateGameRequest& validate = *requests->emplace_back().mutable_validate_game();
    validate.set_variant(position.variant());
    *validate.mutable_options() = position.options();
    *validate.mutable_record() = position.record();
    if (!seeded) validate.mutable_record()->clear_seed();
  }
}

// Requests about states of one random game, good and bad ones.
void AddRequestsOf(const GameCase& game_case, Random& random,
                   std::vector<v1::BatchRequest>* requests) {
  v1::Position position;
  position.set_variant(std::string(game_case.variant->info().id));
  *position.mutable_options() = testing::ToWire(game_case);
  for (const bool seeded : {true, false}) {
    v1::StartGameRequest& start = *requests->emplace_back().mutable_start_game();
    start.set_variant(position.variant());
    *start.mutable_options() = position.options();
    if (seeded) start.mutable_randomness()->set_seed(std::string(testing::kSeed));
  }
  const auto visit = [&](const Game& game, const auto& actions) {
    // Biddings are short.
    if (game.phase() == Phase::kBoard && actions.size() % 16 != 0) return;
    std::vector<std::string> moves = testing::TextsOf(game);
    moves.resize(std::min<size_t>(moves.size(), 3));
    for (const BidTemplate& bid : game.Bids()) {
      if (bid.match_cost) moves.push_back(StrCat("match ", bid.target));
    }
    for (int i = 0; i < 3 && !game.Bids().empty(); ++i) {
      moves.push_back(testing::RandomBid(game, random));
    }
    moves.emplace_back("a1a1");
    if (!actions.empty()) moves.push_back(actions.back());
    position.set_fen(game.Fen(FenStyle::kStandard));
    AddRequestsAbout(position, moves, requests);
    position.set_snapshot(game.Snapshot());
    AddRequestsAbout(position, moves, requests);
    position.mutable_record()->mutable_actions()->Assign(actions.begin(), actions.end());
    position.mutable_record()->set_seed(std::string(testing::kSeed));
    AddRequestsAbout(position, moves, requests);
    AddValidations(position, requests);
  };
  testing::PlayGames(game_case, 1, 80, random, visit, testing::kSeed);
}

// Small, since much is asked.
const Limits& SmallLimits() {
  static const Limits& limits = *new Limits{.max_perft_nodes = 5'000, .max_outcome_paths = 500};
  return limits;
}

std::string Answer(const v1::BatchRequest& request) {
  std::string bytes;
  AnswerBatchItem({&SmallLimits(), nullptr}, request, &bytes);
  return bytes;
}

// The requests, and how each was answered first.
struct Asked {
  std::vector<v1::BatchRequest> requests;
  std::vector<std::string> answers;
};

// Whether there is a request about a state whose FEN has this in it.
bool AsksAbout(const Asked& asked, const std::string& fen) {
  return std::any_of(asked.requests.begin(), asked.requests.end(), [&](const auto& request) {
    return request.legal_moves().position().fen().find(fen) != std::string::npos;
  });
}

const Asked& FirstTime() {
  static const Asked& asked = *[] {
    auto* made = new Asked;
    made->requests.emplace_back().mutable_list_variants()->set_locale("th");
    made->requests.emplace_back();
    Random random(41);
    for (const GameCase& game_case : testing::AllGameCases()) {
      AddRequestsOf(game_case, random, &made->requests);
    }
    for (v1::BatchRequest& request : made->requests) {
      request.set_id(StrCat("item ", made->answers.size()));
      made->answers.push_back(Answer(request));
    }
    return made;
  }();
  return asked;
}

// How many requests get another answer than the first time, asked in this order.
int DifferentAnswers(const std::vector<size_t>& order) {
  const Asked& asked = FirstTime();
  int different = 0;
  for (const size_t i : order) different += Answer(asked.requests[i]) != asked.answers[i] ? 1 : 0;
  return different;
}

std::vector<size_t> InOrder() {
  std::vector<size_t> order(FirstTime().requests.size());
  std::iota(order.begin(), order.end(), size_t{0});
  return order;
}

std::vector<size_t> Shuffled(uint64_t seed) {
  Random random(seed);
  std::vector<size_t> order = InOrder();
  for (size_t i = order.size() - 1; i > 0; --i) std::swap(order[i], order[random.Below(i + 1)]);
  return order;
}

TEST(Determinism, C3_RepeatedRequestsGiveEqualBytes) {
  ASSERT_GT(FirstTime().requests.size(), 300u);
  for (const char* fen : {"bidding turn=", "clock=", "xf=undo=2", " w - - 0 1"}) {
    EXPECT_TRUE(AsksAbout(FirstTime(), fen)) << fen;
  }
  EXPECT_EQ(DifferentAnswers(InOrder()), 0);
}

TEST(Determinism, C3_BatchItemsInAnyOrderGiveEqualBytes) {
  std::vector<size_t> backwards = InOrder();
  std::reverse(backwards.begin(), backwards.end());
  EXPECT_EQ(DifferentAnswers(backwards), 0);
  EXPECT_EQ(DifferentAnswers(Shuffled(42)), 0);
}

TEST(Determinism, C3_ThreadsGiveEqualBytes) {
  constexpr size_t kThreads = 4;
  std::vector<int> different(kThreads, -1);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&different, i] { different[i] = DifferentAnswers(Shuffled(i)); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(different, std::vector<int>(kThreads, 0));
}

// A batch of one answers as the method itself does.
TEST(Determinism, C3_BatchItemsAnswerAsTheMethodDoes) {
  for (size_t i = 0; i < FirstTime().requests.size(); ++i) {
    const v1::BatchRequest& request = FirstTime().requests[i];
    if (!request.has_legal_moves()) continue;
    v1::BatchResponse alone;
    alone.set_id(request.id());
    ASSERT_TRUE(
        LegalMoves({&SmallLimits(), nullptr}, request.legal_moves(), alone.mutable_legal_moves())
            .ok());
    EXPECT_EQ(alone.SerializeAsString(), FirstTime().answers[i]);
  }
}

// What is written without being built as a message first is what Protobuf would write.
TEST(Determinism, BatchItemsAreWrittenAsProtobufWritesThem) {
  for (const std::string& bytes : FirstTime().answers) {
    v1::BatchResponse message;
    ASSERT_TRUE(message.ParseFromString(bytes));
    EXPECT_EQ(message.SerializeAsString(), bytes);
  }
}

TEST(Determinism, C3_ABundleAnswersAsItsItemsDo) {
  v1::BatchRequest bundle;
  v1::BatchResponse expected;
  for (size_t i = 0; i < FirstTime().requests.size(); i += 7) {
    if (MayRunLong(FirstTime().requests[i].request_case())) continue;
    *bundle.mutable_bundle()->add_items() = FirstTime().requests[i];
    expected.mutable_bundle()->add_items()->ParseFromString(FirstTime().answers[i]);
  }
  EXPECT_EQ(Answer(bundle), expected.SerializeAsString());
}

}  // namespace
}  // namespace arbiter
