// A site with one game against an opponent: the board, the legal moves, the reason if a move is refused,
// and the result.
// usage: node site.mjs [VARIANT [LEVEL]], where VARIANT is makruk, chak or chakart
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";

import { Arbiter, ArbiterError, Color, Detail, Result, Viewer } from "@arbiter-chess/client";

const [variant = "makruk", level = "3"] = process.argv.slice(2);
const arbiter = new Arbiter(process.env.ARBITER_SERVER ?? "127.0.0.1:50051");

// What the visitor, who plays White, sees after each action: the legal moves and a picture of the board.
const views = [{ viewer: Viewer.WHITE, moves: Detail.TEXT, picture: {} }];

const start = await arbiter.startGame({ variant, views });

// A site stores the first three for each game. Chakart draws its random outcomes from the seed, which no
// player may know before the end of the game.
const game = {
  seed: randomBytes(32),
  actions: [],
  state: start.state,
  view: start.views[0],
};

const position = () => ({ variant, state: { case: "snapshot", value: game.state.snapshot } });

const play = async (action, actor) => {
  const answer = await arbiter.applyMoves({
    position: position(),
    actions: [action],
    // What is not this player's to do is refused.
    actor,
    randomness: { source: { case: "seed", value: game.seed } },
    views,
  });
  game.actions.push(answer.applied[0].text);
  game.state = answer.state;
  game.view = answer.views[0];
};

const moveOfEngine = async () => {
  const analysis = arbiter.analyze({
    position: position(), strength: Number(level), limits: { movetimeMs: 500 },
  });
  for await (const { update } of analysis) {
    if (update.case === "bestMove") return update.value.action;
  }
};

// With one of these codes, the text is not a valid action, or the rules forbid it: the message says why, and
// the game is as it was.
const REFUSED = ["INVALID_ARGUMENT", "FAILED_PRECONDITION"];

// In Chakart, a player may have to act several times in a row.
const letOpponentMove = async () => {
  while (game.state.turn === Color.BLACK && game.state.adjudication.result === Result.ONGOING) {
    await play(await moveOfEngine(), Color.BLACK);
  }
};

const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const page = (refusal) => {
  const { moves, picture, state } = game.view;
  const buttons = [...moves.texts, "resign"].map((text) =>
    `<button name="action" value="${escape(text)}">${escape(text)}</button>`);
  return `<!doctype html><title>${variant}</title>${picture.image}
    <p>${escape(state.adjudication.message)}</p>
    <p role="alert">${escape(refusal)}</p>
    <form method="post">${buttons.join(" ")}</form>`;
};

const answer = async (request, response) => {
  let refusal = "";
  if (request.method === "POST") {
    let body = "";
    for await (const part of request) body += part;
    // The last request may have failed before the opponent moved.
    await letOpponentMove();
    try {
      await play(new URLSearchParams(body).get("action") ?? "", Color.WHITE);
    } catch (error) {
      if (!(error instanceof ArbiterError && REFUSED.includes(error.code))) throw error;
      refusal = error.message;
    }
    await letOpponentMove();
  }
  const html = page(refusal);
  response.writeHead(refusal ? 422 : 200, { "content-type": "text/html; charset=utf-8" });
  response.end(html);
};

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    // The client has already retried: the service cannot be reached, or there is a bug.
    console.error(error);
    response.writeHead(503).end("Please try again later.");
  });
});
server.listen(Number(process.env.PORT ?? "8081"), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
