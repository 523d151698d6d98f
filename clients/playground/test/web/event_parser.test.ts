import assert from "node:assert/strict";
import { test } from "node:test";

import { EventParser } from "../../src/web/api/event_stream.js";

const TEXT = ": heartbeat\n\nevent: view\ndata: {\"a\":1}\n\r\n"
  + "event: end\r\ndata:x\r\ndata: y\r\n\r\n";
const EVENTS = [{ name: "view", data: "{\"a\":1}" }, { name: "end", data: "x\ny" }];

test("events are read correctly wherever the stream is cut", () => {
  for (let cut = 0; cut <= TEXT.length; ++cut) {
    const parser = new EventParser();
    const events = [TEXT.slice(0, cut), TEXT.slice(cut)].flatMap((piece) => parser.push(piece));
    assert.deepEqual(events, EVENTS, `cut at ${cut}`);
  }
});

test("an event without a name is a message, and one without data is ignored", () => {
  assert.deepEqual(new EventParser().push("data: 1\n\nevent: view\n\n"),
    [{ name: "message", data: "1" }]);
});
