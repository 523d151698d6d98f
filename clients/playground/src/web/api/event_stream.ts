import { ApiError, apiErrorOf, send } from "./requests.js";

/** One server-sent event. */
export interface ServerEvent {
  name: string;
  data: string;
}

/** Reads a text/event-stream piece by piece, and skips comments (heartbeats). */
export class EventParser {
  #rest = "";
  #name = "";
  #data: string[] = [];

  /** Returns the events that this piece completes. */
  push(piece: string): ServerEvent[] {
    const text = this.#rest + piece;
    // A carriage return at the very end may be the first half of a line break.
    const held = text.endsWith("\r") ? 1 : 0;
    const lines = text.slice(0, text.length - held).split(/\r\n|\r|\n/);
    this.#rest = (lines.pop() ?? "") + text.slice(text.length - held);
    return lines.flatMap((line) => this.#readLine(line));
  }

  #readLine(line: string): ServerEvent[] {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#name = value;
    if (field === "data") this.#data.push(value);
    return [];
  }

  #dispatch(): ServerEvent[] {
    const event = { name: this.#name || "message", data: this.#data.join("\n") };
    const isEmpty = this.#data.length === 0;
    this.#name = "";
    this.#data = [];
    return isEmpty ? [] : [event];
  }
}

/** The time without even a heartbeat after which a connection counts as lost. */
const SILENCE_MS = 45_000;
const MAX_PAUSE_MS = 8_000;

/** Whether a refusal is final, so that trying again is useless. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && ["NOT_FOUND", "BAD_REQUEST", "NO_JOBS"].includes(error.reason);

/**
 * Yields the events of a stream until it ends. EventSource is not used, because it cannot send the
 * header Accept-Language. Throws an ApiError if the stream is refused or breaks.
 */
async function* readEvents(
  path: string, signal: AbortSignal, onOpen: () => void = () => {},
): AsyncGenerator<ServerEvent> {
  const response = await send(path, { accept: "text/event-stream", signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new ApiError("OFFLINE", "the answer is empty");
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
    timer = setTimeout(() => reject(new ApiError("OFFLINE", "no heartbeat")), SILENCE_MS);
  });
  try {
    return await Promise.race([read, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Follows a search that the backend forwards, until it ends. Calls `onAnswer` with each answer, and
 * `onProblem` with each error; neither is called once `signal` has been aborted.
 */
export async function followSearch<Answer>(
  path: string, signal: AbortSignal,
  onAnswer: (answer: Answer) => void, onProblem: (problem: ApiError) => void,
): Promise<void> {
  try {
    for await (const { name, data } of readEvents(path, signal)) {
      if (signal.aborted) return;
      if (name === "problem") onProblem(apiErrorOf(JSON.parse(data)));
      if (name === "update") onAnswer(JSON.parse(data) as Answer);
    }
  } catch (error) {
    if (!signal.aborted && error instanceof ApiError) onProblem(error);
  }
}

interface Follower {
  onEvent(event: ServerEvent): void;
  /** The stream has been opened. */
  onOpen(): void;
  /** The stream has broken and will be requested again. */
  onLost(): void;
  /** The stream has been refused and will not be requested again. */
  onRefused(error: unknown): void;
}

/**
 * Follows a stream, and reconnects when it breaks or ends, until `signal` aborts or the stream is
 * refused. `path` is called for each connection.
 */
export async function followEvents(
  path: () => string, follower: Follower, signal: AbortSignal,
): Promise<void> {
  let pauseMs = 500;
  const onOpen = () => {
    pauseMs = 500;
    follower.onOpen();
  };
  while (!signal.aborted) {
    try {
      for await (const event of readEvents(path(), signal, onOpen)) follower.onEvent(event);
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) return follower.onRefused(error);
    }
    if (signal.aborted) return;
    follower.onLost();
    await pause(pauseMs, signal);
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
  }
}

/** Waits; ends early if `signal` aborts or the browser comes online again. */
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
