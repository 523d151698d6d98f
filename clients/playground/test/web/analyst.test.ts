import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { signal } from "@preact/signals";

import { Analyst } from "../../src/web/game/analysis/analyst.js";
import type { GameSession } from "../../src/web/game/session.js";
import { until } from "../waiting.js";

const realFetch = globalThis.fetch;
let analyst: Analyst;
/** The answers of the analyses, in turn. */
let answers: unknown[][];

beforeEach(() => {
  const session = {
    id: "g", shownActions: signal(["e3e4"]), shownState: signal({ turn: "COLOR_WHITE" }),
    view: signal({ revision: 1 }), past: signal({ mayAnalyze: true }),
  };
  const update = (answer: unknown) => `event: update\ndata: ${JSON.stringify(answer)}\n\n`;
  Object.assign(globalThis, {
    fetch: async () => new Response((answers.shift() ?? []).map(update).join("")),
  });
  analyst = new Analyst(session as unknown as GameSession);
});

afterEach(() => {
  analyst.stop();
  Object.assign(globalThis, { fetch: realFetch });
});

test("an analysis that has made way for others says so until the next one begins", async () => {
  const progress = { depth: 5, lines: [{ rank: 1, pv: ["e3e4"] }] };
  answers = [
    [{ progress }, { bestMove: { action: "e3e4", stoppedBy: "STOPPED_BY_OTHERS_WAIT" } }],
    [{ progress }, { bestMove: { action: "e3e4" } }],
  ];
  analyst.isOn.value = true;
  await until("the end of the first analysis", () => analyst.hasMadeWay.value);
  assert.equal(analyst.progress.value?.depth, 5);
  analyst.isOn.value = false;
  assert.equal(analyst.hasMadeWay.value, false);
  analyst.isOn.value = true;
  await until("the second analysis", () => analyst.progress.value !== undefined);
  assert.equal(analyst.hasMadeWay.value, false);
});
