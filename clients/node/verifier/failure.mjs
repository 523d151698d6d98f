/** The error for a step that the rules or a format do not allow. */
export class Refusal extends Error {}

/** The verdict on an invalid game. `what` names the part of the game that is invalid. */
export class Failure extends Error {
  constructor(what, reason) {
    super(reason);
    this.what = what;
  }
}
