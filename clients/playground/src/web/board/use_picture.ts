// The picture on the screen. Pieces glide from position to position, and effects are animated.
import type { EventJson } from "@arbiter-chess/client";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { settle, type Picture } from "./picture.js";
import type { Placement } from "./position.js";
import { stepsOf, type Step } from "./steps.js";

const STEP_MS = 250;
/** The time for an effect, which is longer because it has a caption to read. */
const EFFECT_MS = 500;
/** If at least this many steps remain, the animation runs at twice the speed. */
const MANY_STEPS = 8;

export interface Shown {
  picture: Picture;
  /** The step that is being shown, or `undefined` if there is no animation. */
  step: Step | undefined;
  /** Ends the animation at once. */
  skip(): void;
}

function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function usePicture(
  placement: Placement,
  effects: { key: number; events: EventJson[] } | undefined,
): Shown {
  const [shown, setShown] = useState<{ picture: Picture; step?: Step }>(() => ({
    picture: settle(undefined, placement),
  }));
  // The picture in which the animation ends.
  const rest = useRef({ picture: shown.picture, placement, key: effects?.key });
  const timer = useRef<number | undefined>(undefined);

  const skip = useCallback(() => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    setShown({ picture: rest.current.picture });
  }, []);

  useLayoutEffect(() => {
    const before = rest.current;
    if (before.placement === placement && before.key === effects?.key) return;
    const isNew = effects !== undefined && effects.key !== before.key;
    const steps = isNew && !prefersReducedMotion() ? stepsOf(before.picture, effects.events) : [];
    const picture = settle(steps.at(-1)?.picture ?? before.picture, placement);
    rest.current = { picture, placement, key: effects?.key ?? before.key };
    clearTimeout(timer.current);
    play(steps, picture);
  }, [placement, effects?.key]);

  useEffect(() => () => clearTimeout(timer.current), []);

  function play(steps: Step[], end: Picture): void {
    const [step, ...others] = steps;
    if (!step) {
      timer.current = undefined;
      setShown({ picture: end });
      return;
    }
    setShown({ picture: step.picture, step });
    const wait = step.effect ? EFFECT_MS : STEP_MS;
    const pace = others.length < MANY_STEPS ? 1 : 2;
    timer.current = window.setTimeout(() => play(others, end), wait / pace);
  }

  return { picture: shown.picture, step: shown.step, skip };
}
