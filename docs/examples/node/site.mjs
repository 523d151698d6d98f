// A site with one game against an opponent: the board, the legal moves, the reason if a move is refused,
// and the result.
// usage: node site.mjs [VARIANT [LEVEL]], where VARIANT is makruk, chak or chakart
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";

import { Arbiter, ArbiterError, Color, Result } from "@arbiter-chess/client";

const [variant = "makruk", level = "3"] = process.argv.slice(2);
const arbiter = new Arbiter(process.env.ARBITER_SERVER ?? "127.0.0.1:50051");

// A site stores these for each game. Chakart draws its random outcomes from the seed, which no player may
// know before the end of the game.
const game = {
  seed: randomBytes(32),
  actions: [],
  state: (await arbiter.startGame({ variant })).state,
};

const position = () => ({ variant, state: { case: "snapshot", value: game.state.snapshot } });

const play = async (action) => {
  const answer = await arbiter.applyMoves({
    position: position(),
    actions: [action],
    randomness: { source: { case: "seed", value: game.seed } },
  });
  game.actions.push(answer.applied[0].text);
  game.state = answer.state;
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
    await play(await moveOfEngine());
  }
};

const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const page = async (refusal) => {
  const lastMove = game.actions.at(-1) ?? "";
  const { image } = await arbiter.renderBoard({
    position: position(),
    lastMove: /^[a-j]\d/.test(lastMove) ? lastMove : "",
  });
  const { texts } = await arbiter.legalMoves({ position: position() });
  const buttons = [...texts, "white:resign"].map((text) =>
    `<button name="action" value="${escape(text)}">${escape(text)}</button>`);
  return `<!doctype html><title>${variant}</title>${image}
    <p>${escape(game.state.adjudication.message)}</p>
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
      await play(new URLSearchParams(body).get("action") ?? "");
    } catch (error) {
      if (!(error instanceof ArbiterError && REFUSED.includes(error.code))) throw error;
      refusal = error.message;
    }
    await letOpponentMove();
  }
  const html = await page(refusal);
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
