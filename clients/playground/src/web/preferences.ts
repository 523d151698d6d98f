import { effect, signal, type Signal } from "@preact/signals";

export const LOCALES = { en: "English", "zh-CN": "简体中文", th: "ไทย" } as const;
export type Locale = keyof typeof LOCALES;

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const locale: Signal<Locale> = signal("en");
export const theme: Signal<Theme> = signal("system");

const isLocale = (text: string | null): text is Locale => text !== null && text in LOCALES;
const isTheme = (text: string | null): text is Theme => THEMES.some((known) => known === text);

/** Returns the first of the browser's languages that the page supports, or English. */
export function localeOf(languages: readonly string[]): Locale {
  for (const language of languages) {
    const tongue = language.toLowerCase().split("-")[0];
    if (tongue === "zh") return "zh-CN";
    if (tongue === "en" || tongue === "th") return tongue;
  }
  return "en";
}

/** Restores earlier choices, and from now on stores and applies every change. */
export function startPreferences(): void {
  const storedLocale = recall("locale");
  const storedTheme = recall("theme");
  locale.value = isLocale(storedLocale) ? storedLocale : localeOf(navigator.languages);
  theme.value = isTheme(storedTheme) ? storedTheme : "system";
  effect(() => {
    document.documentElement.lang = locale.value;
    remember("locale", locale.value);
  });
  effect(() => {
    if (theme.value === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme.value;
    remember("theme", theme.value);
  });
}

/** Returns the chosen theme, or the system's. */
export function shownTheme(): "light" | "dark" {
  const chosen = theme.peek();
  if (chosen !== "system") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Returns the value that this browser has stored under a name, or `null` if there is none. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a value under a name if the browser allows it. The page works without storage. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage is off or full.
  }
}
