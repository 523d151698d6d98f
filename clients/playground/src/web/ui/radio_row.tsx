import { useId } from "preact/hooks";

interface RadioRowProps<Value extends string> {
  legend: string;
  value: Value;
  options: { value: Value; label: string; hint?: string }[];
  onChoose(value: Value): void;
}

/** One choice of a few, side by side. */
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
