import { join } from "node:path";

import express, { type Express, type NextFunction, type Request, type Response } from "express";

import type { Archives } from "../archives.js";
import type { Engine } from "../engine/engine.js";
import type { Games } from "../games.js";
import { Refusal, refusalOf } from "../refusal.js";
import type { Visitors } from "../visitors.js";
import { analysisRoutes } from "./analysis_routes.js";
import { archiveRoutes } from "./archive_routes.js";
import { gameRoutes } from "./game_routes.js";
import { onlyOwnPages } from "./security.js";

const MAX_BODY = "512kb";

/**
 * Builds the whole site: its API below `/api`, and the page from a folder. X-Forwarded-For is
 * trusted if it comes from one of the trusted proxies: addresses and networks such as `10.0.0.0/8`.
 */
export function makeApp(
  games: Games,
  engine: Engine,
  archives: Archives,
  visitors: Visitors,
  webFolder: string,
  trustedProxies: readonly string[],
): Express {
  const app = express();
  app.set("trust proxy", trustedProxies.length > 0 ? trustedProxies : false);
  app.disable("x-powered-by");
  app.use(onlyOwnPages);
  app.use(express.static(webFolder, { index: "index.html", redirect: false }));
  app.get(["/game/:id", "/archives", "/archives/:id"], (_request, response) => {
    response.sendFile(join(webFolder, "index.html"));
  });
  // The bodies of these routes have a limit of their own.
  app.use("/api", noStore, archiveRoutes(archives, visitors));
  app.use("/api", express.json({ limit: MAX_BODY }));
  app.use("/api", gameRoutes(games, engine, visitors), analysisRoutes(games, visitors));
  app.use((request, response, next) => {
    // The page itself reports an unknown path to the reader.
    const isPageRequest = request.method === "GET" && !request.path.startsWith("/api/");
    if (!isPageRequest || !request.accepts("html")) return next();
    response.status(404).sendFile(join(webFolder, "index.html"));
  });
  app.use(() => {
    throw new Refusal(404, "NOT_FOUND", "There is no such path.");
  });
  app.use(answerWithProblem);
  return app;
}

function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.set("Cache-Control", "no-store");
  next();
}

// Express recognises an error handler by its four parameters.
function answerWithProblem(
  error: unknown,
  _request: Request,
  response: Response,
  next: NextFunction,
): void {
  const refusal = refusalOf(error);
  if (refusal.status === 500) console.error(error);
  if (response.headersSent) return next(error);
  response.status(refusal.status).json(refusal.problem);
}
