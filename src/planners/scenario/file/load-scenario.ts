import { sha256 } from '../../../journal/integrity/sha256.ts';
import { systemTimer, type Timer } from '../../../kernel/timer.ts';
import { ScenarioError } from '../error.ts';
import type { Scenario } from './scenario.ts';
import type { ScenarioLoader, ScenarioSource } from './scenario-source.ts';
import { parseScenario } from './validate-scenario.ts';

/** How the planner loads scenario files. */
export interface ScenarioAccess {
  /** Without it, only built-in scenarios and those already in the config can be played. */
  readonly load?: ScenarioLoader | undefined;
  readonly timer?: Timer | undefined;
}

/** The time limit for loading a file. */
const LOAD_TIMEOUT_MS = 30_000;

/** Loads and validates a scenario. Rejects with a {@link ScenarioError} for people. */
export async function loadScenario(
  source: ScenarioSource,
  { load, timer = systemTimer }: ScenarioAccess,
  signal: AbortSignal,
): Promise<Scenario> {
  const file = await inTime((limited) => fileFrom(source, load, limited), timer, signal);
  if (source.type === 'upload' && sha256(file) !== source.sha256) {
    throw new ScenarioError('scenario-not-loaded', {
      summary: `The file that was found has the SHA-256 ${sha256(file)}, not ${source.sha256}.`,
      fix: 'Upload the file again.',
    });
  }
  return parseScenario(file);
}

async function fileFrom(
  source: ScenarioSource,
  load: ScenarioLoader | undefined,
  signal: AbortSignal,
): Promise<string | Uint8Array> {
  switch (source.type) {
    case 'none':
      throw new ScenarioError('scenario-not-loaded', {
        summary: 'No scenario is named.',
        fix: 'Give the address of a scenario file, or upload one.',
      });
    case 'example': {
      const { exampleScenario } = await import('./example-scenario.ts');
      return await exampleScenario(source.id);
    }
    default:
      if (load) return await load(source, signal);
      throw new ScenarioError('scenario-not-loaded', {
        summary: 'Scenarios cannot be loaded here.',
        fix: 'Give createScenarioPlanner a load function.',
      });
  }
}

async function inTime<Result>(
  load: (signal: AbortSignal) => Promise<Result>,
  timer: Timer,
  signal: AbortSignal,
): Promise<Result> {
  const late = new AbortController();
  const timedOut = Promise.withResolvers<never>();
  const cancel = timer.after(LOAD_TIMEOUT_MS, () => {
    late.abort(new Error(`there was no answer after ${LOAD_TIMEOUT_MS / 1000} seconds`));
    timedOut.reject(late.signal.reason);
  });
  try {
    return await Promise.race([load(AbortSignal.any([signal, late.signal])), timedOut.promise]);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof ScenarioError) throw cause;
    throw new ScenarioError('scenario-not-loaded', {
      summary: `The scenario could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}.`,
      fix: 'Check the address, and that this machine can reach it.',
      cause,
    });
  } finally {
    cancel();
  }
}
