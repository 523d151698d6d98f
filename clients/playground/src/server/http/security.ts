import type { NextFunction, Request, Response } from "express";

import { Refusal } from "../refusal.js";

const LOCAL = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

const HEADERS = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/**
 * Refuses requests that do not come from the site's own pages. Another site could make its name
 * resolve to this address (DNS rebinding), which the header Host reveals, or send a form to this
 * site, which the header Origin reveals.
 */
export function onlyOwnPages(request: Request, response: Response, next: NextFunction): void {
  response.set(HEADERS);
  const { host = "", origin } = request.headers;
  if (!LOCAL.test(host)) {
    throw new Refusal(403, "BAD_REQUEST", "This site serves the local machine only.", "Host");
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new Refusal(403, "BAD_REQUEST", "Only this site's pages can send requests.", "Origin");
  }
  next();
}
