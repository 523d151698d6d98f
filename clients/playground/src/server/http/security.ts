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
 * Answers only pages of its own. Another site could make its name point here (DNS rebinding): then
 * the host is another; and it could send forms: then the origin is.
 */
export function onlyOwnPages(request: Request, response: Response, next: NextFunction): void {
  response.set(HEADERS);
  const { host = "", origin } = request.headers;
  if (!LOCAL.test(host)) {
    throw new Refusal(403, "BAD_REQUEST", "This site answers on the local machine only.", "Host");
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new Refusal(403, "BAD_REQUEST", "This site answers its own pages only.", "Origin");
  }
  next();
}
