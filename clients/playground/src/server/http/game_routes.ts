import { Router, type Request } from "express";

import type { GameList, GameView, PastPosition } from "../../shared/api.js";
import { loadCatalogue } from "../catalogue.js";
import type { Engine } from "../engine/engine.js";
import { gameFileOf, pgnOf } from "../game/exports.js";
import type { Game } from "../game/game.js";
import { stateFor } from "../game/replay.js";
import { mayAnalyze } from "../game/seats.js";
import { stateJson, viewInTurn, viewOf } from "../game/view.js";
import type { Games } from "../games.js";
import { refusalOf } from "../refusal.js";
import { EVENT_STREAMS } from "../visitor_limits.js";
import type { Visitor, Visitors } from "../visitors.js";
import { browserIn, visitorOf, visitorToSeat } from "./browser.js";
import { countIn, localeOf, readNewAction, readNewGame } from "./input.js";
import { StreamLimit } from "./stream_limit.js";

/** The routes for games, seats, actions and positions, and for the events and exports of a game. */
export function gameRoutes(games: Games, engine: Engine, visitors: Visitors): Router {
  const view = (game: Game, request: Request, visitor: Visitor): Promise<GameView> =>
    viewOf(visitor, game, localeOf(request), engine.statusOf(game));
  const router = Router();
  const eventStreams = new StreamLimit(EVENT_STREAMS, "event streams");

  router.get("/variants", async (request, response) => {
    response.json(await loadCatalogue(visitorOf(request, visitors).arbiter, localeOf(request)));
  });

  router.get("/games", (request, response) => {
    const browser = browserIn(request);
    const list: GameList = { games: browser === undefined ? [] : games.listOf(browser) };
    response.json(list);
  });

  router.post("/games", async (request, response) => {
    const newGame = readNewGame(request.body);
    const visitor = visitorToSeat(request, response, visitors);
    const game = await games.create(newGame, visitor, localeOf(request));
    response.status(201).json(await view(game, request, visitor));
  });

  router.get("/games/:id", async (request, response) => {
    const visitor = visitorOf(request, visitors);
    response.json(await view(games.get(request.params.id), request, visitor));
  });

  router.post("/games/:id/join", async (request, response) => {
    games.getHead(request.params.id);
    const visitor = visitorToSeat(request, response, visitors);
    response.json(await view(games.join(request.params.id, visitor), request, visitor));
  });

  router.post("/games/:id/actions", async (request, response) => {
    const action = readNewAction(request.body);
    const visitor = visitorOf(request, visitors);
    const locale = localeOf(request);
    const turn = await games.act(request.params.id, action, visitor, locale);
    const reader = { browser: visitor.browser, locale };
    const shown = viewInTurn(turn, reader, engine.statusOf(turn.game));
    response.json(shown ?? (await view(turn.game, request, visitor)));
  });

  router.get("/games/:id/positions/:actions", async (request, response) => {
    const game = games.get(request.params.id);
    const actions = countIn(game, request.params.actions);
    const visitor = visitorOf(request, visitors);
    const { state } = await stateFor(visitor, game, localeOf(request), actions);
    const past: PastPosition = { actions, state: stateJson(state), mayAnalyze: mayAnalyze(game) };
    response.json(past);
  });

  router.get("/games/:id/events", (request, response) => {
    const { id } = games.getHead(request.params.id);
    const visitor = visitorOf(request, visitors);
    const locale = localeOf(request);
    const stream = eventStreams.open(visitor, response);
    const show = coalesced(
      async () => {
        const game = games.get(id);
        stream.send("view", await viewOf(visitor, game, locale, engine.statusOf(game)));
      },
      (error) => stream.send("trouble", refusalOf(error).problem),
    );
    const reader = { browser: visitor.browser, locale };
    const stop = games.hub.follow(id, {
      ...reader,
      onChange(turn) {
        const view = turn && viewInTurn(turn, reader, engine.statusOf(turn.game));
        if (view === undefined) show();
        else stream.send("view", view);
      },
    });
    stream.signal.addEventListener("abort", stop);
    show();
  });

  router.get("/games/:id/pgn", async (request, response) => {
    const game = games.get(request.params.id);
    const visitor = visitorOf(request, visitors);
    const locale = localeOf(request);
    const { state, viewer } = await stateFor(visitor, game, locale);
    const pgn = await pgnOf(visitor.arbiter, game, state, viewer, locale);
    response.attachment(`${game.variant}-${game.id}.pgn`).type("text/plain").send(pgn);
  });

  router.get("/games/:id/file", async (request, response) => {
    const game = games.get(request.params.id);
    const visitor = visitorOf(request, visitors);
    const { state } = await stateFor(visitor, game, localeOf(request));
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
