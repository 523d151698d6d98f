import { locale, type Locale } from "../preferences.js";
import { en, type Translation, type WordKey } from "./en.js";
import { th } from "./th.js";
import { zhCn } from "./zh_cn.js";

const TRANSLATIONS: Record<Locale, Translation> = { en, "zh-CN": zhCn, th };

export type { WordKey };

/** Returns the text of `key` in the chosen language, with each `{name}` replaced by its value. */
export function say(key: WordKey, values: Record<string, string | number> = {}): string {
  const text = TRANSLATIONS[locale.value][key] ?? en[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Like `say`, for a key that is composed at run time. Returns `otherwise` for an unknown key. */
export function sayOr(key: string, otherwise: string): string {
  return key in en ? say(key as WordKey) : otherwise;
}
