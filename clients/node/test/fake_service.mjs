// A service with scripted answers, for behaviour that is hard to provoke in a real one.

import { Metadata, Server, ServerCredentials, status } from "@grpc/grpc-js";
import {
  LegalMovesResponseSchema, StatusSchema, create, toBinary,
} from "@arbiter-chess/client";
import { anyPack } from "@bufbuild/protobuf/wkt";

import { ErrorInfoSchema, RetryInfoSchema } from "../dist/gen/google/rpc/error_details_pb.js";

const LEGAL_MOVES = {
  path: "/arbiter.v1.RulesService/LegalMoves",
  requestStream: false,
  responseStream: false,
  requestDeserialize: (bytes) => bytes,
  responseSerialize: (bytes) => bytes,
};

/** Answers calls of LegalMoves with `answers` in turn, and repeats the last one. */
export class FakeService {
  calls = 0;
  /** The metadata of the last call. */
  metadata = {};
  #server = new Server();

  static async start(answers) {
    const fake = new FakeService();
    fake.#server.addService({ legalMoves: LEGAL_MOVES }, {
      legalMoves: ({ metadata }, respond) => {
        fake.metadata = metadata.getMap();
        const answer = answers[Math.min(fake.calls, answers.length - 1)];
        fake.calls += 1;
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
export const refuseFor = (
  reason, { codeName = "RESOURCE_EXHAUSTED", domain = "arbiter.v1", retryAfterMs } = {},
) => (respond) => {
  const details = [anyPack(ErrorInfoSchema, create(ErrorInfoSchema, { reason, domain }))];
  if (retryAfterMs !== undefined) {
    const retryDelay = {
      seconds: BigInt(Math.floor(retryAfterMs / 1000)), nanos: retryAfterMs % 1000 * 1e6,
    };
    details.push(anyPack(RetryInfoSchema, create(RetryInfoSchema, { retryDelay })));
  }
  const body = create(StatusSchema, { code: status[codeName], message: "refused", details });
  const metadata = new Metadata();
  metadata.set("grpc-status-details-bin", Buffer.from(toBinary(StatusSchema, body)));
  respond({ code: status[codeName], details: "refused", metadata });
};
