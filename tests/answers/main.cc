// Records what the service answers to many requests, and finds out whether another build of it
// answers the same, byte for byte:
//   arbiter_answers record FILE    asks, and writes requests and answers
//   arbiter_answers compare FILE   asks the same again; exit status 1 if an answer differs
// The server is ARBITERD_TO_TEST of the environment, else the one built beside this program.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "google/protobuf/stubs/logging.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/util/json_util.h"
#include "service/handlers/handlers.h"
#include "tests/fuzz/corpus.h"
#include "tests/support/file.h"
#include "tests/support/hidden_queens.h"
#include "tests/support/mixed_requests.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/client.h"
#include "tests/support/server/server_process.h"
#include "tests/support/wire_options.h"

namespace arbiter::testing {
namespace {

constexpr size_t kMixedRequests = 100'000;
constexpr size_t kHiddenQueens = 60;
constexpr int kAnalyzedGames = 2;  // of each case
constexpr size_t kItemsInBundle = 100;

// How a request is sent: 'b' on a Batch stream, 'u' by the unary method of its name (both a
// BatchRequest), 'a' by Analyze, 'r' by ReviewGame.
struct Exchange {
  char way = 'b';
  std::string request;
  std::string answer;
};

class Requests {
 public:
  void Add(char way, const google::protobuf::Message& request) {
    exchanges_.push_back({way, request.SerializeAsString(), ""});
  }
  std::vector<Exchange> Take() { return std::move(exchanges_); }

  // States of random games of every case, good and bad requests: alone, in bundles and as unary
  // calls.
  void AddMixed() {
    Random random(7);
    const std::vector<GameCase> cases = AllGameCases();
    size_t count = 0;
    for (size_t i = 0; count < kMixedRequests; ++i) {
      std::vector<v1::BatchRequest> requests(1);
      requests.emplace_back().mutable_list_variants()->set_locale(i % 2 == 0 ? "th" : "zh-CN");
      AddRequestsOf(cases[i % cases.size()], random, &requests);
      count += requests.size();
      switch (i % 3) {
        case 0:
          AddBundles(requests);
          break;
        case 1:
          for (const v1::BatchRequest& request : requests) Add('b', request);
          break;
        default:
          for (const v1::BatchRequest& request : requests) Add('u', request);
      }
    }
  }

  // What the fuzzers begin from.
  void AddCorpora() {
    for (const auto& [name, input] : Inputs("request")) AddSpelt(input);
    for (const auto& [name, input] : Inputs("pgn")) {
      v1::BatchRequest request;
      request.mutable_read_pgn()->set_pgn(input);
      Add('u', request);
    }
    for (const char* target : {"fen", "action", "san"}) {
      for (const auto& [name, input] : Inputs(target)) AddLines(input);
    }
  }

  // A hidden queen, wherever she may be, before every viewer (ruling H23).
  void AddHidden() {
    for (const HiddenQueen& queen : HiddenQueensInGames(kHiddenQueens)) {
      for (const v1::Position& world : queen.worlds) {
        for (const v1::Viewer viewer : {v1::VIEWER_WHITE, v1::VIEWER_BLACK, v1::VIEWER_SPECTATOR}) {
          AddViewed(world, viewer);
        }
      }
    }
  }

  // Analyses with a fixed number of nodes.
  void AddAnalyses() {
    Random random(19);
    for (const GameCase& game_case : AllGameCases()) {
      v1::ReviewGameRequest review;
      review.set_variant(std::string(game_case.variant->info().id));
      *review.mutable_options() = ToWire(game_case);
      review.mutable_limits()->set_nodes(500);
      PlayGames(
          game_case, kAnalyzedGames, 40, random,
          [&](const Game& game, const auto& actions) {
            review.mutable_record()->mutable_actions()->Assign(actions.begin(), actions.end());
            if (actions.size() % 12 != 0) return;
            v1::AnalyzeRequest request;
            request.mutable_position()->set_variant(review.variant());
            request.mutable_position()->set_snapshot(game.Snapshot());
            request.mutable_limits()->set_nodes(4'000);
            request.set_multi_pv(actions.size() % 24 == 0 ? 1 : 3);
            request.set_fresh(true);
            Add('a', request);
          },
          kSeed);
      review.mutable_record()->set_seed(std::string(kSeed));
      Add('r', review);
    }
  }

 private:
  static fuzz::Corpus Inputs(const std::string& target) {
    return fuzz::ParseCorpus(ReadFile(ARBITER_SOURCE_DIR "/tests/fuzz/corpus/" + target + ".txt"))
        .value();
  }

  void AddBundles(const std::vector<v1::BatchRequest>& requests) {
    v1::BatchRequest bundle;
    for (const v1::BatchRequest& request : requests) {
      if (!MayBeBundled(request.request_case())) {
        Add('b', request);
        continue;
      }
      *bundle.mutable_bundle()->add_items() = request;
      if (bundle.bundle().items_size() < static_cast<int>(kItemsInBundle)) continue;
      Add('b', bundle);
      bundle.Clear();
    }
    if (bundle.bundle().items_size() > 0) Add('b', bundle);
  }

  // As in tests/fuzz/request_fuzz.cc; what generates a seed is left out.
  void AddSpelt(const std::string& input) {
    if (input.empty()) return;
    v1::BatchRequest request;
    const std::string body = input.substr(1);
    const bool read = input.front() == 'b' ? request.ParseFromString(body)
                      : input.front() == 't'
                          ? google::protobuf::TextFormat::ParseFromString(body, &request)
                          : google::protobuf::util::JsonStringToMessage(body, &request).ok();
    if (!read || request.start_game().randomness().generate() ||
        request.apply_moves().randomness().generate()) {
      return;
    }
    Add('b', request);
    if (request.request_case() != v1::BatchRequest::kBundle) Add('u', request);
  }

  // A line with a variant, a FEN, and lines with actions or moves in some notation.
  void AddLines(const std::string& input) {
    std::vector<std::string> lines;
    for (size_t start = 0; start <= input.size();) {
      const size_t end = std::min(input.find('\n', start), input.size());
      lines.push_back(input.substr(start, end - start));
      start = end + 1;
    }
    v1::Position position;
    position.set_variant(lines[0].substr(0, lines[0].find(' ')));
    if (lines.size() > 1) position.set_fen(lines[1]);
    v1::BatchRequest adjudicate;
    *adjudicate.mutable_adjudicate()->mutable_position() = position;
    Add('u', adjudicate);
    for (size_t i = 2; i < std::min<size_t>(lines.size(), 40); ++i) {
      v1::BatchRequest apply;
      *apply.mutable_apply_moves()->mutable_position() = position;
      apply.mutable_apply_moves()->add_actions(lines[i]);
      apply.mutable_apply_moves()->mutable_randomness()->set_seed(std::string(kSeed));
      Add('u', apply);
      for (const int from : {v1::NOTATION_SAN, v1::NOTATION_THAI_SAN, v1::NOTATION_LAN}) {
        v1::BatchRequest convert;
        *convert.mutable_convert_moves()->mutable_position() = position;
        convert.mutable_convert_moves()->add_texts(lines[i]);
        convert.mutable_convert_moves()->set_from(static_cast<v1::Notation>(from));
        convert.mutable_convert_moves()->set_to(v1::NOTATION_ACTION);
        Add('b', convert);
      }
    }
  }

  void AddViewed(const v1::Position& world, v1::Viewer viewer) {
    v1::BatchRequest request;
    v1::LegalMovesRequest& legal = *request.mutable_legal_moves();
    *legal.mutable_position() = world;
    legal.set_detail(v1::DETAIL_FULL);
    legal.set_viewer(viewer);
    Add('b', request);
    v1::RenderBoardRequest& render = *request.mutable_render_board();
    *render.mutable_position() = world;
    render.set_viewer(viewer);
    Add('b', request);
    for (const char* action : {"d1h5", "d1d4?", "e7e5", "g8f6", "claim draw", "black:resign"}) {
      v1::ApplyMovesRequest& apply = *request.mutable_apply_moves();
      *apply.mutable_position() = world;
      apply.add_actions(action);
      apply.add_actions("h5a1");
      apply.set_viewer(viewer);
      apply.mutable_randomness()->set_seed(std::string(kWorldsSeed));
      Add('b', request);
    }
  }

  std::vector<Exchange> exchanges_;
};

// What a search says of the clock and of the machine.
void DropTimes(v1::AnalyzeResponse* response) {
  if (!response->has_progress()) return;
  response->mutable_progress()->clear_time_ms();
  response->mutable_progress()->clear_nps();
}

class Asker {
 public:
  void AskAll(std::vector<Exchange>* exchanges) {
    std::vector<Exchange*> batch;
    const auto flush = [&] {
      AskBatch(batch);
      batch.clear();
    };
    size_t asked = 0;
    for (Exchange& exchange : *exchanges) {
      if (exchange.way == 'b') {
        batch.push_back(&exchange);
        if (batch.size() == 1'000) flush();
      } else {
        exchange.answer = Ask(exchange);
      }
      if (++asked % 10'000 == 0) std::cout << asked << " asked" << std::endl;
    }
    flush();
  }

 private:
  void AskBatch(const std::vector<Exchange*>& batch) {
    std::vector<v1::BatchRequest> messages(batch.size());
    for (size_t i = 0; i < batch.size(); ++i) messages[i].ParseFromString(batch[i]->request);
    const std::vector<std::string> answers = client_.BatchAnswers(messages);
    for (size_t i = 0; i < batch.size(); ++i) {
      batch[i]->answer = i < answers.size() ? answers[i] : "no answer";
    }
  }

  std::string Ask(const Exchange& exchange) {
    if (exchange.way == 'u') {
      v1::BatchRequest request;
      request.ParseFromString(exchange.request);
      return client_.Call(request).SerializeAsString();
    }
    if (exchange.way == 'a') {
      v1::AnalyzeRequest request;
      request.ParseFromString(exchange.request);
      auto streamed = analysis_.Analyze(request);
      // How many reports come on the way is a matter of time.
      std::map<uint32_t, std::string> by_depth;
      std::string best;
      for (v1::AnalyzeResponse& response : streamed.responses) {
        DropTimes(&response);
        if (response.has_progress()) {
          by_depth[response.progress().depth()] = response.SerializeAsString();
        } else {
          best = response.SerializeAsString();
        }
      }
      std::string answer = best + streamed.status.SerializeAsString();
      for (const auto& [depth, bytes] : by_depth) answer += bytes;
      return answer;
    }
    v1::ReviewGameRequest request;
    request.ParseFromString(exchange.request);
    const auto streamed = analysis_.ReviewGame(request);
    std::string answer = streamed.status.SerializeAsString();
    for (const v1::ReviewGameResponse& response : streamed.responses) {
      answer += response.SerializeAsString();
    }
    return answer;
  }

  const ServerProcess server_{{"--max-perft-nodes", "2000", "--max-outcome-paths", "200",
                               "--log-sample", "0", "--hash-mb", "4"}};
  Client client_{server_.address()};
  AnalysisClient analysis_{server_.address()};
};

void WriteText(const std::string& text, std::ostream& out) {
  const uint64_t size = text.size();
  out.write(reinterpret_cast<const char*>(&size), sizeof(size));
  out.write(text.data(), static_cast<std::streamsize>(size));
}

bool ReadText(std::istream& in, std::string* text) {
  uint64_t size = 0;
  if (!in.read(reinterpret_cast<char*>(&size), sizeof(size))) return false;
  text->resize(size);
  return static_cast<bool>(in.read(text->data(), static_cast<std::streamsize>(size)));
}

int Record(const std::string& path) {
  Requests requests;
  requests.AddMixed();
  requests.AddCorpora();
  requests.AddHidden();
  requests.AddAnalyses();
  std::vector<Exchange> exchanges = requests.Take();
  Asker().AskAll(&exchanges);
  std::ofstream out(path, std::ios::binary);
  std::map<char, int> ways;
  for (const Exchange& exchange : exchanges) {
    ++ways[exchange.way];
    out.put(exchange.way);
    WriteText(exchange.request, out);
    WriteText(exchange.answer, out);
  }
  for (const auto& [way, count] : ways) std::cout << "way " << way << ": " << count << '\n';
  return out ? 0 : 1;
}

template <typename Request>
std::string ShownAs(const std::string& bytes) {
  Request request;
  request.ParseFromString(bytes);
  return request.ShortDebugString().substr(0, 1'000);
}

std::string Shown(const Exchange& exchange) {
  if (exchange.way == 'a') return ShownAs<v1::AnalyzeRequest>(exchange.request);
  if (exchange.way == 'r') return ShownAs<v1::ReviewGameRequest>(exchange.request);
  return ShownAs<v1::BatchRequest>(exchange.request);
}

int Compare(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::vector<Exchange> recorded;
  for (Exchange exchange;
       in.get(exchange.way) && ReadText(in, &exchange.request) && ReadText(in, &exchange.answer);) {
    recorded.push_back(exchange);
  }
  if (recorded.empty()) {
    std::cerr << path << " holds no answers\n";
    return 2;
  }
  std::vector<Exchange> asked = recorded;
  Asker().AskAll(&asked);
  int different = 0;
  for (size_t i = 0; i < asked.size(); ++i) {
    if (asked[i].answer == recorded[i].answer) continue;
    ++different;
    std::cout << "number " << i << ", way " << asked[i].way << ": " << Shown(asked[i]) << '\n';
  }
  std::cout << asked.size() << " requests, " << different << " answered differently\n";
  return different == 0 ? 0 : 1;
}

}  // namespace
}  // namespace arbiter::testing

int main(int argc, char** argv) {
  // Texts that are no UTF-8 are among the requests.
  google::protobuf::SetLogHandler(nullptr);
  const std::string_view verb = argc == 3 ? argv[1] : "";
  if (verb == "record") return arbiter::testing::Record(argv[2]);
  if (verb == "compare") return arbiter::testing::Compare(argv[2]);
  std::cerr << "usage: arbiter_answers record|compare FILE\n";
  return 2;
}
