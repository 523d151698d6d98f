import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";

const firstPort = 10_000;
const firstEphemeral =
  Number(readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8").split(/\s/)[0]);
const endOfPorts = firstEphemeral > firstPort + 1_000 ? firstEphemeral : 65_536;

/**
 * Returns a free port of the loopback interface. It is below the range that the kernel uses for
 * outgoing connections, so that none of them takes it before the server does.
 */
export const freePort = async () => {
  for (let attempt = 0; attempt < 100; ++attempt) {
    const server = createServer().listen(randomInt(firstPort, endOfPorts), "127.0.0.1");
    try {
      await once(server, "listening");
    } catch {
      continue;
    }
    const { port } = server.address();
    await new Promise((closed) => { server.close(closed); });
    return port;
  }
  throw new Error("no free port");
};
