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
  /** As bids write features; `-` or empty for none. */
  value: string;
  /** The least move limit that may be asked for. */
  leastMoves: number;
  onChange(value: string): void;
}

const label = (name: string) => say(`feature.${name}` as WordKey);

/** All extraordinary features of Chpok, to be put together. */
export function FeaturesField({ legend, value, leastMoves, onChange }: FeaturesFieldProps) {
  const features = readFeatures(value);
  const change = (name: string, to: string | undefined) =>
    onChange(featuresText(withFeature(features, name, to)));
  return (
    <fieldset class="features">
      <legend>{legend}</legend>
      <div class="features__numbers">
        {NUMBER_FEATURES.map(({ name, least, most, usual }) => (
          <NumberField key={name} label={label(name)} placeholder={String(usual)} most={most}
            least={name === "moves" ? leastMoves : least} value={features.get(name) ?? ""}
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
