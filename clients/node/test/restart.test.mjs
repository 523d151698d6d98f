// A service that is killed and restarted under load.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { Arbiter } from "@arbiter-chess/client";

import { Arbiterd } from "../../../tests/support/arbiterd.mjs";
import { PATIENCE_MS, eventually } from "../../../tests/support/waiting.mjs";

const position = { variant: "makruk" };
const CALLERS = 16;

/** Gives `use` a client and a function that kills the service and restarts it after `downMs`. */
async function withRestarts(downMs, use) {
  let server = await Arbiterd.start();
  const arbiter = new Arbiter(server.address, { deadlineMs: PATIENCE_MS });
  try {
    await use(arbiter, async () => {
      await server.stop();
      await sleep(downMs);
      server = await Arbiterd.start("--listen", server.address);
    });
  } finally {
    arbiter.close();
    await server.stop();
  }
}

for (const downMs of [300, 2_000]) {
  test(`no caller notices that the service was killed for ${downMs} ms`, async () => {
    await withRestarts(downMs, async (arbiter, restart) => {
      let answers = 0;
      let isDone = false;
      const callers = Array.from({ length: CALLERS }, async (_, caller) => {
        while (!isDone) {
          const file = "abcdefgh"[caller % 8];
          const { applied } = await arbiter.applyMoves(
            { position, actions: [`${file}3${file}4`] });
          assert.deepEqual(applied.map(({ san }) => san), [`${file}4`]);
          answers += 1;
        }
      });
      const load = Promise.all(callers);
      // Ends the test at the first error.
      const more = async () => {
        const before = answers;
        const enough = eventually(() => answers >= before + 10 * CALLERS);
        assert.ok(await Promise.race([enough, load]));
      };
      await more();
      await Promise.race([restart(), load]);
      await more();
      isDone = true;
      await load;
    });
  });
}

test("a batch continues after the service was killed, with one answer to each item", async () => {
  await withRestarts(300, async (arbiter, restart) => {
    const count = 3_000;
    function* items() {
      for (let index = 0; index < count; index += 1) {
        // Ids can be repeated.
        yield { id: `${index % 100}`, perft: { position, depth: index % 2 + 1 } };
      }
    }
    const nodes = new Map();
    let answers = 0;
    for await (const { id, response } of arbiter.batch(items())) {
      assert.equal(response.case, "perft");
      assert.equal(response.value.nodes, id % 2 ? 529n : 23n);
      nodes.set(id, (nodes.get(id) ?? 0) + 1);
      answers += 1;
      if (answers === 100) await restart();
    }
    assert.equal(answers, count);
    assert.deepEqual([...nodes.values()], Array(100).fill(count / 100));
  });
});

test("an analysis that has not begun continues after the service was killed", async () => {
  await withRestarts(300, async (arbiter, restart) => {
    await arbiter.ready();
    const restarted = restart();
    const cases = [];
    for await (const { update } of arbiter.analyze({ position, limits: { depth: 1 } })) {
      cases.push(update.case);
    }
    assert.equal(cases.at(-1), "bestMove");
    await restarted;
  });
});
