import { applyAction } from "./chakart/apply.mjs";
import { acceptedTexts } from "./chakart/choices.mjs";
import { printFen } from "./chakart/fen.mjs";
import { opponentOf } from "./chakart/pieces.mjs";
import { resultOf, winFor } from "./chakart/position.mjs";
import { squareOf } from "./chakart/squares.mjs";
import { Refusal } from "./failure.mjs";

const CONTROL = /^(?:(white|black):)?(resign|timeout|draw[?!-]|claim (?:draw|win))$/;
const SWAP = /^([a-h][1-8])~([a-h][1-8])$/;

/** A game in progress: the position, and what the FEN does not carry. */
export class Game {
  #drawsOf;
  #offeredBy = null;
  #actionIndex;

  /** `drawsOf({ turn, action })` makes the Draws of one action. */
  constructor(position, drawsOf) {
    this.position = position;
    this.result = resultOf(position);
    this.drawCount = 0;
    this.#drawsOf = drawsOf;
    this.#actionIndex = position.pending.length > 0 ? 1 : 0;  // H22
  }

  /** Throws a Refusal where the action is not allowed or not what is drawn. */
  play(text) {
    if (this.result !== null) throw new Refusal("the game is over");
    const control = CONTROL.exec(text);
    if (control === null) return this.#move(text);
    const [, actor, order] = control;
    this.#obey(order, actor ? actor[0] : this.position.side);
  }

  /** C7, C14. */
  #obey(order, actor) {
    switch (order) {
      case "resign":
      case "timeout":
        this.result = winFor(opponentOf(actor));
        break;
      case "draw?":
        if (this.#offeredBy !== null) throw new Refusal("a draw offer already stands");
        this.#offeredBy = actor;
        break;
      case "draw!":
        if (this.#offeredBy !== opponentOf(actor)) throw new Refusal("no draw offer to accept");
        this.result = "DRAW";
        break;
      case "draw-":
        if (this.#offeredBy === null) throw new Refusal("no draw offer stands");
        this.#offeredBy = null;
        break;
      default:
        throw new Refusal("the rules of Chakart grant no claim");  // H19
    }
  }

  #move(text) {
    const [, bare, block] = /^([^{]*)(.*)$/s.exec(text);
    const action = canonical(bare);
    if (!acceptedTexts(this.position).includes(action)) {
      throw new Refusal(`not legal in ${printFen(this.position)}`);
    }
    const { ply, side } = this.position;
    const draws = this.#drawsOf({ turn: ply, action: this.#actionIndex });
    const next = applyAction(this.position, action, draws);
    if (block !== "" && block !== draws.block()) {
      throw new Refusal(`the seed draws ${draws.block() || "nothing"}`);
    }
    if (this.#offeredBy === opponentOf(side)) this.#offeredBy = null;  // C14
    this.#actionIndex = next.side === side ? this.#actionIndex + 1 : 0;
    this.drawCount += draws.count;
    this.position = next;
    this.result = resultOf(next);
  }
}

/** A swap is read either way round, and printed with the first square in draw order first. */
function canonical(text) {
  const [, first, second] = SWAP.exec(text) ?? [];
  return first && squareOf(first) > squareOf(second) ? `${second}~${first}` : text;
}
