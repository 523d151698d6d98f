import {
  AnalyzeResponseSchema,
  EnumerateOutcomesResponseSchema,
  ReviewGameResponseSchema,
  Theme,
  create,
  toJson,
  type EnumerateOutcomesResponseJson,
} from "@arbiter-chess/client";
import { Router } from "express";

import { positionAfter, stateFor } from "../game/replay.js";
import { hidesSomething, mayAnalyze } from "../game/seats.js";
import type { Games } from "../games.js";
import { Refusal, gameInProgress, refusalOf } from "../refusal.js";
import { ANALYSES } from "../visitor_limits.js";
import type { Visitors } from "../visitors.js";
import { visitorOf } from "./browser.js";
import type { EventStream } from "./event_stream.js";
import { countIn, localeOf, queryNumber, queryText } from "./input.js";
import { StreamLimit } from "./stream_limit.js";

const MAX_OUTCOMES = 1_000;

/** The routes for the outcomes of an action, and for analyses and reviews as server-sent events. */
export function analysisRoutes(games: Games, visitors: Visitors): Router {
  const router = Router();
  const analyses = new StreamLimit(ANALYSES, "analyses and reviews");

  router.get("/games/:id/outcomes", async (request, response) => {
    const game = games.get(request.params.id);
    const action = queryText(request, "action");
    const locale = localeOf(request);
    const count = countIn(game, request.query["actions"]);
    const visitor = visitorOf(request, visitors);
    const { viewer } = await stateFor(visitor, game, locale, count);
    const answer = await visitor.arbiter.enumerateOutcomes({
      position: positionAfter(game, count),
      action,
      maxOutcomes: MAX_OUTCOMES,
      viewer,
      locale,
    });
    for (const outcome of answer.outcomes) {
      if (outcome.state !== undefined) outcome.state.snapshot = new Uint8Array();
    }
    const json: EnumerateOutcomesResponseJson = toJson(
      EnumerateOutcomesResponseSchema,
      create(EnumerateOutcomesResponseSchema, answer),
    );
    response.json(json);
  });

  router.get("/games/:id/analysis", async (request, response) => {
    const game = games.get(request.params.id);
    if (!mayAnalyze(game)) throw gameInProgress("The game cannot be analysed");
    const count = countIn(game, request.query["actions"]);
    const multiPv = queryNumber(request, "multiPv", 1, 10, 1);
    const movetimeMs = queryNumber(request, "movetimeMs", 50, 60_000, 5_000);
    const locale = localeOf(request);
    const visitor = visitorOf(request, visitors);
    const { viewer } = await stateFor(visitor, game, locale, count);
    const position = positionAfter(game, count);
    const stream = analyses.open(visitor, response);
    const updates = visitor.arbiter.analyze(
      { position, limits: { movetimeMs }, multiPv, viewer, locale },
      { signal: stream.signal },
    );
    await forward(stream, updates, (update) => toJson(AnalyzeResponseSchema, update));
  });

  router.get("/games/:id/review", async (request, response) => {
    const game = games.get(request.params.id);
    if (!mayAnalyze(game)) throw gameInProgress("The game cannot be reviewed");
    const movetimeMs = queryNumber(request, "movetimeMs", 10, 2_000, 100);
    const theme = request.query["theme"] === "dark" ? Theme.DARK : Theme.LIGHT;
    const locale = localeOf(request);
    const visitor = visitorOf(request, visitors);
    const { state } = await stateFor(visitor, game, locale);
    if (hidesSomething(state)) {
      throw new Refusal(403, "HIDDEN_INFORMATION", "A review would show the hidden queen.");
    }
    const stream = analyses.open(visitor, response);
    const updates = visitor.arbiter.reviewGame(
      {
        position: positionAfter(game, game.actions.length),
        limits: { movetimeMs },
        locale,
        theme,
      },
      { signal: stream.signal },
    );
    await forward(stream, updates, (update) => toJson(ReviewGameResponseSchema, update));
  });

  return router;
}

/** Forwards Arbiter's answers until they end or the browser disconnects. */
async function forward<Answer>(
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
