import type { Response } from "express";

import { limitExceeded } from "../refusal.js";
import { VisitorLimit, type Caps } from "../visitor_limits.js";
import type { Visitor } from "../visitors.js";
import { EventStream } from "./event_stream.js";

/** Opens event streams, and refuses those above a limit with LIMIT_EXCEEDED. */
export class StreamLimit {
  readonly #open: VisitorLimit;

  constructor(caps: Caps) {
    this.#open = new VisitorLimit(caps);
  }

  open(visitor: Visitor, response: Response): EventStream {
    const cap = this.#open.reachedCap(visitor);
    if (cap !== undefined) throw limitExceeded(`At most ${cap} of these streams can be open.`);
    const stream = new EventStream(response);
    response.once("close", this.#open.add(visitor));
    return stream;
  }
}
