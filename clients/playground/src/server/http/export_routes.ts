import {
  EnumerateOutcomesResponseSchema,
  Viewer,
  create,
  toJson,
  type EnumerateOutcomesResponseJson,
} from "@arbiter-chess/client";
import { Router } from "express";

import { gameFileOf, pgnOf } from "../game/exports.js";
import { positionAt, replay, replayFor } from "../game/replay.js";
import type { Games } from "../games.js";
import { browserIn } from "./browser.js";
import { countIn } from "./game_routes.js";
import { localeOf, queryText } from "./input.js";

const MOST_OUTCOMES = 1_000;

/** What a game can be taken away as, and what an action can lead to. */
export function exportRoutes(games: Games): Router {
  const { arbiter } = games;
  const router = Router();

  router.get("/games/:id/outcomes", async (request, response) => {
    const game = games.get(request.params.id);
    const action = queryText(request, "action");
    const locale = localeOf(request);
    const count = countIn(game, request.query["actions"]);
    const { viewer } = await replayFor(arbiter, game, count, browserIn(request), locale);
    const { state } = await replay(arbiter, game, count, Viewer.ALL, locale);
    const answer = await arbiter.enumerateOutcomes({
      position: positionAt(game, state),
      action,
      maxOutcomes: MOST_OUTCOMES,
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

  router.get("/games/:id/pgn", async (request, response) => {
    const game = games.get(request.params.id);
    const locale = localeOf(request);
    const { state, viewer } = await replayFor(
      arbiter,
      game,
      game.actions.length,
      browserIn(request),
      locale,
    );
    const pgn = await pgnOf(arbiter, game, state, viewer, locale);
    response.attachment(`${game.variant}-${game.id}.pgn`).type("text/plain").send(pgn);
  });

  router.get("/games/:id/file", async (request, response) => {
    const game = games.get(request.params.id);
    const { state } = await replayFor(
      arbiter,
      game,
      game.actions.length,
      browserIn(request),
      localeOf(request),
    );
    response.attachment(`${game.variant}-${game.id}.json`).json(gameFileOf(game, state));
  });

  return router;
}
