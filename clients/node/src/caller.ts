import {
  Client, Metadata, type CallOptions as GrpcOptions, type ClientDuplexStream,
} from "@grpc/grpc-js";
import {
  fromBinary, toBinary, type DescMessage, type DescMethod, type MessageShape,
} from "@bufbuild/protobuf";

import { authorizationOf, channelOptionsOf, credentialsOf, targetOf } from "./channel.js";
import { errorOfCall, requestIdIn, unreachable } from "./errors.js";
import { inLocale } from "./locale.js";
import { messagesOf } from "./messages_of.js";
import type { ArbiterOptions, CallOptions } from "./options.js";
import { messageOfRequest, type RequestOf } from "./request_message.js";
import { waitToRetry, type CallLimits } from "./retry.js";

const DEFAULT_DEADLINE_MS = 10_000;

/** A generated method of any kind. */
export interface MethodOf<Input extends DescMessage, Output extends DescMessage> {
  parent: DescMethod["parent"];
  name: string;
  input: Input;
  output: Output;
}

/** A bidirectional stream. Requests are encoded with `Caller.encode`. */
export type OpenStream<Output extends DescMessage> =
  ClientDuplexStream<Buffer, MessageShape<Output>>;

/** Makes calls of any method over one channel. */
export class Caller {
  readonly #client: Client;
  readonly #options: ArbiterOptions;
  readonly #authorization: string | undefined;
  #isClosed = false;

  constructor(address: string, options: ArbiterOptions) {
    checkDeadline(options.deadlineMs);
    this.#options = options;
    this.#authorization = authorizationOf(options);
    this.#client = new Client(
      targetOf(address), credentialsOf(address, options), channelOptionsOf(address, options));
  }

  close(): void {
    this.#isClosed = true;
    this.#client.close();
  }

  async ready(options: CallOptions): Promise<void> {
    const { signal, deadline } = this.#limitsOf(options, this.#unaryDeadlineMs);
    await new Promise<void>((resolve, reject) => {
      const onAbort = (): void => reject(signal?.reason);
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#client.waitForReady(deadline, (error) => {
        signal?.removeEventListener("abort", onAbort);
        if (error === undefined) resolve();
        else reject(unreachable(error.message));
      });
    });
  }

  async unary<Input extends DescMessage, Output extends DescMessage>(
    method: MethodOf<Input, Output>, request: RequestOf<Input>, options: CallOptions,
  ): Promise<MessageShape<Output>> {
    const limits = this.#limitsOf(options, this.#unaryDeadlineMs);
    const bytes = this.encode(method.input, request);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#attempt(method, bytes, options, limits);
      if ("value" in answer) return answer.value;
      limits.signal?.throwIfAborted();
      await waitToRetry(errorOfCall(answer.error, answer.requestId), attempt, limits);
    }
  }

  async *serverStream<Input extends DescMessage, Output extends DescMessage>(
    method: MethodOf<Input, Output>, request: RequestOf<Input>, options: CallOptions,
  ): AsyncGenerator<MessageShape<Output>, void, undefined> {
    const limits = this.#limitsOf(options, Infinity);
    const bytes = this.encode(method.input, request);
    for (let attempt = 1; ; attempt += 1) {
      const call = this.#client.makeServerStreamRequest(
        pathOf(method), identity, decoderOf(method.output), bytes,
        this.#metadataOf(options), grpcOptionsOf(limits));
      let hasBegun = false;
      try {
        for await (const message of messagesOf(call, limits.signal)) {
          hasBegun = true;
          yield message;
        }
        return;
      } catch (error) {
        if (hasBegun) throw error;
        await waitToRetry(error, attempt, limits);
      }
    }
  }

  open<Input extends DescMessage, Output extends DescMessage>(
    method: MethodOf<Input, Output>, options: CallOptions,
  ): OpenStream<Output> {
    return this.#client.makeBidiStreamRequest(
      pathOf(method), identity, decoderOf(method.output), this.#metadataOf(options),
      grpcOptionsOf(this.#limitsOf(options, Infinity)));
  }

  /** Encodes a request. Throws a TypeError if the request does not match `schema`. */
  encode<Input extends DescMessage>(schema: Input, request: RequestOf<Input>): Buffer {
    const message = messageOfRequest(schema, request);
    const { locale } = this.#options;
    const bytes = toBinary(schema, locale ? inLocale(schema, message, locale) : message);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
   * aborted, or the deadline is invalid.
   */
  #limitsOf({ signal, deadlineMs }: CallOptions, defaultMs: number): CallLimits {
    if (this.#isClosed) throw new Error("the client is closed");
    signal?.throwIfAborted();
    checkDeadline(deadlineMs);
    return { signal, deadline: Date.now() + (deadlineMs ?? defaultMs) };
  }

  #metadataOf({ metadata = {} }: CallOptions): Metadata {
    const sent = new Metadata();
    if (this.#authorization !== undefined) sent.set("authorization", this.#authorization);
    for (const [key, value] of Object.entries(metadata)) sent.set(key, value);
    return sent;
  }
}

type Answer<Value> = { value: Value } | { error: unknown; requestId: string | undefined };

const pathOf = ({ parent, name }: Pick<DescMethod, "parent" | "name">): string =>
  `/${parent.typeName}/${name}`;

const identity = (bytes: Buffer): Buffer => bytes;

/** Decodes from a plain Uint8Array, so that bytes fields do not become Buffers. */
const decoderOf = <Schema extends DescMessage>(schema: Schema) =>
  (bytes: Buffer): MessageShape<Schema> =>
    fromBinary(schema, new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));

const grpcOptionsOf = ({ deadline }: Pick<CallLimits, "deadline">): GrpcOptions =>
  Number.isFinite(deadline) ? { deadline } : {};

function checkDeadline(deadlineMs: number | undefined): void {
  if (deadlineMs !== undefined && !(deadlineMs > 0)) {
    throw new RangeError(`deadlineMs is ${deadlineMs}; it must be above 0`);
  }
}
