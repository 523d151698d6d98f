import type { DescMessage, MessageShape } from "@bufbuild/protobuf";

import type { CallOptions } from "./options.js";
import type { RequestOf } from "./request_message.js";

/** A generated service, as far as its types say which methods it has. */
interface Service {
  method: Record<string, { methodKind: string; input: DescMessage; output: DescMessage }>;
}

type OfKind<Methods extends Service["method"], Kind extends string> = {
  [Name in keyof Methods as Methods[Name]["methodKind"] extends Kind ? Name : never]: Methods[Name];
};

/** The methods with one request and one answer. */
export type UnaryCalls<S extends Service> = AsPromises<OfKind<S["method"], "unary">>;

type AsPromises<Methods extends Service["method"]> = {
  [Name in keyof Methods]: (
    request: RequestOf<Methods[Name]["input"]>, options?: CallOptions,
  ) => Promise<MessageShape<Methods[Name]["output"]>>;
};

/** The methods with one request and many answers; the first to be asked for makes the call. */
export type StreamCalls<S extends Service> = AsIterators<OfKind<S["method"], "server_streaming">>;

type AsIterators<Methods extends Service["method"]> = {
  [Name in keyof Methods]: (
    request: RequestOf<Methods[Name]["input"]>, options?: CallOptions,
  ) => AsyncGenerator<MessageShape<Methods[Name]["output"]>, void, undefined>;
};
