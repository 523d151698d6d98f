import type { OptionJson, VariantJson } from "@arbiter-chess/client";

import { FeaturesField } from "../chpok/features_field.js";
import { sideName } from "../game/sides.js";
import { Field, NumberField } from "../ui/field.js";
import { say, sayOr } from "../words/words.js";
import { ClockField } from "./clock_field.js";
import { kindOf } from "./option_values.js";

interface OptionFieldProps {
  variant: VariantJson;
  option: OptionJson;
  /** The value as Arbiter writes it. */
  value: string;
  onChange(value: string): void;
}

/** Returns Arbiter's description of an option, without its rulings and the names of its games. */
const plain = (description = "") =>
  description
    .replace(/\s*\([A-Z]\d+(?:, [A-Z]\d+)*\)/g, "")
    .replace(/; only for games with .*$/, "");

const labelOf = ({ name = "" }: OptionJson) =>
  sayOr(`option.${name}`, name.replaceAll("_", " "));

/** Returns the description as a hint, or `undefined` if it only repeats the label. */
function hintOf(option: OptionJson): string | undefined {
  const text = plain(option.description);
  return text.toLowerCase() === labelOf(option).toLowerCase() ? undefined : text;
}

const valueLabel = (value: string) => sayOr(`value.${value}`, value);

/** A field for an option of any variant, made from what ListVariants says about the option. */
export function OptionField({ variant, option, value, onChange }: OptionFieldProps) {
  const { values = [], minimum = 0, maximum = 0, defaultValue = "" } = option;
  switch (kindOf(option)) {
    case "switch": return (
      <SwitchField option={option} value={value} onChange={onChange} />
    );
    case "choice": return (
      <Field label={labelOf(option)} hint={hintOf(option)}>
        {(attributes) => (
          <select {...attributes} value={value}
            onChange={(event) => onChange(event.currentTarget.value)}>
            {values.map((each) => <option key={each} value={each}>{valueLabel(each)}</option>)}
          </select>
        )}
      </Field>
    );
    case "number": return (
      <NumberField label={labelOf(option)} value={value} min={minimum} max={maximum}
        hint={`${minimum}–${maximum}${defaultHint(defaultValue)}`} onChange={onChange} />
    );
    case "features": return (
      <FeaturesField legend={labelOf(option)} value={value} minMoves={10} onChange={onChange} />
    );
    case "clock": return (
      <ClockField label={labelOf(option)} value={value} white={sideName(variant, "white")}
        black={sideName(variant, "black")} onChange={onChange} />
    );
    case "text": return (
      <Field label={labelOf(option)} hint={hintOf(option)}>
        {(attributes) => (
          <input {...attributes} type="text" value={value} placeholder={option.form}
            spellcheck={false} onInput={(event) => onChange(event.currentTarget.value)} />
        )}
      </Field>
    );
  }
}

const defaultHint = (value: string) =>
  value === "" ? "" : `, ${say("option.default", { value })}`;

function SwitchField({ option, value, onChange }: Omit<OptionFieldProps, "variant">) {
  return (
    <label class="check">
      <input type="checkbox" checked={value === "true"}
        onChange={(event) => onChange(String(event.currentTarget.checked))} />
      <span>{labelOf(option)}</span>
    </label>
  );
}
