#include "service/convert/write.h"

#include <algorithm>
#include <any>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/game/messages.h"
#include "service/convert/variant_messages.h"
#include "service/seal/snapshot_sealer.h"

namespace arbiter {
namespace {

// Appends a packed repeated field of colours.
void WriteColors(int field, std::initializer_list<Color> colors, WireWriter* answer) {
  const size_t begin = answer->BeginShort(field);
  for (const Color color : colors) answer->contents()->Append(static_cast<char>(ToWire(color)));
  answer->EndShort(begin);
}

void WriteClaim(const VariantInfo& variant, const Claim& claim, Locale locale, WireWriter* answer) {
  using Field = v1::Claim;
  answer->Text(Field::kActionFieldNumber,
               claim.kind == ClaimKind::kDraw ? "claim draw" : "claim win");
  if (claim.by) {
    WriteColors(Field::kByFieldNumber, {*claim.by}, answer);
  } else {
    WriteColors(Field::kByFieldNumber, {Color::kWhite, Color::kBlack}, answer);
  }
  answer->Number(Field::kTerminationFieldNumber, static_cast<uint64_t>(claim.end.termination));
  answer->Text(Field::kRuleFieldNumber, claim.end.rule);
  const size_t message = answer->BeginShort(Field::kMessageFieldNumber);
  DescribeEnd(variant, claim.end, locale, answer->contents());
  answer->EndShort(message);
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

// Writes the snapshot of a game whose FEN in the style of the format is `shown_fen`.
void WriteSnapshot(const Game& game, const ResponseFormat& format, const std::string& shown_fen,
                   WireWriter* state) {
  std::string standard;
  if (format.fen_style != FenStyle::kStandard) standard = game.Fen(FenStyle::kStandard);
  const std::string& fen = format.fen_style == FenStyle::kStandard ? shown_fen : standard;
  if (format.sealer == nullptr) {
    const size_t begin = state->Begin(v1::State::kSnapshotFieldNumber);
    game.AppendSnapshot(fen, state->contents());
    state->End(begin);
    return;
  }
  const std::string snapshot =
      WriteString([&](StringWriter* bytes) { game.AppendSnapshot(fen, bytes); });
  // The length of a sealed snapshot must not reveal where a hidden queen stands.
  state->Bytes(v1::State::kSnapshotFieldNumber,
               format.sealer->Seal(snapshot, snapshot.size() - fen.size() + ExpandedLength(fen)));
}

void WritePending(const std::vector<PendingChoice>& pending, WireWriter* state) {
  if (pending.empty()) return;
  const size_t begin = state->BeginShort(v1::State::kPendingFieldNumber);
  for (const PendingChoice& choice : pending) {
    using Field = v1::PendingChoice;
    const size_t choice_begin = state->BeginShort(v1::Pending::kChoicesFieldNumber);
    state->Number(Field::kKindFieldNumber, static_cast<uint64_t>(choice.kind));
    state->Character(Field::kPieceFieldNumber, choice.piece);
    state->Text(Field::kSquareFieldNumber, choice.square);
    state->EndShort(choice_begin);
  }
  state->EndShort(begin);
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

// Writes what the rules say about a game. `detail` is Game::detail().
void WriteAdjudication(const Game& game, const Adjudication& adjudication, const std::any& detail,
                       Locale locale, WireWriter* answer) {
  using Field = v1::Adjudication;
  const VariantInfo& variant = game.variant();
  if (const std::optional<End>& end = adjudication.end) {
    answer->Number(Field::kResultFieldNumber, static_cast<uint64_t>(end->result));
    answer->Number(Field::kTerminationFieldNumber, static_cast<uint64_t>(end->termination));
    answer->Text(Field::kRuleFieldNumber, end->rule);
  } else {
    answer->Number(Field::kResultFieldNumber, v1::RESULT_ONGOING);
  }
  const size_t message = answer->BeginShort(Field::kMessageFieldNumber);
  DescribeAdjudication(game, adjudication, locale, answer->contents());
  answer->EndShort(message);
  if (adjudication.end) {
    answer->Number(Field::kWinnerFieldNumber, ToWire(WinnerOf(adjudication.end->result)));
  }
  for (const Claim& claim : adjudication.claims) {
    const size_t begin = answer->BeginShort(Field::kClaimsFieldNumber);
    WriteClaim(variant, claim, locale, answer);
    answer->EndShort(begin);
  }
  answer->Number(Field::kCheckFieldNumber, adjudication.check);
  for (const std::string& square : adjudication.checkers) {
    answer->Bytes(Field::kCheckersFieldNumber, square);
  }
  answer->Number(Field::kHistoryKnownFieldNumber, adjudication.history_known);
  answer->Number(Field::kOccurrencesFieldNumber, static_cast<uint64_t>(adjudication.occurrences));
  const VariantMessages* own = FindVariantMessages(variant.id);
  if (own != nullptr && own->write_adjudication != nullptr) own->write_adjudication(detail, answer);
  answer->Number(Field::kClaimedByFieldNumber, ToWire(adjudication.claimed_by));
  answer->Number(Field::kDrawOfferedByFieldNumber, ToWire(adjudication.draw_offered_by));
  if (adjudication.points) {
    const size_t begin = answer->BeginShort(Field::kPointsFieldNumber);
    answer->Signed(v1::Points::kWhiteFieldNumber, adjudication.points->first);
    answer->Signed(v1::Points::kBlackFieldNumber, adjudication.points->second);
    answer->EndShort(begin);
  }
}

}  // namespace

v1::Color ToWire(Color color) { return color == Color::kWhite ? v1::COLOR_WHITE : v1::COLOR_BLACK; }

v1::Bidder ToBidder(Color color) {
  return color == Color::kWhite ? v1::BIDDER_CHALLENGER : v1::BIDDER_OPPONENT;
}

void WriteAdjudication(const Game& game, const Adjudication& adjudication, Locale locale,
                       WireWriter* answer) {
  WriteAdjudication(game, adjudication, game.detail(), locale, answer);
}

void WriteAdjudication(const Game& game, Locale locale, v1::Adjudication* answer) {
  std::string bytes;
  {
    WireWriter writer(&bytes);
    WriteAdjudication(game, game.Adjudicate(), locale, &writer);
  }
  const bool parsed = answer->ParseFromString(bytes);
  assert(parsed);
}

void WriteClocks(int field, const ClockTimes& left_ms, bool corrected, WireWriter* answer) {
  using Field = v1::Clocks;
  const size_t begin = answer->BeginShort(field);
  answer->Number(Field::kFirstMsFieldNumber, static_cast<uint64_t>(left_ms[0]));
  answer->Number(Field::kSecondMsFieldNumber, static_cast<uint64_t>(left_ms[1]));
  answer->Number(Field::kCorrectedFieldNumber, corrected);
  answer->EndShort(begin);
}

void WriteState(int field, const ViewedGame& viewed, const ResponseFormat& format,
                WireWriter* answer) {
  using Field = v1::State;
  const Game& game = viewed.shown();
  const Adjudication adjudication = game.Adjudicate();
  const std::any detail = game.detail();
  const std::string fen = game.Fen(format.fen_style);
  const size_t state = answer->Begin(field);
  answer->Text(Field::kFenFieldNumber, fen);
  WriteSnapshot(game, format, fen, answer);
  const bool bidding = game.phase() == Phase::kBidding;
  if (!bidding) answer->Number(Field::kTurnFieldNumber, ToWire(game.turn()));
  answer->Number(Field::kPhaseFieldNumber, adjudication.end ? v1::PHASE_FINISHED
                                           : bidding        ? v1::PHASE_BIDDING
                                                            : v1::PHASE_BOARD);
  answer->Number(Field::kPlyFieldNumber, game.ply());
  if (!bidding) answer->Number(Field::kMoveNumberFieldNumber, game.move_number());
  WritePending(game.pending(), answer);
  const size_t begin = answer->BeginShort(Field::kAdjudicationFieldNumber);
  WriteAdjudication(game, adjudication, detail, format.locale, answer);
  answer->EndShort(begin);
  if (const VariantMessages* messages = FindVariantMessages(game.variant().id)) {
    messages->write_detail(detail, answer);
  }
  if (format.board) {
    v1::Board board;
    WriteBoard(game.View(), format.locale, &board);
    answer->Message(Field::kBoardFieldNumber, board);
    for (const Note& note : game.Notes(format.locale)) {
      const size_t note_begin = answer->BeginShort(Field::kNotesFieldNumber);
      answer->Text(v1::Note::kTextFieldNumber, note.text);
      answer->Number(v1::Note::kInPictureFieldNumber, note.in_picture);
      answer->EndShort(note_begin);
    }
  }
  if (const std::optional<ClockTimes> clocks = game.clocks()) {
    WriteClocks(Field::kClocksFieldNumber, *clocks, game.clocks_corrected(), answer);
  }
  answer->End(state);
}

void WriteDraw(const Draw& draw, WireWriter* answer) {
  using Field = v1::Draw;
  answer->Text(Field::kPurposeFieldNumber, draw.purpose);
  for (const std::string_view candidate : draw.candidates) {
    answer->Bytes(Field::kCandidatesFieldNumber, candidate);
  }
  answer->Number(Field::kIndexFieldNumber, draw.index);
  answer->Fixed64(Field::kWordFieldNumber, draw.word);
}

void WriteEvent(const VariantInfo& variant, const Event& event, Locale locale, WireWriter* answer) {
  using Field = v1::Event;
  // Before the players have colours, `bidder` takes the place of `color`.
  const bool has_colors = event.roles == &kColors;
  answer->Number(Field::kKindFieldNumber, static_cast<uint64_t>(event.kind->number));
  answer->Text(Field::kFromFieldNumber, event.from);
  answer->Text(Field::kToFieldNumber, event.to);
  answer->Character(Field::kPieceFieldNumber, event.piece);
  answer->Character(Field::kObjectFieldNumber, event.object);
  if (has_colors) answer->Number(Field::kColorFieldNumber, ToWire(event.color));
  const size_t text = answer->BeginShort(Field::kTextFieldNumber);
  DescribeEvent(variant, event, locale, answer->contents());
  answer->EndShort(text);
  answer->Signed(Field::kPointsFieldNumber, event.points);
  answer->Text(Field::kTargetFieldNumber, event.target);
  answer->Text(Field::kOutcomeFieldNumber, event.outcome);
  if (!has_colors && event.color) {
    answer->Number(Field::kBidderFieldNumber, ToBidder(*event.color));
  }
}

void WriteActionResult(const VariantInfo& variant, const ActionResult& applied, Locale locale,
                       WireWriter* answer) {
  using Field = v1::Applied;
  answer->Text(Field::kTextFieldNumber, applied.text);
  answer->Text(Field::kSanFieldNumber, applied.san);
  for (const Event& event : applied.events) {
    const size_t begin = answer->BeginShort(Field::kEventsFieldNumber);
    WriteEvent(variant, event, locale, answer);
    answer->EndShort(begin);
  }
  for (const Draw& draw : applied.draws) {
    const size_t begin = answer->BeginShort(Field::kDrawsFieldNumber);
    WriteDraw(draw, answer);
    answer->EndShort(begin);
  }
  answer->Number(Field::kTimedOutFieldNumber, applied.timed_out);
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
