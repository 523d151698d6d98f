import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { Arbiter } from "@arbiter-chess/client";

import { Clocks } from "./clocks.js";
import { Engine } from "./engine/engine.js";
import { Games } from "./games.js";
import { makeApp } from "./http/app.js";
import { Hub } from "./hub.js";
import { Store } from "./store/store.js";

export interface SiteSettings {
  /** Where Arbiter listens. Example: `127.0.0.1:50051`. */
  server: string;
  /** The SQLite file, or `:memory:`. */
  database: string;
  /** 0: any free one. */
  port: number;
  /** The folder of the page. */
  webFolder: string;
}

export interface Site {
  url: string;
  close(): Promise<void>;
}

/** Opens the site on 127.0.0.1. */
export async function openSite({ server, database, port, webFolder }: SiteSettings): Promise<Site> {
  const arbiter = new Arbiter(server, { userAgent: "arbiter-playground" });
  const store = new Store(database);
  const games = new Games(arbiter, store, new Hub());
  const engine = new Engine(games);
  const clocks = new Clocks(games);
  const http = createServer(makeApp(games, engine, webFolder));
  http.listen(port, "127.0.0.1");
  await once(http, "listening");
  games.resume();
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
