// The script of the page in web.test.mjs: calls the service at `?arbiter=` with Connect's client for
// browsers in every way, and leaves what it has seen in `window.seen`.
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";

import { AnalysisService } from "./gen/arbiter/v1/analysis_service_pb.js";
import { RulesService } from "./gen/arbiter/v1/rules_service_pb.js";
import { ErrorInfoSchema } from "./gen/google/rpc/error_details_pb.js";

const baseUrl = new URLSearchParams(location.search).get("arbiter");
const position = { variant: "makruk" };

const callEverything = async (options) => {
  const transport = createConnectTransport({ baseUrl, ...options });
  const rules = createClient(RulesService, transport);
  const { texts } = await rules.legalMoves({ position });
  const updates = [];
  const request = { position, limits: { depth: 3 }, fresh: true };
  for await (const { update } of createClient(AnalysisService, transport).analyze(request)) updates.push(update.case);
  let failure;
  try {
    await rules.applyMoves({ position, actions: ["e3e5"] }, { timeoutMs: 60_000 });
  } catch (thrown) {
    const error = ConnectError.from(thrown);
    failure = { code: Code[error.code], reason: error.findDetails(ErrorInfoSchema)[0].reason,
      hasId: error.metadata.has("x-request-id") };
  }
  return { moves: texts.length, last: updates.at(-1), updates: updates.length, failure };
};

const callAll = async () => ({
  json: await callEverything({ useBinaryFormat: false }),
  binary: await callEverything({ useBinaryFormat: true }),
  get: await callEverything({ useBinaryFormat: true, useHttpGet: true }),
});

callAll().catch((error) => ({ error: String(error) })).then((seen) => { window.seen = seen; });
