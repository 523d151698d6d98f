// The board and the notes of a state, which a request can ask for, and what ListVariants says about
// pieces, objects and regions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/str_replace.h"
#include "core/base/strings.h"
#include "service/handlers/handlers.h"
#include "tests/support/call_handler.h"
#include "tests/support/fen_board.h"
#include "tests/support/hidden_queens.h"
#include "tests/support/random_play.h"
#include "tests/support/status.h"
#include "tests/support/wire_options.h"

namespace arbiter {
namespace {

using testing::AllGameCases;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using testing::GameCase;
using testing::HiddenQueen;
using testing::HiddenQueensInGames;
using ::testing::IsEmpty;
using testing::IsOk;
using testing::OtherViewers;
using testing::Random;

const CallContext& Context() {
  static const Limits limits;
  static const CallContext context{&limits, nullptr};
  return context;
}

v1::Position AtFen(const std::string& variant, const std::string& fen) {
  v1::Position position;
  position.set_variant(variant);
  position.set_fen(fen);
  return position;
}

v1::State StateOf(const v1::Position& position, bool board,
                  v1::Viewer viewer = v1::VIEWER_UNSPECIFIED, const std::string& locale = "") {
  v1::AdjudicateRequest request;
  *request.mutable_position() = position;
  request.set_viewer(viewer);
  request.set_locale(locale);
  request.set_board(board);
  // Only this style marks the promoted pawns of Makruk; in Chak they have letters of their own.
  if (position.variant() == "makruk") request.set_fen_style(v1::FEN_STYLE_PYCHESS);
  v1::AdjudicateResponse response;
  EXPECT_THAT(testing::CallHandler(Adjudicate, Context(), request, &response), IsOk());
  return response.state();
}
v1::Board BoardOf(const v1::Position& position, v1::Viewer viewer = v1::VIEWER_UNSPECIFIED) {
  return StateOf(position, true, viewer).board();
}

// Formats each occupied square, for example as `e4 black P`, with everything else that the board
// says about it.
std::vector<std::string> TextsOf(const v1::Board& board) {
  std::vector<std::string> texts;
  for (const v1::Cell& cell : board.cells()) {
    std::string text = cell.square();
    if (cell.color() != v1::COLOR_UNSPECIFIED) {
      StrAppend(&text, cell.color() == v1::COLOR_WHITE ? " white " : " black ", cell.piece());
    }
    StrAppend(&text, cell.object().empty() ? "" : " object ", cell.object());
    StrAppend(&text, cell.immobilised() ? " immobilised" : "", cell.hidden() ? " hidden" : "",
              cell.left_unseen() ? " left unseen" : "");
    texts.push_back(std::move(text));
  }
  return texts;
}

// Formats the board of a FEN in the same way. The FEN must contain everything that the board shows.
std::vector<std::string> TextsOf(const std::string& fen, const std::string& variant) {
  // ReadFenBoard expects one letter per square.
  const testing::FenBoard board =
      testing::ReadFenBoard(absl::StrReplaceAll(fen, {{"M~", "X"}, {"m~", "x"}}));
  constexpr std::string_view kImmobilised = "LTUCOS", kFree = "KQRBNP";
  std::vector<std::string> texts;
  for (size_t rank = board.ranks.size(); rank-- > 0;) {
    for (size_t file = 0; file < board.ranks[rank].size(); ++file) {
      const char letter = board.ranks[rank][file];
      if (letter == 0) continue;
      std::string text = {static_cast<char>('a' + file),
                          static_cast<char>('1' + board.ranks.size() - 1 - rank)};
      const char capital = absl::ascii_toupper(letter);
      const std::string color = letter == capital ? " white " : " black ";
      if (variant != "chakart") {
        StrAppend(&text, color, capital == 'X' ? "M~" : std::string(1, capital));
      } else if (letter == '?') {
        text += " left unseen";
      } else if (std::string_view("mdwe").find(letter) != std::string_view::npos) {
        StrAppend(&text, " object ", std::string(1, letter));
      } else if (capital == 'I') {
        StrAppend(&text, color, "Q hidden");
      } else if (const size_t kind = kImmobilised.find(capital); kind != std::string_view::npos) {
        StrAppend(&text, color, std::string(1, kFree[kind]), " immobilised");
      } else {
        StrAppend(&text, color, std::string(1, capital));
      }
      texts.push_back(std::move(text));
    }
  }
  return texts;
}

std::vector<std::string> TextsOfNotes(const v1::State& state) {
  std::vector<std::string> texts;
  for (const v1::Note& note : state.notes()) texts.push_back(note.text());
  return texts;
}

class StateBoard : public ::testing::TestWithParam<GameCase> {};

// Asking for the board must not change anything else in the state.
TEST_P(StateBoard, AgreesWithTheFen) {
  Random random(93);
  const std::string variant(GetParam().variant->info().id);
  int boards = 0;
  testing::PlayGames(
      GetParam(), 20 / testing::kSanitizerSlowdown, 120, random,
      [&](const Game& game, const auto& /*actions*/) {
        v1::Position position;
        position.set_variant(variant);
        position.set_snapshot(game.Snapshot());
        v1::State with = StateOf(position, true);
        const v1::State without = StateOf(position, false);
        ASSERT_FALSE(without.has_board());
        ASSERT_TRUE(without.notes().empty());
        if (game.phase() != Phase::kBidding) {
          ASSERT_EQ(TextsOf(with.board()), TextsOf(with.fen(), variant)) << with.fen();
          const testing::FenBoard fen = testing::ReadFenBoard(game.Fen(FenStyle::kStandard));
          ASSERT_EQ(with.board().ranks(), fen.ranks.size());
          ASSERT_EQ(with.board().files(), fen.ranks.front().size());
          ++boards;
        }
        with.clear_board();
        with.clear_notes();
        ASSERT_EQ(with.SerializeAsString(), without.SerializeAsString());
      });
  EXPECT_GT(boards, 0);
}

// Without clocks, pictures show exactly the notes that say so, and how the game ended.
TEST_P(StateBoard, C5_NotesAreWholeInEveryLanguage) {
  Random random(94);
  testing::PlayGames(
      GetParam(), 10 / testing::kSanitizerSlowdown, 120, random,
      [&](const Game& game, const auto& /*actions*/) {
        for (const Locale locale : {Locale::kEnglish, Locale::kChinese, Locale::kThai}) {
          std::vector<std::string> pictured;
          for (const Note& note : game.Notes(locale)) {
            ASSERT_FALSE(note.text.empty()) << game.Fen(FenStyle::kStandard);
            ASSERT_EQ(note.text.find_first_of("{}\n"), std::string::npos) << note.text;
            if (note.in_picture) pictured.push_back(note.text);
          }
          std::vector<std::string> captions = game.Captions(locale);
          if (game.Adjudicate().end) captions.pop_back();
          // Clocks are in the notes if they are part of the position, and otherwise below them.
          const bool in_notes = game.Fen(FenStyle::kStandard).find("clock=") != std::string::npos;
          if (game.clocks() && !in_notes) captions.pop_back();
          ASSERT_EQ(captions.size(), pictured.size());
          if (!in_notes) ASSERT_EQ(captions, pictured);
        }
      });
}

INSTANTIATE_TEST_SUITE_P(Variants, StateBoard, ::testing::ValuesIn(AllGameCases()),
                         [](const auto& info) { return info.param.Name(); });

TEST(StateBoards, EveryMethodThatReturnsAStateCanAddItsBoardAndNotes) {
  v1::Position position;
  position.set_variant("chakart");
  const v1::State state = StateOf(position, true);
  const v1::Board& start = state.board();
  EXPECT_EQ(start.cells_size(), 32);
  v1::StartGameRequest start_game;
  start_game.set_variant("chakart");
  start_game.set_board(true);
  v1::StartGameResponse started;
  ASSERT_THAT(testing::CallHandler(StartGame, Context(), start_game, &started), IsOk());
  EXPECT_EQ(started.state().board().SerializeAsString(), start.SerializeAsString());
  EXPECT_EQ(TextsOfNotes(started.state()), TextsOfNotes(state));

  v1::ValidateGameRequest validate;
  validate.set_variant("chakart");
  validate.set_board(true);
  v1::ValidateGameResponse validated;
  ASSERT_THAT(testing::CallHandler(ValidateGame, Context(), validate, &validated), IsOk());
  EXPECT_EQ(validated.state().board().SerializeAsString(), start.SerializeAsString());
  EXPECT_EQ(TextsOfNotes(validated.state()), TextsOfNotes(state));

  v1::ApplyMovesRequest apply;
  apply.mutable_position()->set_variant("chakart");
  apply.add_actions("b1c3");
  apply.set_board(true);
  v1::ApplyMovesResponse applied;
  ASSERT_THAT(testing::CallHandler(ApplyMoves, Context(), apply, &applied), IsOk());
  EXPECT_THAT(TextsOf(applied.state().board()), ::testing::Contains("b1 object e"));
  EXPECT_EQ(TextsOfNotes(applied.state()), TextsOfNotes(state));

  v1::EnumerateOutcomesRequest outcomes;
  *outcomes.mutable_position() = apply.position();
  outcomes.set_action("b1c3");
  outcomes.set_board(true);
  v1::EnumerateOutcomesResponse enumerated;
  ASSERT_THAT(testing::CallHandler(EnumerateOutcomes, Context(), outcomes, &enumerated), IsOk());
  ASSERT_EQ(enumerated.outcomes_size(), 1);
  EXPECT_EQ(enumerated.outcomes(0).state().board().SerializeAsString(),
            applied.state().board().SerializeAsString());
  EXPECT_EQ(TextsOfNotes(enumerated.outcomes(0).state()), TextsOfNotes(state));
}

TEST(StateNotes, AreInTheLocaleOfTheRequest) {
  const v1::Position position = AtFen("makruk", "7k/7r/8/8/8/8/8/KR6 b - 128 0 10");
  const auto notes = [&position](const std::string& locale) {
    return StateOf(position, true, v1::VIEWER_ALL, locale).notes();
  };
  ASSERT_EQ(notes("en").size(), 1);
  EXPECT_EQ(notes("en")[0].text(), "Black counts 0 of 64 (board's honour); moves left: 64.");
  EXPECT_TRUE(notes("en")[0].in_picture());
  EXPECT_EQ(notes("th")[0].text(), "ดำนับถึง 0 จาก 64 (ศักดิ์กระดาน) เหลืออีก 64 ตา");
  v1::Position start;
  start.set_variant("chakart");
  const v1::State state = StateOf(start, true, v1::VIEWER_ALL, "zh-CN");
  ASSERT_EQ(state.notes_size(), 2);
  EXPECT_EQ(state.notes(0).text(), "白方还可投掷龟壳和使用隐身着法。");
  EXPECT_FALSE(state.notes(0).in_picture());
}

TEST(StateBoards, M13_APromotedPawnIsDistinguishedFromAMet) {
  EXPECT_THAT(TextsOf(BoardOf(AtFen("makruk", "4k3/8/4M~3/4M3/8/8/8/4K3 w - - 0 1"))),
              ElementsAre("e1 white K", "e5 white M", "e6 white M~", "e8 black K"));
}

TEST(StateBoards, TheRoyalInCheckIsMarked) {
  EXPECT_EQ(BoardOf(AtFen("makruk", "4k3/8/8/8/4R3/8/8/4K3 b - - 0 1")).check(), "e8");
  EXPECT_EQ(BoardOf(AtFen("makruk", "4k3/8/8/8/3R4/8/8/4K3 b - - 0 1")).check(), "");
}

TEST(StateBoards, H23_OnlyHerOwnerSeesAHiddenQueen) {
  for (const HiddenQueen& queen : HiddenQueensInGames(40)) {
    const std::string color = queen.owner == Color::kWhite ? "white" : "black";
    for (size_t i = 0; i < queen.worlds.size(); ++i) {
      const std::string her = StrCat(queen.squares[i], " ", color, " Q hidden");
      for (const v1::Viewer viewer : {v1::VIEWER_ALL, queen.OwnersView()}) {
        const v1::State state = StateOf(queen.worlds[i], true, viewer);
        ASSERT_THAT(TextsOf(state.board()), ::testing::Contains(her));
        ASSERT_THAT(
            TextsOfNotes(state),
            ::testing::Contains(EndsWith(StrCat("queen is hidden on ", queen.squares[i], "."))));
      }
      for (const v1::Viewer viewer : OtherViewers(queen)) {
        const v1::State state = StateOf(queen.worlds[i], true, viewer);
        const v1::Board& board = state.board();
        ASSERT_EQ(board.SerializeAsString(), BoardOf(queen.worlds[0], viewer).SerializeAsString());
        ASSERT_EQ(TextsOfNotes(state), TextsOfNotes(StateOf(queen.worlds[0], true, viewer)));
        ASSERT_THAT(TextsOfNotes(state), ::testing::Contains(EndsWith("'s queen is hidden.")));
        ASSERT_THAT(TextsOf(board), ::testing::Not(::testing::Contains(her)));
        ASSERT_THAT(TextsOf(board),
                    ::testing::Contains(StrCat(queen.moves[i].substr(0, 2), " left unseen")));
      }
    }
  }
}

std::vector<std::string> TextsOfRegions(const v1::Board& board) {
  std::vector<std::string> texts;
  for (const v1::BoardRegion& region : board.regions()) {
    std::string text =
        StrCat(v1::RegionKind_Name(region.kind()), " ", v1::Color_Name(region.color()));
    for (const std::string& square : region.squares()) StrAppend(&text, " ", square);
    texts.push_back(std::move(text));
  }
  return texts;
}

TEST(StateBoards, K1_RegionsAreThoseOfTheVariant) {
  v1::Position position;
  position.set_variant("chak");
  const v1::Board board = StateOf(position, true, v1::VIEWER_ALL, "zh-CN").board();
  EXPECT_THAT(TextsOfRegions(board),
              ElementsAre("REGION_KIND_RIVER COLOR_UNSPECIFIED a5 b5 c5 d5 e5 f5 g5 h5 i5",
                          "REGION_KIND_TEMPLE COLOR_WHITE d1 e1 f1 d2 e2 f2 d3 e3 f3",
                          "REGION_KIND_TEMPLE COLOR_BLACK d7 e7 f7 d8 e8 f8 d9 e9 f9",
                          "REGION_KIND_ALTAR COLOR_WHITE e2", "REGION_KIND_ALTAR COLOR_BLACK e8"));
  v1::ListVariantsRequest request;
  request.set_locale("zh-CN");
  v1::ListVariantsResponse response;
  ASSERT_THAT(testing::CallHandler(ListVariants, Context(), request, &response), IsOk());
  for (const v1::Variant& variant : response.variants()) {
    if (variant.id() != "chak") continue;
    ASSERT_EQ(variant.regions_size(), board.regions_size());
    for (int i = 0; i < board.regions_size(); ++i) {
      EXPECT_EQ(variant.regions(i).kind(), board.regions(i).kind());
      EXPECT_EQ(variant.regions(i).color(), board.regions(i).color());
      EXPECT_EQ(variant.regions(i).name(), board.regions(i).name());
      EXPECT_THAT(board.regions(i).squares(),
                  ::testing::ElementsAreArray(variant.regions(i).squares()));
    }
  }
}

TEST(StateBoards, P20_OnlyTheHillFeatureHasAHill) {
  const auto board = [](const std::string& rows, const std::string& feature) {
    return BoardOf(AtFen("chpok", rows + " w - 1,1 0,0 0,0 0,0 1 {xf=" + feature + ";d=0}"));
  };
  constexpr char kRows[] = "7k/8/8/8/8/3K4/8/8";
  EXPECT_THAT(
      TextsOfRegions(board(kRows, "hill")),
      ElementsAre("REGION_KIND_HILL COLOR_WHITE d4 e4", "REGION_KIND_HILL COLOR_BLACK d5 e5"));
  EXPECT_THAT(TextsOfRegions(board(kRows, "racing")), IsEmpty());
  const v1::Board wide = board("8k/9/9/9/9/4K4/9/9", "hill");
  EXPECT_EQ(wide.files(), 9u);
  EXPECT_THAT(TextsOfRegions(wide),
              ElementsAre("REGION_KIND_HILL COLOR_WHITE e4", "REGION_KIND_HILL COLOR_BLACK e5"));
}

TEST(StateBoards, P11_TheBiddingShowsTheBoardThatFollowsIt) {
  v1::Position position;
  position.set_variant("chpok");
  const v1::Board board = BoardOf(position);
  EXPECT_EQ(board.files(), 8u);
  EXPECT_EQ(board.cells_size(), 32);
}

// --- ListVariants.

TEST(ListedPieces, AMarkedPieceHasTheFactsOfItsKind) {
  v1::ListVariantsResponse response;
  ASSERT_THAT(testing::CallHandler(ListVariants, Context(), v1::ListVariantsRequest(), &response),
              IsOk());
  for (const v1::Variant& variant : response.variants()) {
    for (const v1::Piece& piece : variant.pieces()) {
      const std::string where = variant.id() + " " + piece.letter();
      EXPECT_EQ(piece.promotes_to().empty(), piece.promotion_rank() == 0) << where;
      EXPECT_FALSE(piece.drawing().empty()) << where;
      EXPECT_TRUE(piece.has_movement()) << where;
      EXPECT_NE(piece.role(), v1::Piece::ROLE_UNSPECIFIED) << where;
      if (piece.letter().size() == 1) continue;
      const auto kind = std::find_if(variant.pieces().begin(), variant.pieces().end(),
                                     [&piece](const v1::Piece& other) {
                                       return other.letter() == piece.letter().substr(0, 1);
                                     });
      ASSERT_NE(kind, variant.pieces().end()) << where;
      EXPECT_EQ(piece.movement().SerializeAsString(), kind->movement().SerializeAsString());
      EXPECT_EQ(piece.role(), kind->role());
    }
  }
}

TEST(ListedPieces, RolesNameRoyalsAndPawns) {
  v1::ListVariantsResponse response;
  ASSERT_THAT(testing::CallHandler(ListVariants, Context(), v1::ListVariantsRequest(), &response),
              IsOk());
  std::vector<std::string> texts;
  for (const v1::Variant& variant : response.variants()) {
    std::string royals, pawns;
    for (const v1::Piece& piece : variant.pieces()) {
      if (piece.role() == v1::Piece::ROLE_ROYAL) royals += piece.letter();
      if (piece.role() == v1::Piece::ROLE_PAWN) pawns += piece.letter();
    }
    texts.push_back(StrCat(variant.id(), " ", royals, " ", pawns));
  }
  EXPECT_THAT(texts, ElementsAre("chak KD P", "chakart K P", "chpok K P", "makruk K P"));
}

// Tests one example for each field of a movement pattern.
TEST(ListedPieces, EveryFieldOfAMovementPatternIsSet) {
  v1::ListVariantsResponse response;
  ASSERT_THAT(testing::CallHandler(ListVariants, Context(), v1::ListVariantsRequest(), &response),
              IsOk());
  std::set<std::string> seen;
  for (const v1::Variant& variant : response.variants()) {
    for (const v1::Piece& piece : variant.pieces()) {
      for (const v1::MovePattern& pattern : piece.movement().patterns()) {
        EXPECT_GT(pattern.steps_size(), 0);
        const std::string where = variant.id() + " " + piece.letter() + " ";
        seen.insert(where + v1::MovePattern::Kind_Name(pattern.kind()));
        seen.insert(where + v1::MovePattern::Purpose_Name(pattern.purpose()));
        if (pattern.max_steps() > 0) seen.insert(StrCat(where, "max ", pattern.max_steps()));
        for (const uint32_t rank : pattern.from_ranks()) seen.insert(StrCat(where, "from ", rank));
        for (const uint32_t rank : pattern.to_ranks()) seen.insert(StrCat(where, "to ", rank));
        if (pattern.from_corners()) seen.insert(where + "corners " + pattern.feature());
      }
    }
  }
  for (const char* text :
       {"chak Q KIND_HOP", "chak D KIND_SLIDE", "chak D max 2", "chak D to 5", "chak D to 9",
        "chak P PURPOSE_MOVE", "chak P PURPOSE_CAPTURE", "makruk M~ KIND_LEAP", "chakart P from 1",
        "chakart P from 2", "chpok P from 2", "chpok B corners cornerbishop"}) {
    EXPECT_TRUE(seen.contains(text)) << text;
  }
  EXPECT_FALSE(seen.contains("chak D to 4"));
  EXPECT_FALSE(seen.contains("chpok P from 1"));
}

TEST(ListedObjects, EffectsAreListed) {
  v1::ListVariantsResponse response;
  ASSERT_THAT(testing::CallHandler(ListVariants, Context(), v1::ListVariantsRequest(), &response),
              IsOk());
  std::vector<std::string> texts;
  for (const v1::Variant& variant : response.variants()) {
    for (const v1::BoardObject& object : variant.objects()) {
      std::string text = StrCat(object.letter(), object.blocks() ? " blocks" : "");
      for (const v1::ObjectEffect& effect : object.effects()) {
        StrAppend(&text, " ", effect.pieces_size(), " pieces ", effect.events_size(), " events ",
                  effect.steps_size(), " steps", effect.repeats_step() ? " repeats" : "");
      }
      for (const std::string& letter : object.put_by()) StrAppend(&text, " by ", letter);
      EXPECT_EQ(object.drawing(), absl::AsciiStrToLower(object.name()));
      texts.push_back(std::move(text));
    }
  }
  EXPECT_THAT(texts, ElementsAre("m 3 pieces 1 events 0 steps repeats by P",
                                 "d blocks 6 pieces 1 events 4 steps by R",
                                 "w blocks 6 pieces 1 events 4 steps by B",
                                 "e 6 pieces 8 events 0 steps by N"));
}

}  // namespace
}  // namespace arbiter
