import { Field, NumberField } from "../ui/field.js";
import { say, type WordKey } from "../words/words.js";
import {
  featuresText,
  NO_POINTS,
  NUMBER_FEATURES,
  readFeatures,
  SWITCH_FEATURES,
  withFeature,
  type Features,
} from "./features.js";

interface FeaturesFieldProps {
  legend: string;
  /** The features as in a bid; `-` or empty for none. */
  value: string;
  /** The lowest move limit that can be chosen. */
  minMoves: number;
  onChange(value: string): void;
}

const label = (name: string) => say(`feature.${name}` as WordKey);

/** A form with all extraordinary features of Chpok. */
export function FeaturesField({ legend, value, minMoves, onChange }: FeaturesFieldProps) {
  const features = readFeatures(value);
  const change = (name: string, to: string | undefined) =>
    onChange(featuresText(withFeature(features, name, to)));
  return (
    <fieldset class="features">
      <legend>{legend}</legend>
      <div class="features__numbers">
        {NUMBER_FEATURES.map(({ name, min, max, default: placeholder }) => (
          <NumberField key={name} label={label(name)} placeholder={String(placeholder)} max={max}
            min={name === "moves" ? minMoves : min} value={features.get(name) ?? ""}
            onChange={(text) => change(name, text || undefined)} />
        ))}
        <PointsField features={features} change={change} />
      </div>
      <div class="features__switches">
        {SWITCH_FEATURES.map((name) => (
          <label key={name} class="check">
            <input type="checkbox" checked={features.has(name)}
              onChange={(event) => change(name, event.currentTarget.checked ? "" : undefined)} />
            <span>{label(name)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface PointsFieldProps {
  features: Features;
  change(name: string, to: string | undefined): void;
}

function PointsField({ features, change }: PointsFieldProps) {
  return (
    <Field label={label("points")}>
      {(attributes) => (
        <input {...attributes} type="text" inputMode="numeric" pattern="[0-9]{7}" maxLength={7}
          placeholder={NO_POINTS} value={features.get("points") ?? ""}
          onInput={(event) => change("points", event.currentTarget.value || undefined)} />
      )}
    </Field>
  );
}
