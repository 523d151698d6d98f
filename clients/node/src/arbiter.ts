import { batch } from "./batch.js";
import type { BatchItems } from "./batch_requests.js";
import { Caller } from "./caller.js";
import { AnalysisService } from "./gen/arbiter/v1/analysis_service_pb.js";
import {
  JobService, type Job, type JobResult, type StreamJobResultsRequestSchema,
} from "./gen/arbiter/v1/job_service_pb.js";
import { RulesService, type BatchResponse } from "./gen/arbiter/v1/rules_service_pb.js";
import {
  jobResults, streamJobResults, submitJob, watchJob, type JobItems, type JobSettings,
} from "./jobs.js";
import type { ArbiterOptions, CallOptions } from "./options.js";
import type { RequestOf } from "./request_message.js";
import type { StreamCalls, UnaryCalls } from "./service_calls.js";
import { AnalysisSession } from "./session.js";

type Init = Record<string, unknown>;
type RulesCalls = UnaryCalls<typeof RulesService>;
type AnalysisCalls = StreamCalls<typeof AnalysisService>;
type JobCalls = UnaryCalls<typeof JobService> & StreamCalls<typeof JobService>;

export interface Arbiter extends RulesCalls, AnalysisCalls, JobCalls {}

/**
 * A client of an Arbiter service. It connects with the first call and reconnects when necessary. A
 * program needs only one client. The methods are documented in proto/arbiter/v1.
 */
export class Arbiter {
  readonly #caller: Caller;

  /**
   * `address` is `host:port`, where the host is `localhost` and the port 50051 by default;
   * `http://host:port`, or `https://host:port` with the option `tls`; `dns:///host:port`;
   * `unix:path` or `unix-abstract:name`; or a list of IP addresses such as
   * `10.0.0.1:50051,10.0.0.2:50051`. Calls are balanced between all addresses of a name or a list.
   * Throws a TypeError if the address is invalid, or if an option is unknown or has a wrong type,
   * and a RangeError if `deadlineMs` is not above 0.
   */
  constructor(address: string, options: ArbiterOptions = {}) {
    this.#caller = new Caller(address, options);
  }

  /**
   * Waits until a server answers, and rejects with an `UnreachableError` if none does before the
   * deadline. Calls can be made without waiting.
   */
  ready(options: CallOptions = {}): Promise<void> {
    return this.#caller.ready(options);
  }

  /**
   * Makes many calls on one stream. Answers come in any order, each with its request's id. Requests
   * without an answer are sent again if the connection breaks, or if the service refuses them for
   * now. At most 64 items are taken ahead of their answers.
   */
  batch(
    items: BatchItems, options: CallOptions = {},
  ): AsyncGenerator<BatchResponse, void, undefined> {
    return batch(this.#caller, items, options);
  }

  /** Starts a session, in which analyses share one transposition table. It is not retried. */
  session(options: CallOptions = {}): AnalysisSession {
    return new AnalysisSession(this.#caller, options);
  }

  /**
   * Creates a job, adds its items in calls of a limited size, and starts it. Each of these calls has the
   * given options; if a quota is used up, it also waits between them, for up to five minutes. If it
   * fails, it can be repeated with the same `idempotencyKey`, which then continues the job; without
   * one, the job is deleted.
   */
  submitJob(items: JobItems, settings: JobSettings = {}, options: CallOptions = {}): Promise<Job> {
    return submitJob(this.#caller, items, settings, options);
  }

  /**
   * Reads the results of a job, those that there are and further ones when they come, until the job
   * has ended. If the connection breaks, it goes on after the last result.
   */
  jobResults(
    request: RequestOf<typeof StreamJobResultsRequestSchema>, options: CallOptions = {},
  ): AsyncGenerator<JobResult, void, undefined> {
    return jobResults(this.#caller, request, options);
  }

  /** Closes the client for new calls. Running calls can finish, but they are not retried. */
  close(): void {
    this.#caller.close();
  }

  static {
    for (const method of [
      ...RulesService.methods, ...AnalysisService.methods, ...JobService.methods,
    ]) {
      if (method.methodKind === "unary") {
        this.#define(method.localName, (caller, request, options) =>
          caller.unary(method, request, options));
      } else if (method.methodKind === "server_streaming") {
        this.#define(method.localName, (caller, request, options) =>
          caller.serverStream(method, request, options));
      }
    }
    this.#define("streamJobResults", streamJobResults);
    this.#define("watchJob", watchJob);
  }

  static #define(
    name: string, call: (caller: Caller, request: Init, options: CallOptions) => unknown,
  ): void {
    const value = function (this: Arbiter, request: Init, options: CallOptions = {}): unknown {
      return call(this.#caller, request, options);
    };
    Object.defineProperty(this.prototype, name, { value, writable: true, configurable: true });
  }
}
