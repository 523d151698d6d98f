import { createHash, randomBytes } from "node:crypto";

import type { Request, Response } from "express";

import { networkOf, type Visitor, type Visitors } from "../visitors.js";

const COOKIE = "arbiter_browser";
const COOKIE_BYTES = 32;
const YEAR_MS = 365 * 24 * 3600 * 1000;

/** Returns the stored name of the browser, or `undefined` if it has never taken a seat. */
export function browserIn(request: Request): string | undefined {
  const cookie = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(
    request.headers.cookie ?? "",
  )?.[1];
  return cookie === undefined ? undefined : hashCookie(cookie);
}

/**
 * Returns the stored name of a browser that takes a seat, and gives it a cookie if it has none.
 * Call this only in the API, never for a page: a browser that follows a link from another site
 * sends no cookie, and would lose its seats.
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
  return hashCookie(cookie);
}

export const visitorOf = (request: Request, visitors: Visitors): Visitor =>
  visitors.of(networkOf(request.ip ?? ""), browserIn(request));

/** Returns the visitor who takes a seat, with the cookie of `browserToSeat`. */
export const visitorToSeat = (
  request: Request,
  response: Response,
  visitors: Visitors,
): Visitor<string> => visitors.of(networkOf(request.ip ?? ""), browserToSeat(request, response));

/** Returns the name under which a browser is stored. The cookie itself is not stored. */
const hashCookie = (cookie: string): string =>
  createHash("sha256").update(cookie).digest("base64url");
