// Tells an effect in words while it is played. Readers of the screen hear it from the page's log.
import { type Orientation, type Size, cellOf } from "./squares.js";
import type { Effect } from "./steps.js";

export interface CaptionProps {
  effect: Effect;
  size: Size;
  orientation: Orientation;
}

export function Caption({ effect, size, orientation }: CaptionProps) {
  const isHigh = cellOf(effect.square, size, orientation).row < size.ranks / 2;
  return (
    <p class={`board-caption ${isHigh ? "at-bottom" : "at-top"}`} aria-hidden="true">
      {effect.caption}
    </p>
  );
}
