import { EventParser, type ServerEvent } from "./event_parser.js";
import { ApiError, send } from "./requests.js";

/** How long nothing, not even a heartbeat, may come before the connection counts as lost. */
const SILENCE_MS = 45_000;
const LONGEST_PAUSE_MS = 8_000;

/** Refused for good: asking again changes nothing. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && ["NOT_FOUND", "BAD_REQUEST"].includes(error.reason);

/**
 * The events of one stream until it ends. EventSource is not used because it can't say the
 * language. Throws an ApiError where the stream is refused or breaks.
 */
export async function* readEvents(
  path: string, signal: AbortSignal, onOpen: () => void = () => {},
): AsyncGenerator<ServerEvent> {
  const response = await send(path, { accept: "text/event-stream", signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new ApiError("OFFLINE", "an empty answer");
  onOpen();
  const parser = new EventParser();
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read());
      if (done) return;
      yield* parser.push(value);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function withinSilence<Value>(read: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError("OFFLINE", "nothing came")), SILENCE_MS);
  });
  try {
    return await Promise.race([read, silence]);
  } finally {
    clearTimeout(timer);
  }
}

export interface Follower {
  onEvent(event: ServerEvent): void;
  /** The stream stands. */
  onOpen(): void;
  /** The stream broke and will be asked for again. */
  onLost(): void;
  /** It will not. */
  onRefused(error: unknown): void;
}

/** Follows a stream that should never end, through lost connections, until `signal` aborts. */
export async function followEvents(
  path: string, follower: Follower, signal: AbortSignal,
): Promise<void> {
  let pauseMs = 500;
  const onOpen = () => {
    pauseMs = 500;
    follower.onOpen();
  };
  while (!signal.aborted) {
    try {
      for await (const event of readEvents(path, signal, onOpen)) follower.onEvent(event);
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) return follower.onRefused(error);
    }
    if (signal.aborted) return;
    follower.onLost();
    await pause(pauseMs, signal);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}

/** Ends early where the stream is given up, or the browser is online again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener("abort", end, { once: true });
    addEventListener("online", end, { once: true });
  });
}
