// Generates gen/: the messages and services of the API and of Connect's conformance tests.

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const GENERATED = `${FOLDER}gen`;

rmSync(GENERATED, { recursive: true, force: true });
mkdirSync(GENERATED);
execFileSync("protoc", [
  "-I", `${FOLDER}../../proto`, "-I", `${FOLDER}proto`,
  `--plugin=${FOLDER}node_modules/.bin/protoc-gen-es`, `--es_out=${GENERATED}`,
  "--es_opt=target=js,import_extension=js",
  "arbiter/v1/rules_service.proto", "arbiter/v1/analysis_service.proto", "arbiter/v1/game.proto",
  "arbiter/v1/game_file.proto", "arbiter/v1/errors.proto", "arbiter/v1/options.proto",
  "google/rpc/status.proto", "google/rpc/error_details.proto",
  "connectrpc/conformance/v1/service.proto",
], { stdio: "inherit" });
