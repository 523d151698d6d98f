import { ArbiterError, UnreachableError } from "@arbiter-chess/client";

import type { Problem } from "../shared/api.js";

export type Status = 400 | 403 | 404 | 409 | 413 | 429 | 500 | 503;

/** The refusal of a request, which is answered with a Problem. */
export class Refusal extends Error {
  override name = "Refusal";

  constructor(
    readonly status: Status,
    readonly reason: string,
    message: string,
    readonly field?: string,
  ) {
    super(message);
  }

  get problem(): Problem {
    const { reason, message, field } = this;
    return { error: { reason, message, ...(field === undefined ? {} : { field }) } };
  }
}

export const badRequest = (field: string, message: string): Refusal =>
  new Refusal(400, "BAD_REQUEST", `${field}: ${message}`, field);

export const limitExceeded = (message: string): Refusal =>
  new Refusal(429, "LIMIT_EXCEEDED", message);

export const gameInProgress = (what: string): Refusal =>
  new Refusal(403, "GAME_IN_PROGRESS", `${what} while the game is in progress.`);

/** Turns any error into a refusal. Errors of the site itself are reported without their details. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ArbiterError) return ofArbiter(error);
  return ofHttp(error) ?? new Refusal(500, "INTERNAL", "Something went wrong on this site.");
}

// Reasons that concern the site and its service, not the browser.
const SITE_REASONS = new Set([
  "UNAUTHENTICATED",
  "PERMISSION_DENIED",
  "UNIMPLEMENTED",
  "BAD_SNAPSHOT",
]);

function ofArbiter(error: ArbiterError): Refusal {
  const { reason } = error;
  if (error instanceof UnreachableError || reason === undefined || SITE_REASONS.has(reason)) {
    return new Refusal(503, "UNREACHABLE", "The Arbiter service cannot be reached.");
  }
  const message = error.localizedMessage ?? error.message;
  return new Refusal(statusOf(error), reason, message, fieldOf(error));
}

function statusOf({ code, reason }: ArbiterError): Status {
  if (reason === "HIDDEN_INFORMATION" || reason === "NOT_YOUR_TURN") return 403;
  if (reason === "QUOTA_EXCEEDED") return 429;
  if (reason === "OVERLOADED" || reason === "CANCELLED") return 503;
  return code === "FAILED_PRECONDITION" ? 409 : 400;
}

/** Returns the field at fault by its name in the browser's request. */
function fieldOf({ fields }: ArbiterError): string | undefined {
  const field = fields[0]?.field;
  if (field === undefined) return undefined;
  if (field.endsWith("start_fen") || field.endsWith("fen")) return "fen";
  if (field === "actions[0]") return "action";
  return field.replace(/^position\./, "");
}

/**
 * Returns a refusal for an error of Express's own parsers: too large a body, bad JSON or a bad
 * path.
 */
function ofHttp(error: unknown): Refusal | undefined {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  if (status === 413) return new Refusal(413, "BAD_REQUEST", "The request is too large.");
  if (typeof status === "number" && status >= 400 && status < 500) {
    return new Refusal(400, "BAD_REQUEST", "The request cannot be read.");
  }
  return undefined;
}
