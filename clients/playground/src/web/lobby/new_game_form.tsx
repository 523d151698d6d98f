import type { VariantJson } from "@arbiter-chess/client";
import { useState } from "preact/hooks";

import type { Mode, NewGame, Side } from "../../shared/api.js";
import { ApiError, asApiError, createGame } from "../api/requests.js";
import { sideName } from "../game/sides.js";
import { isBiddingFen } from "../inferred/texts.js";
import { navigate } from "../route.js";
import { Field, RadioRow } from "../ui/field.js";
import { Notice } from "../ui/notice.js";
import { say } from "../words/words.js";
import { OptionField } from "./option_field.js";
import { gameOptions, isApplicable, type Chosen } from "./option_values.js";
import { StartField, type Start } from "./start_field.js";

const MODES: readonly Mode[] = ["hotseat", "online", "engine"];
const TIMES = [100, 500, 2000, 8000] as const;
const FULL_STRENGTH = 0;
// Longer than any level needs: a level limits the nodes of its searches.
const LEVEL_TIME_MS = 10_000;
const LEVELS = [FULL_STRENGTH, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

interface NewGameFormProps {
  variant: VariantJson;
  /** The FEN of the position to start from, or "" for the variant's start. */
  fen: string;
}

export function NewGameForm({ variant, fen }: NewGameFormProps) {
  const [mode, setMode] = useState<Mode>("hotseat");
  const [seat, setSeat] = useState(0);
  const [movetimeMs, setMovetimeMs] = useState<number>(500);
  const [level, setLevel] = useState<number>(FULL_STRENGTH);
  const [chosen, setChosen] = useState<Chosen>({});
  const [start, setStart] = useState<Start>({ from: fen ? "fen" : "start", fen, pgn: "" });
  const [problem, setProblem] = useState<ApiError>();
  const [isCreating, setIsCreating] = useState(false);

  const { id = "", options = [] } = variant;
  const sides = sidesOf(id, chosen, start);
  const side: Side = sides[seat] ?? sides[0];

  const create = async (event: Event) => {
    event.preventDefault();
    const game: NewGame = { variant: id, mode, options: gameOptions(id, options, chosen) };
    if (mode !== "hotseat") game.side = side;
    if (mode === "engine") {
      game.engine = level === FULL_STRENGTH
        ? { movetimeMs } : { movetimeMs: LEVEL_TIME_MS, strength: level };
    }
    if (start.from === "fen") game.fen = start.fen.trim();
    if (start.from === "pgn") game.pgn = start.pgn;
    setIsCreating(true);
    setProblem(undefined);
    try {
      navigate(`/game/${(await createGame(game)).id}`);
    } catch (error) {
      setProblem(asApiError(error));
      setIsCreating(false);
    }
  };
  const isInStartField = problem?.field === start.from;

  return (
    <form class="panel new-game" aria-labelledby="new-game"
      onSubmit={(event) => void create(event)}>
      <h2 id="new-game">{say("lobby.new", { game: variant.name ?? id })}</h2>
      <RadioRow legend={say("lobby.mode")} value={mode} onChoose={(value: Mode) => setMode(value)}
        options={MODES.map((value) => ({
          value, label: say(`mode.${value}`), hint: say(`lobby.mode.${value}.hint`),
        }))} />
      {mode !== "hotseat" && (
        <RadioRow legend={say("lobby.side")} value={side}
          onChoose={(value) => setSeat(sides.indexOf(value))}
          options={sides.map((value) => ({ value, label: sideName(variant, value) }))} />
      )}
      {mode === "engine" && (
        <Field label={say("lobby.level")}>
          {(attributes) => (
            <select {...attributes} value={level}
              onChange={(event) => setLevel(Number(event.currentTarget.value))}>
              {LEVELS.map((value) => (
                <option key={value} value={value}>
                  {value === FULL_STRENGTH ? say("lobby.level.full") : value}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {mode === "engine" && level === FULL_STRENGTH && (
        <Field label={say("lobby.time")}>
          {(attributes) => (
            <select {...attributes} value={movetimeMs}
              onChange={(event) => setMovetimeMs(Number(event.currentTarget.value))}>
              {TIMES.map((ms) => (
                <option key={ms} value={ms}>{say(`lobby.time.${ms}`)}</option>
              ))}
            </select>
          )}
        </Field>
      )}
      <StartField variant={variant} start={start} onChange={setStart}
        problem={isInStartField ? problem : undefined} />
      <details class="options">
        <summary>{say("lobby.options")}</summary>
        <div class="options__fields">
          {options.filter(({ name = "" }) => isApplicable(name, chosen)).map((option) => (
            <OptionField key={option.name} variant={variant} option={option}
              value={chosen[option.name ?? ""] ?? option.defaultValue ?? ""}
              onChange={(value) => setChosen({ ...chosen, [option.name ?? ""]: value })} />
          ))}
        </div>
      </details>
      {problem && !isInStartField && <Notice problem={problem} />}
      <button type="submit" class="primary" disabled={isCreating}>
        {say(isCreating ? "lobby.creating" : "lobby.create")}
      </button>
    </form>
  );
}

/** Returns the sides of a new game: first the side that begins, then the other one. */
export function sidesOf(variantId: string, chosen: Chosen, start: Start): [Side, Side] {
  return beginsWithBidding(variantId, chosen, start)
    ? ["challenger", "opponent"] : ["white", "black"];
}

function beginsWithBidding(variantId: string, chosen: Chosen, { from, fen }: Start): boolean {
  if (variantId !== "chpok") return false;
  if (from === "fen") return isBiddingFen(fen.trim());
  return chosen["skip_bidding"] !== "true" && chosen["chips"] !== "0";
}
