import { computed, signal } from "@preact/signals";

/** The page that an address leads to. */
type Route =
  | { page: "lobby" }
  | { page: "game"; id: string }
  | { page: "archives" }
  | { page: "archive"; id: string }
  | { page: "unknown" };

export function routeOf(path: string): Route {
  if (path === "/") return { page: "lobby" };
  if (/^\/archives\/?$/.test(path)) return { page: "archives" };
  const [, folder, id] = /^\/(game|archives)\/([\w-]+)\/?$/.exec(path) ?? [];
  if (id === undefined) return { page: "unknown" };
  return { page: folder === "game" ? "game" : "archive", id };
}

const path = signal("/");

export const route = computed(() => routeOf(path.value));

/** Goes to another page of the site without a reload. */
export function navigate(to: string): void {
  history.pushState(null, "", to);
  path.value = location.pathname;
  scrollTo(0, 0);
}

/** Follows the address bar, the back button and the links within the site. */
export function startRouting(): void {
  path.value = location.pathname;
  addEventListener("popstate", () => { path.value = location.pathname; });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (link === null || !isPlain || !isInside(link)) return;
    event.preventDefault();
    navigate(link.href);
  });
}

function isInside(link: HTMLAnchorElement): boolean {
  return link.origin === location.origin && !link.hasAttribute("download") && link.target === ""
    && !link.hash && routeOf(link.pathname).page !== "unknown";
}
