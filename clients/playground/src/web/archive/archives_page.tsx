import { useEffect, useState } from "preact/hooks";

import type { ArchiveSummary } from "../../shared/api.js";
import { ApiError, asApiError, getPgn, listArchives, listGames, submitArchive }
  from "../api/requests.js";
import { variants } from "../catalogue.js";
import { FileField, TextField } from "../lobby/start_field.js";
import { locale, shownTheme } from "../preferences.js";
import { navigate } from "../route.js";
import { Field } from "../ui/field.js";
import { Notice } from "../ui/notice.js";
import { say } from "../words/words.js";
import { stateText } from "./progress_text.js";

const DEPTHS = [4, 6, 8, 10, 12] as const;

/** The page on which archives are submitted, and those of this browser are listed. */
export function ArchivesPage() {
  const [archives, setArchives] = useState<ArchiveSummary[]>();
  const [problem, setProblem] = useState<ApiError>();
  useEffect(() => {
    document.title = `${say("archives.heading")} · ${say("page.home")}`;
    let isShown = true;
    listArchives().then(
      (list) => { if (isShown) setArchives(list.archives); },
      (error: unknown) => { if (isShown) setProblem(asApiError(error)); });
    return () => { isShown = false; };
  }, [locale.value]);
  return (
    <div class="archives">
      <div class="lobby__intro">
        <h1>{say("archives.heading")}</h1>
        <p>{say("archives.intro")}</p>
      </div>
      {problem && <Notice problem={problem} />}
      {archives === undefined && problem === undefined && <p>{say("page.loading")}</p>}
      {archives && <ArchiveForm />}
      {archives && archives.length > 0 && <Archives archives={archives} />}
    </div>
  );
}

function ArchiveForm() {
  const known = variants.value ?? [];
  const [pgn, setPgn] = useState("");
  const [title, setTitle] = useState("");
  const [variant, setVariant] = useState(known[0]?.id ?? "");
  const [depth, setDepth] = useState<number>(8);
  const [problem, setProblem] = useState<ApiError>();
  const [isSubmitting, setIsSubmitting] = useState(false);

  const take = (text: string, name: string) => {
    setPgn(text);
    setTitle(name.slice(0, 100));
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    setIsSubmitting(true);
    setProblem(undefined);
    try {
      const name = title || say("archives.untitled");
      const { id } = await submitArchive({ title: name, pgn, variant, depth, theme: shownTheme() });
      navigate(`/archives/${id}`);
    } catch (error) {
      setProblem(asApiError(error));
      setIsSubmitting(false);
    }
  };
  const isInText = problem?.field === "pgn";

  return (
    <form class="panel archives__form" aria-labelledby="new-archive"
      onSubmit={(event) => void submit(event)}>
      <h2 id="new-archive">{say("archives.new")}</h2>
      <FileField label={say("archives.file")} onRead={take} />
      <TextField label={say("archives.pgn")} rows={10} value={pgn}
        problem={isInText ? problem : undefined} hint={say("archives.pgn.hint")}
        onChange={setPgn} />
      <OwnGames onRead={take} onProblem={setProblem} />
      <Field label={say("archives.variant")}>
        {(attributes) => (
          <select {...attributes} value={variant}
            onChange={(event) => setVariant(event.currentTarget.value)}>
            {known.map(({ id = "", name = id }) => <option key={id} value={id}>{name}</option>)}
          </select>
        )}
      </Field>
      <Field label={say("archives.depth")} hint={say("archives.depth.hint")}>
        {(attributes) => (
          <select {...attributes} value={depth}
            onChange={(event) => setDepth(Number(event.currentTarget.value))}>
            {DEPTHS.map((value) => <option key={value} value={value}>{value}</option>)}
          </select>
        )}
      </Field>
      {problem && !isInText && <Notice problem={problem} />}
      <button type="submit" class="primary" disabled={isSubmitting}>
        {say(isSubmitting ? "archives.submitting" : "archives.submit")}
      </button>
    </form>
  );
}

interface OwnGamesProps {
  onRead(text: string, name: string): void;
  onProblem(problem: ApiError | undefined): void;
}

/** Takes the finished games of this browser that the site keeps, if there are any. */
function OwnGames({ onRead, onProblem }: OwnGamesProps) {
  const [ids, setIds] = useState<string[]>([]);
  useEffect(() => {
    let isShown = true;
    listGames().then(({ games }) => {
      if (isShown) setIds(games.filter(({ over }) => over).map(({ id }) => id));
    }, () => {});
    return () => { isShown = false; };
  }, []);
  if (ids.length === 0) return null;
  const read = async () => {
    onProblem(undefined);
    try {
      onRead((await Promise.all(ids.map(getPgn))).join("\n"), say("archives.own.title"));
    } catch (error) {
      onProblem(asApiError(error));
    }
  };
  return (
    <button type="button" onClick={() => void read()}>
      {say("archives.own", { count: ids.length })}
    </button>
  );
}

function Archives({ archives }: { archives: ArchiveSummary[] }) {
  return (
    <section class="panel" aria-labelledby="known-archives">
      <h2 id="known-archives">{say("archives.known")}</h2>
      <ul class="recent">
        {archives.map((archive) => (
          <li key={archive.id}>
            <a href={`/archives/${archive.id}`}>{archive.title}</a>{" "}
            <span class="hint">
              {stateText(archive)},{" "}
              {new Date(archive.submittedAt).toLocaleString(locale.value)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
