import type { VariantJson } from "@arbiter-chess/client";

import type { ApiError } from "../api/requests.js";
import { Field, RadioRow } from "../ui/field.js";
import { problemText } from "../ui/notice.js";
import { say } from "../words/words.js";

/**
 * The start of a new game. The FEN and the PGN are both kept, so that neither is lost when the
 * choice changes.
 */
export interface Start {
  from: "start" | "fen" | "pgn";
  fen: string;
  pgn: string;
}

interface StartFieldProps {
  variant: VariantJson;
  start: Start;
  onChange(start: Start): void;
  /** The error in the text. */
  problem: ApiError | undefined;
}

export function StartField({ variant, start, onChange, problem }: StartFieldProps) {
  const { from } = start;
  return (
    <div class="start">
      <RadioRow legend={say("lobby.from")} value={from}
        onChoose={(value) => onChange({ ...start, from: value })}
        options={(["start", "fen", "pgn"] as const).map(
          (value) => ({ value, label: say(`lobby.from.${value}`) }))} />
      {from === "fen" && (
        <TextField label={say("lobby.fen")} rows={3} value={start.fen} problem={problem}
          hint={say("lobby.fen.hint", { example: variant.startFen ?? "" })}
          onChange={(fen) => onChange({ ...start, fen })} />
      )}
      {from === "pgn" && (
        <>
          <TextField label={say("lobby.pgn")} rows={8} value={start.pgn} problem={problem}
            hint={say("lobby.pgn.hint")} onChange={(pgn) => onChange({ ...start, pgn })} />
          <FileField label={say("lobby.pgn.file")} onRead={(pgn) => onChange({ ...start, pgn })} />
        </>
      )}
    </div>
  );
}

interface TextFieldProps {
  label: string;
  rows: number;
  value: string;
  hint: string;
  problem: ApiError | undefined;
  onChange(value: string): void;
}

export function TextField({ label, rows, value, hint, problem, onChange }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem && problemText(problem)}>
      {(attributes) => (
        <textarea {...attributes} rows={rows} value={value} spellcheck={false} required
          onInput={(event) => onChange(event.currentTarget.value)} />
      )}
    </Field>
  );
}

interface FileFieldProps {
  label: string;
  onRead(text: string, name: string): void;
}

/** A field for a PGN file. */
export function FileField({ label, onRead }: FileFieldProps) {
  return (
    <Field label={label}>
      {(attributes) => (
        <input {...attributes} type="file" accept=".pgn,text/plain" onChange={async (event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) onRead(await readText(file), file.name);
        }} />
      )}
    </Field>
  );
}

/** Reads a text in UTF-8, or in Latin-1, as older PGN files are, if it is not valid UTF-8. */
async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
