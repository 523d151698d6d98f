// A game that is played on the page in the same way as a person would play it.
import assert from "node:assert/strict";

import type { MoveJson } from "@arbiter-chess/client";
import type { Locator, Page } from "playwright-core";

import type { GameView, Mode } from "../../src/shared/api.js";
import { until } from "../waiting.js";

const MODE_NAMES: Record<Mode, string> = {
  hotseat: "In one browser", online: "In two browsers", engine: "Against the engine",
};

export interface Setup {
  mode?: Mode;
  /** The name of the side on the page. */
  side?: string;
  fen?: string;
  pgn?: string;
  /** The labels and values of the "Game options". */
  options?: Record<string, string>;
}

/** Fills in the form of the lobby and submits it. */
export async function startGame(page: Page, game: string, setup: Setup = {}): Promise<void> {
  await page.getByRole("radio", { name: new RegExp(`^${game} `) }).check({ force: true });
  await page.getByRole("radio", { name: MODE_NAMES[setup.mode ?? "hotseat"] }).check({ force: true });
  if (setup.side) await page.getByRole("radio", { name: setup.side, exact: true }).check({ force: true });
  if (setup.fen !== undefined) await startFrom(page, "A position (FEN)", "FEN", setup.fen);
  if (setup.pgn !== undefined) await startFrom(page, "A game (PGN)", "PGN", setup.pgn);
  if (setup.options) await page.getByText("Game options").click();
  for (const [label, value] of Object.entries(setup.options ?? {})) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByRole("button", { name: "Start the game" }).click();
}

async function startFrom(page: Page, choice: string, label: string, text: string): Promise<void> {
  await page.getByRole("radio", { name: choice }).check({ force: true });
  await page.getByLabel(label, { exact: true }).fill(text);
}

export class Table {
  private constructor(readonly page: Page) {}

  static async start(page: Page, game: string, setup: Setup = {}): Promise<Table> {
    await startGame(page, game, setup);
    return Table.at(page);
  }

  /** Returns the table of the game page that is open. */
  static async at(page: Page): Promise<Table> {
    await page.waitForURL(/\/game\//);
    await page.getByRole("region", { name: "Game status" }).waitFor();
    return new Table(page);
  }

  get id(): string {
    return new URL(this.page.url()).pathname.split("/").at(-1) ?? "";
  }

  /** Returns the view of this browser. */
  view(): Promise<GameView> {
    return this.page.evaluate(async (id) => (await fetch(`/api/games/${id}`)).json(), this.id);
  }

  square(name: string): Locator {
    return this.page.locator(`[role="gridcell"][aria-label^="${name},"]`);
  }

  status(): Promise<string> {
    return this.page.getByRole("region", { name: "Game status" }).innerText();
  }

  /** Makes a move on the board, and waits until the page shows it. */
  async play(text: string): Promise<GameView> {
    const view = await this.view();
    const move = view.legal.moves?.find((each) => each.text === text);
    assert.ok(move, `${text} is not among the moves of ${view.state.fen}`);
    await this.press(move, view);
    await this.shows(view.log.length + 1);
    return this.view();
  }

  /** Waits until the page shows the position after this many actions, which is the newest. */
  async shows(actions: number): Promise<void> {
    await this.page.getByText(`${actions} / ${actions}`, { exact: true }).waitFor();
  }

  private async press(move: MoveJson, view: GameView): Promise<void> {
    const { from = "", to = "" } = move;
    switch (move.kind) {
      case "KIND_PASS":
        await this.page.getByRole("button", { name: "Pass", exact: true }).click();
        return;
      case "KIND_PLACE":
        await this.selectInTray();
        await this.square(to).click();
        return;
      case "KIND_REMOVE":
        await this.page.getByRole("button", { name: "Remove a piece" }).click();
        await this.square(to).click();
        return;
      case "KIND_PROMOTION":
        // If there is no other choice, the dialog is open already.
        if (!(await this.chooser().isVisible())) await this.square(to).click();
        break;
      default:
        await this.square(from).click();
        await this.square(to).click();
    }
    await this.chooseByName(move, view);
  }

  private chooser(): Locator {
    return this.page.getByRole("dialog", { name: /Which move\?/ });
  }

  /** Selects the piece to place, unless it is the only choice and selected already. */
  private async selectInTray(): Promise<void> {
    const tool = this.page.getByRole("button", { name: /^Place a / });
    if ((await tool.count()) > 0) await tool.first().click();
  }

  /** Chooses a move by name if there are several between the same squares. */
  private async chooseByName(move: MoveJson, { variant, legal }: GameView): Promise<void> {
    const rivals = (legal.moves ?? []).filter(
      (each) => each.to === move.to && (each.from === move.from || move.kind === "KIND_PROMOTION"));
    if (rivals.length < 2) return;
    await this.chooser().getByRole("button", { name: await this.labelOf(move, variant) }).click();
  }

  private async labelOf({ kind, promotion }: MoveJson, variant: string): Promise<RegExp> {
    if (kind === "KIND_STEALTH") return /^Stealth move$/;
    if (promotion === undefined || promotion === "") return /^(Normal move|Move|Capture)$/;
    const { variants } = await this.page.evaluate(
      async () => (await fetch("/api/variants?locale=en")).json());
    const { pieces } = variants.find((each: { id: string }) => each.id === variant);
    const { name } = pieces.find((each: { letter: string }) => each.letter === promotion);
    return new RegExp(`^${name.replace(/[()]/g, "\\$&")}$`);
  }

  /** Opens a folded panel and returns it. */
  async panel(title: string): Promise<Locator> {
    const panel = this.page.locator("details").filter({ has: this.page.getByRole("heading", { name: title }) });
    if ((await panel.getAttribute("open")) === null) await panel.locator("summary").first().click();
    return panel;
  }

  async isOver(): Promise<boolean> {
    return (await this.view()).state.phase === "PHASE_FINISHED";
  }

  /** Presses "Verify in this browser", and returns the verdict. */
  async verify(): Promise<string> {
    const panel = await this.panel("Randomness");
    await panel.getByRole("button", { name: "Verify in this browser" }).click();
    const verdict = panel.locator(".verdict");
    await verdict.waitFor();
    return panel.getByRole("status").innerText();
  }

  async waitForOver(): Promise<void> {
    await until("the end of the game", () => this.isOver());
  }
}
