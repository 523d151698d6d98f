import { BatchRequests, type BatchItems } from "./batch_requests.js";
import type { Caller, OpenStream } from "./caller.js";
import {
  RulesService, type BatchResponse, type BatchResponseSchema,
} from "./gen/arbiter/v1/rules_service_pb.js";
import { messagesOf } from "./messages_of.js";
import type { CallOptions } from "./options.js";

/**
 * Makes many calls on one stream. If the stream fails, or the service refuses a request for now,
 * the requests without an answer are sent again on another stream.
 */
export async function* batch(
  caller: Caller, items: BatchItems, options: CallOptions,
): AsyncGenerator<BatchResponse, void, undefined> {
  const limits = caller.streamLimitsOf(options);
  const retries = caller.retriesOf(limits);
  const requests = new BatchRequests(caller, items);
  try {
    do {
      const call = caller.open(RulesService.method.batch, options, limits);
      try {
        for await (const answer of answersOf(call, caller, requests, limits.signal)) {
          retries.recordProgress();
          yield answer;
        }
        retries.recordSuccess();
        return;
      } catch (error) {
        requests.throwIfFailed();
        if (await retries.waitAfter(error)) continue;
        if (error !== requests.refusal) throw error;
        yield* requests.dropRefused();
      }
    } while (!requests.areComplete);
  } finally {
    requests.close();
  }
}

/**
 * Sends the requests on a stream, and iterates over the answers. After a refusal for now it sends
 * no more, and throws the error of the refusal once the other requests are answered.
 */
async function* answersOf(
  call: OpenStream<typeof BatchResponseSchema>, { address }: Caller, requests: BatchRequests,
  signal: AbortSignal | undefined,
): AsyncGenerator<BatchResponse, void, undefined> {
  const stop = new AbortController();
  void requests.writeTo(call, stop.signal);
  try {
    for await (const response of messagesOf(call, address, signal)) {
      const answer = requests.settle(response);
      if (requests.refusal !== undefined && !stop.signal.aborted) {
        stop.abort();
        call.end();
      }
      if (answer !== undefined) yield answer;
    }
  } finally {
    stop.abort();
  }
  if (requests.refusal !== undefined) throw requests.refusal;
}
