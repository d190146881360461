import type { OpenSurface, SurfaceName } from './planner-surface.ts';

/** A surface, and how to open a client of it. */
export interface SurfaceTrial {
  readonly name: SurfaceName;
  /** Called when its tests run: each surface loads a protocol. */
  load(): Promise<OpenSurface>;
  /** How long to wait for other processes. */
  readonly patienceMs?: number | undefined;
}

/** The same result for every test that needs it. */
export function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= make();
    return result;
  };
}
