export * from "./gen/arbiter/v1/analysis_service_pb.js";
export * from "./gen/arbiter/v1/errors_pb.js";
export * from "./gen/arbiter/v1/game_file_pb.js";
export * from "./gen/arbiter/v1/game_pb.js";
export * from "./gen/arbiter/v1/rules_service_pb.js";
