import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const arbiterd = process.env.ARBITERD ?? "build/release/bin/arbiterd";

/** Starts arbiterd on a free port of the loopback: `{address, metrics, stop}`. */
export const startServer = async (flags = [], options = {}) => {
  const process = spawn(arbiterd,
    ["--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0", ...flags],
    { stdio: ["ignore", "ignore", "pipe"], ...options });
  const lines = createInterface({ input: process.stderr });
  const { listen, metrics } = await new Promise((found, failed) => {
    process.once("exit", (code) => { failed(new Error(`arbiterd ended with ${code}`)); });
    lines.on("line", (line) => {
      if (line.includes('"msg":"serving"')) found(JSON.parse(line));
    });
  });
  const stop = async () => {
    if (process.exitCode === null && process.kill("SIGKILL")) await once(process, "exit");
  };
  return { address: listen, metrics, stop };
};
