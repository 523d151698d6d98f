import type { ClientReadableStream, Metadata } from "@grpc/grpc-js";

import type { Address } from "./address.js";
import { errorOfCall, isBreak, requestIdIn } from "./errors.js";
import type { StreamProgress } from "./retries.js";

/**
 * Iterates over the messages of a call, with backpressure. Leaving the iteration cancels the call,
 * and so does `signal`, which takes effect immediately. Throws `signal.reason` or an error made by
 * `errorOfCall`. Keeps `progress` up to date.
 */
export function messagesOf<Message>(
  call: ClientReadableStream<Message>, address: Address, signal: AbortSignal | undefined,
  progress?: StreamProgress,
): AsyncGenerator<Message, void, undefined> {
  let requestId: string | undefined;
  const onAbort = (): void => call.cancel();
  signal?.addEventListener("abort", onAbort, { once: true });
  call.on("metadata", (metadata: Metadata) => {
    requestId = requestIdIn(metadata);
    // A proxy that answers in place of the service has no id.
    if (progress !== undefined) progress.hasBegun = requestId !== undefined;
  });
  call.on("status", () => signal?.removeEventListener("abort", onAbort));
  // The stream emits an error only once, even if nobody reads from it yet.
  let failure: { error: unknown } | undefined;
  call.on("error", (error: unknown) => { failure = { error }; });
  return (async function* () {
    try {
      for await (const message of call) {
        signal?.throwIfAborted();
        if (progress !== undefined) progress.hasBegun = true;
        yield message as Message;
      }
      if (failure !== undefined) throw failure.error;
    } catch (error) {
      signal?.throwIfAborted();
      if (progress?.hasBegun) progress.isBroken = isBreak(error);
      throw errorOfCall(error, address, requestId);
    } finally {
      call.cancel();
    }
  })();
}
