/** Who wants to hear that a game has changed. */
export class Hub {
  readonly #listeners = new Map<string, Set<() => void>>();

  /** The answer ends it. */
  listen(game: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(game) ?? new Set();
    this.#listeners.set(game, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(game) === listeners)
        this.#listeners.delete(game);
    };
  }

  tell(game: string): void {
    for (const listener of this.#listeners.get(game) ?? []) listener();
  }
}
