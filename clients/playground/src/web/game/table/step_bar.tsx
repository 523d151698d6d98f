import { useEffect } from "preact/hooks";

import { say } from "../../words/words.js";
import type { GameProps } from "../game_props.js";
import type { GameSession } from "../session.js";

interface StepBarProps extends Pick<GameProps, "session" | "view"> {
  onFlip(): void;
}

/** The buttons that step through the game and flip the board. */
export function StepBar({ session, view, onFlip }: StepBarProps) {
  const done = session.shownActions.value;
  const all = view.log.length;
  return (
    <div class="step-bar" role="group" aria-label={say("moves.position")}>
      <Step name="first" isOff={done === 0} onPress={() => void session.show(0)} />
      <Step name="back" isOff={done === 0} onPress={() => void session.step(-1)} />
      <span class="step-bar__count">{done} / {all}</span>
      <Step name="forward" isOff={done === all} onPress={() => void session.step(1)} />
      <Step name="last" isOff={done === all} onPress={() => void session.showNewest()} />
      <button type="button" class="step-bar__flip" aria-label={say("game.flip")} onClick={onFlip}>
        <Icon name="flip" /><span class="step-bar__words">{say("game.flip")}</span>
      </button>
    </div>
  );
}

interface StepProps {
  name: "first" | "back" | "forward" | "last";
  isOff: boolean;
  onPress(): void;
}

function Step({ name, isOff, onPress }: StepProps) {
  const label = say(`moves.${name}`);
  return (
    <button type="button" aria-label={label} title={label} disabled={isOff} onClick={onPress}>
      <Icon name={name} />
    </button>
  );
}

/** The icons. They are not characters, because some fonts lack them or show them as emoji. */
const PATHS = {
  first: "M5 4v16M19 4 8 12l11 8z",
  back: "M17 4 6 12l11 8z",
  forward: "M7 4l11 8-11 8z",
  last: "M19 4v16M5 4l11 8-11 8z",
  flip: "M8 20V5M8 4 4 9M8 4l4 5M16 4v15M16 20l-4-5M16 20l4-5",
} as const;

/** An icon, whose meaning is in the text next to it or in the label of its button. */
function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The elements in which these keys already have a meaning. */
const BUSY = "input, select, textarea, dialog, [role=grid], [role=slider], [contenteditable]";

/** Makes Left, Right, Home and End step through the game. */
export function useStepKeys(session: GameSession): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isBusy = event.target instanceof Element && event.target.closest(BUSY) !== null;
      const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (isBusy || hasModifier || event.defaultPrevented) return;
      const step = stepOf(event.key, session);
      if (step === undefined) return;
      event.preventDefault();
      void step();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [session]);
}

function stepOf(key: string, session: GameSession): (() => Promise<void>) | undefined {
  switch (key) {
    case "ArrowLeft": return () => session.step(-1);
    case "ArrowRight": return () => session.step(1);
    case "Home": return () => session.show(0);
    case "End": return () => session.showNewest();
    default: return undefined;
  }
}
