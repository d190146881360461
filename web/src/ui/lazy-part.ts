import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { useConnection } from '../state/connection.ts';

const MOST_TRIES = 8;
const BETWEEN_MS = 1000;

/** A part of the page that is loaded when it is first shown. While the server is away it waits for it. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await withPatience(load) }));
}

async function withPatience<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 1; ; tries++) {
    try {
      return await load();
    } catch (error) {
      if (tries >= MOST_TRIES) throw error;
      await connected();
    }
  }
}

/** Resolves when the server was heard from, and a moment later at the earliest. */
async function connected(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  if (!useConnection.getState().broken) return;
  await new Promise<void>((resolve) => {
    const stop = useConnection.subscribe(({ broken }) => {
      if (broken) return;
      stop();
      resolve();
    });
  });
}
