import type { Caller, OpenStream } from "./caller.js";
import {
  AnalysisService, SessionRequestSchema,
  type AnalyzeRequestSchema, type SessionResponse, type SessionResponseSchema,
} from "./gen/arbiter/v1/analysis_service_pb.js";
import { messagesOf } from "./messages_of.js";
import type { CallOptions } from "./options.js";
import type { RequestOf } from "./request_message.js";

/**
 * A stream of analyses that share one transposition table. Each new request replaces the running
 * search. The session can be iterated once, over the answers to all requests. Leaving the loop ends
 * the call.
 */
export class AnalysisSession implements AsyncIterable<SessionResponse> {
  readonly #caller: Caller;
  readonly #call: OpenStream<typeof SessionResponseSchema>;
  readonly #answers: AsyncGenerator<SessionResponse, void, undefined>;

  /** For internal use; call `Arbiter.session` instead. */
  constructor(caller: Caller, options: CallOptions) {
    this.#caller = caller;
    this.#call = caller.open(
      AnalysisService.method.session, options, caller.streamLimitsOf(options));
    this.#answers = messagesOf(this.#call, caller.address, options.signal);
  }

  /** Starts a search, which replaces the running one. Its answers carry `id`. */
  analyze(id: string, request: RequestOf<typeof AnalyzeRequestSchema>): void {
    this.#send({ id, analyze: request } as RequestOf<typeof SessionRequestSchema>);
  }

  /** Stops the running search, which then answers with its best move. */
  stop(): void {
    this.#send({ request: { case: "stop", value: true } });
  }

  /**
   * Tells the service that no more requests follow. The iteration ends after the running search, or
   * at once if that search is infinite.
   */
  close(): void {
    this.#call.end();
  }

  [Symbol.asyncIterator](): AsyncIterator<SessionResponse, void, undefined> {
    return this.#answers;
  }

  #send(request: RequestOf<typeof SessionRequestSchema>): void {
    if (this.#call.writableEnded) throw new Error("the session is closed");
    this.#call.write(this.#caller.encode(SessionRequestSchema, request));
  }
}
