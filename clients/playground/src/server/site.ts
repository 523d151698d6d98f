import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { Arbiter } from "@arbiter-chess/client";

import { Archives } from "./archives.js";
import { Clocks } from "./clocks.js";
import { Engine } from "./engine/engine.js";
import { Games } from "./games.js";
import { makeApp } from "./http/app.js";
import { Store } from "./store.js";
import type { TokenIssuer } from "./tokens.js";
import { Visitors } from "./visitors.js";

/** The times within which the headers of a request, and the whole request, must arrive. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
const MAX_CONNECTIONS = 4_096;

interface SiteSettings {
  /** The address of Arbiter. Example: `127.0.0.1:50051`. */
  server: string;
  /** Tells the visitors apart for Arbiter, which must know its public key. */
  tokens?: TokenIssuer | undefined;
  /** The SQLite file, or `:memory:`. */
  database: string;
  /** The port to listen on; 0 for any free port. */
  port: number;
  /** The folder with the built page. */
  webFolder: string;
  /** The addresses and networks whose X-Forwarded-For is trusted; none by default. */
  trustedProxies?: readonly string[];
}

export interface Site {
  url: string;
  close(): Promise<void>;
}

/** Opens the site on 127.0.0.1. */
export async function openSite({
  server,
  tokens,
  database,
  port,
  webFolder,
  trustedProxies = [],
}: SiteSettings): Promise<Site> {
  const arbiter = new Arbiter(server, { userAgent: "arbiter-playground" });
  const visitors = new Visitors(arbiter, tokens);
  const store = new Store(database);
  const games = new Games(store);
  const engine = new Engine(games);
  const clocks = new Clocks(games);
  const archives = new Archives(store, games, visitors);
  const http = createServer(
    { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: 1_000 },
    makeApp(games, engine, archives, visitors, webFolder, trustedProxies),
  );
  http.maxConnections = MAX_CONNECTIONS;
  games.resume(visitors);
  http.listen(port, "127.0.0.1");
  await once(http, "listening");
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    async close() {
      engine.close();
      clocks.close();
      http.close();
      http.closeAllConnections();
      arbiter.close();
      store.close();
    },
  };
}
