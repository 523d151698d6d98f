import type { status } from "@grpc/grpc-js";

import type { ReasonName } from "./gen/reason_name.js";

/** The name of a gRPC status. Example: `INVALID_ARGUMENT`. */
export type Code = keyof typeof status;

/** An error in one field of a request. */
export interface FieldFault {
  /** The path of the field. Example: `position.fen`. */
  field: string;
  message: string;
}

export interface ArbiterErrorDetails {
  code: Code;
  message: string;
  reason: ReasonName | undefined;
  fields: readonly FieldFault[];
  retryAfterMs: number | undefined;
  requestId: string | undefined;
  localizedMessage: string | undefined;
}

/**
 * The error of a failed call. Each error reason of the service has a subclass; `UnreachableError`
 * and `DeadlineExceededError` are for calls that the service did not answer. Other errors, such as
 * those with a reason that only a newer service uses, are of class `ArbiterError` itself.
 */
export class ArbiterError extends Error {
  readonly code: Code;
  /** The reason that the service gave, if any. */
  readonly reason: ReasonName | undefined;
  /** The errors in fields of the request; empty if they are unknown. */
  readonly fields: readonly FieldFault[];
  /** How long to wait before another attempt, in milliseconds, if the service gave a time. */
  readonly retryAfterMs: number | undefined;
  /** The `x-request-id` of the call in the service's log. */
  readonly requestId: string | undefined;
  /** The message in the request's locale, if the request had one. */
  readonly localizedMessage: string | undefined;

  constructor(details: ArbiterErrorDetails) {
    super(details.message);
    this.name = new.target.name;
    this.code = details.code;
    this.reason = details.reason;
    this.fields = details.fields;
    this.retryAfterMs = details.retryAfterMs;
    this.requestId = details.requestId;
    this.localizedMessage = details.localizedMessage;
  }
}

/** UNAVAILABLE: no server could be reached, or the connection broke. */
export class UnreachableError extends ArbiterError {}

/** DEADLINE_EXCEEDED: there was no answer before the deadline. */
export class DeadlineExceededError extends ArbiterError {}
