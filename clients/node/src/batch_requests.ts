import { EventEmitter, once } from "node:events";

import type { ArbiterError } from "./arbiter_error.js";
import type { Caller, OpenStream } from "./caller.js";
import { errorOf } from "./errors.js";
import {
  BatchRequestSchema, type BatchResponse, type BatchResponseSchema,
} from "./gen/arbiter/v1/rules_service_pb.js";
import { messageOfRequest, type RequestOf } from "./request_message.js";

/** How many requests are taken from the items ahead of their answers. */
const MAX_UNANSWERED = 64;

type BatchItem = RequestOf<typeof BatchRequestSchema>;
export type BatchItems = Iterable<BatchItem> | AsyncIterable<BatchItem>;

type Stream = OpenStream<typeof BatchResponseSchema>;

interface UnansweredRequest {
  /** The id that the caller chose, which other requests can have, too. */
  id: string;
  bytes: Buffer;
  /** The answer, if the service has refused the request for now. */
  refusal?: BatchResponse;
}

/** The requests of a batch. Those without an answer are sent again on each new stream. */
export class BatchRequests {
  readonly #caller: Caller;
  readonly #items: AsyncGenerator<BatchItem, void>;
  #nextItem: Promise<IteratorResult<BatchItem, void>> | undefined;
  // The keys are the ids on the stream, which are numbers.
  readonly #unanswered = new Map<string, UnansweredRequest>();
  /** Emits `answer` when a request has been answered. */
  readonly #answers = new EventEmitter();
  #count = 0;
  #isExhausted = false;
  #refusal: ArbiterError | undefined;
  #failure: { error: unknown } | undefined;

  constructor(caller: Caller, items: BatchItems) {
    this.#caller = caller;
    this.#items = iterate(items);
  }

  /**
   * Writes all requests, no faster than the service accepts and answers them, until `stop` is
   * aborted. Cancels the call if the items' iterator fails or an item is invalid; `throwIfFailed`
   * then throws the error.
   */
  async writeTo(call: Stream, stop: AbortSignal): Promise<void> {
    this.#refusal = undefined;
    try {
      await this.#writeAll(call, stop);
    } catch (error) {
      this.#failure = { error };
      if (!stop.aborted) call.cancel();
    }
  }

  /** Throws the error of the items' iterator or of an invalid item, if there is one. */
  throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async #writeAll(call: Stream, stop: AbortSignal): Promise<void> {
    for (const request of this.#unanswered.values()) {
      delete request.refusal;
      if (!(await write(call, request.bytes, stop))) return;
    }
    while (await this.#waitForAnswers(stop)) {
      this.#nextItem ??= this.#items.next();
      const { done, value } = await this.#nextItem;
      // The item remains for the next stream.
      if (stop.aborted) return;
      if (done) {
        this.#isExhausted = true;
        call.end();
        return;
      }
      this.#nextItem = undefined;
      if (!(await write(call, this.#add(value), stop))) return;
    }
  }

  /**
   * Waits until fewer than `MAX_UNANSWERED` requests are unanswered. Returns false if `stop` is
   * aborted.
   */
  async #waitForAnswers(stop: AbortSignal): Promise<boolean> {
    while (this.#unanswered.size >= MAX_UNANSWERED && !stop.aborted) {
      await once(this.#answers, "answer", { signal: stop }).catch(() => {});
    }
    return !stop.aborted;
  }

  /**
   * Returns an answer of the service with the id that the caller chose, or undefined if the service
   * has refused the request for now, or if no unanswered request has the answer's id.
   */
  settle(answer: BatchResponse): BatchResponse | undefined {
    const key = answer.id;
    const request = this.#unanswered.get(key);
    if (request === undefined) return undefined;
    answer.id = request.id;
    const { response } = answer;
    const error = response.case === "status" ? errorOf(response.value) : undefined;
    if (error?.retryAfterMs !== undefined) {
      if (error.retryAfterMs > (this.#refusal?.retryAfterMs ?? -1)) this.#refusal = error;
      request.refusal = answer;
      return undefined;
    }
    this.#unanswered.delete(key);
    this.#answers.emit("answer");
    return answer;
  }

  /** Whether all requests are answered, and no more will follow. */
  get areComplete(): boolean {
    return this.#isExhausted && this.#unanswered.size === 0;
  }

  /** The error with the longest delay of the requests refused for now on this stream. */
  get refusal(): ArbiterError | undefined {
    return this.#refusal;
  }

  /** Removes the requests that the service has refused for now, and returns their answers. */
  dropRefused(): BatchResponse[] {
    const refusals: BatchResponse[] = [];
    for (const [key, { refusal }] of this.#unanswered) {
      if (refusal === undefined) continue;
      refusals.push(refusal);
      this.#unanswered.delete(key);
    }
    return refusals;
  }

  /** Closes the items' iterator, once it has delivered the item that it is working on. */
  close(): void {
    this.#items.return().catch(() => {});
  }

  /** Adds a request, and returns it as it is sent. */
  #add(item: BatchItem): Buffer {
    const message = messageOfRequest(BatchRequestSchema, item);
    const key = `${this.#count}`;
    this.#count += 1;
    const bytes = this.#caller.encode(BatchRequestSchema, { ...message, id: key });
    this.#unanswered.set(key, { id: message.id, bytes });
    return bytes;
  }
}

async function* iterate(items: BatchItems): AsyncGenerator<BatchItem, void> {
  yield* items;
}

/** Writes to a stream, and waits until it accepts more. Returns false if it must not get more. */
async function write(call: Stream, bytes: Buffer, stop: AbortSignal): Promise<boolean> {
  if (stop.aborted) return false;
  if (call.write(bytes)) return true;
  // If the call ends first, the reader of the answers gets its error.
  return once(call, "drain", { signal: stop }).then(() => true, () => false);
}
