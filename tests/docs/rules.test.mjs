/**
 * Checks the pages of docs/rules against the service. Every piece of inline code there is one of:
 *   - a FEN or a bidding text, which the service reads;
 *   - a name of the API, an option or a value of it, a letter of a piece or an object, a square, or a
 *     sign of a notation;
 *   - an action, or a move in SAN or in a Thai notation, which is legal in the picture above it, or
 *     refused there if it is struck through (~~`e3e5`~~). On a page without pictures, at least one
 *     variant must recognise it.
 */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";

import { ask, refusalOf } from "./ask.mjs";
import { docsFile, pages } from "./pages.mjs";
import { pictures } from "./pictures.mjs";

const protoFolder = new URL("../../proto/arbiter/v1/", import.meta.url);
const protoNames = new Set(readdirSync(protoFolder)
  .flatMap((name) => readFileSync(new URL(name, protoFolder), "utf8").match(/\b[A-Za-z]\w+\b/g)));

const variants = ask([{ listVariants: {} }])[0].listVariants.variants;
const randomness = { seed: Buffer.alloc(32, 7).toString("base64") };
const rulePages = pages().filter((path) => path.startsWith("rules/"));

const isFen = (code) => /^\S+\/\S+ |^bidding /.test(code);
// A sign of a notation, such as `+`, `=W` or `?`.
const isSign = (code) => /^[-+=#?*@~{}–]+[A-Z]?$/.test(code);
const isSquare = (code) => /^[a-j][1-9]$/.test(code);

const isName = (code, variant) => {
  if (protoNames.has(code) || protoNames.has(`ERROR_REASON_${code}`)) return true;
  const letters = [...variant?.pieces ?? [], ...variant?.objects ?? []].map(({ letter }) => letter);
  if (letters.some((letter) => letter.toLowerCase() === code.toLowerCase())) return true;
  const [name, value] = code.split(" = ");
  const option = variants.filter(({ id }) => variant === undefined || id === variant.id)
    .flatMap(({ options }) => options).find((one) => one.name === name);
  if (option === undefined) return false;
  return value === undefined || (option.values ?? []).includes(value) ||
    (Number(value) >= (option.minimum ?? 0) && Number(value) <= option.maximum);
};

/**
 * Returns the pieces of inline code of a page, each with the picture above it. Of several pictures
 * in one line, the first one counts.
 */
const codesOf = (path) => {
  const text = docsFile(path).replace(/^```[^]*?^```$/gm, (block) => block.replace(/[^\n]/g, " "));
  const codes = [];
  let picture;
  let row;
  for (const match of text.matchAll(/!\[[^\]]*\]\(([\w./-]+)\)|(~~)?`([^`]+)`/g)) {
    if (match[1] !== undefined) {
      const line = text.lastIndexOf("\n", match.index);
      if (line !== row) picture = pictures[posix.join("rules", match[1])];
      row = line;
    } else {
      codes.push({ code: match[3], refused: match[2] !== undefined, picture,
        place: `docs/${path}:${text.slice(0, match.index).split("\n").length}: ${match[3]}` });
    }
  }
  return codes;
};

for (const path of rulePages) {
  const variant = variants.find(({ id }) => path === `rules/${id}.md`);
  const codes = codesOf(path).filter(({ code, refused }) =>
    refused || !(isSquare(code) || isSign(code) || isName(code, variant)));

  test(`docs/${path}: the service reads every FEN`, () => {
    const fens = codes.filter(({ code }) => isFen(code));
    // Only with manual counting can a board's honour count continue against a bare king (M11).
    const optionsOf = (fen) =>
      fen.includes("{honour=board}") ? { makruk: { counting: "COUNTING_MANUAL" } } : {};
    const answers = ask(fens.map(({ code }) =>
      ({ adjudicate: { position: { variant: variant.id, fen: code, options: optionsOf(code) } } })));
    fens.forEach(({ refused, place }, index) => {
      const { reason, message } = refusalOf(answers[index]);
      if (refused) {
        assert.equal(reason, "IMPOSSIBLE_POSITION", place);
      } else {
        assert.equal(message, undefined, place);
      }
    });
  });

  test(`docs/${path}: actions are legal, and illegal if struck through`, () => {
    const actions = codes.filter(({ code }) => !isFen(code));
    if (variant === undefined) {
      actions.forEach(({ code, place }) => { assertKnown(code, place); });
      return;
    }
    for (const { place, picture } of actions) assert.ok(picture, `${place}: no picture precedes it`);
    const applied = ask(actions.map(({ code, picture: { position } }) =>
      ({ applyMoves: { position, actions: [code], randomness } })));
    const notations = ["NOTATION_SAN", "NOTATION_THAI_SAN", "NOTATION_THAI_LAN"];
    const converted = notations.map((from) => ask(actions.map(({ code, picture: { position } }) =>
      ({ convertMoves: { position, texts: [code], from } }))));
    actions.forEach(({ refused, place }, index) => {
      const legal = applied[index].applyMoves !== undefined ||
        converted.some((answers) => answers[index].convertMoves !== undefined);
      assert.equal(legal, !refused, `${place}: ${applied[index].status?.message ?? "is legal"}`);
    });
  });
}

const assertKnown = (code, place) => {
  const reasons = ask(variants.map(({ id }) => ({ applyMoves: {
    position: { variant: id }, actions: [code], randomness,
  } }))).map((answer) => refusalOf(answer).reason);
  assert.ok(reasons.some((reason) => reason !== "BAD_ACTION_TEXT"),
    `${place}: no variant recognises the action`);
};

test("each page cites every ruling of its variant", () => {
  for (const { id, rulings } of variants) {
    const text = docsFile(`rules/${id}.md`);
    for (const ruling of rulings.filter((one) => !one.id.startsWith("C"))) {
      assert.match(text, new RegExp(`\\b${ruling.id}\\b`), `docs/rules/${id}.md: ${ruling.id}`);
    }
  }
});

test("the tables of pieces have the service's names", () => {
  for (const { id, pieces } of variants) {
    const text = docsFile(`rules/${id}.md`);
    for (const { letter, names } of pieces) {
      const row = text.split("\n").find((line) => line.startsWith(`| \`${letter}\` |`));
      assert.ok(row, `docs/rules/${id}.md: ${letter}`);
      for (const { text: name } of names) assert.ok(row.includes(name), `${row} lacks ${name}`);
    }
  }
});
