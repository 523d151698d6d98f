// Equal requests give equal bytes, whatever else is asked before, meanwhile or in
// another order (ruling C3).
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <thread>

#include "core/rules/strings.h"
#include "service/handlers/handlers.h"
#include "tests/support/mixed_requests.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::GameCase;
using testing::Random;

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
      testing::AddRequestsOf(game_case, random, &made->requests);
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
    if (!MayBeBundled(FirstTime().requests[i].request_case())) continue;
    *bundle.mutable_bundle()->add_items() = FirstTime().requests[i];
    expected.mutable_bundle()->add_items()->ParseFromString(FirstTime().answers[i]);
  }
  EXPECT_EQ(Answer(bundle), expected.SerializeAsString());
}

}  // namespace
}  // namespace arbiter
