#include "clients/cli/game_verifier.h"

#include <cstddef>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "clients/cli/enum_words.h"
#include "clients/cli/json.h"
#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"

namespace arbiter::cli {
namespace {

absl::StatusOr<v1::GameFile> ParseGameFile(const std::string& json) {
  v1::GameFile game;
  ARBITER_RETURN_IF_ERROR(FromJson(json, &game));
  return game;
}

// The outcomes written behind an action; empty where there are none.
std::string OutcomesIn(const std::string& action) {
  const size_t start = action.find('{');
  return start == std::string::npos ? "" : action.substr(start);
}

}  // namespace

std::vector<absl::StatusOr<v1::GameFile>> ParseGameFiles(const std::string& content) {
  const std::vector<std::string> lines = absl::StrSplit(content, '\n', absl::SkipWhitespace());
  std::vector<absl::StatusOr<v1::GameFile>> games;
  if (lines.size() < 2 || !ParseGameFile(lines.front()).ok()) {
    games.push_back(ParseGameFile(content));
    return games;
  }
  for (const std::string& line : lines) games.push_back(ParseGameFile(line));
  return games;
}

v1::GameReport GameVerifier::Verify(const v1::GameFile& game) {
  report_.Clear();
  state_.Clear();
  start_.Clear();
  report_.set_ok(CheckTimes(game.record()) && Start(game) && Replay(game) && CheckResult(game));
  return report_;
}

bool GameVerifier::Fail(const std::string& what, const std::string& why) {
  report_.set_failed(what);
  report_.set_reason(why);
  return false;
}

bool GameVerifier::Fail(const std::string& what, const absl::Status& why) {
  return Fail(what, std::string(why.message()));
}

bool GameVerifier::CheckTimes(const v1::Record& record) {
  if (record.elapsed_ms_size() == 0 || record.elapsed_ms_size() == record.actions_size()) {
    return true;
  }
  return Fail("file", StrCat("elapsed_ms: there are ", record.elapsed_ms_size(), " times for ",
                             record.actions_size(), " actions"));
}

bool GameVerifier::Start(const v1::GameFile& game) {
  if (game.record().seed().empty()) return Fail("seed", "the record has no seed");
  v1::StartGameRequest request;
  request.set_variant(game.variant());
  *request.mutable_options() = game.options();
  request.mutable_randomness()->set_seed(game.record().seed());
  request.mutable_randomness()->set_commitment(true);
  auto drawn = session_->Call<v1::StartGameResponse>(request);
  if (!drawn.ok()) {
    return Fail(ReasonOf(drawn.status()) == ErrorReason::kBadSeed ? "seed" : "file",
                drawn.status());
  }
  if (!game.commitment().empty() && game.commitment() != drawn->commitment()) {
    return Fail("commitment", "it is not the SHA-256 of the seed (R3)");
  }
  report_.set_draws(static_cast<uint32_t>(drawn->draws_size()));
  state_ = std::move(*drawn->mutable_state());
  start_.set_variant(game.variant());
  *start_.mutable_options() = game.options();
  start_.mutable_record()->set_seed(game.record().seed());
  return TakeStartOf(game, std::move(request)) && CheckCommittedStart(game);
}

bool GameVerifier::TakeStartOf(const v1::GameFile& game, v1::StartGameRequest request) {
  const std::string& start_fen = game.record().start_fen();
  if (start_fen.empty()) return true;
  start_.mutable_record()->set_start_fen(start_fen);
  auto given = Apply(start_, "", game.record().seed());
  if (!given.ok()) return Fail("start", given.status());
  if (!IsDrawn(given->state().fen(), std::move(request))) {
    if (report_.draws() > 0) return Fail("start", StrCat("the seed draws ", state_.fen()));
    report_.set_start_fen(given->state().fen());
  }
  state_ = std::move(*given->mutable_state());
  return true;
}

bool GameVerifier::CheckCommittedStart(const v1::GameFile& game) {
  if (game.committed_start_fen().empty()) return true;
  v1::Position position = start_;
  position.mutable_record()->set_start_fen(game.committed_start_fen());
  const auto committed = Apply(position, "", game.record().seed());
  if (!committed.ok()) {
    return Fail("start", StrCat("of the commitment: ", std::string(committed.status().message())));
  }
  if (committed->state().fen() == state_.fen()) return true;
  return Fail("start", StrCat("the game starts from ", state_.fen(), ", the commitment from ",
                              committed->state().fen(), " (H22)"));
}

bool GameVerifier::IsDrawn(const std::string& fen, v1::StartGameRequest request) {
  if (fen == state_.fen()) return true;
  if (!request.options().has_chpok()) return false;
  // That clocks are tracked does not have to be among the options.
  request.mutable_options()->mutable_chpok()->set_track_clocks(true);
  const auto tracked = session_->Call<v1::StartGameResponse>(request);
  return tracked.ok() && fen == tracked->state().fen();
}

bool GameVerifier::Replay(const v1::GameFile& game) {
  for (int i = 0; i < game.record().actions_size(); ++i) {
    const std::string& action = game.record().actions(i);
    const std::string outcomes = OutcomesIn(action);
    v1::Position position;
    position.set_variant(game.variant());
    position.set_snapshot(state_.snapshot());
    // A snapshot does not say that it is the start, where times make clocks begin (ruling P6).
    if (i == 0) position = start_;
    std::optional<int64_t> elapsed_ms;
    if (i < game.record().elapsed_ms_size()) elapsed_ms = game.record().elapsed_ms(i);
    auto applied = Apply(position, action.substr(0, action.size() - outcomes.size()),
                         game.record().seed(), elapsed_ms);
    const std::string what = StrCat("action ", i);
    if (!applied.ok()) return Fail(what, applied.status());
    const std::string drawn = OutcomesIn(applied->applied(0).text());
    if (!outcomes.empty() && outcomes != drawn) {
      return Fail(what, StrCat(action, ": the seed draws ", drawn.empty() ? "nothing" : drawn));
    }
    report_.set_draws(report_.draws() + static_cast<uint32_t>(applied->applied(0).draws_size()));
    state_ = std::move(*applied->mutable_state());
  }
  report_.set_fen(state_.fen());
  report_.set_result(state_.adjudication().result());
  return true;
}

bool GameVerifier::CheckResult(const v1::GameFile& game) {
  if (game.claimed_result() == v1::RESULT_UNSPECIFIED ||
      game.claimed_result() == report_.result()) {
    return true;
  }
  const auto name = [](v1::Result result) { return EnumWord(v1::Result_descriptor(), result); };
  return Fail("result", StrCat("by the rules it is ", name(report_.result()), ", not ",
                               name(game.claimed_result())));
}

absl::StatusOr<v1::ApplyMovesResponse> GameVerifier::Apply(const v1::Position& position,
                                                           const std::string& action,
                                                           const std::string& seed,
                                                           std::optional<int64_t> elapsed_ms) {
  v1::ApplyMovesRequest request;
  *request.mutable_position() = position;
  if (!action.empty()) request.add_actions(action);
  if (elapsed_ms) request.add_elapsed_ms(*elapsed_ms);
  request.mutable_randomness()->set_seed(seed);
  return session_->Call<v1::ApplyMovesResponse>(request);
}

}  // namespace arbiter::cli
