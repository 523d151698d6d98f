import type { JSX } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  label: string;
  hint?: string | undefined;
  /** What is wrong with the value; read out as it appears. */
  problem?: string | undefined;
  /** Makes the control, with these attributes. */
  children(attributes: FieldAttributes): JSX.Element;
}

export interface FieldAttributes {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
}

/** A control with its label, a hint, and what is wrong with it. */
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
