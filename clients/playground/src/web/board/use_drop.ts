// Leaves a piece where it was let go while the move is on its way, so that it does not jump back
// and forth.
import { useEffect, useState } from "preact/hooks";

import type { Drop } from "./pieces.js";
import type { Placement } from "../inferred/placement.js";

/** A move that was refused brings no new position: the piece goes back after so long. */
const REFUSED_MS = 1500;

export interface Drops {
  drop: Drop | undefined;
  hold(drop: Drop): void;
  release(): void;
}

/** `naming`: the move is not made yet. */
export function useDrop(placement: Placement, naming: boolean): Drops {
  const [held, setHeld] = useState<{ drop: Drop; placement: Placement }>();
  const drop = held?.placement === placement ? held.drop : undefined;
  useEffect(() => {
    if (!drop || naming) return undefined;
    const timer = setTimeout(() => setHeld(undefined), REFUSED_MS);
    return () => clearTimeout(timer);
  }, [drop, naming]);
  return {
    drop,
    hold: (drop) => setHeld({ drop, placement }),
    release: () => setHeld(undefined),
  };
}
