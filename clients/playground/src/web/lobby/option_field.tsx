import type { OptionJson } from "@arbiter-chess/client";

import { FeaturesField } from "../chpok/features_field.js";
import { Field, NumberField } from "../ui/field.js";
import { say, sayOr } from "../words/words.js";
import { kindOf } from "./option_values.js";

interface OptionFieldProps {
  option: OptionJson;
  /** As Arbiter writes it. */
  value: string;
  onChange(value: string): void;
}

/** What Arbiter says of an option, without the rulings that it cites. */
const plain = (description = "") =>
  description.replace(/\s*\([A-Z]\d+(?:, [A-Z]\d+)*\)/g, "").replace(/; for games with .*$/, "");

const labelOf = ({ name = "" }: OptionJson) =>
  sayOr(`option.${name}`, name.replaceAll("_", " "));

/** What Arbiter adds to the label. */
function hintOf(option: OptionJson): string | undefined {
  const text = plain(option.description);
  return text.toLowerCase() === labelOf(option).toLowerCase() ? undefined : text;
}

const valueLabel = (value: string) => sayOr(`value.${value}`, value);

/** An option of any variant, by what ListVariants says of it. */
export function OptionField({ option, value, onChange }: OptionFieldProps) {
  const { values = [], minimum = 0, maximum = 0, defaultValue = "" } = option;
  switch (kindOf(option)) {
    case "switch": return <SwitchField option={option} value={value} onChange={onChange} />;
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
      <NumberField label={labelOf(option)} value={value} least={minimum} most={maximum}
        hint={`${minimum}–${maximum}${usualHint(defaultValue)}`} onChange={onChange} />
    );
    case "features": return (
      <FeaturesField legend={labelOf(option)} value={value} leastMoves={10} onChange={onChange} />
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

const usualHint = (value: string) =>
  value === "" ? "" : `, ${say("option.default", { value })}`;

function SwitchField({ option, value, onChange }: OptionFieldProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={value === "true"}
        onChange={(event) => onChange(String(event.currentTarget.checked))} />
      <span>{labelOf(option)}</span>
    </label>
  );
}
