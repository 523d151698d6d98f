// A game of Makruk against an opponent at level 3, with a refused move, until White resigns.
import { Arbiter, IllegalActionError } from "@arbiter-chess/client";

const arbiter = new Arbiter(process.env.ARBITER_SERVER ?? "127.0.0.1:50051");
const variant = "makruk";

// A site stores these for each game. The actions are the game, and the snapshot in the latest state
// saves the service from replaying them.
const actions = [];
let { state } = await arbiter.startGame({ variant });

const position = () => ({ variant, state: { case: "snapshot", value: state.snapshot } });

const play = async (action) => {
  try {
    const answer = await arbiter.applyMoves({ position: position(), actions: [action] });
    actions.push(answer.applied[0].text);
    state = answer.state;
    console.log(`${answer.applied[0].text}: ${state.adjudication.message}`);
  } catch (error) {
    // Nothing has changed: show the player the message.
    if (!(error instanceof IllegalActionError)) throw error;
    console.log(`refused: ${error.message}`);
  }
};

const moveOfOpponent = async () => {
  const analysis = arbiter.analyze({ position: position(), strength: 3, limits: { depth: 8 } });
  for await (const { update } of analysis) {
    if (update.case === "bestMove") return update.value.action;
  }
};

await play("e3e4");
await play(await moveOfOpponent());
await play("e4e6");
await play("white:resign");
console.log(`to be stored: ${actions.join(" ")}`);
arbiter.close();
