import { Refusal } from "./failure.mjs";

const FORM = /^(?:([a-z]+):)?(resign|timeout|draw[?!-]|claim (?:draw|win))$/;

/**
 * C7: parses a control action into its kind and its actor. The actor is one of the values of
 * `players`, or null if the action text names no player. Returns null for any other text.
 */
export function readControl(text, players) {
  const [, name, kind] = FORM.exec(text) ?? [];
  if (kind === undefined) return null;
  if (name === undefined) return { kind, actor: null };
  return Object.hasOwn(players, name) ? { kind, actor: players[name] } : null;
}

/** The value of `elapsedMs` if the time was not reported (P6). */
export const NOT_REPORTED = -1;

/**
 * A game in progress, of any variant. Its `state` is immutable and replaced by each action. A state
 * has
 *   result        the result, or null while the game is not over
 *   players       the players by their names in action texts
 *   turn          the player to move
 *   place         { turn, action }: the position of the next random draws in the stream (R1)
 *   applyControl(control, elapsedMs), act(text, draws, elapsedMs)
 *                 return the next state, or throw a Refusal if the action is not allowed
 *   print()       returns the FEN
 */
export class Game {
  drawCount = 0;
  #drawsOf;

  /** `drawsOf({ turn, action })` returns the Draws of one action. */
  constructor(state, drawsOf) {
    this.state = state;
    this.#drawsOf = drawsOf;
  }

  get result() {
    return this.state.result;
  }

  /**
   * Plays an action. Throws a Refusal if the action is not allowed, or if its outcomes differ from
   * those that the seed draws.
   */
  play(text, elapsedMs = NOT_REPORTED) {
    if (this.result !== null) throw new Refusal("the game is over");
    const control = readControl(text, this.state.players);
    if (control === null) {
      this.#act(text, elapsedMs);
    } else {
      const actor = control.actor ?? this.state.turn;
      this.state = this.state.applyControl({ ...control, actor }, elapsedMs);
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
