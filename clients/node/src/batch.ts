import { once } from "node:events";

import type { Caller, OpenStream } from "./caller.js";
import {
  BatchRequestSchema, RulesService, type BatchResponse, type BatchResponseSchema,
} from "./gen/arbiter/v1/rules_service_pb.js";
import { messagesOf } from "./messages_of.js";
import type { CallOptions } from "./options.js";
import type { RequestOf } from "./request_message.js";

export type BatchItems =
  | Iterable<RequestOf<typeof BatchRequestSchema>>
  | AsyncIterable<RequestOf<typeof BatchRequestSchema>>;

export async function* batch(
  caller: Caller, items: BatchItems, options: CallOptions,
): AsyncGenerator<BatchResponse, void, undefined> {
  const call = caller.open(RulesService.method.batch, options);
  const stop = new AbortController();
  const answers = messagesOf(call, options.signal);
  let failure: { error: unknown } | undefined;
  writeAll(caller, call, items, stop.signal).catch((error: unknown) => {
    if (stop.signal.aborted) return;
    failure = { error };
    call.cancel();
  });
  try {
    yield* answers;
  } catch (error) {
    throw failure === undefined ? error : failure.error;
  } finally {
    stop.abort();
  }
}

/** Writes the items no faster than the service accepts them. */
async function writeAll(
  caller: Caller, call: OpenStream<typeof BatchResponseSchema>, items: BatchItems,
  stop: AbortSignal,
): Promise<void> {
  for await (const item of items) {
    if (stop.aborted) return;
    const hasRoom = call.write(caller.encode(BatchRequestSchema, item));
    if (!hasRoom && !(await waitForDrain(call, stop))) return;
  }
  call.end();
}

/** Resolves with false if the call ends first. The reader of the answers gets its error. */
const waitForDrain = (call: OpenStream<typeof BatchResponseSchema>, stop: AbortSignal) =>
  once(call, "drain", { signal: stop }).then(() => true, () => false);
