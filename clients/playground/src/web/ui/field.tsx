import type { JSX } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  label: string;
  hint?: string | undefined;
  /** The error in the value, which screen readers announce when it appears. */
  problem?: string | undefined;
  /** Renders the control with these attributes. */
  children(attributes: FieldAttributes): JSX.Element;
}

interface FieldAttributes {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
}

/** A control with its label, a hint and the error in its value. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": problem === undefined ? undefined : true,
      })}
      {problem && <p class="field__problem" id={`${id}-problem`} role="alert">{problem}</p>}
      {hint && <p class="hint" id={`${id}-hint`}>{hint}</p>}
    </div>
  );
}

interface NumberFieldProps {
  label: string;
  value: string | number;
  min: number;
  max: number;
  hint?: string;
  placeholder?: string;
  onChange(value: string): void;
}

/** A field for a whole number from `min` to `max`. */
export function NumberField(
  { label, value, min, max, hint, placeholder, onChange }: NumberFieldProps,
) {
  return (
    <Field label={label} hint={hint}>
      {(attributes) => (
        <input {...attributes} type="number" inputMode="numeric" step={1} min={min} max={max}
          value={value} placeholder={placeholder}
          onInput={(event) => onChange(event.currentTarget.value)} />
      )}
    </Field>
  );
}

interface RadioRowProps<Value extends string> {
  legend: string;
  value: Value;
  options: { value: Value; label: string; hint?: string }[];
  onChoose(value: Value): void;
}

/** A row of radio buttons, with the hint of the chosen one below. */
export function RadioRow<Value extends string>(
  { legend, value, options, onChoose }: RadioRowProps<Value>,
) {
  const name = useId();
  const hint = options.find((option) => option.value === value)?.hint;
  return (
    <fieldset class="radio-row">
      <legend>{legend}</legend>
      <div class="radio-row__options">
        {options.map((option) => (
          <label key={option.value}>
            <input type="radio" name={name} checked={option.value === value}
              onChange={() => onChoose(option.value)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {hint !== undefined && <p class="hint">{hint}</p>}
    </fieldset>
  );
}
