import assert from "node:assert/strict";
import { test } from "node:test";

import type { MoveJson, PendingJson, VariantJson } from "@arbiter-chess/client";

import { choicesOf, firstSelection } from "../../src/web/board/choices.js";
import {
  type Names,
  choiceLabel,
  dueText,
  objectName,
  pieceName,
  playerName,
} from "../../src/web/board/labels.js";
import { wordsOf } from "../../src/web/board/words.js";
import data from "../board_fixture/scenarios.json";

const VARIANTS = data.variants as unknown as Record<string, VariantJson>;
const CHAKART = VARIANTS["chakart"] ?? {};
const WORDS = wordsOf("en");
const NAMES: Names = { variant: CHAKART, locale: "en", words: WORDS };

function due(moves: MoveJson[], pending?: PendingJson): string | undefined {
  const choices = choicesOf(moves, CHAKART);
  return dueText(choices, firstSelection(choices), pending, NAMES);
}

test("a bonus turn is explained, an ordinary turn is not (H13)", () => {
  const moves: MoveJson[] = [{ text: "a1a2", from: "a1", to: "a2", kind: "KIND_QUIET" }];
  assert.equal(due(moves), undefined);
  assert.equal(due(moves, { choices: [{ kind: "KIND_AGAIN" }] }), "Move again");
});

test("the first of several pending choices is explained (H15)", () => {
  const choices: PendingJson["choices"] = [
    { kind: "KIND_PROMOTION", square: "e8" },
    { kind: "KIND_SWAP" },
  ];
  assert.equal(due([], { choices: choices ?? [] }), "Promote the pawn on e8");
});

test("a forced pass is explained (H18), a voluntary one is not (P22)", () => {
  const pass: MoveJson = { text: "0000", kind: "KIND_PASS" };
  assert.equal(due([pass]), "No piece can move");
  assert.equal(due([pass, { from: "a1", to: "a2", kind: "KIND_QUIET" }]), undefined);
});

test("moves between the same squares have different labels", () => {
  const label = (move: MoveJson, others: MoveJson[] = []) =>
    choiceLabel(move, [move, ...others], NAMES);
  const stealth: MoveJson = { kind: "KIND_STEALTH" };
  assert.equal(label(stealth), "Stealth move");
  assert.equal(label({ kind: "KIND_QUIET" }, [stealth]), "Normal move");
  assert.equal(label({ kind: "KIND_CAPTURE" }), "Capture");
  assert.equal(label({ kind: "KIND_SHELL" }), "Throw the shell");
  assert.equal(label({ kind: "KIND_CASTLING" }), "Castle");
  assert.equal(label({ kind: "KIND_CAPTURE", promotion: "N" }), "Knight (Yoshi)");
});

test("names are in the requested language, or else in English", () => {
  const names = (variant: string, locale: string): Names => ({
    variant: VARIANTS[variant] ?? {},
    locale,
    words: wordsOf(locale),
  });
  assert.equal(pieceName(names("chak", "zh-CN"), "V"), "秃鹫");
  assert.equal(pieceName(names("chak", "th"), "V"), "Vulture");
  assert.equal(pieceName(names("makruk", "th"), "K"), "ขุน");
  assert.equal(pieceName(names("makruk", "th"), "X"), "X");
  assert.equal(objectName(NAMES, "d"), "Banana");
  assert.equal(playerName(names("chak", "en"), "black"), "Green");
  assert.equal(wordsOf("fr"), WORDS);
});
