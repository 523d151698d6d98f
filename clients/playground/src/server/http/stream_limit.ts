import { isIPv6 } from "node:net";

import type { Request, Response } from "express";

import { Refusal } from "../refusal.js";
import { browserIn } from "./browser.js";
import { EventStream } from "./event_stream.js";

/** How many streams there may be at a time. */
interface StreamCaps {
  /** Of a browser, as its cookie names it. */
  browser: number;
  /** Of a network: an IPv4 address, or an IPv6 /64. Cookies can be made up, addresses cannot. */
  network: number;
  /** Of all. */
  all: number;
}

/**
 * The network that a request comes from. Express has the address from the connection, or, where that
 * is a trusted proxy's, from the header X-Forwarded-For.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  // Without its zone, and in the one way that URLs write it.
  const text = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
  const [head = "", tail] = text.split("::");
  const groups = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  if (tail !== undefined) {
    groups.push(...Array<string>(8 - groups.length - last.length).fill("0"), ...last);
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** Opens event streams, and refuses those beyond a cap with LIMIT_EXCEEDED. */
export class StreamLimit {
  readonly #open = new Map<string, number>();

  constructor(readonly caps: StreamCaps) {}

  open(request: Request, response: Response): EventStream {
    const browser = browserIn(request);
    const counted: [string, number][] = [
      ["all", this.caps.all],
      [`network ${networkOf(request.ip ?? "")}`, this.caps.network],
    ];
    // Those without a cookie are nobody in particular.
    if (browser !== undefined) counted.push([`browser ${browser}`, this.caps.browser]);
    for (const [name, cap] of counted) {
      if ((this.#open.get(name) ?? 0) < cap) continue;
      throw new Refusal(429, "LIMIT_EXCEEDED", `There are ${cap} of these streams already.`);
    }
    for (const [name] of counted) this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    response.once("close", () => {
      for (const [name] of counted) this.#release(name);
    });
    return new EventStream(response);
  }

  #release(name: string): void {
    const count = (this.#open.get(name) ?? 1) - 1;
    if (count === 0) this.#open.delete(name);
    else this.#open.set(name, count);
  }
}
