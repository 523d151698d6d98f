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
  assert.deepEqual(routeOf("/archives"), { page: "archives" });
  assert.deepEqual(routeOf("/archives/0a9f"), { page: "archive", id: "0a9f" });
  assert.deepEqual(routeOf("/game/"), { page: "unknown" });
  assert.deepEqual(routeOf("/game/a/b"), { page: "unknown" });
});

test("the first available language is chosen", () => {
  assert.equal(localeOf(["de", "th-TH", "en"]), "th");
  assert.equal(localeOf(["zh-TW"]), "zh-CN");
  assert.equal(localeOf(["fr"]), "en");
});

test("texts are in the chosen language, and in English if they are missing", (t) => {
  t.after(() => { locale.value = "en"; });
  locale.value = "zh-CN";
  assert.equal(say("control.resign"), "认输");
  assert.equal(say("drawn.koopa"), en["drawn.koopa"]);
  assert.equal(say("game.join", { side: "X" }), "加入：X");
  assert.equal(sayOr("purpose.unknown", "unknown"), "unknown");
});

test("a message of Arbiter's becomes a sentence", () => {
  assert.equal(asSentence("a queen is hidden (H23)"), "A queen is hidden (H23).");
  assert.equal(asSentence("It is over."), "It is over.");
  assert.equal(asSentence("轮到白方。"), "轮到白方。");
});

test("a translation has the same placeholders as the English text", () => {
  const placeholders = (text = "") => (text.match(/\{\w+\}/g) ?? []).sort().join();
  for (const translation of [zhCn, th]) {
    for (const [key, text] of Object.entries(translation)) {
      assert.equal(placeholders(text), placeholders(en[key as keyof typeof en]), key);
    }
  }
});
