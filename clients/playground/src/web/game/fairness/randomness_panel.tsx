import type { DrawJson, VariantJson } from "@arbiter-chess/client";
import { Fragment } from "preact";
import { useState } from "preact/hooks";

import { ApiError, asApiError, filePath, getGameFile } from "../../api/requests.js";
import { problemText } from "../../ui/notice.js";
import { say } from "../../words/words.js";
import type { GameProps } from "../game_props.js";
import { firstCommitment } from "../session.js";
import { drawWords } from "./draw_text.js";
import { checkGame, hasDraws, type CheckedStep } from "./verification.js";

/** The commitment and the random draws of a game and, once it is over, the seed and the proof. */
export function RandomnessPanel(props: GameProps) {
  const { view } = props;
  const { commitment, seed } = view.randomness;
  const first = firstCommitment(view.id);
  const isRandom = hasDraws(view.variant);
  return (
    <div class="fair">
      <p>{say(isRandom ? "fair.intro" : "fair.introNone")}</p>
      <dl>
        <dt>{say("fair.commitment")}</dt>
        <dd><code class="long">{commitment}</code></dd>
        <dt>{say("fair.seed")}</dt>
        <dd>{seed === undefined ? say("fair.seedLater") : <code class="long">{seed}</code>}</dd>
      </dl>
      {first !== null && (
        <p class="hint">{say(first === commitment ? "fair.sameAsFirst" : "fair.changed")}</p>
      )}
      {isRandom && <Draws {...props} />}
      {seed !== undefined && <Proof {...props} first={first} />}
    </div>
  );
}

function Draws({ view, variant }: GameProps) {
  const { setupDraws } = view.randomness;
  const entries = view.log.filter(({ draws }) => draws.length > 0);
  if (setupDraws.length + entries.length === 0) {
    return <p class="hint">{say("fair.noDraws")}</p>;
  }
  return (
    <>
      <h3>{say("fair.draws")}</h3>
      <dl class="draws" tabIndex={0} aria-label={say("fair.draws")}>
        {setupDraws.length > 0 && (
          <>
            <dt>{say("fair.setup")}</dt>
            <DrawList draws={setupDraws} variant={variant} />
          </>
        )}
        {entries.map((entry) => (
          <Fragment key={entry.index}>
            <dt>
              {entry.moveNumber > 0 && `${entry.moveNumber}. `}{entry.san || entry.action}
            </dt>
            <DrawList draws={entry.draws} variant={variant} />
          </Fragment>
        ))}
      </dl>
    </>
  );
}

interface DrawListProps {
  draws: DrawJson[];
  variant: VariantJson;
}

function DrawList({ draws, variant }: DrawListProps) {
  return (
    <>
      {draws.map((draw, index) => {
        const { sentence, candidates } = drawWords(draw, variant);
        return (
          <dd key={index}>
            {sentence}
            <span class="candidates">
              <span class="visually-hidden">{say("fair.candidates")}: </span>
              {candidates.map(({ text, isChosen }, at) => (
                <Fragment key={at}>{isChosen ? <mark>{text}</mark> : text} </Fragment>
              ))}
            </span>
          </dd>
        );
      })}
    </>
  );
}

interface ProofProps extends GameProps {
  first: string | null;
}

function Proof({ view, first }: ProofProps) {
  const [steps, setSteps] = useState<CheckedStep[]>();
  const [isChecking, setIsChecking] = useState(false);
  const [problem, setProblem] = useState<ApiError>();
  const check = async () => {
    setIsChecking(true);
    setProblem(undefined);
    try {
      setSteps(await checkGame(view, await getGameFile(view.id), first));
    } catch (error) {
      setProblem(asApiError(error));
    } finally {
      setIsChecking(false);
    }
  };
  const fileName = `${view.variant}-${view.id}.json`;
  return (
    <>
      <div class="controls">
        <button type="button" class="primary" disabled={isChecking} onClick={() => void check()}>
          {say(isChecking ? "fair.verifying" : "fair.verify")}
        </button>
        <a class="button" href={filePath(view.id)} download={fileName}>{say("fair.file")}</a>
      </div>
      <div role="status">
        {problem && <p>{problemText(problem)}</p>}
        {steps && <Verdict steps={steps} />}
      </div>
      <p class="hint">{say("fair.command")}</p>
      <pre class="command"><code>{`arbiter verify ${fileName}\n`
        + `node clients/node/verify.mjs ${fileName}`}</code></pre>
    </>
  );
}

function Verdict({ steps }: { steps: CheckedStep[] }) {
  const isOk = steps.every((step) => step.isOk);
  return (
    <>
      <p class={isOk ? "verdict verdict--ok" : "verdict verdict--failed"}>
        {say(isOk ? "fair.ok" : "fair.failed")}
      </p>
      <ul class="steps">
        {steps.map(({ text, isOk: isStepOk, reason }) => (
          <li key={text}>
            <span aria-hidden="true">{isStepOk ? "✓" : "✗"}</span>{" "}
            <span class="visually-hidden">{say(isStepOk ? "fair.yes" : "fair.no")}</span>
            {text}{reason && ` (${reason})`}
          </li>
        ))}
      </ul>
    </>
  );
}
