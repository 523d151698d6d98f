import { isIPv4, isIPv6 } from "node:net";

import type { Arbiter, CallOptions } from "@arbiter-chess/client";

import type { TokenIssuer } from "./tokens.js";

/** The network of the players of the games that a site finds when it opens, until they act. */
export const STORED_NETWORK = "stored";

/**
 * Somebody who uses the site: a browser in its network. A browser is what its cookie says, and
 * anybody can make any number of cookies. The network bounds what all of its browsers can do. It
 * cannot be forged, provided that the trusted proxies are those of the site, and that each of them
 * overwrites X-Forwarded-For or appends the address of its caller.
 */
export interface Visitor<Browser = string | undefined> {
  /** An IPv4 address, an IPv6 /64, or a word if the address is not known. */
  network: string;
  /** The stored name of the browser; `undefined` if it has no cookie. */
  browser: Browser;
  /** Arbiter, for which this visitor is a client of its own. */
  arbiter: Arbiter;
}

/**
 * Returns the network of an address. Express takes the address of a request from its connection or,
 * if that comes from a trusted proxy, from the header X-Forwarded-For.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return isIPv4(address) ? address : "unknown";
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

/** Gives each visitor a way to call Arbiter. All visitors share one connection. */
export class Visitors {
  readonly #arbiter: Arbiter;
  readonly #tokens: TokenIssuer | undefined;

  /** Without `tokens`, all visitors are one client for Arbiter. */
  constructor(arbiter: Arbiter, tokens?: TokenIssuer) {
    this.#arbiter = arbiter;
    this.#tokens = tokens;
  }

  of<Browser extends string | undefined>(network: string, browser: Browser): Visitor<Browser> {
    const client = browser === undefined ? network : `${network}#${browser}`;
    return { network, browser, arbiter: this.arbiterFor(this.#nameOf(client)) };
  }

  /**
   * Returns the name of the client that has the jobs of a network. All browsers of a network are
   * one client there, so that they get one turn among the jobs of all networks, however many cookies
   * they make. The name can be stored, so that a browser finds its jobs from another network, too.
   */
  jobOwnerOf(network: string): string {
    return this.#nameOf(network);
  }

  /** Returns Arbiter for the client with a name from `jobOwnerOf`. */
  arbiterFor(name: string): Arbiter {
    const tokens = this.#tokens;
    return tokens === undefined
      ? this.#arbiter
      : withToken(this.#arbiter, () => tokens.tokenFor(name));
  }

  #nameOf(client: string): string {
    return this.#tokens?.nameOf(client) ?? "";
  }

  /** Returns the visitor for a stored game whose player has not been here since the site opened. */
  ofStored(browser: string | undefined): Visitor {
    return this.of(STORED_NETWORK, browser);
  }
}

/** Returns `arbiter` with a token in each call that has one request, and in `submitJob`. */
function withToken(arbiter: Arbiter, token: () => string): Arbiter {
  return new Proxy(arbiter, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      const optionsAt = name === "submitJob" ? 2 : 1;
      return (...given: unknown[]): unknown => {
        const options = (given[optionsAt] ?? {}) as CallOptions;
        const metadata = { ...options.metadata, authorization: `Bearer ${token()}` };
        const others = Array.from({ length: optionsAt }, (_, index) => given[index]);
        return method.call(target, ...others, { ...options, metadata });
      };
    },
  });
}
