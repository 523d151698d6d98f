import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";

import type { Response } from "express";

import { EventStream, type StreamTimes } from "../../src/server/http/event_stream.js";
import { networkOf } from "../../src/server/visitors.js";
import { PATIENCE_MS, until } from "../waiting.js";
import { Browser, useSite } from "./support.js";

const direct = useSite();
const behindProxy = useSite(["127.0.0.1"]);
const MAX_PER_NETWORK = 64;

const forgedCookie = (): string => `arbiter_browser=${randomBytes(32).toString("base64url")}`;

/** Opens streams of a game until one is refused, closes them all, and returns their number. */
async function streamsUntilRefused(
  place: { url: string },
  headers: () => Record<string, string>,
): Promise<number> {
  const { id } = await new Browser(place).start({ variant: "makruk", mode: "hotseat" });
  const gone = new AbortController();
  // Keeps the responses referenced: one that is garbage-collected closes its stream.
  const held: globalThis.Response[] = [];
  try {
    for (let count = 0; count <= MAX_PER_NETWORK; ++count) {
      const response = await fetch(`${place.url}/api/games/${id}/events`, {
        headers: headers(),
        signal: gone.signal,
      });
      held.push(response);
      if (response.status === 200) continue;
      assert.equal(response.status, 429);
      return count;
    }
    return Infinity;
  } finally {
    assert.ok(held.length > 0);
    gone.abort();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Expects this many streams. On a slow machine, earlier ones may not have ended yet. */
const expectStreams = (
  place: { url: string },
  headers: () => Record<string, string>,
  count: number,
): Promise<void> =>
  until(`${count} streams`, async () => (await streamsUntilRefused(place, headers)) === count);

test("forged cookies do not raise the limit of streams of an address", async () => {
  const cookie = forgedCookie();
  await expectStreams(direct, () => ({ cookie }), 16);
  await expectStreams(direct, () => ({ cookie: forgedCookie() }), MAX_PER_NETWORK);
  await expectStreams(direct, () => ({}), MAX_PER_NETWORK);
});

test("X-Forwarded-For counts only from trusted proxies", async () => {
  let next = 0;
  const anotherAddress = () => ({
    cookie: forgedCookie(),
    "x-forwarded-for": `198.51.100.${next++}`,
  });
  await expectStreams(direct, anotherAddress, MAX_PER_NETWORK);
  await expectStreams(behindProxy, anotherAddress, Infinity);
  const sameNetwork = () => ({ "x-forwarded-for": `2001:db8:1:2::${(next++).toString(16)}` });
  await expectStreams(behindProxy, sameNetwork, MAX_PER_NETWORK);
});

test("a network is an IPv4 address or an IPv6 /64", () => {
  for (const [address, network] of [
    ["127.0.0.1", "127.0.0.1"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::1", "0:0:0:0::/64"],
    ["2001:db8::7", "2001:db8:0:0::/64"],
    ["2001:0DB8:0:2:ffff::", "2001:db8:0:2::/64"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
    ["not an address", "unknown"],
  ] as const) {
    assert.equal(networkOf(address), network, address);
  }
});

/**
 * Opens a stream with these times, to a client that reads it only if `reads` is true. Resolves when
 * the stream has ended.
 */
async function untilEnd(times: StreamTimes, reads: boolean, use: (stream: EventStream) => void) {
  const server = createServer((_request, response) => {
    const withSet = Object.assign(response, {
      set: (headers: Record<string, string>) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      },
    });
    use(new EventStream(withSet as unknown as Response, times));
    response.once("close", () => server.emit("ended"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const ended = once(server, "ended", { signal: AbortSignal.timeout(PATIENCE_MS) });
  const { port } = server.address() as AddressInfo;
  const request = httpRequest({ port, host: "127.0.0.1" }, (response) => {
    if (reads) response.resume();
    response.on("error", () => {});
  });
  request.on("error", () => {}).end();
  try {
    await ended;
  } finally {
    request.destroy();
    server.close();
  }
}

test("a stream without events ends", async () => {
  await untilEnd({ idleMs: 50, unreadMs: 60_000 }, true, () => {});
});

test("a stream that is not read ends even if there are events", async () => {
  const text = "x".repeat(1 << 20);
  await untilEnd({ idleMs: 60_000, unreadMs: 100 }, false, (stream) => {
    const events = setInterval(() => stream.send("view", text), 20);
    stream.signal.addEventListener("abort", () => clearInterval(events));
  });
});
