#include "service/convert/write.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/game/messages.h"
#include "service/convert/variant_messages.h"
#include "service/seal/snapshot_sealer.h"

namespace arbiter {
namespace {

void WriteColor(std::optional<Color> color, auto set) {
  if (color) set(ToWire(*color));
}

void WriteClaim(const VariantInfo& variant, const Claim& claim, Locale locale, v1::Claim* answer) {
  answer->set_action(claim.kind == ClaimKind::kDraw ? "claim draw" : "claim win");
  if (claim.by) {
    answer->add_by(ToWire(*claim.by));
  } else {
    answer->add_by(v1::COLOR_WHITE);
    answer->add_by(v1::COLOR_BLACK);
  }
  answer->set_termination(static_cast<v1::Termination>(claim.end.termination));
  answer->set_rule(std::string(claim.end.rule));
  answer->set_message(DescribeEnd(variant, claim.end, locale));
}

std::string Letter(char letter) { return letter == 0 ? std::string() : std::string(1, letter); }

// Returns the length of a FEN with one character for each empty square, which does not depend on
// where the pieces stand.
size_t ExpandedLength(std::string_view fen) {
  size_t length = fen.size();
  for (const char c : fen.substr(0, fen.find(' '))) {
    if (c > '1' && c <= '9') length += static_cast<size_t>(c - '1');
  }
  return length;
}

// Writes the snapshot of `state`, whose FEN must already be set.
void WriteSnapshot(const Game& game, const ResponseFormat& format, v1::State* state) {
  const bool standard = format.fen_style == FenStyle::kStandard;
  if (format.sealer == nullptr) {
    state->set_snapshot(standard ? game.Snapshot(state->fen()) : game.Snapshot());
    return;
  }
  const std::string fen = standard ? state->fen() : game.Fen(FenStyle::kStandard);
  const std::string snapshot = game.Snapshot(fen);
  // The length of a sealed snapshot must not reveal where a hidden queen stands.
  state->set_snapshot(
      format.sealer->Seal(snapshot, snapshot.size() - fen.size() + ExpandedLength(fen)));
}

void WriteCell(const BoardView::Cell& cell, v1::Cell* answer) {
  if (!cell.piece.empty()) {
    answer->set_piece(std::string(cell.piece));
    answer->set_color(ToWire(cell.color));
    answer->set_immobilised(cell.immobilised);
    answer->set_hidden(cell.hidden);
  }
  if (cell.object != 0) answer->set_object(Letter(cell.object));
  answer->set_left_unseen(cell.unknown);
}

void WriteBoard(const BoardView& view, Locale locale, v1::Board* answer) {
  answer->set_files(static_cast<uint32_t>(view.files));
  answer->set_ranks(static_cast<uint32_t>(view.ranks));
  for (size_t i = 0; i < view.cells.size(); ++i) {
    const BoardView::Cell& cell = view.cells[i];
    if (cell.piece.empty() && cell.object == 0 && !cell.unknown) continue;
    const auto file = static_cast<int>(i) % view.files;
    const auto rank = static_cast<int>(i) / view.files;
    v1::Cell* entry = answer->add_cells();
    entry->set_square({static_cast<char>('a' + file), static_cast<char>('1' + rank)});
    WriteCell(cell, entry);
  }
  for (const RegionInfo& region : *view.regions) WriteRegion(region, locale, answer->add_regions());
  answer->set_check(view.check);
}

}  // namespace

v1::Color ToWire(Color color) { return color == Color::kWhite ? v1::COLOR_WHITE : v1::COLOR_BLACK; }

v1::Bidder ToBidder(Color color) {
  return color == Color::kWhite ? v1::BIDDER_CHALLENGER : v1::BIDDER_OPPONENT;
}

void WriteAdjudication(const Game& game, Locale locale, v1::Adjudication* answer) {
  const VariantInfo& variant = game.variant();
  Adjudication adjudication = game.Adjudicate();
  answer->set_result(v1::RESULT_ONGOING);
  if (const std::optional<End>& end = adjudication.end) {
    answer->set_result(static_cast<v1::Result>(end->result));
    answer->set_termination(static_cast<v1::Termination>(end->termination));
    answer->set_rule(std::string(end->rule));
    WriteColor(WinnerOf(end->result), [answer](v1::Color color) { answer->set_winner(color); });
  }
  answer->set_message(DescribeAdjudication(game, adjudication, locale));
  for (const Claim& claim : adjudication.claims) {
    WriteClaim(variant, claim, locale, answer->add_claims());
  }
  answer->set_check(adjudication.check);
  for (std::string& square : adjudication.checkers) answer->add_checkers(std::move(square));
  answer->set_history_known(adjudication.history_known);
  answer->set_occurrences(static_cast<uint32_t>(adjudication.occurrences));
  const VariantMessages* own = FindVariantMessages(variant.id);
  if (own != nullptr && own->write_adjudication != nullptr) own->write_adjudication(game, answer);
  if (adjudication.points) {
    answer->mutable_points()->set_white(adjudication.points->first);
    answer->mutable_points()->set_black(adjudication.points->second);
  }
  WriteColor(adjudication.claimed_by, [answer](v1::Color color) { answer->set_claimed_by(color); });
  WriteColor(adjudication.draw_offered_by,
             [answer](v1::Color color) { answer->set_draw_offered_by(color); });
}

void WriteState(const ViewedGame& viewed, const ResponseFormat& format, v1::State* state) {
  const Game& game = viewed.shown();
  state->set_fen(game.Fen(format.fen_style));
  WriteSnapshot(game, format, state);
  const bool bidding = game.phase() == Phase::kBidding;
  state->set_ply(game.ply());
  if (!bidding) {
    state->set_turn(ToWire(game.turn()));
    state->set_move_number(game.move_number());
  }
  for (const PendingChoice& choice : game.pending()) {
    v1::PendingChoice* entry = state->mutable_pending()->add_choices();
    entry->set_kind(static_cast<v1::PendingChoice::Kind>(choice.kind));
    entry->set_piece(Letter(choice.piece));
    entry->set_square(choice.square);
  }
  WriteAdjudication(game, format.locale, state->mutable_adjudication());
  const bool over = state->adjudication().result() != v1::RESULT_ONGOING;
  state->set_phase(over ? v1::PHASE_FINISHED : bidding ? v1::PHASE_BIDDING : v1::PHASE_BOARD);
  if (const VariantMessages* messages = FindVariantMessages(game.variant().id)) {
    messages->write_detail(game.detail(), state);
  }
  if (format.board) WriteBoard(game.View(), format.locale, state->mutable_board());
}

void WriteDraw(const Draw& draw, v1::Draw* answer) {
  answer->set_purpose(draw.purpose);
  answer->mutable_candidates()->Assign(draw.candidates.begin(), draw.candidates.end());
  answer->set_index(static_cast<uint32_t>(draw.index));
  answer->set_word(draw.word);
}

void WriteEvent(const VariantInfo& variant, const Event& event, Locale locale, v1::Event* answer) {
  answer->set_kind(static_cast<v1::Event::Kind>(event.kind->number));
  // Setting an empty string is not free.
  if (!event.from.empty()) answer->set_from(event.from);
  if (!event.to.empty()) answer->set_to(event.to);
  if (event.piece != 0) answer->set_piece(Letter(event.piece));
  if (event.object != 0) answer->set_object(Letter(event.object));
  if (event.roles != &kColors) {
    if (event.color) answer->set_bidder(ToBidder(*event.color));
  } else {
    WriteColor(event.color, [answer](v1::Color color) { answer->set_color(color); });
  }
  answer->set_points(event.points);
  if (!event.target.empty()) answer->set_target(std::string(event.target));
  if (!event.outcome.empty()) answer->set_outcome(event.outcome);
  answer->set_text(DescribeEvent(variant, event, locale));
}

void WriteActionResult(const VariantInfo& variant, const ActionResult& applied, Locale locale,
                       v1::Applied* answer) {
  answer->set_text(applied.text);
  answer->set_san(applied.san);
  answer->set_timed_out(applied.timed_out);
  for (const Event& event : applied.events) {
    WriteEvent(variant, event, locale, answer->add_events());
  }
  for (const Draw& draw : applied.draws) WriteDraw(draw, answer->add_draws());
}

void WriteScore(const Score& score, v1::Score* answer) {
  switch (score.kind) {
    case Score::Kind::kCentipawns:
      answer->set_centipawns(score.value);
      break;
    case Score::Kind::kMate:
      answer->set_mate_in(score.value);
      break;
    case Score::Kind::kPoints:
      answer->set_points(score.points);
      break;
  }
  answer->set_win_probability(score.win_probability);
  answer->set_draw_probability(score.draw_probability);
}

void WriteProgress(const AnalysisProgress& progress, v1::AnalysisProgress* answer) {
  answer->set_depth(static_cast<uint32_t>(progress.depth));
  answer->set_selective_depth(static_cast<uint32_t>(progress.selective_depth));
  answer->set_nodes(progress.nodes);
  const auto time_us = static_cast<uint64_t>(std::max<int64_t>(progress.time_us, 1));
  answer->set_nps(static_cast<uint64_t>(static_cast<double>(progress.nodes) * 1e6 /
                                        static_cast<double>(time_us)));
  answer->set_hash_permille(static_cast<uint32_t>(progress.hash_permille));
  answer->set_time_ms(static_cast<uint32_t>(time_us / 1000));
  uint32_t rank = 0;
  for (const AnalysisLine& line : progress.lines) {
    v1::AnalysisLine* entry = answer->add_lines();
    entry->set_rank(++rank);
    WriteScore(line.score, entry->mutable_score());
    entry->mutable_pv()->Assign(line.pv.begin(), line.pv.end());
    entry->mutable_pv_san()->Assign(line.pv_san.begin(), line.pv_san.end());
  }
}

}  // namespace arbiter
