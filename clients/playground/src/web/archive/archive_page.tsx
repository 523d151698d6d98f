import { useEffect, useMemo, useState } from "preact/hooks";

import type { ArchiveProgress, ReviewedPlayer } from "../../shared/api.js";
import { asApiError, openArchivedGame } from "../api/requests.js";
import { variantById } from "../catalogue.js";
import { locale } from "../preferences.js";
import { navigate } from "../route.js";
import { Notice, asSentence, problemText } from "../ui/notice.js";
import { Panel } from "../ui/panel.js";
import { say } from "../words/words.js";
import { ArchiveSession, type PlacedGame } from "./archive_session.js";
import { rateText, stateText } from "./progress_text.js";

/** The number of games that are shown at first, and that a press on the button adds. */
const GAMES_SHOWN = 200;

/** The page of an archive: how far its review is, and what it has found in each game. */
export function ArchivePage({ id }: { id: string }) {
  const session = useMemo(() => new ArchiveSession(id), [id]);
  useEffect(() => {
    session.start();
    return () => session.stop();
  }, [session]);
  const progress = session.progress.value;
  useEffect(() => {
    document.title = `${progress?.title ?? say("archives.heading")} · ${say("page.home")}`;
  }, [progress?.title, locale.value]);

  const refusal = session.refusal.value;
  if (refusal !== undefined) {
    return <p>{problemText(refusal)} <a href="/archives">{say("archive.all")}</a></p>;
  }
  if (progress === undefined) {
    return <p role="status">{say(session.isLost.value ? "game.lost" : "page.loading")}</p>;
  }
  return <Archive session={session} progress={progress} />;
}

interface ArchiveProps {
  session: ArchiveSession;
  progress: ArchiveProgress;
}

function Archive({ session, progress }: ArchiveProps) {
  const problem = session.problem.value;
  return (
    <div class="archives">
      <div class="lobby__intro">
        <h1>{progress.title}</h1>
        <p class="hint">
          {new Date(progress.submittedAt).toLocaleString(locale.value)} ·{" "}
          {say("archive.expires", {
            time: new Date(progress.expiresAt).toLocaleDateString(locale.value),
          })} ·{" "}
          <a href="/archives">{say("archive.all")}</a>
        </p>
      </div>
      {session.isLost.value && <p class="notice" role="status">{say("game.lost")}</p>}
      {problem && (
        <Notice problem={problem} onDismiss={() => { session.problem.value = undefined; }} />
      )}
      <Progress session={session} progress={progress} />
      <Games session={session} />
    </div>
  );
}

function Progress({ session, progress }: ArchiveProps) {
  const { state, games, done, lacksWorker } = progress;
  const isRunning = state === "running";
  return (
    <Panel title={say("archive.progress")}>
      <progress class="archive__bar" max={Math.max(games, 1)} value={done}
        aria-label={say("archive.progress")} />
      <p>{asSentence(stateText(progress))}</p>
      {isRunning && <p class="hint">{rateText(progress) || say("archive.waiting")}</p>}
      {isRunning && lacksWorker && <p>{say("archive.lacksWorker")}</p>}
      {isRunning && <p class="hint">{say("archive.leave")}</p>}
      {/* Screen readers announce the state, but not every game. */}
      <p class="visually-hidden" role="status">{say(`archive.state.${state}`)}</p>
      {isRunning && (
        <button type="button" onClick={() => void session.cancel()}>{say("archive.cancel")}</button>
      )}
    </Panel>
  );
}

function Games({ session }: { session: ArchiveSession }) {
  const [shown, setShown] = useState(GAMES_SHOWN);
  const games = session.games.value;
  if (games.length === 0) {
    return session.isComplete.value ? <p>{say("archive.none")}</p> : null;
  }
  return (
    <Panel title={say("archive.games")}>
      <div class="archive__scroll">
        <table class="facts archive__games">
          <thead>
            <tr>
              <th scope="col">{say("moves.number")}</th>
              <th scope="col">{say("archive.game")}</th>
              <th scope="col">{say("review.player")}</th>
              <th scope="col" class="archive__number">{say("review.accuracy")}</th>
              <th scope="col" class="archive__number">
                <abbr title={say("class.MOVE_CLASS_INACCURACY")}>?!</abbr>
              </th>
              <th scope="col" class="archive__number">
                <abbr title={say("class.MOVE_CLASS_MISTAKE")}>?</abbr>
              </th>
              <th scope="col" class="archive__number">
                <abbr title={say("class.MOVE_CLASS_BLUNDER")}>??</abbr>
              </th>
            </tr>
          </thead>
          {games.slice(0, shown).map((game) => (
            <Game key={game.item} game={game} session={session} />
          ))}
        </table>
      </div>
      {games.length > shown && (
        <button type="button" onClick={() => setShown(shown + GAMES_SHOWN)}>
          {say("archive.more", { count: games.length - shown })}
        </button>
      )}
    </Panel>
  );
}

interface GameRowsProps {
  game: PlacedGame;
  session: ArchiveSession;
}

/** A game in a row for each player and, if it has failed, one for the reason. */
function Game({ game, session }: GameRowsProps) {
  const { item, white, black, players, problem } = game;
  return (
    <tbody>
      <tr>
        <td rowSpan={problem === undefined ? 2 : 3}>{item + 1}</td>
        <td rowSpan={2}><Title game={game} session={session} /></td>
        <PlayerCells name={white} review={players?.[0]} />
      </tr>
      <tr><PlayerCells name={black} review={players?.[1]} /></tr>
      {problem !== undefined && (
        <tr><td colSpan={6} class="archive__problem">{asSentence(problem)}</td></tr>
      )}
    </tbody>
  );
}

function Title({ game, session }: GameRowsProps) {
  const { item, variant, event, round, date, result, problem, after } = game;
  const [isOpening, setIsOpening] = useState(false);
  const title = variantById(variant)?.name || variant || "?";
  const name = <>{title}, <span class="archive__result">{result}</span></>;
  const about = [event, round && say("archive.round", { round }), date].filter(Boolean).join(", ");
  const open = async () => {
    setIsOpening(true);
    session.problem.value = undefined;
    try {
      const { id } = await openArchivedGame(session.id, item, after);
      navigate(`/game/${id}?archive=${session.id}`);
    } catch (error) {
      session.problem.value = asApiError(error);
      setIsOpening(false);
    }
  };
  return (
    <>
      {problem === undefined
        ? (
          <button type="button" class="archive__open" disabled={isOpening}
            aria-label={say("archive.open", { game: `${title}, ${result}`, number: item + 1 })}
            onClick={() => void open()}>
            {name}
          </button>
        ) : name}
      {about && <span class="hint archive__about">{about}</span>}
    </>
  );
}

interface PlayerCellsProps {
  name: string;
  review: ReviewedPlayer | undefined;
}

function PlayerCells({ name, review }: PlayerCellsProps) {
  if (review === undefined) return <td colSpan={5}>{name || "?"}</td>;
  return (
    <>
      <td>{name || "?"}</td>
      <td class="archive__number">{review.accuracy.toFixed(1)}%</td>
      <td class="archive__number">{review.inaccuracies}</td>
      <td class="archive__number">{review.mistakes}</td>
      <td class="archive__number">{review.blunders}</td>
    </>
  );
}
