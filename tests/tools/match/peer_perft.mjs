// usage: node peer_perft.mjs VARIANT COMMAND
// Compares the perft of a UCI engine with core/variants/VARIANT/testdata/perft.jsonl, up to
// `maxLeaves`. The exit status is 1 if they differ.
import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createInterface} from 'node:readline';

const maxLeaves = 200_000;
const [variant, command] = process.argv.slice(2);
const rows = readFileSync(`core/variants/${variant}/testdata/perft.jsonl`, 'utf8')
    .trim().split('\n').map(line => JSON.parse(line));

const engine = spawn(`exec ${command}`, {shell: true, stdio: ['pipe', 'pipe', 'inherit']});
const lines = createInterface({input: engine.stdout})[Symbol.asyncIterator]();
const send = line => engine.stdin.write(`${line}\n`);

async function waitFor(word) {
  for (;;) {
    const {value, done} = await lines.next();
    if (done) throw new Error('the engine has exited');
    if (value.startsWith(word)) return value;
  }
}

send('uci');
await waitFor('uciok');
send(`setoption name UCI_Variant value ${variant}`);
let counts = 0;
const differences = [];
for (const {fen, perft} of rows) {
  for (const [index, leaves] of perft.entries()) {
    if (leaves > maxLeaves) break;
    send(`position fen ${fen}`);
    send(`go perft ${index + 1}`);
    const found = Number((await waitFor('Nodes searched')).split(':')[1]);
    ++counts;
    if (found !== leaves) differences.push(`${fen}, depth ${index + 1}: ${found}, not ${leaves}`);
  }
}
send('quit');
engine.kill();
console.log(`    ${counts} counts compared, ${differences.length} differ`);
differences.forEach(difference => console.log(`    ${difference}`));
process.exit(differences.length === 0 && counts > 0 ? 0 : 1);
