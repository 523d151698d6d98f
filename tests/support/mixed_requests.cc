#include "tests/support/mixed_requests.h"

#include <algorithm>

#include "core/base/strings.h"
#include "tests/support/chpok_play.h"
#include "tests/support/detail.h"
#include "tests/support/wire_options.h"

namespace arbiter::testing {
namespace {

// Adds a request of every method that takes a position, which is one of `game`.
void AddRequestsAbout(const v1::Position& position, const Game& game,
                      const std::vector<std::string>& moves,
                      std::vector<v1::BatchRequest>* requests) {
  const bool can_start_clocks = game.phase() == Phase::kBidding && game.ply() == 0;
  const bool has_clocks = game.clocks() || can_start_clocks;
  const auto add = [requests]() -> v1::BatchRequest& { return requests->emplace_back(); };
  for (const auto detail : {v1::DETAIL_TEXT, v1::DETAIL_FULL}) {
    v1::LegalMovesRequest& legal = *add().mutable_legal_moves();
    *legal.mutable_position() = position;
    legal.set_detail(detail);
    legal.set_viewer(detail == v1::DETAIL_TEXT ? v1::VIEWER_ALL : v1::VIEWER_SPECTATOR);
  }
  for (const std::string& move : moves) {
    v1::ApplyMovesRequest& apply = *add().mutable_apply_moves();
    *apply.mutable_position() = position;
    apply.add_actions(move);
    apply.add_elapsed_ms(has_clocks ? static_cast<int64_t>(move.size()) * 1'000 : -1);
    apply.set_locale("zh-CN");
    apply.set_viewer(v1::VIEWER_BLACK);
    apply.mutable_randomness()->set_seed(std::string(kSeed));
    apply.mutable_randomness()->set_commitment(true);
    v1::EnumerateOutcomesRequest& outcomes = *add().mutable_enumerate_outcomes();
    *outcomes.mutable_position() = position;
    outcomes.set_action(move);
    v1::ConvertMovesRequest& convert = *add().mutable_convert_moves();
    *convert.mutable_position() = position;
    convert.add_texts(move);
  }
  for (const char* locale : {"", "th", "zh-CN"}) {
    v1::AdjudicateRequest& adjudicate = *add().mutable_adjudicate();
    *adjudicate.mutable_position() = position;
    adjudicate.set_event("claim draw");
    adjudicate.set_locale(locale);
  }
  for (const auto format : {v1::FORMAT_SVG, v1::FORMAT_TEXT, v1::FORMAT_ANSI}) {
    v1::RenderBoardRequest& render = *add().mutable_render_board();
    *render.mutable_position() = position;
    render.set_format(format);
    render.set_viewer(v1::VIEWER_SPECTATOR);
  }
  v1::ViewGameRequest& view = *add().mutable_view_game();
  *view.mutable_position() = position;
  for (const auto viewer : {v1::VIEWER_WHITE, v1::VIEWER_BLACK, v1::VIEWER_SPECTATOR}) {
    v1::View& shown = *view.add_views();
    shown.set_viewer(viewer);
    shown.set_board(true);
    shown.set_moves(viewer == v1::VIEWER_SPECTATOR ? v1::DETAIL_FULL : v1::DETAIL_TEXT);
    shown.mutable_picture();
  }
  for (const uint32_t depth : {1u, 2u}) {
    v1::PerftRequest& perft = *add().mutable_perft();
    *perft.mutable_position() = position;
    perft.set_depth(depth);
    perft.set_divide(true);
  }
}

// Adds requests that validate the whole game, with and without its seed, and that write and read
// PGN.
void AddValidations(const v1::Position& position, std::vector<v1::BatchRequest>* requests) {
  for (const bool seeded : {true, false}) {
    v1::ValidateGameRequest& validate = *requests->emplace_back().mutable_validate_game();
    validate.set_variant(position.variant());
    *validate.mutable_options() = position.options();
    *validate.mutable_record() = position.record();
    if (!seeded) validate.mutable_record()->clear_seed();
  }
  v1::PgnGame& game = *requests->emplace_back().mutable_write_pgn()->mutable_game();
  game.set_variant(position.variant());
  *game.mutable_options() = position.options();
  *game.mutable_record() = position.record();
  v1::ReadPgnRequest& read = *requests->emplace_back().mutable_read_pgn();
  read.set_pgn("1. e4 {[%act draw?]} e5 2. Nf3 *");
  read.set_variant(position.variant());
}

}  // namespace

void AddRequestsOf(const GameCase& game_case, Random& random,
                   std::vector<v1::BatchRequest>* requests) {
  v1::Position position;
  position.set_variant(std::string(game_case.variant->info().id));
  *position.mutable_options() = ToWire(game_case);
  for (const bool seeded : {true, false}) {
    v1::StartGameRequest& start = *requests->emplace_back().mutable_start_game();
    start.set_variant(position.variant());
    *start.mutable_options() = position.options();
    if (seeded) start.mutable_randomness()->set_seed(std::string(kSeed));
  }
  const auto visit = [&](const Game& game, const auto& actions) {
    // Auctions are short, so all their states are used, but only one in 16 states of a board game.
    if (game.phase() == Phase::kBoard && actions.size() % 16 != 0) return;
    std::vector<std::string> moves = TextsOf(game);
    moves.resize(std::min<size_t>(moves.size(), 3));
    for (const chpok::BidTemplate& bid : BidTemplatesOf(game)) {
      if (bid.match_cost) moves.push_back(StrCat("match ", bid.target));
    }
    for (int i = 0; i < 3 && !BidTemplatesOf(game).empty(); ++i) {
      moves.push_back(RandomBid(game, random));
    }
    moves.emplace_back("a1a1");
    if (!actions.empty()) moves.push_back(actions.back());
    position.set_fen(game.Fen(FenStyle::kStandard));
    AddRequestsAbout(position, game, moves, requests);
    position.set_snapshot(game.Snapshot());
    AddRequestsAbout(position, game, moves, requests);
    position.mutable_record()->mutable_actions()->Assign(actions.begin(), actions.end());
    position.mutable_record()->set_seed(std::string(kSeed));
    AddRequestsAbout(position, game, moves, requests);
    AddValidations(position, requests);
  };
  PlayGames(game_case, 1, 80, random, visit, kSeed);
}

}  // namespace arbiter::testing
