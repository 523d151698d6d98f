// Reviews all games of a PGN file in the background, writes them back with evaluations, better moves and glyphs,
// and sums up how well each player has played. If it is interrupted, start it again in the same way: it goes on
// with the same job, which the service keeps for a week.
// usage: node review_archive.mjs GAMES.pgn REVIEWED.pgn [DEPTH [VARIANT]], where VARIANT is that of games
// without the tag Variant
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename } from "node:fs/promises";
import { createInterface } from "node:readline";

import { Arbiter, Bidder, Color, MoveClass } from "@arbiter-chess/client";

const [source, target, depth = "12", variant = "makruk"] = process.argv.slice(2);
const arbiter = new Arbiter(process.env.ARBITER_SERVER ?? "127.0.0.1:50051");

// A game begins with the tag Event after an empty line, so each game is one item of the job.
async function* gamesOf(file) {
  let game = "";
  let isAfterEmptyLine = false;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (isAfterEmptyLine && line.startsWith("[Event ") && game.trim() !== "") {
      yield game;
      game = "";
    }
    game += `${line}\n`;
    isAfterEmptyLine = line.trim() === "";
  }
  if (game.trim() !== "") yield game;
}

async function* requestsOf(file) {
  for await (const pgn of gamesOf(file)) {
    yield { pgn, reviewGame: { variant, limits: { depth: Number(depth) } } };
  }
}

// The same file with the same settings has the same key, with which Arbiter finds the job again.
async function keyOf(file) {
  const hash = createHash("sha256").update(`${depth} ${variant} `);
  for await (const piece of createReadStream(file)) hash.update(piece);
  return hash.digest("hex");
}

const MARKS = {
  [MoveClass.INACCURACY]: ["$6", "Inaccuracy"],
  [MoveClass.MISTAKE]: ["$2", "Mistake"],
  [MoveClass.BLUNDER]: ["$4", "Blunder"],
};

// The value after the ply from White's point of view, as lichess writes it, and the better move.
function noteOf({ after: { kind }, color, bidder, moveClass, best, bestSan }) {
  const isSecond = color === Color.BLACK || bidder === Bidder.OPPONENT;
  const value = isSecond ? 0 - kind.value : kind.value;
  const text = kind.case === "mateIn" ? `[%eval #${value}]`
    : kind.case === "points" ? `${value.toFixed(1)} points` : `[%eval ${(value / 100).toFixed(2)}]`;
  const [glyph, name] = MARKS[moveClass] ?? [];
  return glyph ? `${glyph} {${text} ${name}. ${bestSan || best} was best.}` : `{${text}}`;
}

// WritePgn writes each action as a SAN or, if SAN cannot express it, as the command `act` or `bid` in a comment,
// before which `--` can stand in place of the SAN. In Chpok, `--` can also be a move of its own.
function annotate(pgn, plies) {
  const [tags, moves] = pgn.split("\n\n");
  let action = 0;
  const text = moves.replace(/(\{[^}]*\}|\S+)\s*/g, (_, part) => {
    if (/^(\d+\.+|1-0|0-1|1\/2-1\/2|\*)$/.test(part)) return `${part} `;
    const first = action;
    if (part.startsWith("{")) action += part.match(/\[%(act|bid) /g)?.length ?? 0;
    else if (part !== "--" || plies.some(({ index, san }) => index === first && san === "--")) ++action;
    const notes = plies.filter(({ index }) => first <= index && index < action).map(noteOf);
    return [part, ...notes].join(" ") + (notes.length > 0 ? "\n" : " ");
  });
  return `${tags}\n\n${text.trim()}\n\n`;
}

const players = new Map();

// The accuracy of a game is a mean over its plies, and so is that of all games.
function add({ tags }, summary) {
  for (const [index, tag] of ["White", "Black"].entries()) {
    const name = tags.find((one) => one.name === tag)?.value ?? "?";
    const sums = players.get(name) ?? { games: 0, plies: 0, loss: 0, "?!": 0, "?": 0, "??": 0 };
    players.set(name, sums);
    const { accuracy, plies, inaccuracies, mistakes, blunders } = summary.players[index];
    sums.games += 1;
    sums.plies += plies;
    sums.loss += (100 - accuracy) * plies;
    sums["?!"] += inaccuracies;
    sums["?"] += mistakes;
    sums["??"] += blunders;
  }
}

const key = await keyOf(source);
const job = await arbiter.submitJob({ requests: requestsOf(source) }, { idempotencyKey: key });
const games = gamesOf(source);
const file = await open(`${target}.part`, "w");
for await (const { item, game, result } of arbiter.jobResults({ jobId: job.id })) {
  const { value: original } = await games.next();
  process.stderr.write(`\r${item + 1n} of ${job.items} games`);
  if (result.case === "status") {
    // Nobody but its author can mend it, so it stays as it is.
    console.error(`\ngame ${item + 1n} was not reviewed: ${result.value.message}`);
    await file.write(`${original.trim()}\n\n`);
    continue;
  }
  const { pgn } = await arbiter.writePgn({ game });
  await file.write(annotate(pgn, result.value.plies));
  add(game, result.value.summary);
}
await file.close();
arbiter.close();
if (!(await games.next()).done) throw new Error(`the job ${job.id} was cancelled`);
await rename(`${target}.part`, target);
console.table(Object.fromEntries([...players].map(([name, { plies, loss, ...sums }]) =>
  [name, { ...sums, accuracy: plies === 0 ? 100 : Number((100 - loss / plies).toFixed(1)) }])));
