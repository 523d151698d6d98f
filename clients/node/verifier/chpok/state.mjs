import { opponentOf, winFor } from "../chess.mjs";
import { TimedState } from "../clocks.mjs";
import { Refusal } from "../failure.mjs";
import { applyMove } from "./apply.mjs";
import { makeBid, otherBidder, readBid, withUndecidedDrawn } from "./bidding.mjs";
import { printBidding } from "./bidding_text.mjs";
import {
  freshBiddingClocks, freshBoardClocks, withBiddingBonus, withBoardBonus,
} from "./clocks.mjs";
import { printFen } from "./fen.mjs";
import { legalTexts, rulingOf } from "./moves.mjs";
import { TIME_PENALTY, claimableResult, whyNoDrawClaim, whyNoWinClaim } from "./points.mjs";
import { startPosition } from "./position.mjs";
import { playedRow } from "./terms.mjs";

const NO_AGREEMENT = "Chpok has no draw by agreement (P17)";

/** A state of the bidding phase. */
export class BiddingState extends TimedState {
  players = { challenger: "challenger", opponent: "opponent" };

  /** `limits` are the limits of a raise (P4, P9). */
  constructor({ bidding, limits, drawPolicy, result = null }) {
    super();
    Object.assign(this, { bidding, limits, drawPolicy, result });
  }

  get turn() {
    return this.bidding.turn;
  }

  get clocks() {
    return this.bidding.clocks;
  }

  /** R1: returns the position of the next random draws in the stream. */
  get place() {
    return { turn: this.bidding.bidsMade, action: 0 };
  }

  print() {
    return printBidding(this.bidding);
  }

  act(text, draws, elapsedMs) {
    const bid = readBid(this.bidding, text, this.limits);
    return this.inTime(elapsedMs, (state) => state.#after(bid, draws));
  }

  #after(bid, draws) {
    const made = makeBid(this.bidding, bid, draws);
    if (made.isOver) {
      const position = boardAfter(withUndecidedDrawn(made, draws));
      return new BoardState({ position, drawPolicy: this.drawPolicy });
    }
    return this.#with({ bidding: withBiddingBonus(made, this.turn).withNextTurn() });
  }

  get isStart() {
    return this.bidding.bidsMade === 0;
  }

  /** P6: returns the state with clocks that have not run yet. */
  withFreshClocks() {
    return this.withClocks(freshBiddingClocks());
  }

  withClocks(clocks) {
    return this.#with({ bidding: this.bidding.with({ clocks }) });
  }

  /** P6: returns the state after a player has run out of time. */
  lostOnTimeBy(player) {
    return this.#lostBy(player);
  }

  afterControl({ kind, actor }) {
    switch (kind) {
      case "resign":
        return this.#lostBy(actor);
      case "claim draw":
      case "claim win":
        throw new Refusal("nothing can be claimed during the bidding (P18)");
      default:
        throw new Refusal(NO_AGREEMENT);
    }
  }

  #lostBy(player) {
    return this.#with({ result: `${otherBidder(player).toUpperCase()}_WINS` });
  }

  #with(changes) {
    return new BiddingState({ ...this, ...changes });
  }
}

/** P5, P8, P24: returns the board to which a finished bidding leads. */
function boardAfter({ targets, clocks, width }) {
  const position = startPosition({
    features: targets.xf.outcome,
    row: playedRow(targets.home.outcome, width),
    timeControl: targets.time.outcome,
  });
  return clocks === null ? position : position.with({ clocks: freshBoardClocks(position) });
}

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
    const { position, isEnd } = applyMove(withBoardBonus(this.position), text);
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
    const position = this.position.withPenalty(player, TIME_PENALTY);
    return this.#with({ position, result: position.resultByPoints });
  }

  afterControl({ kind, actor }) {
    switch (kind) {
      case "resign":
        return this.#with({ result: winFor(opponentOf(actor)) });
      case "claim draw":
      case "claim win":
        return this.#claimed(kind, actor);
      default:
        throw new Refusal(NO_AGREEMENT);
    }
  }

  /** P18: returns the state after a valid claim. */
  #claimed(kind, player) {
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
