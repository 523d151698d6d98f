import { useState } from "preact/hooks";

import { Field, NumberField } from "../ui/field.js";
import { say } from "../words/words.js";
import { readTimeControl, timeControlText, type TimeControl } from "./time_control.js";

const PRESETS = ["60+0", "180+2", "300+3", "600+0", "900+10", "1800+20"] as const;
const OTHER = "other";
const INITIAL: TimeControl = { white: 300, black: 300, bonus: 0 };

const MAX_MINUTES = 1_000;
const MAX_BONUS = 3_600;

interface ClockFieldProps {
  label: string;
  /** The time control, or "" for no clocks. */
  value: string;
  /** The names of the players. */
  white: string;
  black: string;
  onChange(value: string): void;
}

/** A choice of usual time controls, or of any other. */
export function ClockField({ label, value, white, black, onChange }: ClockFieldProps) {
  const [isOther, setIsOther] = useState(false);
  const control = readTimeControl(value) ?? INITIAL;
  const choose = (choice: string) => {
    setIsOther(choice === OTHER);
    onChange(choice === OTHER ? timeControlText(control) : choice);
  };
  return (
    <div class="clock-field">
      <Field label={label}>
        {(attributes) => (
          <select {...attributes} value={isOther ? OTHER : value}
            onChange={(event) => choose(event.currentTarget.value)}>
            <option value="">{say("clock.none")}</option>
            {PRESETS.map((each) => <option key={each} value={each}>{presetLabel(each)}</option>)}
            <option value={OTHER}>{say("clock.other")}</option>
          </select>
        )}
      </Field>
      {isOther && (
        <OtherTimes control={control} white={white} black={black}
          onChange={(changed) => onChange(timeControlText(changed))} />
      )}
    </div>
  );
}

function presetLabel(preset: string): string {
  const { white, bonus } = readTimeControl(preset) ?? INITIAL;
  const minutes = white / 60;
  return bonus === 0 ? say("clock.time", { minutes }) : say("clock.timeBonus", { minutes, bonus });
}

interface OtherTimesProps {
  control: TimeControl;
  white: string;
  black: string;
  onChange(control: TimeControl): void;
}

function OtherTimes({ control, white, black, onChange }: OtherTimesProps) {
  const [isSame, setIsSame] = useState(control.white === control.black);
  return (
    <>
      <TimeFields legend={isSame ? say("clock.each") : say("clock.of", { player: white })}
        seconds={control.white} onChange={(seconds) =>
          onChange({ ...control, white: seconds, black: isSame ? seconds : control.black })} />
      <NumberField label={say("clock.bonus")} value={control.bonus} min={0} max={MAX_BONUS}
        onChange={(bonus) => onChange({ ...control, bonus: wholeOf(bonus) })} />
      <label class="check">
        <input type="checkbox" checked={!isSame} onChange={(event) => {
          setIsSame(!event.currentTarget.checked);
          onChange({ ...control, black: control.white });
        }} />
        <span>{say("clock.different", { player: black })}</span>
      </label>
      {!isSame && (
        <TimeFields legend={say("clock.of", { player: black })} seconds={control.black}
          onChange={(seconds) => onChange({ ...control, black: seconds })} />
      )}
    </>
  );
}

interface TimeFieldsProps {
  legend: string;
  seconds: number;
  onChange(seconds: number): void;
}

/** A time in minutes and seconds. */
function TimeFields({ legend, seconds, onChange }: TimeFieldsProps) {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class="clock-field__times">
        <NumberField label={say("clock.minutes")} value={minutes} min={0} max={MAX_MINUTES}
          onChange={(value) => onChange(wholeOf(value) * 60 + rest)} />
        <NumberField label={say("clock.seconds")} value={rest} min={0} max={59}
          onChange={(value) => onChange(minutes * 60 + Math.min(wholeOf(value), 59))} />
      </div>
    </fieldset>
  );
}

/** Returns the number that has been typed so far, without a fraction. */
const wholeOf = (text: string): number => Math.max(0, Math.trunc(Number(text)));
