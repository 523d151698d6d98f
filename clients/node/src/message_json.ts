import { createRegistry, toJson, type JsonValue, type Message } from "@bufbuild/protobuf";
import { AnySchema } from "@bufbuild/protobuf/wkt";

import { file_arbiter_v1_analysis_service } from "./gen/arbiter/v1/analysis_service_pb.js";
import { file_arbiter_v1_errors } from "./gen/arbiter/v1/errors_pb.js";
import { file_arbiter_v1_game } from "./gen/arbiter/v1/game_pb.js";
import { file_arbiter_v1_job_service } from "./gen/arbiter/v1/job_service_pb.js";
import { file_arbiter_v1_rules_service } from "./gen/arbiter/v1/rules_service_pb.js";
import { file_google_rpc_error_details } from "./gen/google/rpc/error_details_pb.js";
import { file_google_rpc_status } from "./gen/google/rpc/status_pb.js";

/** The messages of the service. `toJson` and `fromJson` need it for the details of a status. */
export const registry = createRegistry(
  file_arbiter_v1_analysis_service, file_arbiter_v1_errors, file_arbiter_v1_game,
  file_arbiter_v1_job_service, file_arbiter_v1_rules_service, file_google_rpc_error_details,
  file_google_rpc_status, AnySchema);

// The property is not enumerable, so copies and comparisons of messages ignore it.
const TO_JSON = {
  value(this: Message): JsonValue {
    return toJson(registry.getMessage(this.$typeName)!, this, { registry });
  },
  configurable: true,
  writable: true,
};

/**
 * Gives a message and the messages in it a method `toJSON`, with which `JSON.stringify` writes them
 * as proto JSON. Returns the message.
 */
export function withJson<Shape extends Message>(message: Shape): Shape {
  addToJson(message);
  return message;
}

/** Adds the method to a message, or to the messages in a list, a map or a oneof. */
function addToJson(value: object): void {
  if (value instanceof Uint8Array) return;
  if ("$typeName" in value) Object.defineProperty(value, "toJSON", TO_JSON);
  for (const part of Object.values(value)) {
    if (typeof part === "object" && part !== null) addToJson(part);
  }
}
