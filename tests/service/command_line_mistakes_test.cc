// Tests what `arbiter` answers to what people type: mistakes are named, and every message says what
// to do next; what is clear enough is understood.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_replace.h"
#include "tests/service/shell.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;

struct Row {
  const char* line;
  int exit_code;
  // A part of the output, standard error included.
  const char* says;
};

constexpr char kFen[] = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";

void ExpectAnswers(const std::vector<Row>& rows) {
  const Shell shell;
  shell.Write("chess.pgn", "[Event \"?\"]\n\n1. e4 e5 2. Nf3 *\n");
  shell.Write("game.txt", "# a game\n1. e4 d5 2. exd5\nNd7; draw?\n");
  for (const Row& row : rows) {
    const std::string line = absl::StrReplaceAll(row.line, {{"FEN", kFen}});
    const ProgramResult finished = shell.Run("arbiter " + line + " < /dev/null");
    EXPECT_EQ(finished.exit_code, row.exit_code) << line << ": " << finished.err;
    EXPECT_THAT(finished.out + finished.err, HasSubstr(row.says)) << line;
  }
}

TEST(CommandLineMistakes, WhatIsMissingIsNamedWithAnExample) {
  constexpr char kVariants[] = " needs a variant (chak, chakart, chpok, makruk); for example: ";
  const Shell shell;
  for (const std::string command :
       {"start", "legal", "apply", "outcomes", "adjudicate", "validate", "convert", "pgn", "render",
        "perft", "analyze", "review", "play"}) {
    const ProgramResult finished = shell.Run("arbiter " + command);
    EXPECT_EQ(finished.exit_code, 2) << command;
    EXPECT_THAT(finished.err, HasSubstr(command + kVariants + "arbiter " + command)) << command;
  }
  ExpectAnswers({
      {"keys", 2, "keys needs a command (add, list, revoke); for example: arbiter keys add"},
      {"keys add", 2, "keys add needs client; for example: arbiter keys add site"},
      {"keys list", 2, "keys list needs --file"},
      {"perft makruk", 2, "perft needs --depth; for example: arbiter perft makruk"},
      {"convert makruk", 2, "convert needs moves; for example: arbiter convert makruk"},
      {"outcomes chakart", 2, "outcomes needs action; for example: arbiter outcomes chakart"},
      {"verify", 2, "verify needs games; for example: arbiter verify"},
      {"completion", 2, "completion needs shell; for example: "},
      {"legal makruk --fen", 2, "--fen needs a value (FEN)"},
      {"legal makruk --moves", 2, "--moves needs a value (LIST)"},
      {"analyze makruk --depth", 2, "--depth needs a value (N)"},
      {"start chakart --seed ''", 2, "the seed is empty; give 32 to 128 hexadecimal digits"},
      {"legal chakart --record-seed \"$NOTHING\"", 2, "the seed is empty"},
      {"start chakart --seed base64:\"$NOTHING\"", 2, "the seed is empty"},
  });
}

TEST(CommandLineMistakes, UnknownNamesHaveASuggestion) {
  ExpectAnswers({
      {"frobnicate", 2, "unknown command frobnicate (known: variants, start, legal"},
      {"lgal makruk", 2, "unknown command lgal (did you mean legal?"},
      {"moves makruk", 2, "unknown command moves (did you mean legal?)"},
      {"move makruk e4", 2, "unknown command move (did you mean apply?)"},
      {"board makruk", 2, "unknown command board (did you mean render?)"},
      {"eval makruk", 2, "unknown command eval (did you mean analyze?)"},
      {"analyse makruk", 2, "unknown command analyse (did you mean analyze?)"},
      {"new makruk", 2, "unknown command new (did you mean start?)"},
      {"play makruk --level 3", 2, "unknown option --level (did you mean --strength?)"},
      {"analyze makruk --level=3", 2, "unknown option --level (did you mean --strength?)"},
      {"analyze makruk --time 5", 2, "unknown option --time (did you mean --movetime?)"},
      {"analyze makruk --multipv 2", 2, "unknown option --multipv (did you mean --multi-pv?)"},
      {"legal makruk --position x", 2, "unknown option --position (did you mean --fen?)"},
      {"legal makruk --host x", 2, "unknown option --host (did you mean --server?)"},
      {"start chak --lang th", 2, "unknown option --lang (did you mean --locale?)"},
      {"analyze makruk --dept 3", 2, "unknown option --dept (did you mean --depth?"},
      {"legal makruk -x", 2, "unknown option -x (known: "},
      {"legal makruk e4", 2, "legal does not take 'e4'; for example: arbiter legal"},
      {"legal makrk", 1, "unknown variant 'makrk' (did you mean makruk?"},
      {"legal chess", 1, "unknown variant 'chess' (known: chak, chakart, chpok, makruk)"},
      {"uci --variant chess", 2, "unknown variant 'chess' (known: chak, chakart, chpok, makruk)"},
      {"variants chess", 1, "unknown variant 'chess' (known: chak, chakart, chpok, makruk)"},
      {"convert makruk --to sam e4", 2, "--to: unknown value 'sam' (did you mean san?"},
      {"render makruk --theme pink", 2, "--theme: unknown value 'pink' (known: "},
      {"completion tcsh", 2, "shell: unknown value 'tcsh' (known: bash, zsh, fish)"},
      {"legal makruk --color blue", 2,
       "--color: unknown value 'blue' (known: auto, always, never)"},
      {"play makruk --white robot", 2, "--white: unknown value 'robot' (known: human, engine)"},
      {"start makruk --option counting=never", 2, "unknown value 'never' of counting"},
      {"start makruk --option chips=3", 2, "unknown option 'chips' of makruk"},
  });
}

TEST(CommandLineMistakes, ValuesThatCannotBeReadAreQuoted) {
  ExpectAnswers({
      {"analyze makruk --depth five", 2, "--depth: 'five' is not a number"},
      {"analyze makruk --depth 0", 2, "--depth: 0 is too small; give at least 1"},
      {"analyze makruk --depth 00", 2, "--depth: 0 is too small; give at least 1"},
      {"outcomes chakart 'e4 e5'", 2, "outcomes takes one action; --moves makes others"},
      {"legal makruk --server ftp://x", 2, "unknown scheme ftp"},
      {"analyze makruk --nodes 0", 2, "--nodes: 0 is too small; give at least 1"},
      {"analyze makruk --depth 99999999999", 2, "--depth: '99999999999' is out of range"},
      {"perft makruk three", 2, "'three' is not a number"},
      {"analyze makruk --movetime 1h", 2, "--movetime: '1h' is not a time; give a number with ms"},
      {"analyze makruk --movetime 0", 2, "--movetime: '0' is not a time"},
      {"analyze makruk --movetime soon", 2, "--movetime: 'soon' is not a time"},
      {"legal makruk --timeout x", 2, "--timeout: 'x' is not a time"},
      {"start chakart --seed xyz", 2,
       "a seed is an even number of hexadecimal digits, 32 to 128 (R3); if it is base64, write "
       "base64: before it"},
      {"start chakart --seed base64:!", 2, "the seed after base64: is not valid base64"},
      {"start chakart --seed base64:AAEC", 1, "the seed has 3 bytes; it must have 16 to 64 (R3)"},
      {"legal makruk --from e9", 1, "'e9' is not a square from a1 to h8"},
      {"legal makruk --fen rubbish", 1, "an example of a FEN is rnsmksnr/8/pppppppp"},
      {"legal makruk --snapshot '!'", 2,
       "--snapshot is not valid base64; --snapshot-file reads raw"},
      {"pgn makruk --tag White", 2, "--tag: 'White' must be NAME=VALUE"},
      {"legal makruk --moves e4 --record x", 2, "give either --moves or --record, not both"},
      {"render makruk --svg --text", 2, "--svg cannot be combined with --text; leave one out"},
      {"legal makruk --tls-cert x", 2, "--tls-cert needs --tls-key as well"},
      {"validate makruk --game 2", 2, "--variant and --game apply only to PGN files"},
      {"play makruk --json", 2, "play does not support --json; apply, legal and analyze do"},
  });
}

TEST(CommandLineMistakes, AFenNeedsQuotes) {
  ExpectAnswers({
      {"legal makruk --fen FEN", 2, "quote the FEN, so that the shell keeps it together: --fen \""},
      {"apply makruk FEN", 2, "--fen \"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1\""},
      {"apply makruk --fen FEN e3e4", 2, "RNSKMSNR w - - 0 1\""},
      {"pgn makruk --start-fen FEN --moves e4", 2, "--start-fen \"rnsmksnr/8/"},
      {"legal makruk --fen 'FEN' --from e3", 0, "e3e4"},
  });
}

TEST(CommandLineMistakes, C15_ActionsThatArentSayWhatIsMeant) {
  ExpectAnswers({
      {"apply makruk draw", 1, "did you mean draw?"},
      {"apply makruk Resign", 1, "did you mean resign (it gives up the game)"},
      {"apply makruk claim", 1, "did you mean claim draw ("},
      {"apply chak Nd2", 1, "'Nd2' names no legal move: "},
      {"apply makruk O-O", 1, "'O-O' names no legal move: there is no castling"},
      {"apply makruk --moves e4 -- --", 1, "'--' names no legal move: a player may not pass"},
      {"apply makruk Z0", 1, "'Z0' names no legal move: a player may not pass"},
      {"apply makruk e3e5", 1, "e3e5: a pawn moves one square, never two (M1)"},
      {"validate makruk --moves 'e4 Ke6'", 1, "Illegal   action 1 (from 0), Ke6: "},
      {"legal makruk --moves 'e4 zz'", 1, "position.record.actions[1]: 'zz' names no legal move"},
      {"outcomes chakart zz", 1, "'zz' names no legal move"},
      {"analyze makruk --search-moves Ke3", 1, "search_moves[0]: 'Ke3' names no legal move"},
  });
}

TEST(CommandLineMistakes, C15_EveryPlaceReadsMovesInEveryNotation) {
  ExpectAnswers({
      {"apply Makruk 'e4 d6-d5' exd5 มง7", 0, "b8d7"},
      {"apply makruk '1. e4 d5 2. exd5 Qc7'", 0, "d8c7"},
      {"apply makruk 'e4 e5 $1 2. Nd2 ± 1-0'", 0, "b1d2"},
      {"convert makruk '1. e4 e5* 1/2-1/2'", 0, "e3e4 e6e5"},
      {"apply makruk e4,e5 'Nd2, Nd7'", 0, "b8d7"},
      {"outcomes chakart '1. Nf3!'", 0, "g1f3"},
      {"apply chpok 'raise white +1 match white' --generate-seed", 0, "match white{white="},
      {"legal makruk --from E3", 0, "e3e4"},
      {"apply makruk e4 resign", 0, "Black resigns. The game is over."},
      {"apply makruk --record game.txt", 0, "r1smksnr/3n4/ppp1pppp/3P4"},
      {"legal CHAK --moves 'e3-e4'", 0, "e7e6"},
      {"legal makruk --record game.txt --controls", 0, "draw!"},
      {"convert makruk 'ม ข๑-ง๒ ม ข๘ - ง๗'", 0, "b1d2 b8d7"},
      {"convert makruk --to san e3e4 D6D5", 0, "e4 d5"},
      {"outcomes chakart e4", 0, "e2e4"},
      {"analyze makruk --search-moves Nd2 --depth 1", 0, "Best      Nd2 (b1d2)"},
      {"validate makruk --moves 'e4 d5 exd5'", 0, "Legal     3 actions"},
      {"review makruk --moves 'e4 d5' --depth 1", 0, "accuracy"},
      {"pgn makruk --moves 'e4 d5' --result 1-0", 0, "1. e4 d5 1-0"},
      {"apply chpok 'raise time +2 5+3' --seed 000102030405060708090a0b0c0d0e0f", 0,
       "Challenger bids on time: 5+3."},
      {"legal chpok --moves 'raise time +2 5+3 challenger:draw?'", 1,
       "there is no draw by agreement in Chpok (P17)"},
  });
  const Shell shell;
  EXPECT_THAT(shell.Run("echo '1. e4 d5 2. exd5' | arbiter apply makruk -").out, HasSubstr("e4d5"));
  EXPECT_THAT(shell.Run("printf 'e4 \\xff' | arbiter apply makruk -").err,
              HasSubstr("standard input is not UTF-8 text"));
  EXPECT_THAT(shell.Run("printf 'e4 Nd7\\nquit\\n' | arbiter play makruk").out, HasSubstr("b8d7"));
}

TEST(CommandLineMistakes, WhatIsClearIsUnderstood) {
  ExpectAnswers({
      {"help", 0, "Usage: arbiter"},
      {"help nonsense", 2, "unknown command nonsense"},
      {"analyze makruk --movetime 0.05S", 0, "Best "},
      {"help legal", 0, "Usage: arbiter legal"},
      {"help keys add", 0, "Usage: arbiter keys"},
      {"perft makruk 3", 0, "12012"},
      {"analyze makruk --movetime 0.05s", 0, "Best "},
      {"analyze makruk --movetime 50ms", 0, "Best "},
      {"legal makruk --timeout 500ms", 0, "e3e4"},
      {"variants Chak", 0, "chak: Chak, 9x9"},
      {"legal makruk --from e5", 0, "there is no piece on e5"},
      {"legal makruk --from e6", 0, "the piece on e6 is the other side's. White is to move."},
      {"legal makruk --from a1", 0, "a1a2"},
      {"legal chak --from a1 --moves ''", 0, "a1a2"},
      {"render makruk --svg board.svg", 0, "wrote board.svg"},
      {"validate makruk --moves 'e4 resign' --result 1-0", 0, "Legal"},
  });
}

TEST(CommandLineMistakes, FilesAreNamedWithTheirLine) {
  ExpectAnswers({
      {"validate nowhere.pgn", 1, "cannot read nowhere.pgn: No such file or directory"},
      {"legal makruk --record nowhere.txt", 1, "cannot read nowhere.txt"},
      {"validate chess.pgn", 1, "chess.pgn:1: "},
      {"batch nowhere", 1, "cannot read nowhere"},
  });
  const ProgramResult batch =
      Shell().Run("printf '\\n{}\\ngarbage\\n{\"a\":1}\\n' | arbiter batch");
  EXPECT_THAT(batch.out, HasSubstr("not JSON: line 3, column 1: expected a value"));
  EXPECT_THAT(batch.out, HasSubstr("line 4: a: unknown field"));
}

}  // namespace
}  // namespace arbiter::testing
