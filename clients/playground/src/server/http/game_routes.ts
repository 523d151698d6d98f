import { Router, type Request } from "express";

import type { GameList, GameView, PastPosition } from "../../shared/api.js";
import { loadCatalogue } from "../catalogue.js";
import type { Engine } from "../engine/engine.js";
import { gameFileOf, pgnOf } from "../game/exports.js";
import type { Game } from "../game/game.js";
import { replayFor } from "../game/replay.js";
import { mayAnalyze } from "../game/seats.js";
import { stateJson, viewOf } from "../game/view.js";
import type { Games } from "../games.js";
import { refusalOf } from "../refusal.js";
import { browserIn, browserToSeat } from "./browser.js";
import { countIn, localeOf, readNewAction, readNewGame } from "./input.js";
import { StreamLimit } from "./stream_limit.js";

const EVENT_STREAMS = { browser: 16, network: 64, all: 1024 };

/** The routes for games, seats, actions and positions, and for the events and exports of a game. */
export function gameRoutes(games: Games, engine: Engine): Router {
  const { arbiter } = games;
  const view = (game: Game, request: Request, browser = browserIn(request)): Promise<GameView> =>
    viewOf(arbiter, game, browser, localeOf(request), engine.statusOf(game));
  const router = Router();
  const eventStreams = new StreamLimit(EVENT_STREAMS);

  router.get("/variants", async (request, response) => {
    response.json(await loadCatalogue(arbiter, localeOf(request)));
  });

  router.get("/games", (request, response) => {
    const browser = browserIn(request);
    const list: GameList = { games: browser === undefined ? [] : games.listOf(browser) };
    response.json(list);
  });

  router.post("/games", async (request, response) => {
    const newGame = readNewGame(request.body);
    const browser = browserToSeat(request, response);
    const game = await games.create(newGame, browser, localeOf(request));
    response.status(201).json(await view(game, request, browser));
  });

  router.get("/games/:id", async (request, response) => {
    response.json(await view(games.get(request.params.id), request));
  });

  router.post("/games/:id/join", async (request, response) => {
    games.getHead(request.params.id);
    const browser = browserToSeat(request, response);
    response.json(await view(games.join(request.params.id, browser), request, browser));
  });

  router.post("/games/:id/actions", async (request, response) => {
    const action = readNewAction(request.body);
    const game = await games.act(request.params.id, action, browserIn(request), localeOf(request));
    response.json(await view(game, request));
  });

  router.get("/games/:id/positions/:actions", async (request, response) => {
    const game = games.get(request.params.id);
    const actions = countIn(game, request.params.actions);
    const browser = browserIn(request);
    const { state } = await replayFor(arbiter, game, browser, localeOf(request), actions);
    const past: PastPosition = { actions, state: stateJson(state), mayAnalyze: mayAnalyze(game) };
    response.json(past);
  });

  router.get("/games/:id/events", (request, response) => {
    const { id } = games.getHead(request.params.id);
    const browser = browserIn(request);
    const locale = localeOf(request);
    const stream = eventStreams.open(request, response);
    const show = coalesced(
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

  router.get("/games/:id/pgn", async (request, response) => {
    const game = games.get(request.params.id);
    const locale = localeOf(request);
    const { state, viewer } = await replayFor(arbiter, game, browserIn(request), locale);
    const pgn = await pgnOf(arbiter, game, state, viewer, locale);
    response.attachment(`${game.variant}-${game.id}.pgn`).type("text/plain").send(pgn);
  });

  router.get("/games/:id/file", async (request, response) => {
    const game = games.get(request.params.id);
    const { state } = await replayFor(arbiter, game, browserIn(request), localeOf(request));
    response.attachment(`${game.variant}-${game.id}.json`).json(gameFileOf(game, state));
  });

  return router;
}

/**
 * Returns a function that runs `work`, but never concurrently: calls during a run cause one further
 * run after it.
 */
function coalesced(work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let running = false;
  let again = false;
  return function run(): void {
    again = running;
    if (running) return;
    running = true;
    work()
      .catch(onError)
      .finally(() => {
        running = false;
        if (again) run();
      });
  };
}
