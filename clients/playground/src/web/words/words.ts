import { locale, type Locale } from "../preferences.js";
import { en, type Translation, type WordKey } from "./en.js";
import { th } from "./th.js";
import { zhCn } from "./zh_cn.js";

const TRANSLATIONS: Record<Locale, Translation> = { en, "zh-CN": zhCn, th };

export type { WordKey };

/** The words of `key` in the chosen language, each `{name}` in them replaced by its value. */
export function say(key: WordKey, values: Record<string, string | number> = {}): string {
  const text = TRANSLATIONS[locale.value][key] ?? en[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The same for a key that is put together at run time; `otherwise` where there is none. */
export function sayOr(key: string, otherwise: string): string {
  return key in en ? say(key as WordKey) : otherwise;
}
