import { expect } from 'vitest';

/** Waits for what another party will do, on a busy machine too. */
export function eventually<T>(read: () => T): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { timeout: 20_000, interval: 10 });
}
