#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/arguments/files.h"
#include "clients/cli/backend/board.h"
#include "clients/cli/backend/positions.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/commands/game_files.h"
#include "clients/cli/text/chpok_text.h"
#include "clients/cli/text/failure.h"
#include "clients/cli/text/json.h"
#include "clients/cli/text/progress.h"
#include "clients/cli/text/words.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

constexpr uint32_t kPlyMovetimeMs = 200;

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

class ReviewCommand {
 public:
  void AddTo(CommandParser command) {
    game_.AddWithFile(command, kVariantOrPgnHelp);
    record_.AddTo(command);
    pgn_.AddTo(command);
    search_.AddTo(command, "the search of each ply", kPlyMovetimeMs);
    command.Add("--svg", &svg_path_, "Write a graph of the scores to FILE as an SVG picture")
        .Type("FILE");
    AddEnumOption(command, "--theme", &theme_, "Use this colour theme for the graph");
    answer_.AddLocale(command);
  }

  absl::Status Run(Session& session) const {
    if (IsFileName(game_.variant())) return ReviewPgn(game_.variant(), session);
    v1::ReviewGameRequest request;
    ARBITER_RETURN_IF_ERROR(pgn_.CheckUnused());
    ARBITER_RETURN_IF_ERROR(FillRecord(game_, record_, session, &request));
    return Review(std::move(request), session);
  }

 private:
  absl::Status ReviewPgn(const std::string& path, Session& session) const {
    ARBITER_RETURN_IF_ERROR(
        PgnArguments::CheckNoOtherGame(game_.has_options() || record_.has_any()));
    size_t games = 0;
    size_t illegal = 0;
    const auto review = [&](const v1::ReadGame& game) {
      if (++games == 2 && !svg_path_.empty()) {
        return UsageError("--svg draws one game; choose it with --game N");
      }
      if (!session.json()) std::cout << TitleOf(path, game) << std::endl;
      if (game.has_fault()) {
        ++illegal;
        std::cerr << FaultText(path, game.fault()) << std::endl;
        return absl::OkStatus();
      }
      v1::ReviewGameRequest request;
      CopyGame(game.game(), &request);
      return Review(std::move(request), session);
    };
    ARBITER_RETURN_IF_ERROR(pgn_.ForEachGame(path, answer_.locale, session, review));
    return CheckAllLegal(illegal);
  }

  absl::Status Review(v1::ReviewGameRequest request, Session& session) const {
    search_.Fill(&request);
    request.set_theme(theme_);
    answer_.Fill(&request);
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
      "  arbiter review chakart --moves \"g1f3 e7e5 h1g1{egg=koopa}\" --depth 3 --json\n\n"
      "Each line is a ply: its number in the record, the player, the move with ?! for an\n"
      "inaccuracy, ? for a mistake and ?? for a blunder, the player's score after it, its class,\n"
      "the loss of expectation, the luck of its random draws, and the best move if it was another.",
      action);
}

}  // namespace arbiter::cli
