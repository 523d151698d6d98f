import { Metadata, status, type ServiceError } from "@grpc/grpc-js";
import { fromBinary, type Message } from "@bufbuild/protobuf";
import type { GenMessage } from "@bufbuild/protobuf/codegenv2";
import { anyUnpack, type Duration } from "@bufbuild/protobuf/wkt";

import type { Address } from "./address.js";
import {
  ArbiterError, DeadlineExceededError, UnreachableError,
  type ArbiterErrorDetails, type Code,
} from "./arbiter_error.js";
import { describeFault, unreachable } from "./connection_fault.js";
import { ERROR_CLASSES } from "./gen/error_classes.js";
import {
  BadRequestSchema, ErrorInfoSchema, LocalizedMessageSchema, RetryInfoSchema,
} from "./gen/google/rpc/error_details_pb.js";
import { StatusSchema, type Status } from "./gen/google/rpc/status_pb.js";
import type { ReasonName } from "./gen/reason_name.js";

const DOMAIN = "arbiter.v1";
const DETAILS_KEY = "grpc-status-details-bin";
const REQUEST_ID_KEY = "x-request-id";
const BREAK_CODES: ReadonlySet<status> =
  new Set([status.UNAVAILABLE, status.UNKNOWN, status.CANCELLED]);

type StatusParts = Pick<Status, "code" | "message" | "details">;

/** Converts the status of a refused item of a batch, or of a request of a session, to an error. */
export function errorOf(answer: StatusParts): ArbiterError {
  return makeError(detailsOf(answer, undefined));
}

/** Converts the error of a failed call to an ArbiterError. Returns other errors unchanged. */
export function errorOfCall(
  error: unknown, address: Address, requestId: string | undefined,
): unknown {
  if (!isServiceError(error)) return error;
  return makeError(detailsOf(statusOf(error, address), requestId ?? requestIdIn(error.metadata)));
}

/** Returns the error for a server that has given no answer of any kind. */
export function doesNotAnswer(address: Address): ArbiterError {
  const message = unreachable(address, "it does not answer");
  return errorOf({ code: status.UNAVAILABLE, message, details: [] });
}

/**
 * Whether the answer to a call broke off after it had begun. Proxies that lose a server, and
 * @grpc/grpc-js, report that with one of several codes, and without the details of the service's own
 * errors.
 */
export function isBreak(error: unknown): boolean {
  if (!isServiceError(error) || error.metadata.get(DETAILS_KEY).length > 0) return false;
  const { code, details } = error;
  return BREAK_CODES.has(code) || (code === status.INTERNAL && details.includes("RST_STREAM"));
}

export function requestIdIn(metadata: Metadata): string | undefined {
  const [value] = metadata.get(REQUEST_ID_KEY);
  return typeof value === "string" ? value : undefined;
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && "code" in error && "metadata" in error
    && error.metadata instanceof Metadata;
}

function statusOf({ code, details, metadata }: ServiceError, address: Address): StatusParts {
  const [bytes] = metadata.get(DETAILS_KEY);
  const fallback = { ...describeFault(code, details, address), details: [] };
  if (!(bytes instanceof Uint8Array)) return fallback;
  try {
    return fromBinary(StatusSchema, bytes);
  } catch {
    return fallback;
  }
}

function detailsOf(
  { code, message, details }: StatusParts, requestId: string | undefined,
): ArbiterErrorDetails {
  const detail = <Shape extends Message>(schema: GenMessage<Shape>): Shape | undefined =>
    details.map((one) => anyUnpack(one, schema)).find((one) => one !== undefined);
  const info = detail(ErrorInfoSchema);
  const delay = detail(RetryInfoSchema)?.retryDelay;
  const codeName = (status[code] ?? "UNKNOWN") as Code;
  return {
    code: codeName,
    message,
    reason: reasonNamed(info?.domain === DOMAIN ? info.reason : codeName),
    fields: detail(BadRequestSchema)?.fieldViolations.map(
      ({ field, description }) => ({ field, message: description })) ?? [],
    retryAfterMs: delay === undefined ? undefined : msOf(delay),
    requestId,
    localizedMessage: detail(LocalizedMessageSchema)?.message,
  };
}

const msOf = ({ seconds, nanos }: Duration): number =>
  Math.max(0, Number(seconds) * 1000 + nanos / 1e6);

/** Returns the reason of this name, which can also be a gRPC code such as `UNIMPLEMENTED`. */
function reasonNamed(name: string): ReasonName | undefined {
  return Object.hasOwn(ERROR_CLASSES, name) ? (name as ReasonName) : undefined;
}

function makeError(details: ArbiterErrorDetails): ArbiterError {
  const { code, reason } = details;
  if (code === "DEADLINE_EXCEEDED") return new DeadlineExceededError(details);
  if (reason !== undefined) return new ERROR_CLASSES[reason](details);
  if (code === "UNAVAILABLE") return new UnreachableError(details);
  return new ArbiterError(details);
}
