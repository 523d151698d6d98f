import { createHash, randomBytes } from "node:crypto";

import type { Request, Response } from "express";

const COOKIE = "arbiter_browser";
const COOKIE_BYTES = 32;
const YEAR_MS = 365 * 24 * 3600 * 1000;

/** Who asks, as the store names him; undefined: a browser that has not taken a seat anywhere. */
export function browserIn(request: Request): string | undefined {
  const cookie = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(
    request.headers.cookie ?? "",
  )?.[1];
  return cookie === undefined ? undefined : browserOf(cookie);
}

/**
 * The same, for one that takes a seat now: it gets a cookie where it has none. Never for a page
 * itself: a browser that follows a link from elsewhere sends none, and would lose its seats.
 */
export function browserToSeat(request: Request, response: Response): string {
  const known = browserIn(request);
  if (known !== undefined) return known;
  const cookie = randomBytes(COOKIE_BYTES).toString("base64url");
  response.cookie(COOKIE, cookie, {
    httpOnly: true,
    sameSite: "strict",
    path: "/api",
    maxAge: YEAR_MS,
  });
  return browserOf(cookie);
}

/** How the store names a browser: its cookie stays with the browser. */
const browserOf = (cookie: string): string =>
  createHash("sha256").update(cookie).digest("base64url");
