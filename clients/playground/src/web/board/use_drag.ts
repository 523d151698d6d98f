// Moving pieces by dragging with a mouse, a pen or a finger. A piece stays where it was dropped
// while its move is being sent, so that it does not jump back and forth.
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { Drag, Drop } from "./pieces.js";
import type { Placement } from "./position.js";
import { squareIn, type Orientation, type Size } from "./squares.js";

/** The maximum distance in pixels that a pointer moves in a click. */
const CLICK_TOLERANCE = 5;

interface DragActions {
  /** Whether the piece on the square can be dragged. */
  isDraggable(square: string): boolean;
  /** The pointer has been pressed on a piece that can be dragged. */
  onTake(square: string): void;
  /** The piece has been dropped on another square. */
  onDrop(from: string, to: string): void;
}

interface Dragging {
  drag: Drag | undefined;
  /** The square under the pointer while a piece is held. */
  hover: string | undefined;
  start(event: PointerEvent, square: string): void;
  /** Whether the click that is being handled ends a drag. */
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
      const distance = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
      if (distance > CLICK_TOLERANCE) dragged.current = true;
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

/** The time after which a dropped piece goes back if its move was refused. */
const REFUSED_MS = 1500;

interface Drops {
  drop: Drop | undefined;
  hold(drop: Drop): void;
  release(): void;
}

/** Keeps a dropped piece in place. While `naming`, its move still has to be chosen by name. */
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
