import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Workbench } from './workbench.ts';

/** How long is waited for something to appear; machines that test are busy. */
export const SOON = { timeout: 30_000 };

export const EXAMPLE = 'A road trip from Los Angeles to Chicago in 8 days';

const Made = z.object({
  planner: z.object({
    action: z.object({ type: z.string() }).nullable(),
    itinerary: z
      .object({
        anchors: z.array(z.object({ id: z.string(), name: z.string(), lat: z.number(), lng: z.number() })),
        days: z.array(z.object({ number: z.number(), anchorId: z.string() })),
      })
      .nullable(),
  }),
});

/** A session with a trip in it, as tests work with one. */
export class TripPage {
  readonly workbench: Workbench;
  readonly id: string;

  constructor(workbench: Workbench, id = 'west') {
    this.workbench = workbench;
    this.id = id;
  }

  /** Begins the session and, with words, has a trip planned. */
  async begin(say?: string): Promise<void> {
    await this.workbench.ask('/api/sessions', { id: this.id, title: 'West', plannerId: 'trip', config: {} });
    if (say === undefined) return;
    await this.command({ type: 'say', text: say });
    await expect.poll(async () => (await this.made()).itinerary?.days.length, SOON).toBeGreaterThan(1);
  }

  async command(command: unknown): Promise<void> {
    await this.workbench.ask(`/api/sessions/${this.id}/commands`, command);
  }

  async made(): Promise<z.infer<typeof Made>['planner']> {
    return Made.parse(await this.workbench.ask(`/api/sessions/${this.id}`)).planner;
  }

  /** The names of the stops in the order of the days. */
  async order(): Promise<readonly string[]> {
    const { itinerary } = await this.made();
    return itinerary?.anchors.map(({ name }) => name) ?? [];
  }

  /** Puts the third stop into another state than it says, which the planner offers repairs for. */
  async breakThirdStop(): Promise<void> {
    const stop = (await this.made()).itinerary?.anchors[2];
    const set = { name: 'Kingman', admin1: 'AZ', lat: 37.6458, lng: -98.1137 };
    await this.command({
      type: 'change',
      mutation: { op: 'UPDATE_ANCHOR', payload: { anchorId: stop?.id, set } },
    });
  }

  /** Opens the view; on a flat map unless told, because a globe takes its time to draw in software. */
  async open(
    options: BrowserContextOptions = {},
    { kind = 'flat', at }: { readonly kind?: 'flat' | 'globe'; readonly at?: number } = {},
  ): Promise<Page> {
    const localStorage = [{ name: 'wayfold-map', value: kind }];
    const storageState = { cookies: [], origins: [{ origin: this.workbench.url, localStorage }] };
    const moment = at === undefined ? '' : `&at=${at}`;
    return await this.workbench.openPage(`/sessions/${this.id}?view=map${moment}`, {
      storageState,
      ...options,
    });
  }
}

export const panelOf = (page: Page): Locator => page.getByRole('tabpanel', { name: 'Map' });
export const dayOf = (page: Page, number: number): Locator =>
  panelOf(page).getByRole('listitem', { name: `Day ${number}`, exact: true });
export const repairsOf = (page: Page): Locator => panelOf(page).getByRole('region', { name: 'Repairs' });
export const markersOf = (page: Page): Locator =>
  panelOf(page).getByRole('group', { name: 'Stops on the map' }).getByRole('button');
export const markerOf = (page: Page, name: RegExp): Locator =>
  panelOf(page).getByRole('group', { name: 'Stops on the map' }).getByRole('button', { name });
