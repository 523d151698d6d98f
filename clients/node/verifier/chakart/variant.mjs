import { opponentOf, winFor } from "../chess.mjs";
import { TimedState, readTimeControl, withBonus } from "../clocks.mjs";
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
class ChakartState extends TimedState {
  players = { white: "w", black: "b" };

  /** `bonusMs` is the time that a player earns with each turn (C17). */
  constructor({
    position, clocks, bonusMs, result = resultOf(position), offeredBy = null, actionIndex,
  }) {
    super();
    Object.assign(this, { position, clocks, bonusMs, result, offeredBy });
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

  withClocks(clocks) {
    return this.#with({ clocks });
  }

  /** C14: the other player wins, whatever the material. */
  lostOnTimeBy(player) {
    return this.#lostBy(player);
  }

  afterControl({ kind, actor }) {
    switch (kind) {
      case "resign":
        return this.#lostBy(actor);
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

  #lostBy(player) {
    return this.#with({ result: winFor(opponentOf(player)) });
  }

  act(text, draws, elapsedMs) {
    const action = canonical(text);
    if (!acceptedTexts(this.position).includes(action)) {
      throw new Refusal(`not legal in ${this.print()}`);
    }
    return this.inTime(elapsedMs, (state) => state.#after(action, draws));
  }

  #after(action, draws) {
    const { turn, clocks, bonusMs } = this;
    const position = applyAction(this.position, action, draws);
    const isTurnOver = position.side !== turn;
    return new ChakartState({
      position,
      clocks: isTurnOver ? withBonus(clocks, turn, bonusMs) : clocks,
      bonusMs,
      offeredBy: this.offeredBy === opponentOf(turn) ? null : this.offeredBy,  // C14
      actionIndex: isTurnOver ? 0 : this.actionIndex + 1,
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

  readOptions: (options) => ({
    setup: enumAt(options.chakart ?? {}, "setup", "STANDARD"),
    timeControl: readTimeControl(options),
  }),

  /** H1: returns the start, which is drawn at random unless the set-up is standard. */
  start({ setup, timeControl }, draws) {
    const isStandard = setup === "STANDARD";
    const position = isStandard
      ? readFen(STANDARD_START) : drawStart(draws, { symmetric: setup === "SYMMETRIC" });
    return startAt(position, timeControl);
  },

  read: (fen, { timeControl }) => startAt(readFen(fen), timeControl),

  /** C17: only the options decide whether there are clocks. */
  withClocks: (state) => state,
};

const startAt = (position, timeControl) => new ChakartState({
  position, clocks: timeControl?.baseMs ?? null, bonusMs: timeControl?.bonusMs ?? 0,
});
