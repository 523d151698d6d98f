import { isIPv6 } from "node:net";

import type { Request, Response } from "express";

import { Refusal } from "../refusal.js";
import { browserIn } from "./browser.js";
import { EventStream } from "./event_stream.js";

/** The maximum numbers of concurrent streams. */
interface StreamCaps {
  /** For each browser, identified by its cookie. */
  browser: number;
  /** For each network: an IPv4 address or an IPv6 /64. Cookies can be forged, addresses cannot. */
  network: number;
  /** For all browsers together. */
  all: number;
}

/**
 * Returns the network of an address. Express takes the address of a request from its connection or,
 * if that comes from a trusted proxy, from the header X-Forwarded-For.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  // URL writes equal addresses in the same way. It does not accept a zone, so that is removed.
  const text = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
  const [head = "", tail] = text.split("::");
  const groups = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  if (tail !== undefined) {
    groups.push(...Array<string>(8 - groups.length - last.length).fill("0"), ...last);
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** Opens event streams, and refuses those above a limit with LIMIT_EXCEEDED. */
export class StreamLimit {
  readonly #open = new Map<string, number>();

  constructor(readonly caps: StreamCaps) {}

  open(request: Request, response: Response): EventStream {
    const browser = browserIn(request);
    const counted: [string, number][] = [
      ["all", this.caps.all],
      [`network ${networkOf(request.ip ?? "")}`, this.caps.network],
    ];
    // Without a cookie, the browser is unknown, so the limit for each browser does not apply.
    if (browser !== undefined) counted.push([`browser ${browser}`, this.caps.browser]);
    for (const [name, cap] of counted) {
      if ((this.#open.get(name) ?? 0) < cap) continue;
      throw new Refusal(429, "LIMIT_EXCEEDED", `At most ${cap} of these streams can be open.`);
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
