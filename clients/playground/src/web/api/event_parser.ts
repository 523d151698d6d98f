/** One server-sent event. */
export interface ServerEvent {
  name: string;
  data: string;
}

/** Reads a text/event-stream piece by piece. Comments (heartbeats) are skipped. */
export class EventParser {
  #rest = "";
  #name = "";
  #data: string[] = [];

  /** The events that are complete with this piece. */
  push(piece: string): ServerEvent[] {
    const text = this.#rest + piece;
    // A carriage return at the very end may be half of a line end.
    const held = text.endsWith("\r") ? 1 : 0;
    const lines = text.slice(0, text.length - held).split(/\r\n|\r|\n/);
    this.#rest = (lines.pop() ?? "") + text.slice(text.length - held);
    return lines.flatMap((line) => this.#readLine(line));
  }

  #readLine(line: string): ServerEvent[] {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#name = value;
    if (field === "data") this.#data.push(value);
    return [];
  }

  #dispatch(): ServerEvent[] {
    const event = { name: this.#name || "message", data: this.#data.join("\n") };
    const isEmpty = this.#data.length === 0;
    this.#name = "";
    this.#data = [];
    return isEmpty ? [] : [event];
  }
}
