import { Field } from "../../ui/field.js";
import { say } from "../../words/words.js";
import { cleanRow, defaultRow, PIECE_LETTERS, rowFault } from "./bids.js";

interface RowFieldProps {
  row: string;
  width: number;
  onChange(row: string): void;
}

/** A home row, typed or put together from its letters. */
export function RowField({ row, width, onChange }: RowFieldProps) {
  return (
    <>
      <Field label={say("bid.row", { width })} hint={say("bid.row.hint")}
        problem={faultText(row, width)}>
        {(attributes) => (
          <input {...attributes} type="text" value={row} maxLength={width} spellcheck={false}
            autocomplete="off" onInput={(event) => {
              const typed = cleanRow(event.currentTarget.value, width);
              event.currentTarget.value = typed;
              onChange(typed);
            }} />
        )}
      </Field>
      <div class="controls">
        {[...PIECE_LETTERS].map((letter) => (
          <button key={letter} type="button" disabled={row.length >= width}
            onClick={() => onChange(row + letter)}>
            {letter}
          </button>
        ))}
        <button type="button" aria-label="⌫" disabled={row === ""}
          onClick={() => onChange(row.slice(0, -1))}>⌫</button>
        <button type="button" onClick={() => onChange(defaultRow(width))}>
          {say("bid.row.default")}
        </button>
      </div>
    </>
  );
}

function faultText(row: string, width: number): string | undefined {
  switch (rowFault(row, width)) {
    case "length": return say("bid.row.short", { count: row.length, width });
    case "king": return say("bid.row.noKing");
    case undefined: return undefined;
  }
}
