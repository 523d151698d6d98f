// Equal requests have byte-identical answers, whatever other requests come before, at the same time
// or in another order (ruling C3).
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <thread>

#include "core/base/strings.h"
#include "service/handlers/handlers.h"
#include "tests/support/call_handler.h"
#include "tests/support/mixed_requests.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::GameCase;
using testing::Random;

// The limits are small because there are many requests.
const Limits& SmallLimits() {
  static const Limits& limits = *new Limits{.max_perft_nodes = 5'000, .max_outcome_paths = 500};
  return limits;
}

std::string Answer(const v1::BatchRequest& request) {
  std::string bytes;
  AnswerBatchItem({&SmallLimits(), nullptr}, request.SerializeAsString(), &bytes);
  return bytes;
}

// The requests, and the first answer to each.
struct Answered {
  std::vector<v1::BatchRequest> requests;
  std::vector<std::string> answers;
};

// Returns whether one of the requests is about a state whose FEN contains `fen`.
bool HasRequestAbout(const Answered& answered, const std::string& fen) {
  return std::any_of(answered.requests.begin(), answered.requests.end(), [&](const auto& request) {
    return request.legal_moves().position().fen().find(fen) != std::string::npos;
  });
}

const Answered& FirstAnswers() {
  static const Answered& answered = *[] {
    auto* made = new Answered;
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
  return answered;
}

// Repeats the requests in this order and returns the number of answers that differ from the first
// answer to the same request.
int DifferentAnswers(const std::vector<size_t>& order) {
  const Answered& first = FirstAnswers();
  int different = 0;
  for (const size_t i : order) different += Answer(first.requests[i]) != first.answers[i] ? 1 : 0;
  return different;
}

std::vector<size_t> InOrder() {
  std::vector<size_t> order(FirstAnswers().requests.size());
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
  ASSERT_GT(FirstAnswers().requests.size(), 300u);
  for (const char* fen : {"bidding turn=", "clock=", "xf=undo=2", " w - - 0 1"}) {
    EXPECT_TRUE(HasRequestAbout(FirstAnswers(), fen)) << fen;
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

TEST(Determinism, C3_ABatchItemHasTheAnswerOfItsMethod) {
  for (size_t i = 0; i < FirstAnswers().requests.size(); ++i) {
    const v1::BatchRequest& request = FirstAnswers().requests[i];
    if (!request.has_legal_moves()) continue;
    v1::BatchResponse alone;
    alone.set_id(request.id());
    ASSERT_TRUE(testing::CallHandler(LegalMoves, {&SmallLimits(), nullptr}, request.legal_moves(),
                                     alone.mutable_legal_moves())
                    .ok());
    EXPECT_EQ(alone.SerializeAsString(), FirstAnswers().answers[i]);
  }
}

// Some answers are encoded without building a message first. Protobuf must write the same bytes.
TEST(Determinism, BatchItemsAreEncodedAsByProtobuf) {
  for (const std::string& bytes : FirstAnswers().answers) {
    v1::BatchResponse message;
    ASSERT_TRUE(message.ParseFromString(bytes));
    message.DiscardUnknownFields();
    EXPECT_EQ(message.SerializeAsString(), bytes);
  }
}

TEST(Determinism, C3_ABundleHasTheAnswersOfItsItems) {
  v1::BatchRequest bundle;
  v1::BatchResponse expected;
  for (size_t i = 0; i < FirstAnswers().requests.size(); i += 7) {
    if (!CanBeBundled(FirstAnswers().requests[i].request_case())) continue;
    *bundle.mutable_bundle()->add_items() = FirstAnswers().requests[i];
    expected.mutable_bundle()->add_items()->ParseFromString(FirstAnswers().answers[i]);
  }
  EXPECT_EQ(Answer(bundle), expected.SerializeAsString());
}

}  // namespace
}  // namespace arbiter
