import { randomUUID } from "node:crypto";

import { toBinary } from "@bufbuild/protobuf";

import type { Caller } from "./caller.js";
import {
  CreateJobRequestSchema, JobRequestSchema, JobService, JobState, type Job, type JobResult,
  type StreamJobResultsRequestSchema, type StreamJobResultsResponse, type WatchJobRequestSchema,
  type WatchJobResponse,
} from "./gen/arbiter/v1/job_service_pb.js";
import { LimitExceededError, QuotaExceededError } from "./gen/error_classes.js";
import type { CallOptions } from "./options.js";
import { partsOfPgn, type PartLimits } from "./pgn_games.js";
import { messageOfRequest, type RequestOf } from "./request_message.js";

// The limits of one call, well below those of the service.
const MAX_BYTES = 1 << 20;
const MAX_ITEMS = 1000;

// How long a call waits for a quota, apart from its deadline.
const MAX_QUOTA_WAIT_MS = 300_000;
const MIN_QUOTA_WAIT_MS = 50;

// The deadline for the deletion of a job that could not be submitted.
const DELETION_MS = 2_000;

type JobRequestInit = RequestOf<typeof JobRequestSchema>;

/** The items of a job. */
export type JobItems =
  | { requests: Iterable<JobRequestInit> | AsyncIterable<JobRequestInit> }
  | {
    /** Games in PGN, of any length and in any pieces. Each game becomes an item. */
    pgn: string | Iterable<string> | AsyncIterable<string>;
    /** What is done with each game: `validateGame` or `reviewGame`, without a game. */
    request: JobRequestInit;
  };

/** What `CreateJob` gets. Without an `idempotencyKey`, each call makes a job of its own. */
export type JobSettings = RequestOf<typeof CreateJobRequestSchema>;

/** Creates a job, adds its items in calls of a limited size, and starts it. */
export async function submitJob(
  caller: Caller, items: JobItems, settings: JobSettings, options: CallOptions,
): Promise<Job> {
  const { method } = JobService;
  const creation = messageOfRequest(CreateJobRequestSchema, settings);
  const hasKey = creation.idempotencyKey !== "";
  if (!hasKey) creation.idempotencyKey = randomUUID();
  const created = await caller.unary(method.createJob, creation, options);
  const job = created.job!;
  // The answer to an earlier call with the same key.
  if (job.state !== JobState.OPEN) return job;
  try {
    const limits = { maxLength: MAX_BYTES, maxItems: MAX_ITEMS };
    await addItems(caller, job.id, 0n, items, limits, options);
    const started = await caller.unary(method.startJob, { jobId: job.id }, options);
    return started.job!;
  } catch (error) {
    // Without the key, nobody could continue the job.
    if (!hasKey) await tryToDelete(caller, job.id, options);
    throw error;
  }
}

async function tryToDelete(caller: Caller, jobId: string, { metadata }: CallOptions): Promise<void> {
  try {
    await caller.unary(
      JobService.method.deleteJob, { jobId }, { metadata, deadlineMs: DELETION_MS });
  } catch {
    // The job expires.
  }
}

type Part = { requests: JobRequestInit[] } | { pgn: string; request: JobRequestInit };

/**
 * Adds items in calls within the limits, which it lowers if the service asks for smaller calls. Returns
 * the number of the next item.
 */
async function addItems(
  caller: Caller, jobId: string, firstItem: bigint, items: JobItems, limits: PartLimits,
  options: CallOptions,
): Promise<bigint> {
  let next = firstItem;
  for await (const part of partsOf(items, limits)) {
    try {
      next = await addPart(caller, jobId, next, part, options);
    } catch (error) {
      if (!hasTooManyItems(error) || !(await lowerLimits(limits, part))) throw error;
      next = await addItems(caller, jobId, next, part, limits, options);
    }
  }
  return next;
}

/** Halves the maximum number of items until a part must be divided. Returns false if it cannot be. */
async function lowerLimits(limits: PartLimits, part: Part): Promise<boolean> {
  while (limits.maxItems > 1) {
    limits.maxItems = Math.floor(limits.maxItems / 2);
    let count = 0;
    for await (const _ of partsOf(part, limits)) if (++count > 1) return true;
  }
  return false;
}

/** Whether a call has more items than the client can ever pay for at once. */
const hasTooManyItems = (error: unknown): boolean =>
  error instanceof LimitExceededError
  && error.fields.some(({ field }) => field === "requests" || field === "games");

/** Adds items, and returns the number of the next one. Waits if a quota is used up. */
async function addPart(
  caller: Caller, jobId: string, firstItem: bigint, part: Part, options: CallOptions,
): Promise<bigint> {
  const items = "pgn" in part ? { games: part } : part;
  const request = { jobId, firstItem, ...items };
  const giveUpAt = Date.now() + MAX_QUOTA_WAIT_MS;
  for (;;) {
    try {
      const { nextItem } = await caller.unary(JobService.method.addJobItems, request, options);
      return nextItem;
    } catch (error) {
      if (!(error instanceof QuotaExceededError) || error.retryAfterMs === undefined) throw error;
      const delayMs = Math.max(error.retryAfterMs, MIN_QUOTA_WAIT_MS);
      if (Date.now() + delayMs > giveUpAt) throw error;
      await caller.waitBetweenCalls(delayMs, options.signal);
    }
  }
}

/** Divides items into parts within the limits, which can change in the meantime. */
async function* partsOf(
  items: JobItems, limits: PartLimits,
): AsyncGenerator<Part, void, undefined> {
  if ("pgn" in items) {
    const { pgn, request } = items;
    const pieces = typeof pgn === "string" ? [pgn] : pgn;
    for await (const part of partsOfPgn(pieces, limits)) {
      yield { pgn: part, request };
    }
    return;
  }
  let requests: JobRequestInit[] = [];
  let bytes = 0;
  for await (const item of items.requests) {
    const request = messageOfRequest(JobRequestSchema, item);
    const size = toBinary(JobRequestSchema, request).length;
    if (requests.length > 0
      && (bytes + size > limits.maxLength || requests.length >= limits.maxItems)) {
      yield { requests };
      requests = [];
      bytes = 0;
    }
    requests.push(request);
    bytes += size;
  }
  if (requests.length > 0) yield { requests };
}

/** Reads the results of a job until it has ended. A stream that breaks goes on where it was. */
export async function* jobResults(
  caller: Caller, request: StreamRequest, options: CallOptions,
): AsyncGenerator<JobResult, void, undefined> {
  for await (const { results } of streamJobResults(caller, request, options)) yield* results;
}

type StreamRequest = RequestOf<typeof StreamJobResultsRequestSchema>;

/** Makes a call that goes on after its last cursor if it breaks. */
export function streamJobResults(
  caller: Caller, request: StreamRequest, options: CallOptions,
): AsyncGenerator<StreamJobResultsResponse, void, undefined> {
  return caller.serverStream(
    JobService.method.streamJobResults, request, options, ({ cursor }) => ({ ...request, cursor }));
}

/** Makes a call that begins again if it breaks, because it always begins with the present state. */
export function watchJob(
  caller: Caller, request: RequestOf<typeof WatchJobRequestSchema>, options: CallOptions,
): AsyncGenerator<WatchJobResponse, void, undefined> {
  return caller.serverStream(JobService.method.watchJob, request, options, () => request);
}
