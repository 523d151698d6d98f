import type { DescMessage, MessageShape } from "@bufbuild/protobuf";

import type { CallOptions } from "./options.js";
import type { RequestOf } from "./request_message.js";

/** The type of a generated service, reduced to its methods. */
interface Service {
  method: Record<string, { methodKind: string; input: DescMessage; output: DescMessage }>;
}

type OfKind<Methods extends Service["method"], Kind extends string> = {
  [Name in keyof Methods as Methods[Name]["methodKind"] extends Kind ? Name : never]: Methods[Name];
};

/** The unary methods of a service. */
export type UnaryCalls<S extends Service> = AsPromises<OfKind<S["method"], "unary">>;

type AsPromises<Methods extends Service["method"]> = {
  [Name in keyof Methods]: (
    request: RequestOf<Methods[Name]["input"]>, options?: CallOptions,
  ) => Promise<MessageShape<Methods[Name]["output"]>>;
};

/** The server-streaming methods of a service. The first `next()` makes the call. */
export type StreamCalls<S extends Service> = AsIterators<OfKind<S["method"], "server_streaming">>;

type AsIterators<Methods extends Service["method"]> = {
  [Name in keyof Methods]: (
    request: RequestOf<Methods[Name]["input"]>, options?: CallOptions,
  ) => AsyncGenerator<MessageShape<Methods[Name]["output"]>, void, undefined>;
};
