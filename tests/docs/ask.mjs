import { execFileSync } from "node:child_process";

const arbiter = process.env.ARBITER ?? "build/release/bin/arbiter";

/** What the service answers to these items of a batch, in their order; each `{kind: answer}`. */
export const ask = (items) => {
  const lines = items.map((item, index) => JSON.stringify({ ...item, id: String(index) }));
  const output = execFileSync(arbiter, ["batch"], {
    input: lines.join("\n"), encoding: "utf8", maxBuffer: 1 << 28, timeout: 60_000,
  });
  const answers = [];
  for (const line of output.split("\n").filter(Boolean)) {
    const { id, ...answer } = JSON.parse(line);
    answers[Number(id)] = answer;
  }
  return answers;
};

/** An error's reason, and the field it is about. */
export const refusalOf = ({ status }) => {
  const details = status?.details ?? [];
  return {
    reason: details.find((detail) => detail.reason)?.reason,
    field: details.find((detail) => detail.fieldViolations)?.fieldViolations[0].field,
    message: status?.message,
  };
};
