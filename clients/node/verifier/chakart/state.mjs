import { opponentOf, winFor } from "../colours.mjs";
import { Refusal } from "../failure.mjs";
import { applyAction } from "./apply.mjs";
import { acceptedTexts } from "./choices.mjs";
import { printFen } from "./fen.mjs";
import { resultOf } from "./position.mjs";
import { squareOf } from "./squares.mjs";

const SWAP = /^([a-h][1-8])~([a-h][1-8])$/;

/** A state of a game: the position, and everything that the FEN does not contain. */
export class ChakartState {
  players = { white: "w", black: "b" };

  constructor({ position, result = resultOf(position), offeredBy = null, actionIndex }) {
    Object.assign(this, { position, result, offeredBy });
    this.actionIndex = actionIndex ?? (position.pending.length > 0 ? 1 : 0);  // H22
  }

  get turn() {
    return this.position.side;
  }

  get place() {
    return { turn: this.position.ply, action: this.actionIndex };
  }

  print() {
    return printFen(this.position);
  }

  /** C7, C14: returns the state after a control action. */
  applyControl({ kind, actor }) {
    switch (kind) {
      case "resign":
      case "timeout":
        return this.#with({ result: winFor(opponentOf(actor)) });
      case "draw?":
        if (this.offeredBy !== null) throw new Refusal("a draw offer already stands");
        return this.#with({ offeredBy: actor });
      case "draw!":
        if (this.offeredBy !== opponentOf(actor)) throw new Refusal("there is no offer to accept");
        return this.#with({ result: "DRAW" });
      case "draw-":
        if (this.offeredBy === null) throw new Refusal("there is no draw offer");
        return this.#with({ offeredBy: null });
      default:
        throw new Refusal("Chakart has no claims");  // H19
    }
  }

  act(text, draws) {
    const action = canonical(text);
    if (!acceptedTexts(this.position).includes(action)) {
      throw new Refusal(`not legal in ${this.print()}`);
    }
    const { side } = this.position;
    const position = applyAction(this.position, action, draws);
    return new ChakartState({
      position,
      offeredBy: this.offeredBy === opponentOf(side) ? null : this.offeredBy,  // C14
      actionIndex: position.side === side ? this.actionIndex + 1 : 0,
    });
  }

  #with(changes) {
    return new ChakartState({ ...this, ...changes });
  }
}

/** Puts the squares of a swap into order; they are accepted in either order. */
function canonical(text) {
  const [, first, second] = SWAP.exec(text) ?? [];
  return first && squareOf(first) > squareOf(second) ? `${second}~${first}` : text;
}
