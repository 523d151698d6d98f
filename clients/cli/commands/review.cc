#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/arguments/files.h"
#include "clients/cli/backend/board.h"
#include "clients/cli/backend/positions.h"
#include "clients/cli/commands/archive_review.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/commands/game_files.h"
#include "clients/cli/commands/result_lines.h"
#include "clients/cli/text/chpok_text.h"
#include "clients/cli/text/failure.h"
#include "clients/cli/text/json.h"
#include "clients/cli/text/notice.h"
#include "clients/cli/text/progress.h"
#include "clients/cli/text/words.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/access/key_file.h"
#include "service/convert/errors.h"

namespace arbiter::cli {
namespace {

// Returns the annotation glyph for a class of moves: `?!`, `?` or `??`.
std::string_view GlyphOf(v1::MoveClass move_class) {
  switch (move_class) {
    case v1::MOVE_CLASS_INACCURACY:
      return "?!";
    case v1::MOVE_CLASS_MISTAKE:
      return "?";
    case v1::MOVE_CLASS_BLUNDER:
      return "??";
    default:
      return "";
  }
}

// Returns the player's name: the bidder if it is set, otherwise the colour.
template <typename Review>
std::string_view NameOf(const Review& review, const Players& players) {
  return review.bidder() == v1::BIDDER_UNSPECIFIED ? players.NameOf(review.color())
                                                   : BidderName(review.bidder());
}

// Formats a fraction as a percentage with its sign; empty if it rounds to zero.
std::string PercentText(double fraction) {
  const std::string text = absl::StrFormat("%+.1f%%", fraction * 100);
  return text.substr(1) == "0.0%" ? "" : text;
}

void PrintPly(const v1::PlyReview& ply, const Players& players) {
  const std::string& san = ply.san().empty() ? ply.action() : ply.san();
  const std::string& best = ply.best_san().empty() ? ply.best() : ply.best_san();
  const std::string line = absl::StrFormat(
      "%4d  %-10s %-14s %12s  %-10s %7s %7s  %s", ply.index() + 1, NameOf(ply, players),
      StrCat(san, GlyphOf(ply.move_class())), ScoreText(ply.after()), EnumWord(ply.move_class()),
      PercentText(-ply.loss()), PercentText(ply.luck()), ply.loss() > 0 ? best : "");
  std::cout << line.substr(0, line.find_last_not_of(' ') + 1) << std::endl;
}

void PrintSummary(const v1::ReviewSummary& summary, const Players& players) {
  std::cout << '\n';
  for (const v1::PlayerReview& player : summary.players()) {
    const std::string luck = PercentText(player.luck());
    std::cout << absl::StreamFormat(
        "%-10s accuracy %.1f%%, plies %d, inaccuracies %d, mistakes %d, blunders %d%s\n",
        NameOf(player, players), player.accuracy(), player.plies(), player.inaccuracies(),
        player.mistakes(), player.blunders(), luck.empty() ? "" : StrCat(", luck ", luck));
  }
}

void PrintReview(const v1::JobReview& review, const Players& players) {
  for (const v1::PlyReview& ply : review.plies()) PrintPly(ply, players);
  PrintSummary(review.summary(), players);
}

// Where the reviews of the games of a file go: to standard output, as text or as JSON, or to a
// file, from which an interrupted review continues. One thread at a time calls it.
class ReviewOutput {
 public:
  // `run_id` identifies the games and the settings. `session` and `answer` must outlive this
  // object.
  ReviewOutput(std::string path, std::string run_id, const AnswerArguments* answer,
               Session* session)
      : path_(std::move(path)), run_id_(std::move(run_id)), answer_(*answer), session_(*session) {}

  // Opens the file to which the reviews go, and reads what it has. Fails if that is not from an
  // earlier run with the same games and settings.
  absl::Status ContinueFile(const std::string& path) {
    ARBITER_ASSIGN_OR_RETURN(ResultFile file, ResultFile::Open(path));
    file_.emplace(std::move(file));
    v1::ResultLine id;
    id.set_run_id(run_id_);
    return file_->Read(id, [&](const v1::ResultLine& line, uint64_t number) {
      if (line.run_id() != run_id_ || !finished_.insert(line.game()).second) {
        return absl::FailedPreconditionError(
            StrCat(path, ":", number,
                   ": this result is from other games or other settings; give another file"));
      }
      if (line.has_error()) ++failed_;
      return absl::OkStatus();
    });
  }

  bool is_finished(uint32_t game) const { return finished_.contains(game); }
  size_t failed() const { return failed_; }

  absl::Status Write(const ReviewedGame& game) {
    const bool has_review = !game.game.has_fault() && game.review.ok();
    if (!has_review) ++failed_;
    if (file_ || session_.json()) {
      const v1::ResultLine line = LineOf(game);
      ARBITER_RETURN_IF_ERROR(file_ ? file_->Append(line) : PrintJson(line));
    } else {
      std::cout << TitleOf(path_, game.game) << std::endl;
      if (has_review) {
        ARBITER_ASSIGN_OR_RETURN(const Players players, PlayersOfGame(game.game.game().variant()));
        PrintReview(*game.review, players);
      }
    }
    std::cout.flush();
    if (!has_review && !session_.json()) std::cerr << FailureText(game) << std::endl;
    return absl::OkStatus();
  }

  // Prints a summary, unless the results themselves are on standard output.
  void PrintEnd(uint32_t games) const {
    if (!file_ || session_.json()) return;
    std::cout << path_ << ": " << CountText(games, "game") << ": " << games - failed_
              << " reviewed, " << failed_ << " failed; the reviews are in " << file_->path()
              << '\n';
  }

 private:
  v1::ResultLine LineOf(const ReviewedGame& game) const {
    v1::ResultLine line;
    line.set_run_id(run_id_);
    line.set_file(path_);
    line.set_line(game.game.line());
    line.set_game(game.number);
    SetGame(game.game.game(), &line);
    if (game.game.has_fault()) {
      *line.mutable_error() = ToRpcStatus(FaultError(game.game.fault()), answer_.locale);
    } else if (game.review.ok()) {
      SetReview(*game.review, &line);
    } else {
      *line.mutable_error() = ToRpcStatus(game.review.status(), answer_.locale);
    }
    return line;
  }

  std::string FailureText(const ReviewedGame& game) const {
    return game.game.has_fault()
               ? FaultText(path_, game.game.fault())
               : StrCat(path_, ":", game.game.line(), ": ", Describe(game.review.status()));
  }

  absl::StatusOr<Players> PlayersOfGame(const std::string& variant) {
    const auto known = players_.find(variant);
    if (known != players_.end()) return known->second;
    ARBITER_ASSIGN_OR_RETURN(const Players players, FetchPlayers(variant, answer_, session_));
    return players_.emplace(variant, players).first->second;
  }

  const std::string path_;
  const std::string run_id_;
  const AnswerArguments& answer_;
  Session& session_;
  std::optional<ResultFile> file_;
  // The numbers of the games that the file had at first.
  std::set<uint32_t> finished_;
  size_t failed_ = 0;
  std::map<std::string, Players> players_;
};

class ReviewCommand {
 public:
  void AddTo(CommandParser command) {
    game_.AddWithFile(command, kVariantOrPgnHelp);
    record_.AddTo(command);
    pgn_.AddTo(command);
    search_.AddReviewLimits(command);
    search_.AddThreads(command,
                       "Review N games of a PGN file at a time; with --game or without a file, "
                       "search with N threads (default: 1)");
    command
        .Add("--resume", &resume_path_,
             "Write the reviews of a PGN file to FILE as JSON lines; if an earlier run with the "
             "same games and settings was interrupted, continue it")
        .Type("FILE");
    command.Add("--svg", &svg_path_, "Write a graph of the scores to FILE as an SVG picture")
        .Type("FILE");
    AddEnumOption(command, "--theme", &theme_, "Use this colour theme for the graph");
    answer_.AddLocale(command);
  }

  absl::Status Run(Session& session) const {
    if (IsFileName(game_.variant())) return ReviewPgn(game_.variant(), session);
    if (!resume_path_.empty()) return UsageError("--resume applies only to PGN files");
    v1::ReviewGameRequest request = Settings();
    ARBITER_RETURN_IF_ERROR(pgn_.CheckUnused());
    ARBITER_RETURN_IF_ERROR(FillRecord(game_, record_, session, &request));
    return Review(request, session);
  }

 private:
  // Returns a request without a game.
  v1::ReviewGameRequest Settings() const {
    v1::ReviewGameRequest request;
    search_.Fill(&request);
    request.set_theme(theme_);
    answer_.Fill(&request);
    return request;
  }

  absl::Status ReviewPgn(const std::string& path, Session& session) const {
    ARBITER_RETURN_IF_ERROR(
        PgnArguments::CheckNoOtherGame(game_.has_options() || record_.has_any()));
    if (!resume_path_.empty() && (pgn_.game() != 0 || !svg_path_.empty())) {
      return UsageError("--resume reviews all games of a file; leave out --game and --svg");
    }
    ARBITER_ASSIGN_OR_RETURN(std::string content, ReadFile(path, kMaxGamesBytes));
    content = ToUtf8(std::move(content));
    v1::ReviewGameRequest settings = Settings();
    // The threads of a file work on different games, so that its reviews do not depend on them.
    const uint32_t threads = pgn_.game() == 0 ? std::max(search_.threads(), 1U) : 1;
    if (threads > kMaxThreads) return UsageError(StrCat("--threads: at most ", kMaxThreads));
    if (pgn_.game() == 0) settings.set_threads(1);

    ReviewOutput output(path, RunId(content, settings), &answer_, &session);
    if (!resume_path_.empty()) {
      ARBITER_RETURN_IF_ERROR(output.ContinueFile(resume_path_));
    }
    return ReviewGames(path, content, settings, threads, session, &output);
  }

  absl::Status ReviewGames(const std::string& path, const std::string& content,
                           const v1::ReviewGameRequest& settings, uint32_t threads,
                           Session& session, ReviewOutput* output) const {
    const bool to_file = !resume_path_.empty();
    std::optional<InterruptNotice> notice;
    if (to_file) notice.emplace("interrupted; run the same command again to continue");
    Progress progress(session.display().progress, "games",
                      static_cast<uint64_t>(std::count(content.begin(), content.end(), '\n')) + 1);
    uint32_t games = 0;
    uint32_t reviewed = 0;
    uint32_t last_line = 0;
    std::string graph;
    ArchiveReview review(threads, /*in_order=*/!to_file, settings, &session,
                         [&](const ReviewedGame& game) {
                           progress.Erase();
                           if (game.review.ok()) graph = game.review->summary().graph_svg();
                           ARBITER_RETURN_IF_ERROR(output->Write(game));
                           last_line = std::max(last_line, game.game.line());
                           progress.Set(last_line + 1, ++reviewed);
                           return absl::OkStatus();
                         });
    absl::Status status = pgn_.ForEachGameIn(
        content, path, answer_.locale, session, [&](const v1::ReadGame& game, uint32_t number) {
          if (++games == 2 && !svg_path_.empty()) {
            return UsageError("--svg draws one game; choose it with --game N");
          }
          if (output->is_finished(number)) {
            progress.Continue(game.line());
            return absl::OkStatus();
          }
          return review.Add(game, number);
        });
    const absl::Status finished = review.Finish();
    status.Update(finished);
    ARBITER_RETURN_IF_ERROR(status);
    progress.Erase();
    output->PrintEnd(games);
    if (!svg_path_.empty()) {
      ARBITER_RETURN_IF_ERROR(WriteFile(svg_path_, graph));
    }
    const size_t failed = output->failed();
    if (failed == 0) return absl::OkStatus();
    return absl::FailedPreconditionError(
        StrCat(CountText(failed, "game"), failed == 1 ? " has" : " have", " no review"));
  }

  // Identifies the games and all settings on which the reviews depend.
  std::string RunId(const std::string& content, const v1::ReviewGameRequest& settings) const {
    constexpr size_t kDigits = 32;
    const std::string text =
        StrCat(settings.SerializeAsString(), "\n", LowerCase(pgn_.variant()), "\n", content);
    return ToHex(Sha256(text)).substr(0, kDigits);
  }

  absl::Status Review(const v1::ReviewGameRequest& request, Session& session) const {
    ARBITER_ASSIGN_OR_RETURN(const Players players,
                             FetchPlayers(request.variant(), answer_, session));
    std::string graph;
    absl::Status printed;
    uint64_t plies = 0;
    Progress progress(session.display().progress, "plies",
                      static_cast<uint64_t>(request.record().actions_size()));
    ARBITER_RETURN_IF_ERROR(
        session.backend().ReviewGame(request, [&](const v1::ReviewGameResponse& response) {
          if (response.has_summary()) graph = response.summary().graph_svg();
          progress.Erase();
          printed.Update(Print(response, players, session.json()));
          progress.Set(++plies);
        }));
    if (!printed.ok() || svg_path_.empty()) return printed;
    return WriteFile(svg_path_, graph);
  }

  static absl::Status Print(const v1::ReviewGameResponse& response, const Players& players,
                            bool json) {
    if (json) {
      const absl::Status status = PrintJson(response);
      std::cout.flush();
      return status;
    }
    if (response.has_ply()) {
      PrintPly(response.ply(), players);
    } else {
      PrintSummary(response.summary(), players);
    }
    return absl::OkStatus();
  }

  GameArguments game_;
  RecordArguments record_;
  PgnArguments pgn_;
  SearchArguments search_;
  std::string resume_path_;
  std::string svg_path_;
  v1::Theme theme_ = v1::THEME_UNSPECIFIED;
  AnswerArguments answer_;
};

}  // namespace

void AddReviewCommand(CommandParser app, Action* action) {
  AddCommand<ReviewCommand>(
      app, "review", "Judge every ply of a game",
      "  arbiter review makruk --record makruk.txt --movetime 300 --svg graph.svg\n"
      "  arbiter review games.pgn --game 3\n"
      "  arbiter review games.pgn --depth 3 --threads 4 --resume reviews.jsonl\n"
      "  arbiter review chakart --moves \"g1f3 e7e5 h1g1{egg=koopa}\" --depth 3 --json\n\n"
      "Each line is a ply: its number in the record, the player, the move with ?! for an\n"
      "inaccuracy, ? for a mistake and ?? for a blunder, the player's score after it, its class,\n"
      "the loss of expectation, the luck of its random draws, and the best move if it was "
      "another.\n\n"
      "With --json or --resume, the review of each game of a PGN file is one line: a ResultLine\n"
      "with the number of the game, its tags and its plies. A run with --resume that is killed\n"
      "loses only the games on which it works. While a server cannot be reached or is overloaded,\n"
      "the command tries again, however long that takes.",
      action);
}

}  // namespace arbiter::cli
