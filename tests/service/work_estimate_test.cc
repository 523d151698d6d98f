#include "service/measure/work_estimate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "core/base/strings.h"
#include "google/protobuf/arena.h"
#include "service/handlers/handlers.h"
#include "service/measure/request_shape.h"
#include "tests/support/game.h"
#include "tests/support/mixed_requests.h"
#include "tests/support/process_facts.h"
#include "tests/support/random_play.h"
#include "tests/support/status.h"
#include "tests/support/wire_bytes.h"

namespace arbiter::testing {
namespace {

using std::chrono::duration;
using std::chrono::microseconds;
using std::chrono::nanoseconds;
using Request = v1::BatchRequest;

const CallContext& Context() {
  static const Limits limits;
  static const auto& context =
      *new CallContext{.limits = &limits, .stop_test = [] { return absl::OkStatus(); }};
  return context;
}

RequestShape MeasureShape(const google::protobuf::Message& request) {
  const absl::StatusOr<RequestShape> shape = MeasureRequest(
      *Context().limits, MessageRuleOf(*request.GetDescriptor()), request.SerializeAsString());
  EXPECT_THAT(shape, IsOk());
  return shape.value_or(RequestShape());
}

nanoseconds EstimatedWork(const google::protobuf::Message& request) {
  return MeasureShape(request).work;
}

// Returns the minimum CPU time that parsing and answering take in several runs.
nanoseconds MeasureTime(const Request& request) {
  constexpr int kRuns = 7;
  const std::string wire = request.SerializeAsString();
  auto min = nanoseconds::max();
  for (int i = 0; i < kRuns; ++i) {
    std::string answer;
    const auto begin = CpuTimeOfThread();
    AnswerBatchItem(Context(), wire, &answer);
    min = std::min(min, CpuTimeOfThread() - begin);
  }
  return min;
}

Request MakeItem(const std::string& variant, int record_actions) {
  Request item;
  v1::ValidateGameRequest& validate = *item.mutable_validate_game();
  validate.set_variant(variant);
  for (int i = 0; i < record_actions; ++i) validate.mutable_record()->add_actions("e3e4");
  return item;
}

// --- Short and long requests.

TEST(WorkEstimate, SmallRequestsAreShort) {
  v1::LegalMovesRequest legal;
  legal.mutable_position()->set_variant("chak");
  EXPECT_TRUE(IsShortWork(MeasureShape(legal)));
  legal.set_detail(v1::DETAIL_FULL);
  EXPECT_TRUE(IsShortWork(MeasureShape(legal)));
  EXPECT_TRUE(IsShortWork(MeasureShape(v1::RenderBoardRequest())));
  EXPECT_TRUE(IsShortWork(MeasureShape(v1::ListVariantsRequest())));
  // Replaying as many moves as a long game of chess has is still short work.
  EXPECT_TRUE(IsShortWork(MeasureShape(MakeItem("makruk", 300))));
}

TEST(WorkEstimate, UnboundedWorkIsNotShort) {
  EXPECT_FALSE(IsShortWork(MeasureShape(v1::PerftRequest())));
  EXPECT_FALSE(IsShortWork(MeasureShape(v1::EnumerateOutcomesRequest())));
  EXPECT_FALSE(IsShortWork(MeasureShape(v1::AnalyzeRequest())));
  EXPECT_FALSE(IsShortWork(MeasureShape(v1::ReviewGameRequest())));
  v1::SessionRequest session;
  session.set_stop(true);
  EXPECT_TRUE(IsShortWork(MeasureShape(session)));
  session.mutable_analyze();
  EXPECT_FALSE(IsShortWork(MeasureShape(session)));
  Request item;
  item.mutable_perft();
  EXPECT_FALSE(IsShortWork(MeasureShape(item)));
}

// The request has only 13.7 KB, but answering it takes 30 ms.
TEST(WorkEstimate, ABundleOfPicturesIsNotShort) {
  Request request;
  for (int i = 0; i < 1'140; ++i) {
    request.mutable_bundle()->add_items()->mutable_render_board()->mutable_position()->set_variant(
        "makruk");
  }
  EXPECT_GT(EstimatedWork(request), microseconds(20'000));
  EXPECT_FALSE(IsShortWork(MeasureShape(request)));
  Request few;
  for (int i = 0; i < 3; ++i) *few.mutable_bundle()->add_items() = request.bundle().items(i);
  EXPECT_TRUE(IsShortWork(MeasureShape(few)));
}

// The turn of a site with two players and spectators is short work. A request of a few bytes with
// as many views and pictures as possible is not.
TEST(WorkEstimate, MovesInAdvanceAreCounted) {
  v1::LegalMovesRequest request;
  request.mutable_position()->set_variant("makruk");
  const nanoseconds plain = EstimatedWork(request);
  request.set_side(v1::COLOR_BLACK);
  EXPECT_GT(EstimatedWork(request), plain + microseconds(20));
}

TEST(WorkEstimate, ViewsAndPicturesAreCounted) {
  v1::ApplyMovesRequest turn;
  turn.mutable_position()->set_variant("chakart");
  turn.add_actions("e2e4");
  const nanoseconds plain = EstimatedWork(turn);
  for (int i = 0; i < 3; ++i) turn.add_views()->set_moves(v1::DETAIL_TEXT);
  const nanoseconds viewed = EstimatedWork(turn);
  EXPECT_GT(viewed, plain + microseconds(15));
  EXPECT_EQ(MeasureShape(turn).view_tokens, 3);
  for (v1::View& view : *turn.mutable_views()) view.mutable_picture();
  EXPECT_GT(EstimatedWork(turn), viewed + microseconds(40));
  EXPECT_TRUE(IsShortWork(MeasureShape(turn)));
  EXPECT_EQ(MeasureShape(turn).view_tokens, 6);
  v1::ViewGameRequest many;
  while (many.views_size() < 8) {
    many.add_views()->set_moves(v1::DETAIL_FULL);
    many.mutable_views()->rbegin()->mutable_picture();
  }
  EXPECT_FALSE(IsShortWork(MeasureShape(many)));
  EXPECT_EQ(MeasureShape(many).view_tokens, 16);
  // In a bundle, each request has its own views.
  Request bundle;
  for (int i = 0; i < 2; ++i) {
    *bundle.mutable_bundle()->add_items()->mutable_view_game() = many;
  }
  EXPECT_EQ(MeasureShape(bundle).view_tokens, 32);
}

TEST(WorkEstimate, ItemsOfABundleAddUp) {
  Request one;
  *one.mutable_bundle()->add_items() = MakeItem("chak", 50);
  Request many = one;
  for (int i = 1; i < 10; ++i) *many.mutable_bundle()->add_items() = MakeItem("chak", 50);
  // The outer request itself adds a little.
  EXPECT_GT(EstimatedWork(many), 9 * EstimatedWork(one));
  EXPECT_LE(EstimatedWork(many), 10 * EstimatedWork(one));
}

TEST(WorkEstimate, GrowsWithTheWork) {
  EXPECT_FALSE(IsShortWork(MeasureShape(MakeItem("chak", 5'000))));
  v1::ApplyMovesRequest apply;
  for (int i = 0; i < 500; ++i) apply.add_actions("draw?");
  EXPECT_FALSE(IsShortWork(MeasureShape(apply)));
  v1::ConvertMovesRequest convert;
  for (int i = 0; i < 200; ++i) convert.add_texts("e4");
  EXPECT_TRUE(IsShortWork(MeasureShape(convert)));
  convert.set_from(v1::NOTATION_LAN);
  EXPECT_FALSE(IsShortWork(MeasureShape(convert)));
  v1::ReadPgnRequest read;
  read.set_pgn(std::string(100, ' '));
  EXPECT_TRUE(IsShortWork(MeasureShape(read)));
  read.set_pgn(std::string(10'000, ' '));
  EXPECT_FALSE(IsShortWork(MeasureShape(read)));
  v1::RenderBoardRequest render;
  const nanoseconds plain = EstimatedWork(render);
  for (int i = 0; i < 100; ++i) render.add_highlights("a1");
  EXPECT_GT(EstimatedWork(render), 2 * plain);
}

// --- Comparison with the handlers.

// Returns a game of `plies` moves with few captures.
Request MakeLongGame(const std::string& variant, size_t plies, Random& random) {
  Request item;
  v1::ValidateGameRequest& validate = *item.mutable_validate_game();
  validate.set_variant(variant);
  GamePtr game = StartOf(variant);
  for (size_t tries = 0; item.validate_game().record().actions_size() < static_cast<int>(plies);
       ++tries) {
    const std::vector<MoveInfo> moves = MovesOf(*game);
    const MoveInfo& move = moves[random.Below(moves.size())];
    const GamePtr after = game->Clone();
    if (move.captured != 0 && tries % 16 != 0) continue;
    EXPECT_THAT(after->Apply(move.text, nullptr), IsOk());
    if (after->Adjudicate().end) continue;
    *validate.mutable_record()->add_actions() = move.text;
    EXPECT_THAT(game->Apply(move.text, nullptr), IsOk());
  }
  return item;
}

// Returns the kind of a request. The times of each kind are compared with its estimates.
std::string DescribeKind(const Request& request) {
  const auto* field = Request::descriptor()->FindFieldByNumber(request.request_case());
  std::string name = field->name();
  if (request.has_legal_moves()) StrAppend(&name, " ", request.legal_moves().detail());
  if (request.has_render_board()) StrAppend(&name, " ", request.render_board().format());
  if (request.validate_game().record().actions_size() > 100) name += " of a long game";
  return name;
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// A faster or slower machine changes all times by about the same factor. The ratio of time to
// estimate of each kind of request is therefore compared with the median of all kinds.
TEST(WorkEstimate, IsProportionalToTheTimesOfTheHandlers) {
  Random random(3);
  std::vector<Request> requests;
  std::string last;
  for (const GameCase& game_case : AllGameCases()) {
    const std::string variant(game_case.variant->info().id);
    if (variant != last) AddRequestsOf(game_case, random, &requests);
    last = variant;
  }
  for (int i = 0; i < 20; ++i) requests.emplace_back().mutable_list_variants();
  for (int i = 0; i < 20; ++i) {
    requests.push_back(MakeLongGame(i % 2 == 0 ? "chak" : "makruk", 400, random));
  }
  std::map<std::string, std::vector<double>> ratios;
  for (int i = 0; i < 2'500; ++i) {
    const Request& request = requests[random.Below(requests.size())];
    if (EstimatedWork(request) >= kUnboundedWork) continue;
    const double estimate = duration<double>(EstimatedWork(request)).count();
    ratios[DescribeKind(request)].push_back(duration<double>(MeasureTime(request)).count() /
                                            estimate);
  }
  // All items of a batch except for Perft, EnumerateOutcomes and bundles, with two details, three
  // formats and long games.
  EXPECT_EQ(ratios.size(), size_t{11 + 1 + 2 + 1});
  std::vector<double> all;
  for (const auto& [kind, values] : ratios) all.push_back(Median(values));
  const double typical = Median(all);
  // It is 0.75 on the machine for which the estimates were made.
  EXPECT_GT(typical, 0.75 / 20);
  EXPECT_LT(typical, 0.75 * 20);
  for (const auto& [kind, values] : ratios) {
    EXPECT_LT(Median(values), 2.5 * typical) << kind;
    EXPECT_GT(Median(values), typical / 4) << kind;
  }
}

}  // namespace
}  // namespace arbiter::testing
