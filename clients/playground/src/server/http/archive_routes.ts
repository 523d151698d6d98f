import express, { Router, type Request, type Response } from "express";

import type { ArchiveList } from "../../shared/api.js";
import type { Archives } from "../archives.js";
import { Refusal, badRequest, limitExceeded, refusalOf } from "../refusal.js";
import { ARCHIVE_STREAMS, SUBMISSIONS, VisitorLimit } from "../visitor_limits.js";
import type { Visitors } from "../visitors.js";
import { visitorOf, visitorToSeat } from "./browser.js";
import { localeOf, queryCursor, readNewArchive } from "./input.js";
import { StreamLimit } from "./stream_limit.js";

// The longest PGN in JSON, in which a line break takes two bytes.
const parseBody = express.json({ limit: "5mb" });

/** The routes for archives, whose games are reviewed in the background, and for their games. */
export function archiveRoutes(archives: Archives, visitors: Visitors): Router {
  const router = Router();
  const submissions = new VisitorLimit(SUBMISSIONS);
  const streams = new StreamLimit(ARCHIVE_STREAMS, "event streams about archives");

  router.get("/archives", async (request, response) => {
    const list: ArchiveList = { archives: await archives.listOf(visitorOf(request, visitors)) };
    response.json(list);
  });

  router.post("/archives", async (request, response) => {
    const visitor = visitorToSeat(request, response, visitors);
    const reached = submissions.reachedCap(visitor);
    if (reached !== undefined) {
      throw limitExceeded(
        `At most ${reached.cap} archives of ${reached.owner} can be submitted at a time; ` +
          "try again in a moment.",
      );
    }
    const release = submissions.add(visitor);
    try {
      await readBody(request, response);
      const archive = readNewArchive(request.body);
      response.status(201).json(await archives.submit(archive, visitor, localeOf(request)));
    } finally {
      release();
    }
  });

  router.get("/archives/:id/events", async (request, response) => {
    const after = queryCursor(request);
    const visitor = visitorOf(request, visitors);
    const archive = archives.get(request.params.id, visitor);
    // What cannot be followed is refused before the stream begins.
    await archives.summary(archive);
    const stream = streams.open(visitor, response);
    try {
      await archives.follow(archive, after, stream.signal, (name, data) => {
        stream.send(name, data);
      });
      stream.send("end", {});
    } catch (error) {
      // The page opens a new stream.
      if (!stream.signal.aborted && refusalOf(error).status === 500) console.error(error);
    }
    stream.end();
  });

  router.post("/archives/:id/cancel", async (request, response) => {
    const archive = archives.get(request.params.id, visitorOf(request, visitors));
    response.json(await archives.cancel(archive));
  });

  router.post("/archives/:id/games/:item", async (request, response) => {
    const visitor = visitorToSeat(request, response, visitors);
    const archive = archives.get(request.params.id, visitor);
    if (!/^\d{1,9}$/.test(request.params.item)) throw badRequest("item", "must be a whole number");
    const item = Number(request.params.item);
    const after = queryCursor(request);
    response.json({ id: await archives.open(archive, item, after, visitor, localeOf(request)) });
  });

  router.get("/games/:id/archived-review", (request, response) => {
    const review = archives.store.reviewOf(request.params.id);
    if (review === undefined) {
      throw new Refusal(404, "NOT_FOUND", "This game was not opened from an archive.");
    }
    response.type("application/json").send(review);
  });

  return router;
}

/** Parses the body of a request, which is done after the request has been admitted. */
function readBody(request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    parseBody(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error(String(error)));
    });
  });
}
