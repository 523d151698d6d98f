import type { status } from "@grpc/grpc-js";

import type { ReasonName } from "./gen/reason_name.js";

/** The name of a gRPC status. Example: `INVALID_ARGUMENT`. */
export type Code = keyof typeof status;

/** What is wrong with one field of a request. */
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
 * A call that failed. Each reason of the service has a class of its own; `UnreachableError` and
 * `DeadlineExceededError` are for calls that the service did not answer. What a newer service
 * refuses for a reason unknown here, and what the network refuses, is an `ArbiterError` itself.
 */
export class ArbiterError extends Error {
  readonly code: Code;
  /** Undefined where the service gave none. */
  readonly reason: ReasonName | undefined;
  /** The fields of the request that are wrong, as far as they are known. */
  readonly fields: readonly FieldFault[];
  /** When another attempt makes sense, from the answer on, where the service says it. */
  readonly retryAfterMs: number | undefined;
  /** The `x-request-id` under which the service logs the call. */
  readonly requestId: string | undefined;
  /** `message` in the request's locale, where that was given. */
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

/** No replica could be reached, or the connection broke. UNAVAILABLE. */
export class UnreachableError extends ArbiterError {}

/** There was no answer before the deadline. DEADLINE_EXCEEDED. */
export class DeadlineExceededError extends ArbiterError {}
