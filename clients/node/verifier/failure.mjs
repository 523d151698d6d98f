/** The reason why the rules or a format do not allow a step. */
export class Refusal extends Error {}

/** The verdict on an invalid game; `what` names the part that failed. */
export class Failure extends Error {
  constructor(what, reason) {
    super(reason);
    this.what = what;
  }
}
