import { Icon } from "./icon.js";
import { say } from "../../words/words.js";
import type { GameProps } from "../game_props.js";

interface StepBarProps extends Pick<GameProps, "session" | "view"> {
  onFlip(): void;
}

/** Back and forth through the game, and the board turned round. */
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
