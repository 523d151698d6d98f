import { execFileSync } from "node:child_process";

import { PATIENCE_MS } from "../support/waiting.mjs";

const arbiter = process.env.ARBITER ?? "build/release/bin/arbiter";

/** Sends items as a batch and returns the service's answers in the order of the items. */
export const ask = (items) => {
  const lines = items.map((item, index) => JSON.stringify({ ...item, id: String(index) }));
  const output = execFileSync(arbiter, ["batch"], {
    input: lines.join("\n"), encoding: "utf8", maxBuffer: 1 << 28, timeout: PATIENCE_MS,
  });
  const answers = [];
  for (const line of output.split("\n").filter(Boolean)) {
    const { id, ...answer } = JSON.parse(line);
    answers[Number(id)] = answer;
  }
  return answers;
};

/** Returns the reason, field and message of an answer's error; all undefined without one. */
export const refusalOf = ({ status }) => {
  const details = status?.details ?? [];
  return {
    reason: details.find((detail) => detail.reason)?.reason,
    field: details.find((detail) => detail.fieldViolations)?.fieldViolations[0].field,
    message: status?.message,
  };
};
