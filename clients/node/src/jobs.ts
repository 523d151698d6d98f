import { randomUUID } from "node:crypto";

import { toBinary } from "@bufbuild/protobuf";

import type { Caller } from "./caller.js";
import {
  CreateJobRequestSchema, JobRequestSchema, JobService, JobState, type Job, type JobResult,
  type StreamJobResultsRequestSchema,
} from "./gen/arbiter/v1/job_service_pb.js";
import type { CallOptions } from "./options.js";
import { partsOfPgn } from "./pgn_games.js";
import { messageOfRequest, type RequestOf } from "./request_message.js";

// The limits of one call, well below those of the service.
const MAX_BYTES = 1 << 20;
const MAX_ITEMS = 1000;

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
  creation.idempotencyKey ||= randomUUID();
  const created = await caller.unary(method.createJob, creation, options);
  const job = created.job!;
  // The answer to an earlier call with the same key.
  if (job.state !== JobState.OPEN) return job;
  if ("pgn" in items && job.items > 0n) {
    throw new Error(`job ${job.id} has this key and already some of its games, and which ones is `
      + "not known; delete it, or use another key");
  }
  let firstItem = 0n;
  for await (const part of partsOf(items)) {
    const { items: count } = await caller.unary(
      method.addJobItems, { jobId: job.id, firstItem, ...part }, options);
    firstItem = "requests" in part ? firstItem + BigInt(part.requests.length) : count;
  }
  const started = await caller.unary(method.startJob, { jobId: job.id }, options);
  return started.job!;
}

type Part = { requests: JobRequestInit[] } | { games: { pgn: string; request: JobRequestInit } };

async function* partsOf(items: JobItems): AsyncGenerator<Part, void, undefined> {
  if ("pgn" in items) {
    const { pgn, request } = items;
    const pieces = typeof pgn === "string" ? [pgn] : pgn;
    for await (const part of partsOfPgn(pieces, MAX_BYTES, MAX_ITEMS)) {
      yield { games: { pgn: part, request } };
    }
    return;
  }
  let requests: JobRequestInit[] = [];
  let bytes = 0;
  for await (const item of items.requests) {
    const request = messageOfRequest(JobRequestSchema, item);
    const size = toBinary(JobRequestSchema, request).length;
    if (requests.length > 0 && (bytes + size > MAX_BYTES || requests.length === MAX_ITEMS)) {
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
  caller: Caller, request: RequestOf<typeof StreamJobResultsRequestSchema>, options: CallOptions,
): AsyncGenerator<JobResult, void, undefined> {
  const answers = caller.serverStream(
    JobService.method.streamJobResults, request, options, ({ cursor }) => ({ ...request, cursor }));
  for await (const { results } of answers) yield* results;
}
