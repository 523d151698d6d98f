// Pieces moved with the pointer held down: mouse, pen or finger. A piece stays where it was let go
// while its move is on its way, so that it does not jump back and forth.
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { Drag, Drop } from "./pieces.js";
import type { Placement } from "./position.js";
import { squareIn, type Orientation, type Size } from "./squares.js";

/** Pixels that a pointer may tremble in a click. */
const TREMBLE = 5;

interface DragActions {
  /** Whether a piece can be taken up there. */
  isDraggable(square: string): boolean;
  /** The pointer is down on a piece that can be taken up. */
  onTake(square: string): void;
  /** It was let go over another square. */
  onDrop(from: string, to: string): void;
}

interface Dragging {
  drag: Drag | undefined;
  /** The square under the pointer while a piece is held. */
  hover: string | undefined;
  start(event: PointerEvent, square: string): void;
  /** Whether the click that is being handled belongs to a drag. */
  ownsClick(): boolean;
}

export function useDrag(
  grid: RefObject<HTMLElement>,
  size: Size,
  orientation: Orientation,
  actions: DragActions,
): Dragging {
  const [drag, setDrag] = useState<Drag>();
  const dragged = useRef(false);
  const latest = useRef(actions);
  latest.current = actions;

  const pointAt = (event: PointerEvent) => {
    const box = grid.current?.getBoundingClientRect() ?? new DOMRect();
    return {
      x: ((event.clientX - box.left) / box.width) * size.files * 100,
      y: ((event.clientY - box.top) / box.height) * size.ranks * 100,
    };
  };
  const squareUnder = ({ x, y }: { x: number; y: number }) =>
    squareIn({ column: Math.floor(x / 100), row: Math.floor(y / 100) }, size, orientation);

  const start = (down: PointerEvent, square: string) => {
    if (down.button !== 0 || !down.isPrimary) return;
    dragged.current = false;
    if (!latest.current.isDraggable(square)) return;
    latest.current.onTake(square);
    const move = (event: PointerEvent) => {
      if (event.pointerId !== down.pointerId) return;
      const way = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
      if (way > TREMBLE) dragged.current = true;
      if (dragged.current) setDrag({ square, ...pointAt(event) });
    };
    const end = (event: PointerEvent) => {
      if (event.pointerId !== down.pointerId) return;
      listening.abort();
      setDrag(undefined);
      const target = squareUnder(pointAt(event));
      const dropped = event.type === "pointerup" && dragged.current;
      if (dropped && target !== undefined && target !== square)
        latest.current.onDrop(square, target);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener("pointermove", move, { signal });
    window.addEventListener("pointerup", end, { signal });
    window.addEventListener("pointercancel", end, { signal });
  };

  return { drag, hover: drag && squareUnder(drag), start, ownsClick: () => dragged.current };
}

/** A move that was refused brings no new position: the piece goes back after so long. */
const REFUSED_MS = 1500;

interface Drops {
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
