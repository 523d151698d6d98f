import { opponentOf } from "../chess.mjs";
import { MAX_CLOCK_MS } from "../clocks.mjs";
import { Refusal, quoted } from "../failure.mjs";
import { EMPTY, KINDS, RANKS, Board } from "./board.mjs";
import { mustPass } from "./moves.mjs";
import { MAX_LEADS, MAX_POINTS, TIME_PENALTY } from "./points.mjs";
import { COLOURS, Position } from "./position.mjs";
import {
  DEFAULTS, printFeatures, printPair, printTimeControl, readFeatures, readNumber, readPair,
  readTimeControl,
} from "./terms.mjs";

// F4: fields at the end may be missing.
const FORM = new RegExp(
  "^(\\S+) ([wb])(?: (\\S+)(?: (\\S+)(?: (\\S+)(?: (\\S+)(?: (\\S+)(?: (\\S+)(?: \\{(.+)\\})?)?)?)?)?)?)?$");
const ITEMS = ["xf", "pass", "d", "tc", "clock"];

/** P26: reads a FEN. Throws a Refusal that names the wrong field (F2). */
export function readFen(text) {
  const fields = FORM.exec(text);
  if (fields === null) throw new Refusal("expected the form: board side ep … {items} (P26)");
  const [
    , boardText, side, enPassant = "-", castlings = "1,1", points = "0,0", undos = "0,0",
    newborns = "0,0", moveNumber = "1", items,
  ] = fields;
  const board = readBoard(boardText);
  const { xf, isAfterForcedPass, leads, timeControl, clocks } = readItems(items ?? "");
  const features = { ...xf, width: board.width };
  const pair = (value, max, name) => readPair(value, COLOURS, [0, max], `${name} (P26)`);
  const before = new Position({
    board,
    side,
    enPassant: readEnPassant(enPassant, board, side, features),
    castlings: pair(castlings, features.castlings, "castlings"),
    points: readPair(points, COLOURS, [-MAX_POINTS - TIME_PENALTY, MAX_POINTS], "points (P26)"),
    undos: pair(undos, features.undo, "undos"),
    newborns: pair(newborns, features.newborn ? 1 : 0, "newborn"),
    moveNumber: readNumber(
      moveNumber === "0" ? "1" : moveNumber, [1, features.moves + 1], "move number (P26)"),
    features,
    isAfterForcedPass,
    timeControl,
    clocks,
  });
  const position = before.with({ leads: readLeads(leads, before) });
  refuseImpossible(position);
  return position;
}

function readBoard(text) {
  const ranks = text.split("/").reverse();
  if (ranks.length !== RANKS) throw new Refusal(`board: must have ${RANKS} ranks (P26)`);
  const rows = ranks.map((rank, index) => readRank(rank, index + 1));
  const width = rows[0].length;
  const index = rows.findIndex((row) => row.length !== width);
  if (index !== -1) throw new Refusal(`board: rank ${index + 1}: must be as wide as rank 1 (P26)`);
  if (width < 6 || width > 10) throw new Refusal("board: must have 6 to 10 files (P11)");
  return new Board(width, rows.flat());
}

function readRank(text, rank) {
  return (text.match(/\d+|\D/g) ?? []).flatMap((part) => {
    if (/^(?:[1-9]|10)$/.test(part)) return Array(Number(part)).fill(EMPTY);
    if (!KINDS.includes(part.toLowerCase())) {
      throw new Refusal(`board: rank ${rank}: unknown ${quoted(part)} (P26)`);
    }
    return [part];
  });
}

function readItems(text) {
  const { xf, pass, d: leads, tc, clock } = splitItems(text);
  if (/(?:^|,)width\b|^-$/.test(xf ?? "")) {
    throw new Refusal("xf: must not be - or contain width (P26)");
  }
  if (![undefined, "1"].includes(pass)) throw new Refusal("pass: must be 1 (P26)");
  return {
    xf: xf === undefined ? DEFAULTS : readFeatures(xf),
    isAfterForcedPass: pass !== undefined,
    leads,
    timeControl: tc === undefined ? null : readTimeControl(tc),
    clocks: clock === undefined
      ? null : readPair(clock, COLOURS, [0, MAX_CLOCK_MS], "clock (P26)"),
  };
}

function splitItems(text) {
  const items = {};
  let last = -1;
  for (const part of text === "" ? [] : text.split(";")) {
    const [, name, value] = /^([a-z]+)=(.*)$/s.exec(part) ?? [];
    const index = ITEMS.indexOf(name);
    if (index <= last) {
      throw new Refusal(`items: ${quoted(part)} is unknown or not in the order of P26`);
    }
    items[name] = value;
    last = index;
  }
  return items;
}

/** P12: reads the square that a pawn has just passed over in its double step. */
function readEnPassant(text, board, side, { noenpassant }) {
  if (text === "-") return null;
  if (noenpassant) throw new Refusal("en passant: must be - with noenpassant (P22)");
  const square = board.squareOf(text);
  const other = opponentOf(side);
  const isPassedOver = square !== -1 && board.rowOf(square, other) === 3
    && board.isEmpty(square)
    && board.isEmpty(board.step(square, [0, -1], other))
    && board.has(board.step(square, [0, 1], other), "p", other);
  if (!isPassedOver) {
    throw new Refusal(`en passant: no pawn can have passed over ${quoted(text)} (P12)`);
  }
  return square;
}

/** P26: refuses a position that cannot occur in a game. */
function refuseImpossible(position) {
  const { board, side, moveNumber, features } = position;
  if (COLOURS.every((colour) => board.kingsOf(colour).length === 0)) {
    throw new Refusal("board: there is no king (P26)");
  }
  const stray = COLOURS.flatMap((colour) => board.squaresOf(colour).filter(
    (square) => board.has(square, "p", colour) && board.rowOf(square, colour) === RANKS));
  if (stray.length > 0) {
    throw new Refusal(`board: a pawn is on its 8th row, ${board.nameOf(stray[0])} (P26)`);
  }
  if (moveNumber > features.moves && side === "b") {
    throw new Refusal("move number: the game would already be over (P26)");
  }
  if (position.isAfterForcedPass && !canHavePassed(position)) {
    throw new Refusal("pass: the last ply cannot have been a forced pass (P23)");
  }
}

const canHavePassed = (position) =>
  position.enPassant === null && mustPass(position.with({ side: opponentOf(position.side) }));

/** P26: formats the FEN. */
export function printFen(position) {
  const { board, side, enPassant, castlings, points, undos, newborns, moveNumber } = position;
  const pairs = [castlings, points, undos, newborns].map((pair) => printPair(pair, COLOURS));
  const items = itemsOf(position).filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`);
  return [
    printBoard(board),
    side,
    enPassant === null ? "-" : board.nameOf(enPassant),
    ...pairs,
    moveNumber,
    ...(items.length === 0 ? [] : [`{${items.join(";")}}`]),
  ].join(" ");
}

function itemsOf({ features, isAfterForcedPass, leads, timeControl, clocks }) {
  const xf = printFeatures({ ...features, width: DEFAULTS.width });
  return [
    ["xf", xf === "-" ? null : xf],
    ["pass", isAfterForcedPass ? "1" : null],
    ["d", leads.length === 0 ? null : printLeads(leads)],
    ["tc", timeControl && printTimeControl(timeControl)],
    ["clock", clocks && printPair(clocks, COLOURS)],
  ];
}

function printBoard({ width, cells }) {
  const ranks = [];
  for (let start = (RANKS - 1) * width; start >= 0; start -= width) {
    const rank = cells.slice(start, start + width).join("");
    ranks.push(rank.replace(/\.+/g, (empties) => empties.length));
  }
  return ranks.join("/");
}

// The item `d=` (P26): White's lead after each of Black's last moves, oldest first, with run-length
// encoding.

const MAX_LEAD = 2 * MAX_POINTS + TIME_PENALTY;

/** Reads the leads. If `text` is undefined, they are unknown except for d(0). */
function readLeads(text, position) {
  if (text === undefined) return position.blackMoves === 0 ? [0] : [];
  const leads = text.split(",").flatMap(readRun);
  const max = Math.min(MAX_LEADS, position.blackMoves + 1);
  if (leads.length > max) throw new Refusal(`d: must have at most ${max} values (P26)`);
  if (leads.length === position.blackMoves + 1 && leads[0] !== 0) {
    throw new Refusal("d: the first value must be 0 (P18)");
  }
  const sincePoints = Math.abs(position.lead - leads.at(-1));
  if (position.side === "w" && sincePoints !== 0 && sincePoints !== TIME_PENALTY) {
    throw new Refusal("d: the last value must be the difference of the points (P26)");
  }
  return leads;
}

function readRun(text) {
  const [value, count = "1", ...others] = text.split("*");
  if (others.length > 0) {
    throw new Refusal(`d: ${quoted(text)} is not a value or value*count (P26)`);
  }
  const lead = readNumber(value, [-MAX_LEAD, MAX_LEAD], "d (P26)");
  return Array(readNumber(count, [1, MAX_LEADS], "d (P26)")).fill(lead);
}

function printLeads(leads) {
  const runs = [];
  for (const lead of leads) {
    if (runs.at(-1)?.lead === lead) runs.at(-1).count += 1;
    else runs.push({ lead, count: 1 });
  }
  return runs.map(({ lead, count }) => (count === 1 ? `${lead}` : `${lead}*${count}`)).join(",");
}
