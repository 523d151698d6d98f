import { batch, effect, signal } from "@preact/signals";
import type { StateJson, VariantJson } from "@arbiter-chess/client";

import { ApiError, listVariants } from "./api/requests.js";
import { locale } from "./preferences.js";

/** The games that Arbiter serves, in the chosen language; `undefined` until they are loaded. */
export const variants = signal<VariantJson[]>();
/** The positions in the pictures of the games, in the same order. */
export const starts = signal<StateJson[]>([]);
export const catalogueProblem = signal<ApiError>();

let loading = new AbortController();

/** Loads the games now and whenever the language changes. */
export function startCatalogue(): void {
  effect(() => {
    void locale.value;
    void loadCatalogue();
  });
}

export async function loadCatalogue(): Promise<void> {
  loading.abort();
  loading = new AbortController();
  const { signal: isCurrent } = loading;
  try {
    const answer = await listVariants(isCurrent);
    batch(() => {
      variants.value = answer.variants ?? [];
      starts.value = answer.starts;
      catalogueProblem.value = undefined;
    });
  } catch (error) {
    if (!isCurrent.aborted && error instanceof ApiError) catalogueProblem.value = error;
  }
}

export const variantById = (id: string): VariantJson | undefined =>
  variants.value?.find((variant) => variant.id === id);
