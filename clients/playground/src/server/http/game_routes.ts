import { ListVariantsResponseSchema, toJson } from "@arbiter-chess/client";
import { Router, type Request } from "express";

import type { GameList, GameView, PastPosition } from "../../shared/api.js";
import type { Engine } from "../engine/engine.js";
import type { Game } from "../game/game.js";
import { replayFor } from "../game/replay.js";
import { stateJson, viewOf } from "../game/view.js";
import type { Games } from "../games.js";
import { badRequest } from "../refusal.js";
import { browserIn, browserToSeat } from "./browser.js";
import { localeOf, readNewAction, readNewGame } from "./input.js";

/** Games, seats, actions and positions. */
export function gameRoutes(games: Games, engine: Engine): Router {
  const { arbiter } = games;
  const view = (game: Game, request: Request, browser = browserIn(request)): Promise<GameView> =>
    viewOf(arbiter, game, browser, localeOf(request), engine.statusOf(game));
  const router = Router();

  router.get("/variants", async (request, response) => {
    const answer = await arbiter.listVariants({ locale: localeOf(request) });
    response.json(toJson(ListVariantsResponseSchema, answer));
  });

  router.get("/games", (request, response) => {
    const browser = browserIn(request);
    const list: GameList = { games: browser === undefined ? [] : games.listOf(browser) };
    response.json(list);
  });

  router.post("/games", async (request, response) => {
    const asked = readNewGame(request.body);
    const browser = browserToSeat(request, response);
    const game = await games.create(asked, browser, localeOf(request));
    response.status(201).json(await view(game, request, browser));
  });

  router.get("/games/:id", async (request, response) => {
    response.json(await view(games.get(request.params.id), request));
  });

  router.post("/games/:id/join", async (request, response) => {
    games.get(request.params.id);
    const browser = browserToSeat(request, response);
    response.json(await view(games.join(request.params.id, browser), request, browser));
  });

  router.post("/games/:id/actions", async (request, response) => {
    const asked = readNewAction(request.body);
    const game = await games.act(request.params.id, asked, browserIn(request), localeOf(request));
    response.json(await view(game, request));
  });

  router.get("/games/:id/positions/:actions", async (request, response) => {
    const game = games.get(request.params.id);
    const actions = countIn(game, request.params.actions);
    const { state } = await replayFor(
      arbiter,
      game,
      actions,
      browserIn(request),
      localeOf(request),
    );
    const past: PastPosition = { actions, state: stateJson(state), mayAnalyze: mayAnalyze(game) };
    response.json(past);
  });

  return router;
}

/** Nobody gets help in a game against somebody else. */
export const mayAnalyze = ({ mode, standing }: Game): boolean =>
  mode === "hotseat" || standing.over;

/** A number of actions that have been made; left out: all. */
export function countIn(game: Game, text: unknown): number {
  const most = game.actions.length;
  if (text === undefined) return most;
  const count = /^\d{1,9}$/.test(String(text)) ? Number(text) : NaN;
  if (count <= most) return count;
  throw badRequest("actions", `a whole number from 0 to ${most} is wanted`);
}
