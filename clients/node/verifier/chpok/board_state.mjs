import { opponentOf, winFor } from "../colours.mjs";
import { Refusal } from "../failure.mjs";
import { applyMove } from "./apply.mjs";
import { freshBoardClocks, withBonus } from "./board_clocks.mjs";
import { claimableResult, whyNoDrawClaim, whyNoWinClaim } from "./claims.mjs";
import { stopped } from "./clocks.mjs";
import { printFen } from "./fen.mjs";
import { TIME_PENALTY } from "./leads.mjs";
import { legalTexts } from "./moves.mjs";
import { rulingOf } from "./rulings.mjs";
import { TimedState } from "./timed_state.mjs";

const UNDO = "undo";

/** A state of the board phase. */
export class BoardState extends TimedState {
  players = { white: "w", black: "b" };
  /** There are no random draws in the board phase. */
  place = { turn: 0, action: 0 };

  /** `earlier` lists the position before each recorded ply (P19). */
  constructor({ position, drawPolicy, result, earlier = [] }) {
    super();
    this.position = position;
    this.drawPolicy = drawPolicy;
    this.earlier = earlier;
    this.result = result ?? (position.isOver ? position.resultByPoints : null);
  }

  get turn() {
    return this.position.side;
  }

  get clocks() {
    return this.position.clocks;
  }

  print() {
    return printFen(this.position);
  }

  act(text, draws, elapsedMs) {
    if (text === UNDO) return this.#undo(elapsedMs);
    if (!legalTexts(this.position).includes(text)) {
      throw new Refusal(`not legal in ${this.print()} (${rulingOf(text)})`);
    }
    return this.inTime(elapsedMs, (state) => state.#after(text));
  }

  #after(text) {
    const { position, isEnd } = applyMove(withBonus(this.position), text);
    const earlier = [...this.earlier, this.position];
    const result = isEnd ? position.resultByPoints : this.#resultByItself(position);
    return this.#with({ position, earlier, result });
  }

  /** C8, P18: returns the result of a claim that is granted automatically, or null. */
  #resultByItself(position) {
    const isChecked = this.drawPolicy === "AUTOMATIC" && position.side === "w";
    return isChecked ? claimableResult(position) : null;
  }

  /** P19: takes back two plies. */
  #undo(elapsedMs) {
    const { turn, position, earlier } = this;
    if (position.undos[turn] === 0) throw new Refusal("no undo is left (P19)");
    if (earlier.length < 2) throw new Refusal("there are no two plies to take back (P19)");
    return this.inTime(elapsedMs, ({ clocks }) => this.#with({
      position: earlier.at(-2).with({
        clocks,
        undos: { ...position.undos, [turn]: position.undos[turn] - 1 },
      }),
      earlier: earlier.slice(0, -2),
    }));
  }

  get isStart() {
    return this.position.isStart;
  }

  /** P24: returns the state with clocks that have not run yet. */
  withFreshClocks() {
    return this.withClocks(freshBoardClocks(this.position));
  }

  withClocks(clocks) {
    return this.#with({ position: this.position.with({ clocks }) });
  }

  /** P17, P24: returns the state after a player has run out of time, when the points decide. */
  lostOnTimeBy(player) {
    const position = this.position
      .withPenalty(player, TIME_PENALTY)
      .with({ clocks: stopped(this.clocks, player) });
    return this.#with({ position, result: position.resultByPoints });
  }

  resignedBy(player) {
    return this.#with({ result: winFor(opponentOf(player)) });
  }

  /** P18: returns the state after a valid claim. */
  claimed(kind, player) {
    const isDraw = kind === "claim draw";
    const objection = isDraw
      ? whyNoDrawClaim(this.position) : whyNoWinClaim(this.position, player);
    if (objection !== null) throw new Refusal(`${objection} (P18)`);
    return this.#with({ result: isDraw ? "DRAW" : winFor(player) });
  }

  #with(changes) {
    return new BoardState({ ...this, ...changes });
  }
}
