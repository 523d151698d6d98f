import { Field } from "./field.js";

interface NumberFieldProps {
  label: string;
  value: string | number;
  least: number;
  most: number;
  hint?: string;
  placeholder?: string;
  onChange(value: string): void;
}

/** A whole number between two bounds. */
export function NumberField(
  { label, value, least, most, hint, placeholder, onChange }: NumberFieldProps,
) {
  return (
    <Field label={label} hint={hint}>
      {(attributes) => (
        <input {...attributes} type="number" inputMode="numeric" step={1} min={least} max={most}
          value={value} placeholder={placeholder}
          onInput={(event) => onChange(event.currentTarget.value)} />
      )}
    </Field>
  );
}
