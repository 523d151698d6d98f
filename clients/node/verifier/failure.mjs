/** A step that the rules or the formats do not allow, with the reason. */
export class Refusal extends Error {}

/** The verdict on a whole game that is not in order; `what` names the part that failed. */
export class Failure extends Error {
  constructor(what, reason) {
    super(reason);
    this.what = what;
  }
}
