import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { heardAgain, useConnection } from '../state/connection.ts';
import { checkPage, usePageVersion } from '../state/page-version.ts';

const MOST_TRIES = 8;

/** A part of the page that is loaded when it is first shown. While the server is away it waits for it. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await withPatience(load) }));
}

/** Loads something of the page itself, as often as it takes until the server is there. */
export async function withPatience<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 1; ; tries++) {
    if (useConnection.getState().broken) await heardAgain();
    try {
      return await load();
    } catch (error) {
      await checkPage();
      // A server with another page has other parts, and none of this one.
      if (tries >= MOST_TRIES || usePageVersion.getState().isOld) throw error;
      await heardAgain();
    }
  }
}
