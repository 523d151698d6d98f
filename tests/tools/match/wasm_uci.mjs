// usage: node wasm_uci.mjs FOLDER [VARIANTS.INI]
// Speaks UCI on standard input and output for the engine of the npm package
// fairy-stockfish-nnue.wasm in FOLDER/node_modules. The engine loads the variants of the file.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {resolve} from 'node:path';
import {createInterface} from 'node:readline';

const [folder, variants] = process.argv.slice(2);
const require = createRequire(resolve(folder, 'package.json'));
// The package mistakes a process that has fetch for a browser and would load itself from a URL.
delete globalThis.fetch;
const engine = await require('fairy-stockfish-nnue.wasm/stockfish.js')();
engine.addMessageListener(line => process.stdout.write(`${line}\n`));
if (variants) {
  engine.FS.writeFile('/variants.ini', readFileSync(variants, 'utf8'));
  engine.postMessage('setoption name VariantPath value /variants.ini');
}
for await (const line of createInterface({input: process.stdin})) {
  if (line === 'quit') break;
  engine.postMessage(line);
}
process.exit(0);
