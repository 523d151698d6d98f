import assert from "node:assert/strict";
import { test } from "node:test";

import { STANDARD_START, printFen, readFen } from "../chakart/fen.mjs";
import { legalTexts } from "../chakart/moves.mjs";
import { CHAKART } from "../chakart/variant.mjs";
import { Game } from "../game.mjs";
import { Draws } from "../random_stream.mjs";

/**
 * Makes a game whose random draws choose the indices in `script` in turn. Also returns the places
 * of these draws in the stream.
 */
function scriptedGame(fen, script = []) {
  const places = [];
  const game = new Game(CHAKART.read(fen, { timeControl: null }), (place) => {
    places.push(place);
    return new Draws(() => script.shift());
  });
  return { game, places };
}

function playedFrom(fen, actions, script) {
  const { game } = scriptedGame(fen, script);
  actions.forEach((action) => game.play(action));
  return game;
}

const afterStart = (...actions) => playedFrom(STANDARD_START, actions).result;

test("C7: a player who resigns or runs out of time loses", () => {
  assert.equal(afterStart("resign"), "BLACK_WINS");
  assert.equal(afterStart("e2e4", "resign"), "WHITE_WINS");
  assert.equal(afterStart("black:resign"), "WHITE_WINS");
  assert.equal(afterStart("timeout"), "BLACK_WINS");
  assert.equal(afterStart("black:timeout"), "WHITE_WINS");
});

test("C14: a draw offer stands until it is answered", () => {
  assert.equal(afterStart("draw?", "black:draw!"), "DRAW");
  assert.equal(afterStart("black:draw?", "draw!"), "DRAW");
  assert.equal(afterStart("draw?", "e2e4", "draw!"), "DRAW");
  assert.equal(afterStart("draw?", "draw-", "black:draw?", "draw-"), null);
  const refused = [
    ["draw!"], ["draw-"], ["draw?", "draw!"], ["draw?", "draw?"], ["draw?", "black:draw?"],
    ["draw?", "e2e4", "e7e5", "black:draw!"], ["black:draw?", "e2e4", "white:draw!"],
    ["draw?", "draw-", "black:draw!"],
  ];
  for (const actions of refused) assert.throws(() => afterStart(...actions), `${actions}`);
});

test("H19: Chakart has no claims", () => {
  assert.throws(() => afterStart("claim draw"), /no claim/);
  assert.throws(() => afterStart("white:claim win"), /no claim/);
});

test("every action is refused after the end of the game", () => {
  assert.throws(() => afterStart("resign", "e2e4"), /over/);
  assert.throws(() => afterStart("resign", "black:draw?"), /over/);
});

test("an illegal or unknown action is refused", () => {
  for (const action of ["e2e5", "e7e5", "white:e2e4", "E2E4", "", "0000", "b1c3?", "e2e4 "]) {
    assert.throws(() => afterStart(action), /not legal/, action);
  }
});

test("outcomes must match the random draws, and can be omitted", () => {
  const fen = '4k3/8/8/8/8/2e5/8/1N2K3 w 4 {"flags":"1111"}';
  assert.equal(playedFrom(fen, ["b1c3"], [1]).result, null);
  assert.equal(playedFrom(fen, ["b1c3{egg=koopa}"], [1]).result, null);
  assert.throws(() => playedFrom(fen, ["b1c3{egg=koopa}"], [3]), /draws {egg=chomp}/);
  assert.throws(() => playedFrom(fen, ["e1d1{}"]), /draws nothing/);
});

test("H22: the action index rises within a turn and restarts with the next", () => {
  const fen = '4k3/8/8/8/8/2e5/8/1N2K3 w 4 {"flags":"1111"}';
  const { game, places } = scriptedGame(fen, [4]);
  for (const action of ["draw?", "b1c3", "e1e2", "e8e7"]) game.play(action);
  assert.deepEqual(places, [
    { turn: 4, action: 0 }, { turn: 4, action: 1 }, { turn: 5, action: 0 },
  ]);
});

test("H22: a FEN with a pending choice starts at action index 1", () => {
  const fen = '4k3/8/8/8/8/8/8/4K3 w 4 {"flags":"1111","pending":"drop:n"}';
  const { game, places } = scriptedGame(fen);
  game.play("N@a1");
  assert.deepEqual(places, [{ turn: 4, action: 1 }]);
});

test("H13: a piece frozen by bowser cannot move in its owner's next turn", () => {
  const fen = '4k3/8/8/8/8/2e5/8/1N2K2R w 4 {"flags":"1111"}';
  const { game } = scriptedGame(fen, [5]);
  game.play("b1c3{egg=bowser}");
  game.play("e8d8");
  assert.match(printFen(game.state.position), /2O5\/8\/1e2K2R w 6/);
  assert.ok(!legalTexts(game.state.position).some((text) => text.startsWith("c3")));
  game.play("e1d1");
  assert.match(printFen(game.state.position), /2N5\/8\/1e1K3R b 7/);
});

test("H13: a piece frozen by the second action of a turn is not freed by that turn", () => {
  const fen = '4k3/8/8/8/8/2e5/4e3/1N2K3 w 4 {"flags":"1111"}';
  const game = playedFrom(fen, ["b1c3", "e1e2"], [4, 5]);
  assert.match(printFen(game.state.position), /2N5\/4L3\/1e6 b 5/);
});

test("H15: a pawn frozen on its last rank promotes to a frozen piece", () => {
  const fen = '4e2k/4m3/4P3/8/8/8/8/7K w 10 {"flags":"1111"}';
  const game = playedFrom(fen, ["e6e7{egg=bowser}", "e8=q"], [5]);
  assert.equal(printFen(game.state.position), '4T2k/8/4m3/8/8/8/8/7K b 11 {"flags":"1111"}');
});

test("H17: capturing the last king ends the game without pending choices", () => {
  const taken = playedFrom('4k3/3P4/8/8/8/8/8/4K3 w 2 {"flags":"1111"}', ["d7e8r"]);
  assert.equal(taken.result, "WHITE_WINS");
  assert.equal(printFen(taken.state.position), '4R3/3m4/8/8/8/8/8/4K3 b 3 {"flags":"1111"}');
  assert.throws(() => taken.play("0000"), /over/);
});

test("H18: two forced passes in a row are a draw", () => {
  const game = playedFrom('7l/8/8/8/8/8/8/7L w 10 {"flags":"1111"}', ["0000"]);
  assert.equal(printFen(game.state.position), '7l/8/8/8/8/8/8/7K b 11 {"flags":"1111","passes":1}');
  game.play("0000");
  assert.equal(game.result, "DRAW");
  assert.equal(printFen(game.state.position), '7k/8/8/8/8/8/8/7K w 12 {"flags":"1111","passes":2}');
});

test("the squares of a swap can be in either order", () => {
  const fen = '4k3/8/8/8/8/8/8/R3K3 w 4 {"flags":"1111","pending":"swap"}';
  const game = playedFrom(fen, ["e1~a1"]);
  assert.equal(printFen(game.state.position), '4k3/8/8/8/8/8/8/K3R3 b 5 {"flags":"1111"}');
});

test("F2: impossible positions are refused", () => {
  const refused = [
    'P3k3/8/8/8/8/8/8/4K3 w 4', '4k3/8/8/8/8/8/8/4K3 w 4 {"pending":"promotion:e8"}',
    'I3k3/8/8/8/8/8/8/4K3 w 4', '?3k3/8/8/8/8/8/8/4K3 w 4', '4k3/8/8/8/8/8/8/4K3 w 04',
    '4k3/8/8/8/8/8/4K3 w 4', '4k3/8/8/8/8/8/8/4K4 w 4', '4k3/8/8/8/8/8/8/4K3 w 4 {"flags":1111}',
    '4k3/8/8/8/8/8/8/4K3 w 4 {"pending":"swap,promotion:e8"}',
    '4k3/8/8/8/8/8/8/4K3 w 4 {"clock":1}', '43k/8/8/8/8/8/8/4K3 w 4',
    '11111k2/8/8/8/8/8/8/4K3 w 4',
    '4k3/8/8/8/8/8/8/4K3 w 4 {"flags":"1111","pending":"again","passes":1}',
    '4k3/8/8/8/8/8/8/8 w 4 {"flags":"1111","pending":"swap"}',
    `${"RRRRRRRR/".repeat(7)}kRRRRRRK w 4 {"flags":"1111","pending":"drop:q"}`,
  ];
  for (const fen of refused) assert.throws(() => readFen(fen), fen);
});

// JSON.parse() keeps only the last of repeated keys, so another program could read another
// position.
test("the braces of a FEN have only one form", () => {
  const board = "4k3/8/8/8/8/8/8/4K3 w 4";
  const read = ['"flags":"0101","pending":"drop:n"', '"flags":"1111","passes":1'];
  for (const braces of read) {
    assert.equal(printFen(readFen(`${board} {${braces}}`)), `${board} {${braces}}`);
  }
  const refused = [
    "", " ", '"flags":"1111","flags":"0000"', '"fl\\u0061gs":"1111"', '"flags": "1111"',
    '"flags":"111"', '"flags":"1111","passes":0', '"flags":"1111","passes":1.0',
    '"flags":"1111","passes":1e0', '"flags":"1111","passes":1,"passes":2',
    '"flags":"1111","pending":""', '"passes":1,"flags":"1111"', '"pending":"swap"',
    '"flags":"1111","pending":"drop:p"', '"flags":"1111","pending":"swap","pending":"again"',
  ];
  for (const braces of refused) {
    assert.throws(() => readFen(`${board} {${braces}}`), /braces: expected the form/, braces);
  }
});

test("H23: a stealth move onto a hidden queen is accepted and captures her", () => {
  const fen = '4k3/8/8/3i4/8/8/8/3QK3 w 4 {"flags":"1110"}';
  const game = playedFrom(fen, ["d1d5?"]);
  assert.equal(printFen(game.state.position), '4k3/8/8/3I4/8/8/8/4K3 b 5 {"flags":"1010"}');
});
