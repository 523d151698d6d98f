// Starts the service under test.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { PATIENCE_MS } from "./waiting.mjs";

/** A running `arbiterd` ($ARBITERD, or the one in PATH) on free loopback ports. */
export class Arbiterd {
  #process;
  /** The HOST:PORT of its port for HTTP, if the flags open one, and of its metrics. */
  http;
  metrics;
  /** The parsed lines of its log. */
  log = [];

  static start(...flags) {
    return Arbiterd.startIn(undefined, ...flags);
  }

  /** Starts a server with `folder` as its working directory. */
  static async startIn(folder, ...flags) {
    const server = new Arbiterd();
    await server.#serve(
      ["--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0", "--log-sample", "1", ...flags],
      folder);
    return server;
  }

  async #serve(flags, cwd) {
    this.#process = spawn(process.env.ARBITERD ?? "arbiterd", flags, { cwd });
    const ended = new Promise((_, reject) => {
      this.#process.once("error", reject);
      this.#process.once("exit", (code) => reject(new Error(`arbiterd ended with ${code}`)));
      setTimeout(() => reject(new Error("arbiterd did not start")), PATIENCE_MS).unref();
    });
    ended.catch(() => {});
    const serving = new Promise((resolve) => {
      const read = (line) => {
        if (!line.startsWith("{")) return;
        const entry = JSON.parse(line);
        this.log.push(entry);
        if (entry.msg === "serving") resolve(entry);
      };
      for (const stream of [this.#process.stdout, this.#process.stderr]) {
        createInterface({ input: stream }).on("line", read);
      }
    });
    const { listen, http, metrics } = await Promise.race([serving, ended]);
    this.address = listen;
    this.http = http;
    this.metrics = metrics;
  }

  get port() {
    return Number(this.address.split(":")[1]);
  }

  /**
   * Returns the value of a metric; undefined if there is none. `name` includes the labels, as
   * /metrics prints them.
   */
  async metric(name) {
    const text = await (await fetch(`http://${this.metrics}/metrics`)).text();
    const line = text.split("\n").find((one) => one.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.split(" ")[1]);
  }

  signal(name) {
    this.#process.kill(name);
  }

  /** Kills the server, unless it has already exited. */
  async stop() {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = new Promise((resolve) => { this.#process.once("exit", resolve); });
    this.#process.kill("SIGKILL");
    await ended;
  }
}
