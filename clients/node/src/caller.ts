import { setMaxListeners } from "node:events";

import {
  Client, Metadata, type CallOptions as GrpcOptions, type ClientDuplexStream,
} from "@grpc/grpc-js";
import {
  fromBinary, isMessage, toBinary, type DescMessage, type DescMethod, type Message,
  type MessageShape,
} from "@bufbuild/protobuf";
import { EmptySchema } from "@bufbuild/protobuf/wkt";

import { parseAddress, type Address } from "./address.js";
import { ArbiterError } from "./arbiter_error.js";
import { authorizationOf, channelOptionsOf, credentialsOf } from "./channel.js";
import { checkArbiterOptions, checkCallOptions } from "./check_options.js";
import { doesNotAnswer, errorOfCall, requestIdIn } from "./errors.js";
import { WaitJobRequestSchema } from "./gen/arbiter/v1/job_service_pb.js";
import { SERVICE_CONFIG } from "./gen/constants.js";
import { inLocale } from "./locale.js";
import { withJson } from "./message_json.js";
import { messagesOf } from "./messages_of.js";
import type { ArbiterOptions, CallOptions } from "./options.js";
import { messageOfRequest, type RequestOf } from "./request_message.js";
import { Retries, withJitter, type CallLimits, type StreamProgress } from "./retries.js";
import { RetryBudget } from "./retry_budget.js";
import { sleep } from "./sleep.js";

const DEFAULT_DEADLINE_MS = 10_000;
// How long WaitJob waits unless the request says so.
const DEFAULT_WAIT_MS = 30_000;
// Only whether there is an answer matters, so its message is not generated.
const HEALTH_CHECK = {
  parent: { typeName: "grpc.health.v1.Health" }, name: "Check", input: EmptySchema,
  output: EmptySchema,
};

/** A generated method of any kind. */
export interface MethodOf<Input extends DescMessage, Output extends DescMessage> {
  parent: Pick<DescMethod["parent"], "typeName">;
  name: string;
  input: Input;
  output: Output;
}

/** A bidirectional stream. Requests are encoded with `Caller.encode`. */
export type OpenStream<Output extends DescMessage> =
  ClientDuplexStream<Buffer, MessageShape<Output>>;

/** Makes calls of any method over one channel. */
export class Caller {
  readonly address: Address;
  readonly #client: Client;
  readonly #options: ArbiterOptions;
  readonly #authorization: string | undefined;
  readonly #budget = new RetryBudget();
  readonly #closing = new AbortController();

  constructor(address: string, options: ArbiterOptions) {
    checkArbiterOptions(options);
    this.#options = options;
    this.address = parseAddress(address, Boolean(options.tls));
    this.#authorization = authorizationOf(options);
    this.#client = new Client(
      this.address.target, credentialsOf(this.address, options),
      channelOptionsOf(this.address, options));
    // Each waiting call listens to the signal.
    setMaxListeners(0, this.#closing.signal);
  }

  /** Closes the channel for new calls and for retries. */
  close(): void {
    this.#closing.abort();
    this.#client.close();
  }

  async ready(options: CallOptions): Promise<void> {
    try {
      await this.#repeat(HEALTH_CHECK, Buffer.alloc(0), options);
    } catch (error) {
      if (!(error instanceof ArbiterError)) throw error;
      if (error.code === "UNAVAILABLE") throw error;
      if (error.code === "DEADLINE_EXCEEDED") throw doesNotAnswer(this.address);
      // The server has answered, which shows that there is a connection.
    }
  }

  async unary<Input extends DescMessage, Output extends DescMessage>(
    method: MethodOf<Input, Output>, request: RequestOf<Input>, options: CallOptions,
  ): Promise<MessageShape<Output>> {
    const message = messageOfRequest(method.input, request);
    return await this.#repeat(
      method, this.encode(method.input, message), options, waitMsOf(message));
  }

  /**
   * Makes a call with a stream of answers, with retries before its first answer. If a stream can be
   * resumed, also when it has broken off, `resume` returns the request for what follows an answer.
   */
  async *serverStream<Input extends DescMessage, Output extends DescMessage>(
    method: MethodOf<Input, Output>, request: RequestOf<Input>, options: CallOptions,
    resume?: (last: MessageShape<Output>) => RequestOf<Input>,
  ): AsyncGenerator<MessageShape<Output>, void, undefined> {
    const limits = this.streamLimitsOf(options);
    const retries = this.retriesOf(limits);
    let bytes = this.encode(method.input, request);
    for (;;) {
      this.#throwIfClosed();
      const call = this.#client.makeServerStreamRequest(
        pathOf(method), identity, decoderOf(method.output), bytes,
        this.#metadataOf(options), grpcOptionsOf(limits));
      let last: MessageShape<Output> | undefined;
      const progress: StreamProgress = { hasBegun: false, isBroken: false };
      try {
        for await (const message of messagesOf(call, this.address, limits.signal, progress)) {
          last = message;
          retries.recordProgress();
          yield message;
        }
        retries.recordSuccess();
        return;
      } catch (error) {
        const canResume = resume !== undefined;
        if (last !== undefined && !canResume) throw error;
        if (!(await retries.waitAfter(error, canResume ? progress : undefined))) throw error;
        if (last !== undefined) bytes = this.encode(method.input, resume!(last));
      }
    }
  }

  open<Input extends DescMessage, Output extends DescMessage>(
    method: MethodOf<Input, Output>, options: CallOptions, limits: CallLimits,
  ): OpenStream<Output> {
    this.#throwIfClosed();
    return this.#client.makeBidiStreamRequest(
      pathOf(method), identity, decoderOf(method.output), this.#metadataOf(options),
      grpcOptionsOf(limits));
  }

  /** Returns the limits of a stream that begins now. Throws if the call cannot be made. */
  streamLimitsOf(options: CallOptions): CallLimits {
    return this.#limitsOf(options, Infinity);
  }

  /** Returns the retries of a call that begins now. */
  retriesOf(limits: CallLimits): Retries {
    return new Retries(
      this.#budget, limits, this.#unaryDeadlineMs,
      (delayMs) => sleep(delayMs, this.#signalsWith(limits.signal)));
  }

  /**
   * Waits for at least `delayMs` between two calls. Throws if the client is closed or `signal` is
   * aborted in the meantime.
   */
  async waitBetweenCalls(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
    await sleep(withJitter(delayMs), this.#signalsWith(signal));
    this.#throwIfClosed();
    signal?.throwIfAborted();
  }

  #signalsWith(signal: AbortSignal | undefined): AbortSignal[] {
    return signal === undefined ? [this.#closing.signal] : [this.#closing.signal, signal];
  }

  /** Encodes a request. Throws a TypeError if the request does not match `schema`. */
  encode<Input extends DescMessage>(schema: Input, request: RequestOf<Input>): Buffer {
    const message = messageOfRequest(schema, request);
    const { locale } = this.#options;
    const bytes = toBinary(schema, locale ? inLocale(schema, message, locale) : message);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Makes a unary call, with retries. The server waits for up to `waitMs` before it answers. */
  async #repeat<Output extends DescMessage>(
    method: MethodOf<DescMessage, Output>, bytes: Buffer, options: CallOptions, waitMs = 0,
  ): Promise<MessageShape<Output>> {
    const limits = this.#limitsOf(options, this.#unaryDeadlineMs + waitMs);
    const retries = this.retriesOf(limits);
    for (;;) {
      this.#throwIfClosed();
      const answer = await this.#attempt(method, bytes, options, limits);
      if ("value" in answer) {
        retries.recordSuccess();
        return answer.value;
      }
      limits.signal?.throwIfAborted();
      const error = errorOfCall(answer.error, this.address, answer.requestId);
      if (!isRepeatable(method) || !(await retries.waitAfter(error))) throw error;
    }
  }

  #attempt<Output extends DescMessage>(
    method: MethodOf<DescMessage, Output>, bytes: Buffer, options: CallOptions,
    { signal, deadline }: CallLimits,
  ): Promise<Answer<MessageShape<Output>>> {
    return new Promise((resolve) => {
      let requestId: string | undefined;
      const call = this.#client.makeUnaryRequest(
        pathOf(method), identity, decoderOf(method.output), bytes,
        this.#metadataOf(options), grpcOptionsOf({ deadline }),
        (error, value) => {
          signal?.removeEventListener("abort", onAbort);
          resolve(value === undefined ? { error, requestId } : { value });
        });
      call.on("metadata", (metadata) => { requestId = requestIdIn(metadata); });
      const onAbort = (): void => call.cancel();
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }

  get #unaryDeadlineMs(): number {
    return this.#options.deadlineMs ?? DEFAULT_DEADLINE_MS;
  }

  /**
   * Returns the limits of a call that begins now. Throws if the client is closed, `signal` is
   * aborted, or an option is invalid.
   */
  #limitsOf(options: CallOptions, defaultMs: number): CallLimits {
    checkCallOptions(options);
    const { signal, deadlineMs } = options;
    this.#throwIfClosed();
    signal?.throwIfAborted();
    return { signal, deadline: Date.now() + (deadlineMs ?? defaultMs) };
  }

  #throwIfClosed(): void {
    if (this.#closing.signal.aborted) throw new Error("the client is closed");
  }

  #metadataOf({ metadata = {} }: CallOptions): Metadata {
    const sent = new Metadata();
    if (this.#authorization !== undefined) sent.set("authorization", this.#authorization);
    for (const [key, value] of Object.entries(metadata)) sent.set(key, value);
    return sent;
  }
}

type Answer<Value> = { value: Value } | { error: unknown; requestId: string | undefined };

const pathOf = ({ parent, name }: Pick<MethodOf<DescMessage, DescMessage>, "parent" | "name">) =>
  `/${parent.typeName}/${name}`;

/** Whether a method can be called again: it is in the service config, or its service is not. */
const isRepeatable = (
  { parent, name }: Pick<MethodOf<DescMessage, DescMessage>, "parent" | "name">,
): boolean => {
  const known: { service: string; method?: string }[] = SERVICE_CONFIG.methodConfig
    .flatMap((config) => config.name).filter(({ service }) => service === parent.typeName);
  return known.length === 0 || known.some(({ method = name }) => method === name);
};

/** Returns how long the server waits on purpose before it answers. */
const waitMsOf = (message: Message): number =>
  (isMessage(message, WaitJobRequestSchema) ? message.maxWaitMs || DEFAULT_WAIT_MS : 0);

const identity = (bytes: Buffer): Buffer => bytes;

/** Decodes from a plain Uint8Array, so that bytes fields do not become Buffers. */
const decoderOf = <Schema extends DescMessage>(schema: Schema) =>
  (bytes: Buffer): MessageShape<Schema> =>
    withJson(fromBinary(schema, new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)));

const grpcOptionsOf = ({ deadline }: Pick<CallLimits, "deadline">): GrpcOptions =>
  Number.isFinite(deadline) ? { deadline } : {};
