#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/game_file.pb.h"
#include "clients/cli/arguments/files.h"
#include "clients/cli/backend/backend.h"
#include "clients/cli/backend/board.h"
#include "clients/cli/backend/session.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/commands/game_files.h"
#include "clients/cli/text/failure.h"
#include "clients/cli/text/json.h"
#include "clients/cli/text/words.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/convert/read.h"

namespace arbiter::cli {
namespace {

// Returns the outcomes that follow an action in braces; empty if there are none.
std::string OutcomesIn(const std::string& action) {
  const size_t start = action.find('{');
  return start == std::string::npos ? "" : action.substr(start);
}

// Replays finished games from their seeds and compares every random draw.
class GameVerifier {
 public:
  // `session` must outlive the verifier.
  explicit GameVerifier(Session* session) : session_(session) {}

  v1::GameReport Verify(const v1::GameFile& game);

 private:
  // Each of the following functions returns false and records the failure in the report if a check
  // fails.

  // Checks that there is one time for each action, or none at all.
  bool CheckTimes(const v1::Record& record);
  // Checks the seed, the commitment and the start, and sets the first state.
  bool Start(const v1::GameFile& game);
  // Sets the state to the start in the record, if there is one.
  bool ApplyRecordedStart(const v1::GameFile& game, v1::StartGameRequest request);
  bool CheckCommittedStart(const v1::GameFile& game);
  bool Replay(const v1::GameFile& game);
  bool CheckResult(const v1::GameFile& game);

  // Returns whether the seed of `request` draws this start, with or without clocks.
  bool IsDrawn(const std::string& fen, v1::StartGameRequest request);

  bool Fail(const std::string& what, const std::string& why);
  bool Fail(const std::string& what, const absl::Status& why);
  // Returns the state after an action that took this long, or the state of the position itself if
  // there is no action.
  absl::StatusOr<v1::ApplyMovesResponse> Apply(const v1::Position& position,
                                               const std::optional<std::string>& action,
                                               const std::string& seed,
                                               std::optional<int64_t> elapsed_ms = std::nullopt);

  Session* session_;
  v1::GameReport report_;
  // The position before the first action.
  v1::Position start_;
  v1::State state_;
};

v1::GameReport GameVerifier::Verify(const v1::GameFile& game) {
  report_.Clear();
  state_.Clear();
  start_.Clear();
  report_.set_ok(CheckTimes(game.record()) && Start(game) && Replay(game) && CheckResult(game));
  return report_;
}

bool GameVerifier::Fail(const std::string& what, const std::string& why) {
  report_.clear_commitment_checked();
  report_.set_failed(what);
  report_.set_reason(why);
  return false;
}

bool GameVerifier::Fail(const std::string& what, const absl::Status& why) {
  return Fail(what, std::string(why.message()));
}

bool GameVerifier::CheckTimes(const v1::Record& record) {
  const absl::Status status = CheckElapsed(record.elapsed_ms(), record.actions_size());
  if (status.ok()) return true;
  return Fail("file", StrCat("record.", FieldOf(status), ": ", std::string(status.message())));
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
  report_.set_commitment_checked(!game.commitment().empty());
  report_.set_draws(static_cast<uint32_t>(drawn->draws_size()));
  state_ = std::move(*drawn->mutable_state());
  start_.set_variant(game.variant());
  *start_.mutable_options() = game.options();
  start_.mutable_record()->set_seed(game.record().seed());
  return ApplyRecordedStart(game, std::move(request)) && CheckCommittedStart(game);
}

bool GameVerifier::ApplyRecordedStart(const v1::GameFile& game, v1::StartGameRequest request) {
  const std::string& start_fen = game.record().start_fen();
  if (start_fen.empty()) return true;
  start_.mutable_record()->set_start_fen(start_fen);
  auto recorded = Apply(start_, std::nullopt, game.record().seed());
  if (!recorded.ok()) return Fail("start", recorded.status());
  if (!IsDrawn(recorded->state().fen(), std::move(request))) {
    if (report_.draws() > 0) return Fail("start", StrCat("the seed draws ", state_.fen()));
    report_.set_start_fen(recorded->state().fen());
  }
  state_ = std::move(*recorded->mutable_state());
  return true;
}

bool GameVerifier::CheckCommittedStart(const v1::GameFile& game) {
  if (game.committed_start_fen().empty()) return true;
  v1::Position position = start_;
  position.mutable_record()->set_start_fen(game.committed_start_fen());
  const auto committed = Apply(position, std::nullopt, game.record().seed());
  if (!committed.ok()) {
    return Fail("start", StrCat("committed_start_fen: ", committed.status().message()));
  }
  if (committed->state().fen() == state_.fen()) return true;
  return Fail("start", StrCat("the game starts from ", state_.fen(), ", the commitment from ",
                              committed->state().fen(), " (H22)"));
}

bool GameVerifier::IsDrawn(const std::string& fen, v1::StartGameRequest request) {
  if (fen == state_.fen()) return true;
  if (request.variant() != "chpok") return false;
  // The options need not say that clocks are tracked.
  request.mutable_options()->mutable_chpok()->set_track_clocks(true);
  const auto tracked = session_->Call<v1::StartGameResponse>(request);
  return tracked.ok() && fen == tracked->state().fen();
}

bool GameVerifier::Replay(const v1::GameFile& game) {
  for (int i = 0; i < game.record().actions_size(); ++i) {
    const std::string& action = game.record().actions(i);
    const std::string outcomes = OutcomesIn(action);
    // The time of the first action starts the clocks (ruling P6). A snapshot does not record that
    // it is the start, so the first action is not applied to one.
    const v1::Position position = i == 0 ? start_ : PositionOf(game.variant(), state_);
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
  return Fail("result", StrCat("the result under the rules is ", name(report_.result()), ", not ",
                               name(game.claimed_result())));
}

absl::StatusOr<v1::ApplyMovesResponse> GameVerifier::Apply(const v1::Position& position,
                                                           const std::optional<std::string>& action,
                                                           const std::string& seed,
                                                           std::optional<int64_t> elapsed_ms) {
  v1::ApplyMovesRequest request;
  *request.mutable_position() = position;
  if (action) request.add_actions(*action);
  if (elapsed_ms) request.add_elapsed_ms(*elapsed_ms);
  request.mutable_randomness()->set_seed(seed);
  return session_->Call<v1::ApplyMovesResponse>(request);
}

v1::GameReport UnreadableReport(const absl::Status& error) {
  v1::GameReport report;
  report.set_failed("file");
  report.set_reason(std::string(error.message()));
  return report;
}

void PrintReport(const v1::GameReport& report) {
  if (report.ok()) {
    std::cout << "ok draws=" << report.draws()
              << " result=" << v1::Result_Name(report.result()).substr(sizeof("RESULT_") - 1)
              << (report.start_fen().empty() ? "" : " start=") << report.start_fen()
              << " fen=" << report.fen()
              << "; commitment: " << (report.commitment_checked() ? "checked" : "none given")
              << '\n';
  } else {
    std::cout << "failed " << report.failed() << ": " << Printable(report.reason()) << '\n';
  }
}

class VerifyCommand {
 public:
  void AddTo(CommandParser command) {
    command
        .Add("games", &paths_,
             "Verify the finished games in these files: one JSON object, or one per line "
             "(- for standard input)")
        .Type("FILE")
        .Required();
  }

  // Verifies without a server, because the caller may not trust it.
  absl::Status Run(Session& session) const {
    Session offline(MakeEmbeddedBackend(absl::InfiniteDuration()), session.json(),
                    session.display());
    GameVerifier verifier(&offline);
    int failed = 0;
    const auto verify = [&](const absl::StatusOr<v1::GameFile>& game) {
      const v1::GameReport report =
          game.ok() ? verifier.Verify(*game) : UnreadableReport(game.status());
      failed += report.ok() ? 0 : 1;
      if (session.json()) return PrintJson(report);
      PrintReport(report);
      return absl::OkStatus();
    };
    for (const std::string& path : paths_) {
      const absl::StatusOr<std::string> content = ReadFile(path, kMaxGamesBytes);
      ARBITER_RETURN_IF_ERROR(content.ok() ? ForEachGameFile(*content, verify)
                                           : verify(content.status()));
    }
    if (failed == 0) return absl::OkStatus();
    return absl::FailedPreconditionError(StrCat(CountText(failed, "game"), " failed verification"));
  }

 private:
  std::vector<std::string> paths_;
};

}  // namespace

void AddVerifyCommand(CommandParser app, Action* action) {
  AddCommand<VerifyCommand>(
      app, "verify", "Recompute every random draw of finished games from their seeds, offline",
      "  arbiter verify game.json\n"
      "  arbiter verify games.jsonl --json",
      action);
}

}  // namespace arbiter::cli
