/**
 * Every JSON block of the README and of docs/ that is a request (`{"legalMoves": …}`) is sent to the
 * service. A JSON block directly after it shows a part of the answer, in which a string that ends with `…`
 * is the beginning of a longer one.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { ask } from "./ask.mjs";
import { blocksOf, pages } from "./pages.mjs";

const table = readFileSync(new URL("../../service/methods.def", import.meta.url), "utf8");

/** The JSON names of the items of a Batch, from the table of methods. */
const requests = new Set([...table.matchAll(/^ARBITER_UNARY_METHOD\(\w+,\s*(\w+),/gm)]
  .map(([, item]) => item.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())));

const assertPart = (part, whole, place) => {
  if (typeof part === "string" && part.endsWith("…")) {
    assert.ok(whole?.startsWith(part.slice(0, -1)),
      `${place}: ${whole} does not begin with ${part}`);
  } else if (Array.isArray(part)) {
    assert.equal(whole?.length, part.length, `${place}: ${JSON.stringify(whole)}`);
    part.forEach((item, index) => { assertPart(item, whole[index], place); });
  } else if (part !== null && typeof part === "object") {
    for (const [key, value] of Object.entries(part)) {
      assertPart(value, whole?.[key], `${place} ${key}`);
    }
  } else {
    assert.equal(whole, part, place);
  }
};

/** Returns the requests of a page, each with the answer that follows it, or `{}` without one. */
const questionsOf = (path) => {
  const questions = [];
  const blocks = blocksOf(path).filter(({ language }) => language === "json");
  for (let i = 0; i < blocks.length; ++i) {
    const item = JSON.parse(blocks[i].text);
    const keys = Object.keys(item);
    if (keys.length !== 1 || !requests.has(keys[0])) continue;
    const { place } = blocks[i];
    const hasAnswer = blocks[i].end === blocks[i + 1]?.begin;
    questions.push({ item, place, answer: hasAnswer ? JSON.parse(blocks[++i].text) : {} });
  }
  return questions;
};

test("the service gives the answers shown in docs/", () => {
  const questions = ["../README.md", ...pages()].flatMap(questionsOf);
  assert.ok(questions.length > 0);
  const answers = ask(questions.map(({ item }) => item));
  questions.forEach(({ answer, place }, index) => { assertPart(answer, answers[index], place); });
});
