// usage: ffish_rate.mjs PEERS VARIANTS_INI SECONDS
// Measures how many positions ffish handles per second of processor time, from a FEN to the texts
// of its legal moves. The FENs are those of the test data, of Makruk and Chak in turn, and each
// variant reuses one board. Alternates between two loops, one that leaves the texts in one string
// and one that splits the string, and prints the rate of the faster loop as JSON.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {resolve} from 'node:path';

const [peers, ini, seconds] = process.argv.slice(2);
const source = resolve(new URL('.', import.meta.url).pathname, '../../..');
const load = createRequire(resolve(peers, 'package.json'));
// The package mistakes a process that has fetch for a browser and would load itself from a URL.
delete globalThis.fetch;
const ffish = load('ffish');
await new Promise((done) => (ffish.onRuntimeInitialized = done));
ffish.loadVariantConfig(readFileSync(ini, 'utf8'));

const positions = (variant) =>
  readFileSync(`${source}/core/variants/${variant}/testdata/legal.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const games = ['makruk', 'chak'].map((variant) => ({
  board: new ffish.Board(variant),
  positions: positions(variant),
}));

// ffish must have the same legal moves as Arbiter, except for how promotions are written.
for (const {board, positions} of games) {
  let different = 0;
  for (const {fen, moves} of positions) {
    board.setFen(fen);
    const peerMoves = board.legalMoves().split(' ').filter(Boolean);
    if (peerMoves.length !== moves.length) ++different;
  }
  if (different > positions.length / 100) {
    throw new Error(`ffish has different moves in ${different} of ${positions.length} positions`);
  }
}

// The loops do not check the moves, as a program that needs the texts of many positions would not.
const loops = {
  string(board, fen) {
    board.setFen(fen);
    return board.legalMoves().length;
  },
  split(board, fen) {
    board.setFen(fen);
    return board.legalMoves().split(' ').length;
  },
};
const processorMilliseconds = () => {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1000;
};
const rate = (loop, milliseconds) => {
  const start = processorMilliseconds();
  let count = 0;
  let characters = 0;
  let time = 0;
  for (let round = 0; time < milliseconds; ++round) {
    for (let i = 0; i < 100; ++i) {
      for (const {board, positions} of games) {
        characters += loop(board, positions[(round * 100 + i) % positions.length].fen);
        ++count;
      }
    }
    time = processorMilliseconds() - start;
  }
  if (characters === 0) throw new Error('no moves');
  return (count * 1000) / time;
};

const rates = {};
for (const part of [0.1, 0.45, 0.45]) {
  for (const [name, loop] of Object.entries(loops)) {
    const measured = rate(loop, (seconds * 1000 * part) / 2);
    rates[name] = Math.max(rates[name] ?? 0, measured);
  }
}
const [loop, best] = Object.entries(rates).reduce((a, b) => (b[1] > a[1] ? b : a));
console.log(JSON.stringify({loop, rate: Math.round(best), rates}));
process.exit(0);
