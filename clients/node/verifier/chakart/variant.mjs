import { opponentOf, winFor } from "../chess.mjs";
import { Refusal } from "../failure.mjs";
import { enumAt } from "../json.mjs";
import { applyAction } from "./apply.mjs";
import { STANDARD_START, printFen, readFen } from "./fen.mjs";
import { acceptedTexts } from "./moves.mjs";
import { resultOf, squareOf } from "./position.mjs";

const ANY_FILE = [0, 1, 2, 3, 4, 5, 6, 7];
const DARK_START = [0, 2, 4, 6];
const LIGHT_START = [1, 3, 5, 7];

/** H1: the pieces in the order of their random draws; the rooks take the remaining files. */
const DRAWN = [
  ["b", DARK_START], ["b", LIGHT_START], ["q", ANY_FILE], ["k", ANY_FILE], ["n", ANY_FILE],
  ["n", ANY_FILE],
];

function drawBackRank(draws) {
  const rank = Array(8).fill(null);
  for (const [piece, files] of DRAWN) {
    rank[draws.pick(files.filter((file) => rank[file] === null))] = piece;
  }
  return rank.map((piece) => piece ?? "r").join("");
}

/** H1: draws one back rank for both sides if `symmetric`, otherwise one for each, White's first. */
function drawStart(draws, { symmetric }) {
  const white = drawBackRank(draws);
  const black = symmetric ? white : drawBackRank(draws);
  return readFen(`${black}/pppppppp/8/8/8/8/PPPPPPPP/${white.toUpperCase()} w 0`);
}

const SWAP = /^([a-h][1-8])~([a-h][1-8])$/;

/** A state of a game: the position, and everything that the FEN does not contain. */
class ChakartState {
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

/** Chakart's implementation of a variant for verify_game.mjs. */
export const CHAKART = {
  id: "chakart",
  movePurpose: "move",

  readOptions: (fields) => ({
    setup: enumAt(fields, "setup", "STANDARD"),
  }),

  /** H1: returns the start, which is drawn at random unless the set-up is standard. */
  start({ setup }, draws) {
    const isStandard = setup === "STANDARD";
    const position = isStandard
      ? readFen(STANDARD_START) : drawStart(draws, { symmetric: setup === "SYMMETRIC" });
    return new ChakartState({ position });
  },

  read: (fen) => new ChakartState({ position: readFen(fen) }),

  /** Chakart has no clocks. */
  withClocks: (state) => state,
};
