import { useEffect, useRef } from "preact/hooks";

import { ArchivePage } from "./archive/archive_page.js";
import { ArchivesPage } from "./archive/archives_page.js";
import { catalogueProblem, loadCatalogue, variants } from "./catalogue.js";
import { GamePage } from "./game/game_page.js";
import { Lobby } from "./lobby/lobby.js";
import { LOCALES, locale, THEMES, theme, type Locale, type Theme } from "./preferences.js";
import { route } from "./route.js";
import { Notice } from "./ui/notice.js";
import { say } from "./words/words.js";

export function App() {
  return (
    <>
      <a class="skip" href="#content">{say("page.skip")}</a>
      <Header />
      <main id="content" tabIndex={-1}><Page /></main>
      <footer class="footer">{say("page.footer")}</footer>
    </>
  );
}

function Header() {
  return (
    <header class="header">
      <a class="wordmark" href="/">{say("page.home")}</a>
      <div class="header__choices">
        <Choice label={say("page.language")} value={locale.value} onChoose={chooseLocale}
          options={Object.entries(LOCALES)} />
        <Choice label={say("page.theme")} value={theme.value} onChoose={chooseTheme}
          options={THEMES.map((name) => [name, say(`theme.${name}`)])} />
      </div>
    </header>
  );
}

const chooseLocale = (value: string) => { locale.value = value as Locale; };
const chooseTheme = (value: string) => { theme.value = value as Theme; };

interface ChoiceProps {
  label: string;
  value: string;
  options: (readonly [string, string])[];
  onChoose(value: string): void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <label class="header__choice">
      <span class="visually-hidden">{label}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {options.map(([id, name]) => <option key={id} value={id}>{name}</option>)}
      </select>
    </label>
  );
}

function Page() {
  const at = route.value;
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = say("page.title");
    // Keyboards and screen readers continue at the beginning of the new page.
    if (!isFirst.current) document.getElementById("content")?.focus();
    isFirst.current = false;
  }, [at]);
  if (variants.value === undefined) return <Waiting />;
  switch (at.page) {
    case "lobby": return <Lobby />;
    case "game": return <GamePage key={at.id} id={at.id} />;
    case "archives": return <ArchivesPage />;
    case "archive": return <ArchivePage key={at.id} id={at.id} />;
    case "unknown": return <p>{say("page.notFound")} <a href="/">{say("page.toLobby")}</a></p>;
  }
}

/** The placeholder until the games have been loaded. */
function Waiting() {
  const problem = catalogueProblem.value;
  if (problem === undefined) return <p>{say("page.loading")}</p>;
  return (
    <Notice problem={problem}>
      <button type="button" onClick={() => void loadCatalogue()}>{say("page.retry")}</button>
    </Notice>
  );
}
