import {
  AnalyzeResponseSchema,
  ReviewGameResponseSchema,
  Theme,
  Viewer,
  toJson,
} from "@arbiter-chess/client";
import { Router } from "express";

import type { Engine } from "../engine/engine.js";
import { recordOf } from "../game/exports.js";
import { optionsOf, positionAt, replay, replayFor } from "../game/replay.js";
import { hidesSomething } from "../game/seats.js";
import { viewOf } from "../game/view.js";
import type { Games } from "../games.js";
import { Refusal, gameInProgress, refusalOf } from "../refusal.js";
import { browserIn } from "./browser.js";
import type { EventStream } from "./event_stream.js";
import { countIn, mayAnalyze } from "./game_routes.js";
import { localeOf, queryNumber } from "./input.js";
import { StreamLimit } from "./stream_limit.js";

const EVENT_STREAMS = { browser: 16, network: 64, all: 1024 };
const ANALYSES = { browser: 3, network: 12, all: 64 };

/** Server-sent events: a game as it goes on, its analysis, its review. */
export function streamRoutes(games: Games, engine: Engine): Router {
  const { arbiter } = games;
  const router = Router();
  const eventStreams = new StreamLimit(EVENT_STREAMS);
  const analyses = new StreamLimit(ANALYSES);

  router.get("/games/:id/events", (request, response) => {
    const { id } = games.get(request.params.id);
    const browser = browserIn(request);
    const locale = localeOf(request);
    const stream = eventStreams.open(request, response);
    const show = latestOnly(
      async () => {
        const game = games.get(id);
        stream.send("view", await viewOf(arbiter, game, browser, locale, engine.statusOf(game)));
      },
      (error) => stream.send("trouble", refusalOf(error).problem),
    );
    const stop = games.hub.listen(id, show);
    stream.signal.addEventListener("abort", stop);
    show();
  });

  router.get("/games/:id/analysis", async (request, response) => {
    const game = games.get(request.params.id);
    if (!mayAnalyze(game)) throw gameInProgress("There is no analysis");
    const count = countIn(game, request.query["actions"]);
    const multiPv = queryNumber(request, "multiPv", 1, 10, 1);
    const movetimeMs = queryNumber(request, "movetimeMs", 50, 60_000, 5_000);
    const locale = localeOf(request);
    const { viewer } = await replayFor(arbiter, game, count, browserIn(request), locale);
    const { state } = await replay(arbiter, game, count, Viewer.ALL, locale);
    const stream = analyses.open(request, response);
    const updates = arbiter.analyze(
      { position: positionAt(game, state), limits: { movetimeMs }, multiPv, viewer, locale },
      { signal: stream.signal },
    );
    await pass(stream, updates, (update) => toJson(AnalyzeResponseSchema, update));
  });

  router.get("/games/:id/review", async (request, response) => {
    const game = games.get(request.params.id);
    if (!mayAnalyze(game)) throw gameInProgress("There is no review");
    const movetimeMs = queryNumber(request, "movetimeMs", 10, 2_000, 100);
    const theme = request.query["theme"] === "dark" ? Theme.DARK : Theme.LIGHT;
    const locale = localeOf(request);
    const { state } = await replayFor(
      arbiter,
      game,
      game.actions.length,
      browserIn(request),
      locale,
    );
    if (hidesSomething(state)) {
      throw new Refusal(403, "HIDDEN_INFORMATION", "A review would show where the queen is.");
    }
    const stream = analyses.open(request, response);
    const updates = arbiter.reviewGame(
      {
        variant: game.variant,
        options: optionsOf(game),
        record: recordOf(game),
        limits: { movetimeMs },
        locale,
        theme,
      },
      { signal: stream.signal },
    );
    await pass(stream, updates, (update) => toJson(ReviewGameResponseSchema, update));
  });

  return router;
}

/** Passes Arbiter's answers on until they end or the browser has gone. */
async function pass<Answer>(
  stream: EventStream,
  answers: AsyncIterable<Answer>,
  toJson: (answer: Answer) => unknown,
): Promise<void> {
  try {
    for await (const answer of answers) stream.send("update", toJson(answer));
  } catch (error) {
    stream.send("problem", refusalOf(error).problem);
  }
  stream.send("end", {});
  stream.end();
}

/** Runs `work` at each call, one at a time; calls while it runs make it run once more. */
function latestOnly(work: () => Promise<void>, failed: (error: unknown) => void): () => void {
  let running = false;
  let again = false;
  return function run(): void {
    again = running;
    if (running) return;
    running = true;
    work()
      .catch(failed)
      .finally(() => {
        running = false;
        if (again) run();
      });
  };
}
