#include "clients/cli/uci/loop.h"

#include <algorithm>

#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "clients/cli/backend/board.h"
#include "clients/cli/backend/positions.h"
#include "clients/cli/text/failure.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

using Words = std::vector<std::string>;

constexpr char kNoPosition[] = "no position is set; send a valid position command first";

std::string Join(Words::const_iterator begin, Words::const_iterator end) {
  return absl::StrJoin(begin, end, " ");
}

// Returns whether a word is a command of UCI.
bool IsCommand(std::string_view word) {
  constexpr std::string_view kCommands[] = {"quit",      "uci",      "isready", "ucinewgame",
                                            "setoption", "position", "go",      "stop",
                                            "ponderhit", "d",        "debug",   "register"};
  return std::find(std::begin(kCommands), std::end(kCommands), word) != std::end(kCommands);
}

// Returns the first word that is this keyword, in any case; the end if there is none.
Words::const_iterator FindKeyword(const Words& words, std::string_view keyword) {
  return std::find_if(words.begin(), words.end(),
                      [keyword](const std::string& word) { return LowerCase(word) == keyword; });
}

}  // namespace

absl::Status UciLoop::Begin(const std::string& variant) {
  ARBITER_RETURN_IF_ERROR(options_.Begin(variant, *session_));
  ResetSearch();
  // This fails and leaves no position if the start position is drawn at random.
  SetPosition({"startpos"}).IgnoreError();
  return absl::OkStatus();
}

bool UciLoop::HandleLine(const std::string& line) {
  if (!IsUtf8(line)) {
    output_.Note("the line is not UTF-8");
    return true;
  }
  Words words = absl::StrSplit(line, absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
  if (words.empty()) return true;
  // The protocol asks engines to skip unknown words before a command.
  const auto first = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return IsCommand(LowerCase(word));
  });
  if (first == words.end()) {
    output_.Note(StrCat("unknown command ", Quoted(words.front())));
    return true;
  }
  if (first != words.begin()) {
    output_.Note(StrCat("skipped ", Quoted(Join(words.begin(), first)), " before ", *first));
  }
  const std::string command = LowerCase(*first);
  words.erase(words.begin(), first + 1);
  if (command == "quit") return false;
  if (command == "uci") {
    Introduce();
  } else if (command == "isready") {
    output_.Line("readyok");
  } else if (command == "ucinewgame") {
    ResetSearch();
    seed_ = FreshStrengthSeed();
  } else if (command == "setoption") {
    output_.ReportFailure(command, SetOption(words));
  } else if (command == "position") {
    output_.ReportFailure(command, SetPosition(words));
  } else if (command == "go") {
    if (const absl::Status status = Go(words); !status.ok()) {
      output_.ReportFailure(command, status);
      output_.Line("bestmove (none)");
    }
  } else if (command == "stop") {
    if (search_ != nullptr) search_->Stop();
  } else if (command == "ponderhit") {
    if (search_ != nullptr) search_->PonderHit();
  } else if (command == "d") {
    output_.ReportFailure(command, PrintBoard());
  }
  return true;
}

void UciLoop::Introduce() {
  output_.Line("id name Arbiter " ARBITER_VERSION);
  output_.Line("id author the Arbiter authors");
  for (const std::string& line : options_.Lines()) output_.Line(line);
  output_.Line("uciok");
}

absl::Status UciLoop::SetOption(const Words& words) {
  if (words.empty() || LowerCase(words.front()) != "name") {
    return UsageError("usage: setoption name NAME value VALUE");
  }
  const auto value = FindKeyword(words, "value");
  const std::string name = Join(words.begin() + 1, value);
  const std::string text = value == words.end() ? "" : Join(value + 1, words.end());
  if (LowerCase(name) == LowerCase(UciOptions::kClearHash)) {
    ResetSearch();
    return absl::OkStatus();
  }
  const std::string before = options_.variant();
  const std::string game_before = options_.GameOptions().SerializeAsString();
  ARBITER_RETURN_IF_ERROR(options_.Set(name, text));
  if (options_.variant() == before && options_.GameOptions().SerializeAsString() == game_before) {
    return absl::OkStatus();
  }
  ResetSearch();
  return SetPosition({"startpos"});
}

absl::Status UciLoop::SetPosition(const Words& words) {
  absl::StatusOr<v1::State> state = ReadPosition(words);
  state_.reset();
  ARBITER_RETURN_IF_ERROR(state.status());
  state_ = *std::move(state);
  return absl::OkStatus();
}

absl::StatusOr<v1::State> UciLoop::ReadPosition(const Words& words) {
  const auto moves = FindKeyword(words, "moves");
  const std::string kind = words.empty() ? "" : LowerCase(words.front());
  const bool from_fen = kind == "fen" && moves - words.begin() > 1;
  if (!from_fen && kind != "startpos") {
    return UsageError("usage: position startpos|fen FEN [moves MOVE…]");
  }
  // `startpos` is followed by `moves`, or by nothing.
  if (!from_fen && moves - words.begin() > 1) {
    output_.Note(StrCat("position: ignored ", Quoted(Join(words.begin() + 1, moves)),
                        "; moves follow the word moves"));
  }
  v1::ApplyMovesRequest request;
  v1::Position& position = *request.mutable_position();
  position.set_variant(options_.variant());
  // A referee with other rules of draws continues the game.
  position.set_play_on(true);
  *position.mutable_options() = options_.GameOptions();
  // A record says that the history begins here.
  v1::Record& start = *position.mutable_record();
  if (from_fen) start.set_start_fen(Join(words.begin() + 1, moves));
  request.set_notation(v1::NOTATION_ANY);
  if (moves != words.end()) {
    for (auto word = moves + 1; word != words.end(); ++word) {
      request.add_actions(FromActionWord(*word));
    }
  }
  ARBITER_ASSIGN_OR_RETURN(auto response, session_->Call<v1::ApplyMovesResponse>(request));
  return std::move(*response.mutable_state());
}

absl::Status UciLoop::Go(const Words& words) {
  const auto received = UciSearch::Clock::now();
  // The previous search prints its best move first.
  search_.reset();
  const GoCommand go = ParseGo(words);
  if (!go.ignored.empty()) {
    output_.Note(StrCat("go: ignored ", Quoted(absl::StrJoin(go.ignored, " "))));
  }
  if (!state_) return absl::FailedPreconditionError(kNoPosition);
  return go.perft ? Perft(*go.perft) : Search(go, received);
}

absl::Status UciLoop::Search(const GoCommand& go, UciSearch::Clock::time_point received) {
  v1::AnalyzeRequest request;
  *request.mutable_position() = Position();
  request.set_multi_pv(options_.multi_pv());
  request.set_threads(options_.threads());
  request.set_hash_mb(options_.hash_mb());
  request.set_strength(options_.strength());
  if (request.strength() > 0) request.set_seed(seed_);
  for (const std::string& text : go.search_moves) {
    const absl::StatusOr<std::string> move = ReadMove(Position(), text, *session_);
    if (move.ok()) {
      request.add_search_moves(*move);
    } else {
      output_.Note(StrCat("go: ignored ", Quoted(text), "; ", move.status().message()));
    }
  }
  const v1::AnalysisLimits limits = go.Limits(PlayerToMove(), options_.overhead_ms());
  std::optional<TimeManager> time_manager;
  if (const auto time = go.ClockTime(PlayerToMove(), options_.overhead_ms())) {
    time_manager.emplace(*time, HasChoice(request));
  }
  search_ = std::make_unique<UciSearch>(std::move(request), limits, go, std::move(time_manager),
                                        received, state_->turn(), analyst_.get(), &output_);
  return absl::OkStatus();
}

bool UciLoop::HasChoice(const v1::AnalyzeRequest& request) {
  if (!request.search_moves().empty()) return request.search_moves().size() > 1;
  v1::LegalMovesRequest legal;
  *legal.mutable_position() = request.position();
  const auto response = session_->Call<v1::LegalMovesResponse>(legal);
  return !response.ok() || response->texts().size() != 1;
}

absl::Status UciLoop::Perft(int64_t depth) {
  v1::PerftRequest request;
  *request.mutable_position() = Position();
  request.set_depth(static_cast<uint32_t>(std::clamp<int64_t>(depth, 0, UINT32_MAX)));
  request.set_divide(true);
  const auto response = session_->Call<v1::PerftResponse>(request);
  if (!response.ok()) {
    output_.ReportFailure("go perft", response.status());
    return absl::OkStatus();
  }
  for (const v1::PerftChild& child : response->divided()) {
    output_.Line(StrCat(child.text(), ": ", child.nodes()));
  }
  output_.Line(StrCat("\nNodes searched: ", response->nodes()));
  return absl::OkStatus();
}

absl::Status UciLoop::PrintBoard() {
  if (!state_) return absl::FailedPreconditionError(kNoPosition);
  v1::RenderBoardRequest request;
  *request.mutable_position() = Position();
  request.set_format(v1::FORMAT_TEXT);
  ARBITER_ASSIGN_OR_RETURN(const auto response, session_->Call<v1::RenderBoardResponse>(request));
  output_.Line(StrCat(response.image(), "\nFen: ", state_->fen()));
  return absl::OkStatus();
}

void UciLoop::ResetSearch() {
  search_.reset();
  analyst_ = session_->backend().MakeAnalyst();
}

int UciLoop::PlayerToMove() const {
  const bool is_second = state_->phase() == v1::PHASE_BIDDING
                             ? state_->chpok().bidding().turn() == v1::BIDDER_OPPONENT
                             : state_->turn() == v1::COLOR_BLACK;
  return is_second ? 1 : 0;
}

v1::Position UciLoop::Position() const {
  v1::Position position = PositionOf(options_.variant(), *state_);
  position.set_play_on(true);
  return position;
}

}  // namespace arbiter::cli
