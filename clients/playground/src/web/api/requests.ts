import type {
  EnumerateOutcomesResponseJson,
  GameFileJson,
  JobReviewJson,
} from "@arbiter-chess/client";

import type {
  ArchiveList,
  ArchiveSummary,
  Catalogue,
  GameList,
  GameView,
  NewAction,
  NewArchive,
  NewGame,
  OpenedGame,
  PastPosition,
  Problem,
} from "../../shared/api.js";
import { locale } from "../preferences.js";

/** An error of a request: the backend's refusal, or `OFFLINE` if it cannot be reached. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    readonly reason: string,
    message: string,
    /** The field of the request at fault. Example: `fen`. */
    readonly field?: string,
  ) {
    super(message);
  }
}

export const apiErrorOf = ({ error }: Problem): ApiError =>
  new ApiError(error.reason, error.message, error.field);

/** Turns any error into an ApiError. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError("UNKNOWN", String(error));

interface RequestOptions {
  method?: "GET" | "POST";
  body?: unknown;
  accept?: string;
  signal?: AbortSignal;
}

/** Returns the answer to a successful request; throws an ApiError otherwise. */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  const { method = "GET", body, accept = "application/json", signal } = options;
  const headers = new Headers({ Accept: accept, "Accept-Language": locale.peek() });
  const request: RequestInit = { method, headers };
  if (signal !== undefined) request.signal = signal;
  if (body !== undefined) {
    headers.set("Content-Type", "application/json");
    request.body = JSON.stringify(body);
  }
  const response = await fetch(path, request).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new ApiError("OFFLINE", String(error));
  });
  if (!response.ok) throw await problemOf(response);
  return response;
}

async function problemOf(response: Response): Promise<ApiError> {
  try {
    return apiErrorOf(await response.json() as Problem);
  } catch {
    return new ApiError("UNKNOWN", `HTTP ${response.status}`);
  }
}

async function ask<Answer>(path: string, options?: RequestOptions): Promise<Answer> {
  const response = await send(path, options);
  return await response.json() as Answer;
}

const gamePath = (id: string, rest = "") => `/api/games/${encodeURIComponent(id)}${rest}`;

export const listVariants = (signal?: AbortSignal) =>
  ask<Catalogue>(`/api/variants?locale=${locale.peek()}`, signal === undefined ? {} : { signal });

export const listGames = () => ask<GameList>("/api/games");

export const createGame = (game: NewGame) =>
  ask<GameView>("/api/games", { method: "POST", body: game });

export const joinGame = (id: string) =>
  ask<GameView>(gamePath(id, "/join"), { method: "POST", body: {} });

export const getGame = (id: string) => ask<GameView>(gamePath(id));

export const sendAction = (id: string, action: NewAction) =>
  ask<GameView>(gamePath(id, "/actions"), { method: "POST", body: action });

export const getPosition = (id: string, actions: number) =>
  ask<PastPosition>(gamePath(id, `/positions/${actions}`));

export const getOutcomes = (id: string, action: string, actions: number) =>
  ask<EnumerateOutcomesResponseJson>(
    gamePath(id, `/outcomes?action=${encodeURIComponent(action)}&actions=${actions}`));

export const getGameFile = (id: string) => ask<GameFileJson>(gamePath(id, "/file"));

export const getPgn = async (id: string) =>
  (await send(gamePath(id, "/pgn"), { accept: "text/plain" })).text();

export const getArchivedReview = (id: string) =>
  ask<JobReviewJson>(gamePath(id, "/archived-review"));

const archivePath = (id: string, rest: string) => `/api/archives/${encodeURIComponent(id)}${rest}`;

export const listArchives = () => ask<ArchiveList>("/api/archives");

export const submitArchive = (archive: NewArchive) =>
  ask<ArchiveSummary>("/api/archives", { method: "POST", body: archive });

export const cancelArchive = (id: string) =>
  ask<ArchiveSummary>(archivePath(id, "/cancel"), { method: "POST" });

/** Opens a game that comes after this place in the results of an archive. */
export const openArchivedGame = (id: string, item: number, after: string) =>
  ask<OpenedGame>(archivePath(id, `/games/${item}?after=${encodeURIComponent(after)}`),
    { method: "POST" });

export const archiveEventsPath = (id: string, after: string) =>
  archivePath(id, `/events?after=${encodeURIComponent(after)}`);

export const pgnPath = (id: string) => gamePath(id, "/pgn");
export const filePath = (id: string) => gamePath(id, "/file");
export const eventsPath = (id: string) => gamePath(id, "/events");

export const analysisPath = (id: string, actions: number, multiPv: number, movetimeMs: number) =>
  gamePath(id, `/analysis?actions=${actions}&multiPv=${multiPv}&movetimeMs=${movetimeMs}`);

export const reviewPath = (id: string, movetimeMs: number, theme: "light" | "dark") =>
  gamePath(id, `/review?movetimeMs=${movetimeMs}&theme=${theme}`);
