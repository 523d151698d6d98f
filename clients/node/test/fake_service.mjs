// A service with scripted answers, for behaviour that is hard to provoke in a real one.

import { Metadata, Server, ServerCredentials, status } from "@grpc/grpc-js";
import {
  BatchRequestSchema, BatchResponseSchema, LegalMovesResponseSchema, StatusSchema, create,
  fromBinary, toBinary,
} from "@arbiter-chess/client";
import { anyPack } from "@bufbuild/protobuf/wkt";

import { BadRequestSchema, ErrorInfoSchema, RetryInfoSchema } from "../dist/gen/google/rpc/error_details_pb.js";

const LEGAL_MOVES = {
  path: "/arbiter.v1.RulesService/LegalMoves",
  requestStream: false,
  responseStream: false,
  requestDeserialize: (bytes) => bytes,
  responseSerialize: (bytes) => bytes,
};

const BATCH = {
  path: "/arbiter.v1.RulesService/Batch",
  requestStream: true,
  responseStream: true,
  requestDeserialize: (bytes) => fromBinary(BatchRequestSchema, bytes),
  responseSerialize: (answer) =>
    Buffer.from(toBinary(BatchResponseSchema, create(BatchResponseSchema, answer))),
};

/**
 * Answers calls of LegalMoves with `answers` in turn, and repeats the last one. In a batch it
 * answers each request with the messages that `replyTo` returns for the ids so far and the number
 * of the call.
 */
export class FakeService {
  calls = 0;
  /** The times of the calls, in milliseconds. */
  times = [];
  /** The metadata of the last call. */
  metadata = {};
  #server = new Server();

  static async start(answers, replyTo) {
    const fake = new FakeService();
    fake.#server.addService({ legalMoves: LEGAL_MOVES, batch: BATCH }, {
      batch: (call) => {
        const ids = [];
        fake.calls += 1;
        fake.times.push(performance.now());
        call.on("data", ({ id }) => {
          ids.push(id);
          for (const reply of replyTo(ids, fake.calls)) call.write(reply);
        });
        call.on("end", () => call.end());
      },
      legalMoves: ({ metadata }, respond) => {
        fake.metadata = metadata.getMap();
        const answer = answers[Math.min(fake.calls, answers.length - 1)];
        fake.calls += 1;
        fake.times.push(performance.now());
        answer(respond);
      },
    });
    const credentials = ServerCredentials.createInsecure();
    fake.address = await new Promise((resolve, reject) => {
      fake.#server.bindAsync("127.0.0.1:0", credentials, (error, port) =>
        (error === null ? resolve(`127.0.0.1:${port}`) : reject(error)));
    });
    return fake;
  }

  stop() {
    this.#server.forceShutdown();
  }
}

/** Answers with one legal move. */
export const answer = (text) => (respond) => {
  const message = create(LegalMovesResponseSchema, { texts: [text] });
  respond(null, Buffer.from(toBinary(LegalMovesResponseSchema, message)));
};

/** Refuses with a code but no reason, like gRPC and proxies. */
export const refuseWith = (codeName) => (respond) =>
  respond({ code: status[codeName], details: "refused" });

/** Refuses with a reason in `domain`, like a service. */
export const refuseFor = (reason, more) => (respond) => respond(refusalFor(reason, more));

/** Returns the error with which a service refuses. */
export function refusalFor(reason, { codeName = "RESOURCE_EXHAUSTED", ...more } = {}) {
  const metadata = new Metadata();
  metadata.set("grpc-status-details-bin",
    Buffer.from(toBinary(StatusSchema, statusFor(reason, { codeName, ...more }))));
  return { code: status[codeName], details: "refused", metadata };
}

/** Returns the status of such a refusal. */
export function statusFor(
  reason, { codeName = "RESOURCE_EXHAUSTED", domain = "arbiter.v1", retryAfterMs, field } = {},
) {
  const details = [anyPack(ErrorInfoSchema, create(ErrorInfoSchema, { reason, domain }))];
  if (field !== undefined) {
    details.push(anyPack(BadRequestSchema, create(BadRequestSchema, { fieldViolations: [{ field }] })));
  }
  if (retryAfterMs !== undefined) {
    const retryDelay = {
      seconds: BigInt(Math.floor(retryAfterMs / 1000)), nanos: retryAfterMs % 1000 * 1e6,
    };
    details.push(anyPack(RetryInfoSchema, create(RetryInfoSchema, { retryDelay })));
  }
  return create(StatusSchema, { code: status[codeName], message: "refused", details });
}
