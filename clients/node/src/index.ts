export { Arbiter } from "./arbiter.js";
export {
  ArbiterError, DeadlineExceededError, UnreachableError, type Code, type FieldFault,
} from "./arbiter_error.js";
export type { BatchItems } from "./batch_requests.js";
export { errorOf } from "./errors.js";
export * from "./gen/error_classes.js";
export type { ReasonName } from "./gen/reason_name.js";
export type { JobItems, JobSettings } from "./jobs.js";
export { registry } from "./message_json.js";
export type { ArbiterOptions, CallOptions, TlsOptions } from "./options.js";
export type { RequestOf } from "./request_message.js";
export { fromJson, fromJsonString, seedFromHex } from "./seed_text.js";
export { AnalysisSession } from "./session.js";

export * from "./gen/arbiter/v1/analysis_service_pb.js";
export * from "./gen/arbiter/v1/errors_pb.js";
export * from "./gen/arbiter/v1/game_file_pb.js";
export * from "./gen/arbiter/v1/game_pb.js";
export * from "./gen/arbiter/v1/job_service_pb.js";
export * from "./gen/arbiter/v1/rules_service_pb.js";
export { StatusSchema, type Status } from "./gen/google/rpc/status_pb.js";

export {
  clone, create, equals, fromBinary, isMessage, toBinary, toJson, toJsonString, type JsonValue,
  type Message, type MessageInitShape, type MessageShape,
} from "@bufbuild/protobuf";
