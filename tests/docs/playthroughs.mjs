#!/usr/bin/env node
/** usage: ARBITER=… playthroughs.mjs
 * Writes docs/playthroughs: a short game of each variant, with what the service answers at every step.
 */
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { ask, refusalOf } from "./ask.mjs";
import { docsFolder } from "./pages.mjs";

/**
 * The games, by variant. A step is an action, with any of
 *   say        what to notice in the state before the action
 *   from       the square whose legal moves are listed; by default, all legal moves are
 *   refused    actions that the rules refuse in this state
 *   outcomes   whether to list everything that the action can lead to
 *   viewers    the viewers who see different boards after the action
 */
const GAMES = {
  chak: {
    title: "Chak: two kings race for the altar",
    steps: [
      {
        action: "e1d2",
        say: "A king that reaches its far side, which begins at the river, becomes a divine king, and a divine king "
          + "wins on the enemy altar (K11, K13). White's king sets out at once. The offering that stands on its own "
          + "altar never moves (K10).",
        from: "e1",
        refused: ["e2e3"],
      },
      { action: "f9g8", from: "f9" },
      { action: "d2d3", from: "d2" },
      { action: "e9f8", from: "e9" },
      { action: "d3d4", from: "d3" },
      { action: "f8f7", from: "f8" },
      { action: "d4d5", say: "White's king crosses the river. The + for the promotion can be omitted.", from: "d4" },
      { action: "f7g6" },
      {
        action: "d5d7",
        say: "A divine king moves one or two squares in a straight line, and never leaves its far side (K3, K11). It "
          + "can cross the attacked square d6, but cannot stop there.",
        from: "d5",
        refused: ["d5d4", "d5d6"],
      },
      {
        action: "g6g5",
        say: "White's divine king stands in the temple, which decides nothing: only the altar in the middle of the "
          + "temple does (K19). Green's king becomes divine, too, but one move too late.",
        from: "g6",
      },
      { action: "d7e8", say: "Nothing guards the altar, so the offering on it can be captured.", from: "d7" },
    ],
    end: "A divine king that legally arrives on the enemy altar wins at once (K13).",
  },
  makruk: {
    title: "Makruk: a count that runs out",
    startFen: "6k1/4r3/8/4P3/3N4/8/4K3/R4R2 w - - 0 1",
    steps: [
      { action: "e5e6", say: "As long as there is a pawn on the board, nothing is counted (M6).", from: "e5" },
      {
        action: "e7e6",
        say: "The last pawn has promoted. Black, to move, is now the weaker side, and counts up to 64 moves: a "
          + "board's honour (M6, M7).",
        from: "e7",
      },
      { action: "d4e6", say: "Black's rook gives check, and White captures it.", refused: ["a1a8"] },
      {
        action: "g8h7",
        say: "Black has only the king left, so a new count begins: a pieces' honour. White has two rooks and must "
          + "give mate within 8 moves, and the count begins at 5, the number of pieces on the board (M6).",
      },
      { action: "e6f8", from: "e6" },
      { action: "h7g7" },
      { action: "f8d7", say: "White spends the moves that are left on knight moves.", from: "f8" },
      { action: "g7g8" },
      { action: "d7f8", from: "d7" },
      { action: "g8g7", say: "Black's next move is the ninth." },
    ],
    end: "The count has passed its limit without a mate, which is a draw (M9).",
  },
  chakart: {
    title: "Chakart: objects, chance and a queen that is hidden",
    seed: "playthrough 0003",
    steps: [
      {
        action: "e2e4",
        say: "A pawn leaves a mushroom behind (H8). The random draws of this game come from its seed, the 16 bytes "
          + "\"playthrough 0003\", so that anyone can recompute them (R1).",
        from: "e2",
      },
      { action: "e7e5", from: "e7" },
      {
        action: "d2e3",
        say: "A pawn can capture an object diagonally, and a mushroom carries it one more square in the same "
          + "direction (H4, H10).",
        from: "d2",
      },
      { action: "b8c6", say: "A knight leaves an egg on the square from which it comes (H8).", from: "b8" },
      {
        action: "d1h5?",
        say: "Once per game, a queen can move unseen (H6). Until Black has acted, only White is told where to (H23).",
        from: "d1",
        viewers: ["VIEWER_WHITE", "VIEWER_BLACK"],
      },
      {
        action: "a8b8",
        say: "Black's rook takes the egg, which hides one of eight surprises (H13). These are all outcomes of the "
          + "move, with their probabilities (H21).",
        from: "a8",
        outcomes: true,
      },
      {
        action: "B@a8",
        say: "The egg held Toadette. It is still Black's turn, and Black must place a bishop (H13, H14).",
      },
      { action: "h5f7", say: "The queen has been visible to everybody since Black's action.", from: "h5" },
      { action: "f8d6", say: "There is no check in Chakart (H2). Black's bishop leaves a bomb (H9).", from: "f8" },
      { action: "f7e8", from: "f7" },
    ],
    end: "A side without a king has lost at once (H17).",
  },
  chpok: {
    title: "Chpok: an auction, and a game that points decide",
    options: { chips: 3 },
    seed: "playthrough 0000",
    steps: [
      {
        action: "raise xf +1 width=6,hill",
        say: "The players first bid chips on four targets: who plays White, the time control, the home row, and the "
          + "extraordinary features (P1). The Challenger raises on the last of these, for a board of six files with a "
          + "hill.",
        refused: ["match white", "raise white +4"],
      },
      { action: "raise time +1 5+3" },
      {
        action: "match time",
        say: "A match costs as many chips as the other player has deposited more. On the time control and on White, "
          + "it has the outcome drawn at random (P2, P3).",
      },
      { action: "raise white +1" },
      { action: "match white" },
      {
        action: "raise home +1 RNQKBR",
        say: "The Challenger has no chips left, so the Opponent bids again. After the last chip, the board is set "
          + "up (P5).",
      },
      {
        action: "d2d4",
        say: "The Challenger plays White. There is no check, and moves score points: a move to the mover's row 5 "
          + "scores 1 point, to row 6 it scores 2, and so on; capturing a king scores 1000 (P14).",
        from: "d2",
      },
      { action: "e7e5", from: "e7" },
      { action: "d4e5", from: "d4" },
      { action: "b8c6", from: "b8" },
      { action: "d1d2", from: "d1" },
      { action: "c6b4", from: "c6" },
      { action: "d2e3", from: "d2" },
      { action: "b4c2", from: "b4" },
      { action: "e3e4", from: "e3" },
      { action: "c2d4", from: "c2", refused: ["claim win"] },
      {
        action: "e4d5",
        say: "The hill is the middle of the mover's row 5: c5 and d5 for White (P20).",
        from: "e4",
      },
    ],
    end: "A king on the hill ends the game and scores for each of the opponent's kings as if it were captured (P20). "
      + "Then the points decide (P17).",
  },
};

const ABOUT = "Each part shows a state, what is legal in it, and the next action with its effects, as the "
  + "service answers them.";

const WIDTH = 100;
/** Longer lists are cut. */
const MAX_LISTED = 30;
const SHOWN_OF_LONG_LIST = 12;

/** Breaks a text into lines, of which all but the first have an indent. */
const wrap = (text, indent = 0) => {
  const lines = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line.trim() !== "" && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = " ".repeat(indent) + word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join("\n");
};

const field = (name, value) => wrap(`${name.padEnd(9)} ${value}`, 10);

const listed = (texts) => (texts.length <= MAX_LISTED ? texts.join(" ")
  : `${texts.slice(0, SHOWN_OF_LONG_LIST).join(" ")} … (${texts.length} in all)`);

/** Returns the answers to requests of one method. If a request is refused, its answer has a status. */
const answersTo = (method, requests) =>
  ask(requests.map((request) => ({ [method]: request }))).map((answer) => answer[method] ?? answer);

const assertAnswered = (answers) => {
  for (const { status } of answers) {
    if (status !== undefined) throw new Error(status.message);
  }
  return answers;
};

/** Returns the playthrough of a game, as text. */
const playthrough = (variant, { title, options = {}, startFen, seed, steps, end }) => {
  const randomness = seed && { seed: Buffer.from(seed).toString("base64") };
  const actions = steps.map(({ action }) => action);
  const positionAt = (ply) => ({
    variant,
    options: { [variant]: options },
    record: { startFen, actions: actions.slice(0, ply), ...randomness },
  });
  const applyAt = (ply, action, viewer) => ({ position: positionAt(ply), actions: [action], randomness, viewer });
  const drawAt = (ply, viewer) => ({ position: positionAt(ply), viewer, format: "FORMAT_TEXT" });

  const plies = steps.map((_, ply) => ply);
  const boards = assertAnswered(answersTo("renderBoard", [...plies, steps.length].map((ply) => drawAt(ply))));
  const results = assertAnswered(answersTo("applyMoves", plies.map((ply) => applyAt(ply, actions[ply]))));
  const legal = assertAnswered(answersTo("legalMoves", plies.map((ply) =>
    ({ position: positionAt(ply), from: steps[ply].from }))));

  const legalFields = ({ texts = [], bids = [] }, from) => {
    const forms = bids.flatMap(({ match, form }) => [match, form]).filter((form) => form);
    return forms.length > 0 ? forms.map((form) => field("bid", form))
      : [field("legal", `${from === undefined ? "" : `from ${from}: `}${listed(texts)}`)];
  };
  const eventFields = (events = []) => events.map(({ text }) => field("event", text));

  /** Returns the state before a ply, and what can be done in it. */
  const stateLines = (ply) => {
    const { say, from, refused = [], outcomes = false } = steps[ply] ?? { say: end };
    const wasShown = steps[ply - 1]?.viewers !== undefined;
    const lines = wasShown ? [] : [boards[ply].image.trimEnd(), ""];
    if (say !== undefined) lines.push(wrap(say), "");
    if (ply === steps.length) return lines;
    lines.push(...legalFields(legal[ply], from));
    for (const answer of answersTo("applyMoves", refused.map((action) => applyAt(ply, action)))) {
      lines.push(field("refused", refusalOf(answer).message));
    }
    if (outcomes) {
      const request = { position: positionAt(ply), action: actions[ply] };
      const [found] = assertAnswered(answersTo("enumerateOutcomes", [request]));
      lines.push(field("outcomes", listed(found.outcomes.map(
        ({ numerator, denominator, text }) => `${numerator}/${denominator}\u00a0${text}`))));
    }
    return [...lines, ""];
  };

  /** Returns a ply and its effects. */
  const plyLines = (ply) => {
    const { applied: [{ text, san, events, draws = [] }], state: { fen, adjudication } } = results[ply];
    const lines = [`--- Ply ${ply + 1}: ${text}`, ""];
    if (san !== text) lines.push(field("san", san));
    for (const { purpose, candidates, index = 0 } of draws) {
      lines.push(field("draw", `${purpose}: ${candidates[index]}, one of ${candidates.length}`));
    }
    lines.push(...eventFields(events), field("fen", fen), field("message", adjudication.message));
    if (adjudication.result !== "RESULT_ONGOING") {
      lines.push(field("result", `${adjudication.result}, ${adjudication.termination} (${adjudication.rule})`));
    }
    return [...lines, "", ...(steps[ply].viewers ?? []).flatMap((viewer) => viewLines(ply, viewer))];
  };

  /** Returns what a viewer is allowed to see of a ply. */
  const viewLines = (ply, viewer) => {
    const [{ image }] = assertAnswered(answersTo("renderBoard", [drawAt(ply + 1, viewer)]));
    const [{ applied: [{ text, events }], state: { fen } }] =
      assertAnswered(answersTo("applyMoves", [applyAt(ply, actions[ply], viewer)]));
    return [`As seen by ${viewer}:`, "", image.trimEnd(), "", field("action", text), ...eventFields(events),
      field("fen", fen), ""];
  };

  const lines = [title, "=".repeat(title.length), "", wrap(`${ABOUT} ./dev docs writes this file.`), "",
    ...plies.flatMap((ply) => [...stateLines(ply), ...plyLines(ply)]), ...stateLines(steps.length)];
  return lines.join("\n").replaceAll("\u00a0", " ");
};

/** Returns the text of each playthrough, by its path relative to docs/. */
export const playthroughs = () => new Map(Object.entries(GAMES).map(
  ([variant, game]) => [`playthroughs/${variant}.txt`, playthrough(variant, game)]));

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [path, text] of playthroughs()) writeFileSync(docsFolder + path, text);
}
