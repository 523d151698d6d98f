// Which calls the front and gRPC repeat on their own.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { deployed } from "./files.mjs";
import { call, isUnavailable, startHaproxy, startStub } from "./haproxy.mjs";

const methodsOf = (file) => [...readFileSync(new URL(`../../proto/arbiter/v1/${file}.proto`, import.meta.url), "utf8")
  .matchAll(/^ {2}rpc (\w+)\(/gm)].map(([, method]) => method);

/** A second call would run items again that have failed again since the first one. */
const NOT_REPEATABLE = ["RetryFailedItems"];

const jobMethods = methodsOf("job_service");

test("gRPC repeats every call, except those about jobs that are not repeatable", () => {
  const { methodConfig: [{ name: names, retryPolicy }, ...others] } = JSON.parse(deployed("grpc/service_config.json"));
  assert.deepEqual(others, []);
  assert.ok(retryPolicy.maxAttempts > 1);
  const services = names.filter(({ method }) => method === undefined).map(({ service }) => service);
  assert.deepEqual(services, ["arbiter.v1.RulesService", "arbiter.v1.AnalysisService"]);
  const methods = names.filter(({ method }) => method !== undefined);
  assert.ok(methods.every(({ service }) => service === "arbiter.v1.JobService"));
  assert.deepEqual(methods.map(({ method }) => method),
    jobMethods.filter((method) => !NOT_REPEATABLE.includes(method)));
});

test("HAProxy repeats a call whose replica has died, unless it is about a job and not repeatable", async (context) => {
  const stub = await startStub(context, (stream, headers) => {
    const isFirst = stub.calls().filter((one) => one[":path"] === headers[":path"]).length === 1;
    if (isFirst) stream.session.destroy();
    else stream.respond({ "content-type": "application/grpc", "grpc-status": "0" }, { endStream: true });
  });
  const { front, becomes } = await startHaproxy(context, [stub.address]);
  await becomes("UP");
  for (const path of [...jobMethods.map((method) => `/arbiter.v1.JobService/${method}`),
    "/arbiter.v1.RulesService/LegalMoves"]) {
    const answer = await call(context, front, { ":path": path });
    const attempts = stub.calls().filter((one) => one[":path"] === path).length;
    if (NOT_REPEATABLE.some((method) => path.endsWith(`/${method}`))) {
      assert.ok(isUnavailable(answer), `${path}: ${JSON.stringify(answer)}`);
      assert.equal(attempts, 1, path);
    } else {
      assert.equal(answer["grpc-status"], "0", path);
      assert.equal(attempts, 2, path);
    }
  }
});
