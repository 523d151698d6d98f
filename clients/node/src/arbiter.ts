import { batch, type BatchItems } from "./batch.js";
import { Caller } from "./caller.js";
import { AnalysisService } from "./gen/arbiter/v1/analysis_service_pb.js";
import { RulesService, type BatchResponse } from "./gen/arbiter/v1/rules_service_pb.js";
import type { ArbiterOptions, CallOptions } from "./options.js";
import type { StreamCalls, UnaryCalls } from "./service_calls.js";
import { AnalysisSession } from "./session.js";

type Init = Record<string, unknown>;
type RulesCalls = UnaryCalls<typeof RulesService>;
type AnalysisCalls = StreamCalls<typeof AnalysisService>;

export interface Arbiter extends RulesCalls, AnalysisCalls {}

/**
 * A client of an Arbiter service. It connects with the first call and reconnects when necessary. A
 * program needs only one client. The methods are documented in proto/arbiter/v1.
 */
export class Arbiter {
  readonly #caller: Caller;

  /**
   * `address` is `host:port`, `unix:path`, `dns:///host:port` for all addresses of a name, or a
   * list of IP addresses such as `10.0.0.1:50051,10.0.0.2:50051`. Calls are balanced between
   * several addresses. Throws a TypeError if the address is invalid.
   */
  constructor(address: string, options: ArbiterOptions = {}) {
    this.#caller = new Caller(address, options);
  }

  /**
   * Waits for a connection, and rejects if there is none at the deadline. Calls can be made without
   * waiting.
   */
  ready(options: CallOptions = {}): Promise<void> {
    return this.#caller.ready(options);
  }

  /** Makes many calls on one stream. Answers come in any order, each with its request's id. */
  batch(
    items: BatchItems, options: CallOptions = {},
  ): AsyncGenerator<BatchResponse, void, undefined> {
    return batch(this.#caller, items, options);
  }

  /** Starts a session, in which analyses share one transposition table. */
  session(options: CallOptions = {}): AnalysisSession {
    return new AnalysisSession(this.#caller, options);
  }

  /** Closes the client for new calls. Running calls can finish. */
  close(): void {
    this.#caller.close();
  }

  static {
    for (const method of [...RulesService.methods, ...AnalysisService.methods]) {
      if (method.methodKind === "unary") {
        this.#define(method.localName, (caller, request, options) =>
          caller.unary(method, request, options));
      } else if (method.methodKind === "server_streaming") {
        this.#define(method.localName, (caller, request, options) =>
          caller.serverStream(method, request, options));
      }
    }
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
