// Records the service's responses to many requests, and checks that another build returns the same
// responses, byte for byte:
//   arbiter_answers record FILE    sends requests and writes them with their responses
//   arbiter_answers compare FILE   sends the requests again; exit status 1 if a response differs
//   arbiter_answers compare-without-words FILE
//                                  does the same, but ignores sentences
// The server is the program that the environment variable ARBITERD_TO_TEST names, or else the one
// built with this program.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "google/protobuf/any.pb.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/stubs/logging.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/util/json_util.h"
#include "google/protobuf/util/message_differencer.h"
#include "google/rpc/error_details.pb.h"
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
constexpr int kAnalyzedGamesPerCase = 2;
constexpr size_t kItemsPerBundle = 100;

struct Exchange {
  // How the request is sent: 'b' on a Batch stream, 'u' by the unary method of its name (both are a
  // BatchRequest), 'a' by Analyze, 'r' by ReviewGame.
  char method = 'b';
  std::string request;
  std::string response;
};

class Requests {
 public:
  void Add(char method, const google::protobuf::Message& request) {
    exchanges_.push_back({method, request.SerializeAsString(), ""});
  }
  std::vector<Exchange> Take() { return std::move(exchanges_); }

  // Adds valid and invalid requests about states of random games of every case: single items,
  // bundles and unary calls.
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

  // Adds the inputs of the fuzz corpora.
  void AddCorpora() {
    for (const auto& [name, input] : Inputs("request")) AddRequest(input);
    for (const auto& [name, input] : Inputs("pgn")) {
      v1::BatchRequest request;
      request.mutable_read_pgn()->set_pgn(input);
      Add('u', request);
    }
    for (const char* target : {"fen", "action", "san"}) {
      for (const auto& [name, input] : Inputs(target)) AddLines(input);
    }
  }

  // Adds requests about positions that differ only in where a queen is hidden, for every viewer
  // except ALL (H23).
  void AddHiddenQueens() {
    for (const HiddenQueen& queen : HiddenQueensInGames(kHiddenQueens)) {
      for (const v1::Position& world : queen.worlds) {
        for (const v1::Viewer viewer : {v1::VIEWER_WHITE, v1::VIEWER_BLACK, v1::VIEWER_SPECTATOR}) {
          AddRequestsOfViewer(world, viewer);
        }
      }
    }
  }

  // Adds analyses and reviews with a fixed number of nodes.
  void AddAnalyses() {
    Random random(19);
    for (const GameCase& game_case : AllGameCases()) {
      v1::ReviewGameRequest review;
      review.set_variant(std::string(game_case.variant->info().id));
      *review.mutable_options() = ToWire(game_case);
      review.mutable_limits()->set_nodes(500);
      PlayGames(
          game_case, kAnalyzedGamesPerCase, 40, random,
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
      if (!CanBeBundled(request.request_case())) {
        Add('b', request);
        continue;
      }
      *bundle.mutable_bundle()->add_items() = request;
      if (bundle.bundle().items_size() < static_cast<int>(kItemsPerBundle)) continue;
      Add('b', bundle);
      bundle.Clear();
    }
    if (bundle.bundle().items_size() > 0) Add('b', bundle);
  }

  // Adds an input in the format of tests/fuzz/request_fuzz.cc, unless it asks for a generated seed.
  void AddRequest(const std::string& input) {
    if (input.empty()) return;
    v1::BatchRequest request;
    const std::string body = input.substr(1);
    const bool parsed = input.front() == 'b' ? request.ParseFromString(body)
                        : input.front() == 't'
                            ? google::protobuf::TextFormat::ParseFromString(body, &request)
                            : google::protobuf::util::JsonStringToMessage(body, &request).ok();
    if (!parsed || request.start_game().randomness().generate() ||
        request.apply_moves().randomness().generate()) {
      return;
    }
    Add('b', request);
    if (request.request_case() != v1::BatchRequest::kBundle) Add('u', request);
  }

  // Adds requests for an input of several lines: a header whose first word is a variant, a FEN, and
  // actions or moves in any notation.
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

  void AddRequestsOfViewer(const v1::Position& world, v1::Viewer viewer) {
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

// Removes the fields that depend on the time that a search took.
void ClearTimes(v1::AnalyzeResponse* response) {
  if (!response->has_progress()) return;
  response->mutable_progress()->clear_time_ms();
  response->mutable_progress()->clear_nps();
}

// Starts a server and sends requests to it.
class Runner {
 public:
  // Fills in the response of each exchange.
  void RunAll(std::vector<Exchange>* exchanges) {
    std::vector<Exchange*> batch;
    const auto flush = [&] {
      RunBatch(batch);
      batch.clear();
    };
    size_t sent = 0;
    for (Exchange& exchange : *exchanges) {
      if (exchange.method == 'b') {
        batch.push_back(&exchange);
        if (batch.size() == 1'000) flush();
      } else {
        exchange.response = Call(exchange);
      }
      if (++sent % 10'000 == 0) std::cout << sent << " requests sent" << std::endl;
    }
    flush();
  }

 private:
  void RunBatch(const std::vector<Exchange*>& batch) {
    std::vector<v1::BatchRequest> messages(batch.size());
    for (size_t i = 0; i < batch.size(); ++i) messages[i].ParseFromString(batch[i]->request);
    const std::vector<std::string> responses = client_.BatchAnswers(messages);
    for (size_t i = 0; i < batch.size(); ++i) {
      batch[i]->response = i < responses.size() ? responses[i] : "no answer";
    }
  }

  std::string Call(const Exchange& exchange) {
    if (exchange.method == 'u') {
      v1::BatchRequest request;
      request.ParseFromString(exchange.request);
      return client_.Call(request).SerializeAsString();
    }
    if (exchange.method == 'a') {
      v1::AnalyzeRequest request;
      request.ParseFromString(exchange.request);
      auto streamed = analysis_.Analyze(request);
      // The number of progress reports depends on timing, so only the last of each depth is kept.
      std::map<uint32_t, std::string> by_depth;
      std::string best;
      for (v1::AnalyzeResponse& response : streamed.responses) {
        ClearTimes(&response);
        if (response.has_progress()) {
          by_depth[response.progress().depth()] = response.SerializeAsString();
        } else {
          best = response.SerializeAsString();
        }
      }
      std::string result = best + streamed.status.SerializeAsString();
      for (const auto& [depth, bytes] : by_depth) result += bytes;
      return result;
    }
    v1::ReviewGameRequest request;
    request.ParseFromString(exchange.request);
    const auto streamed = analysis_.ReviewGame(request);
    std::string result = streamed.status.SerializeAsString();
    for (const v1::ReviewGameResponse& response : streamed.responses) {
      result += response.SerializeAsString();
    }
    return result;
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
  requests.AddHiddenQueens();
  requests.AddAnalyses();
  std::vector<Exchange> exchanges = requests.Take();
  Runner().RunAll(&exchanges);
  std::ofstream out(path, std::ios::binary);
  std::map<char, int> counts;
  for (const Exchange& exchange : exchanges) {
    ++counts[exchange.method];
    out.put(exchange.method);
    WriteText(exchange.request, out);
    WriteText(exchange.response, out);
  }
  for (const auto& [method, count] : counts) {
    std::cout << "method " << method << ": " << count << '\n';
  }
  return out ? 0 : 1;
}

template <typename Request>
std::string DebugText(const std::string& bytes) {
  Request request;
  request.ParseFromString(bytes);
  return request.ShortDebugString().substr(0, 1'000);
}

std::string DebugText(const Exchange& exchange) {
  if (exchange.method == 'a') return DebugText<v1::AnalyzeRequest>(exchange.request);
  if (exchange.method == 'r') return DebugText<v1::ReviewGameRequest>(exchange.request);
  return DebugText<v1::BatchRequest>(exchange.request);
}

// Returns whether a field holds a sentence for human readers.
bool IsSentence(const google::protobuf::FieldDescriptor& field) {
  static const std::set<std::string_view> kSentences = {
      "arbiter.v1.ActionForm.meaning",
      "arbiter.v1.Adjudication.message",
      "arbiter.v1.BidTemplate.outcomes",
      "arbiter.v1.BoardObject.effect",
      "arbiter.v1.Claim.message",
      "arbiter.v1.Event.text",
      "arbiter.v1.IllegalAction.message",
      "arbiter.v1.LocalizedText.text",
      "arbiter.v1.Note.text",
      "arbiter.v1.Option.description",
      "arbiter.v1.PgnFault.message",
      "arbiter.v1.Piece.moves",
      "arbiter.v1.Ruling.text",
      "google.rpc.BadRequest.FieldViolation.description",
      "google.rpc.LocalizedMessage.message",
      "google.rpc.Status.message"};
  return kSentences.count(field.full_name()) > 0;
}

void ClearSentences(google::protobuf::Message* message);

// Clears the sentences in the message that `any` holds, if that is one of the error details
// `Details`.
template <typename... Details>
void ClearSentencesIn(google::protobuf::Any* any) {
  const auto clear = [any](auto detail) {
    if (!any->UnpackTo(&detail)) return;
    ClearSentences(&detail);
    any->PackFrom(detail);
  };
  (clear(Details()), ...);
}

void ClearSentences(google::protobuf::Message* message) {
  if (message->GetDescriptor() == google::protobuf::Any::descriptor()) {
    return ClearSentencesIn<google::rpc::BadRequest, google::rpc::LocalizedMessage>(
        static_cast<google::protobuf::Any*>(message));
  }
  const google::protobuf::Reflection& reflection = *message->GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection.ListFields(*message, &fields);
  for (const google::protobuf::FieldDescriptor* field : fields) {
    if (IsSentence(*field)) {
      reflection.ClearField(message, field);
    } else if (field->cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) {
      continue;
    } else if (!field->is_repeated()) {
      ClearSentences(reflection.MutableMessage(message, field));
    } else {
      for (int i = 0; i < reflection.FieldSize(*message, field); ++i) {
        ClearSentences(reflection.MutableRepeatedMessage(message, field, i));
      }
    }
  }
}

// Parses the response to an item or a unary call. Returns std::nullopt for Analyze and ReviewGame,
// and if the response cannot be parsed.
std::optional<v1::BatchResponse> ParseResponse(const Exchange& exchange) {
  v1::BatchResponse response;
  if (exchange.method == 'a' || exchange.method == 'r' ||
      !response.ParseFromString(exchange.response)) {
    return std::nullopt;
  }
  return response;
}

// Returns the response without its sentences; the responses of Analyze and ReviewGame are returned
// unchanged.
std::string WithoutSentences(const Exchange& exchange) {
  std::optional<v1::BatchResponse> response = ParseResponse(exchange);
  if (!response.has_value()) return exchange.response;
  ClearSentences(&*response);
  return response->SerializeAsString();
}

std::string All(const Exchange& exchange) { return exchange.response; }

// Describes how two responses to an item or a unary call differ, in at most 1,000 characters.
// Returns an empty string for Analyze and ReviewGame.
std::string Differences(const Exchange& recorded, const Exchange& current) {
  const std::optional<v1::BatchResponse> before = ParseResponse(recorded);
  const std::optional<v1::BatchResponse> after = ParseResponse(current);
  std::string differences;
  google::protobuf::util::MessageDifferencer differencer;
  differencer.ReportDifferencesToString(&differences);
  if (before.has_value() && after.has_value()) differencer.Compare(*before, *after);
  return differences.substr(0, 1'000);
}

// `comparable` returns the part of a response that must not differ.
int Compare(const std::string& path, std::string (*comparable)(const Exchange&)) {
  std::ifstream in(path, std::ios::binary);
  std::vector<Exchange> recorded;
  for (Exchange exchange; in.get(exchange.method) && ReadText(in, &exchange.request) &&
                          ReadText(in, &exchange.response);) {
    recorded.push_back(exchange);
  }
  if (recorded.empty()) {
    std::cerr << path << " does not contain recorded responses; run arbiter_answers record first\n";
    return 2;
  }
  std::vector<Exchange> current = recorded;
  Runner().RunAll(&current);
  int different = 0;
  for (size_t i = 0; i < current.size(); ++i) {
    if (comparable(current[i]) == comparable(recorded[i])) continue;
    ++different;
    std::cout << "request " << i << ", method " << current[i].method << ": "
              << DebugText(current[i]) << '\n'
              << Differences(recorded[i], current[i]);
  }
  std::cout << current.size() << " requests, " << different << " different responses\n";
  return different == 0 ? 0 : 1;
}

}  // namespace
}  // namespace arbiter::testing

int main(int argc, char** argv) {
  // Some requests contain strings that are not valid UTF-8, which Protobuf would log.
  google::protobuf::SetLogHandler(nullptr);
  const std::string_view verb = argc == 3 ? argv[1] : "";
  if (verb == "record") return arbiter::testing::Record(argv[2]);
  if (verb == "compare") return arbiter::testing::Compare(argv[2], arbiter::testing::All);
  if (verb == "compare-without-words") {
    return arbiter::testing::Compare(argv[2], arbiter::testing::WithoutSentences);
  }
  std::cerr << "usage: arbiter_answers record|compare|compare-without-words FILE\n";
  return 2;
}
