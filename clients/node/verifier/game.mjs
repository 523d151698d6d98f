import { readControl } from "./control_action.mjs";
import { Refusal } from "./failure.mjs";

/** What `elapsedMs` is where nobody reported the time (P6). */
export const NOT_REPORTED = -1;

/**
 * A game in progress, of any variant. Its `state` never changes, it is replaced; a state has
 *   result        null while the game goes on
 *   players       who may act, by the names that an action text has for them
 *   turn          which of them is to move
 *   place         { turn, action }: where the next draws are in the stream (R1)
 *   obey(control, elapsedMs), act(text, draws, elapsedMs)
 *                 the next state; a Refusal where the action is not allowed
 *   print()       the final line's FEN
 */
export class Game {
  drawCount = 0;
  #drawsOf;

  /** `drawsOf({ turn, action })` makes the Draws of one action. */
  constructor(state, drawsOf) {
    this.state = state;
    this.#drawsOf = drawsOf;
  }

  get result() {
    return this.state.result;
  }

  /** Throws a Refusal where the action is not allowed or not what is drawn. */
  play(text, elapsedMs = NOT_REPORTED) {
    if (this.result !== null) throw new Refusal("the game is over");
    const control = readControl(text, this.state.players);
    if (control === null) {
      this.#act(text, elapsedMs);
    } else {
      const actor = control.actor ?? this.state.turn;
      this.state = this.state.obey({ ...control, actor }, elapsedMs);
    }
  }

  #act(text, elapsedMs) {
    const [, bare, block] = /^([^{]*)(.*)$/s.exec(text);
    const draws = this.#drawsOf(this.state.place);
    const next = this.state.act(bare, draws, elapsedMs);
    if (block !== "" && block !== draws.block()) {
      throw new Refusal(`the seed draws ${draws.block() || "nothing"}`);
    }
    this.drawCount += draws.count;
    this.state = next;
  }
}
