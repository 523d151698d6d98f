import { execFileSync } from "node:child_process";

/** Returns the states of positions, as `$ARBITER batch` with these options answers. */
export function statesOf(positions, options = []) {
  const requests =
    positions.map((position, id) => JSON.stringify({ id: String(id), applyMoves: { position } }));
  const answers = execFileSync(process.env.ARBITER, ["batch", ...options],
    { input: requests.join("\n"), encoding: "utf8" });
  const states = [];
  for (const answer of answers.trim().split("\n").map((line) => JSON.parse(line))) {
    if (answer.status) throw new Error(`position ${answer.id}: ${answer.status.message}`);
    states[Number(answer.id)] = answer.applyMoves.state;
  }
  return states;
}
