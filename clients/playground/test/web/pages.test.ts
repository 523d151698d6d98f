import assert from "node:assert/strict";
import { test } from "node:test";

import { locale, localeOf } from "../../src/web/preferences.js";
import { routeOf } from "../../src/web/route.js";
import { asSentence } from "../../src/web/ui/notice.js";
import { en } from "../../src/web/words/en.js";
import { th } from "../../src/web/words/th.js";
import { say, sayOr } from "../../src/web/words/words.js";
import { zhCn } from "../../src/web/words/zh_cn.js";

test("paths lead to pages", () => {
  assert.deepEqual(routeOf("/"), { page: "lobby" });
  assert.deepEqual(routeOf("/game/a-B_9"), { page: "game", id: "a-B_9" });
  assert.deepEqual(routeOf("/game/"), { page: "unknown" });
  assert.deepEqual(routeOf("/game/a/b"), { page: "unknown" });
});

test("the first language that the page speaks is taken", () => {
  assert.equal(localeOf(["de", "th-TH", "en"]), "th");
  assert.equal(localeOf(["zh-TW"]), "zh-CN");
  assert.equal(localeOf(["fr"]), "en");
});

test("words follow the language; what is missing is said in English", (t) => {
  t.after(() => { locale.value = "en"; });
  locale.value = "zh-CN";
  assert.equal(say("control.resign"), "认输");
  assert.equal(say("points.rows"), en["points.rows"]);
  assert.equal(say("game.join", { side: "X" }), "加入：X");
  assert.equal(sayOr("purpose.unheard", "unheard"), "unheard");
});

test("a message of Arbiter becomes a sentence", () => {
  assert.equal(asSentence("a queen is hidden (H23)"), "A queen is hidden (H23).");
  assert.equal(asSentence("It is over."), "It is over.");
  assert.equal(asSentence("轮到白方。"), "轮到白方。");
});

test("a translation has the same blanks to fill as the English text", () => {
  const blanks = (text = "") => (text.match(/\{\w+\}/g) ?? []).sort().join();
  for (const translation of [zhCn, th]) {
    for (const [key, text] of Object.entries(translation)) {
      assert.equal(blanks(text), blanks(en[key as keyof typeof en]), key);
    }
  }
});
