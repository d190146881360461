import {
  isBuiltIn,
  type OpenSurface,
  type PlannerOnSurfaces,
  SURFACES,
  type SurfaceName,
} from './contract/planner-surface.ts';
import { globalRunner, type TestRunner } from './contract/suite.ts';
import { surfaceLaws } from './contract/surface-laws.ts';

export type { PlannerOnSurfaces } from './contract/planner-surface.ts';

/** Loaded on demand: each loads a protocol. */
const OPENS: Readonly<Record<SurfaceName, () => Promise<OpenSurface>>> = {
  http: async () => (await import('./contract/planner-http.ts')).openHttp,
  'mcp over http': async () => (await import('./contract/planner-mcp.ts')).openMcpOverHttp,
  'mcp over stdio': async () => (await import('./contract/planner-mcp.ts')).openMcpOverStdio,
  acp: async () => (await import('./contract/planner-acp.ts')).openAcp,
  a2a: async () => (await import('./contract/planner-a2a.ts')).openA2a,
  cli: async () => (await import('./contract/planner-cli.ts')).openCli,
};

/**
 * Everything that a planner must do identically on every surface, as tests: a real client of each creates a session,
 * sends a message, decides, views, forks and erases. `runner` has the `describe` and `it` to use, by default the
 * global ones.
 *
 * ```ts
 * import { describe, it } from 'vitest';
 * plannerSurfaceContract(
 *   {
 *     module,
 *     file: './minutes.ts',
 *     config: { title: 'Retro' },
 *     say: 'We ship on Friday.',
 *     command: { type: 'pin', line: 1 },
 *     refused: { type: 'pin', line: 99 },
 *   },
 *   { describe, it },
 * );
 * ```
 */
export function plannerSurfaceContract(
  planner: PlannerOnSurfaces,
  runner: TestRunner = globalRunner(),
): void {
  const names = planner.surfaces ?? surfacesOf(planner);
  surfaceLaws(
    planner,
    names.map((name) => ({ name, load: OPENS[name] })),
    runner,
  );
}

/** The surfaces for such a planner: one that takes no text has no mode in an editor and cannot be published. */
function surfacesOf({ module, file }: PlannerOnSurfaces): readonly SurfaceName[] {
  return SURFACES.filter((name) => {
    if (name === 'acp' || name === 'a2a') return module.talks !== 'nobody';
    return name === 'http' || name === 'mcp over http' || file !== undefined || isBuiltIn(module);
  });
}
