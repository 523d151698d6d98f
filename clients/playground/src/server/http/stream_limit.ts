import type { Response } from "express";

import { limitExceeded } from "../refusal.js";
import { VisitorLimit, type Caps } from "../visitor_limits.js";
import type { Visitor } from "../visitors.js";
import { EventStream } from "./event_stream.js";

/** Opens event streams, and refuses those above a limit with LIMIT_EXCEEDED. */
export class StreamLimit {
  readonly #open: VisitorLimit;
  readonly #what: string;

  /** `what` names the streams in refusals. Example: `event streams`. */
  constructor(caps: Caps, what: string) {
    this.#open = new VisitorLimit(caps);
    this.#what = what;
  }

  open(visitor: Visitor, response: Response): EventStream {
    const reached = this.#open.reachedCap(visitor);
    if (reached !== undefined) {
      throw limitExceeded(
        `At most ${reached.cap} ${this.#what} of ${reached.owner} can be open at a time; ` +
          "try again when one of them has ended.",
      );
    }
    const stream = new EventStream(response);
    response.once("close", this.#open.add(visitor));
    return stream;
  }
}
