import { z } from 'zod';
import { configFromSeed, seedOf } from '../../harness/config-seed.ts';
import type { FullConfig } from '../../harness/config-store.ts';
import type { HydrateContext } from '../../harness/planner.ts';
import { sha256 } from '../../journal/sha256.ts';
import { systemTimer, type Timer } from '../../kernel/timer.ts';
import { CORE_TOOL_NAMES } from './core-tools.ts';
import { ScenarioError } from './error.ts';
import { Scenario, type ScenarioAgent } from './scenario.ts';
import { type ScenarioLoader, type ScenarioSource, scenarioSource } from './scenario-source.ts';
import { parseScenario } from './validate-scenario.ts';

/** How many decisions a model takes in one pass unless told. */
export const DEFAULT_INLINE_STEPS = 20;
export const MOST_INLINE_STEPS = 50;
export const LONGEST_INSTRUCTIONS = 8000;
export const LONGEST_MODEL = 200;

/** What of a setup fits into a link: where the scenario is, and what was chosen. */
export const ScenarioSeed = z.strictObject({
  /** An address, or `sha256:…` for an uploaded file. */
  scenarioUrl: z.string().max(4096).default(''),
  /** The name of a model as `openModel` takes it; empty for the one the host uses anyway. */
  model: z.string().max(LONGEST_MODEL).default(''),
  /** Without it, the first agent of the scenario. */
  myAgentId: z.string().max(128).exactOptional(),
  /** Without it, all tools of the agent. */
  enabledTools: z.array(z.string().max(64)).max(50).readonly().exactOptional(),
  enabledCoreTools: z.array(z.enum(CORE_TOOL_NAMES)).readonly().default(CORE_TOOL_NAMES),
  maxInlineSteps: z.int().min(1).max(MOST_INLINE_STEPS).default(DEFAULT_INLINE_STEPS),
  /** What the model is told besides what the scenario says. */
  instructions: z.string().max(LONGEST_INSTRUCTIONS).default(''),
});

/** See the schema {@link ScenarioSeed}. */
export type ScenarioSeed = Readonly<z.input<typeof ScenarioSeed>>;

/** What a person sets up for the scenario planner, with the scenario itself once it is loaded. Without secrets. */
export const ScenarioConfig = ScenarioSeed.extend({ resolvedScenario: Scenario.exactOptional() });

/** See the schema {@link ScenarioConfig}. */
export type ScenarioConfig = Readonly<z.output<typeof ScenarioConfig>>;

/** The config of a planner that nobody has set up. */
export const DEFAULT_SCENARIO_CONFIG: Omit<ScenarioConfig, 'resolvedScenario'> = ScenarioSeed.parse({});

/** The agent and the tools that a setup stands for in a scenario: those that were chosen, where the scenario has them. */
export function chosenIn(
  { agents: [first, ...others] }: Scenario,
  chosen: { readonly myAgentId?: unknown; readonly enabledTools?: unknown },
): { readonly myAgentId: string; readonly enabledTools: readonly string[] } {
  const agent = [first, ...others].find((each) => each?.agentId === chosen.myAgentId) ?? first;
  const all = toolNamesOf(agent);
  const wanted = Array.isArray(chosen.enabledTools) ? chosen.enabledTools : undefined;
  return {
    myAgentId: agent?.agentId ?? '',
    enabledTools: wanted ? all.filter((name) => wanted.includes(name)) : all,
  };
}

/** The names of an agent's tools. */
export function toolNamesOf(agent: ScenarioAgent | undefined): string[] {
  return (agent?.tools ?? []).map(({ toolName }) => toolName);
}

/** Where a config is complete: the scenario is there, and has the agent. */
export function isReady({ resolvedScenario, myAgentId }: ScenarioConfig): boolean {
  return resolvedScenario?.agents.some(({ agentId }) => agentId === myAgentId) ?? false;
}

/** What of a config fits into a link. The scenario is loaded again; an uploaded one is known by its hash. */
export function dehydrate({ resolvedScenario: _, ...config }: ScenarioConfig): ScenarioSeed {
  return seedOf(config, DEFAULT_SCENARIO_CONFIG);
}

/**
 * The config that a seed stands for, with its scenario. One that cannot be loaded leaves a config that is not ready, so
 * that the setup card shows what was chosen and why it does not work. Throws a `ConfigError` for what is no seed.
 */
export async function hydrate(
  seed: ScenarioSeed,
  { signal = new AbortController().signal, readAttachment }: HydrateContext,
  { load, timer }: ScenarioAccess,
): Promise<FullConfig<ScenarioConfig>> {
  const config = configFromSeed(ScenarioSeed, seed, 'Scenario Planner');
  const source = scenarioSource(config.scenarioUrl);
  if (source.type === 'none') return { config, ready: false };
  const stored: ScenarioLoader | undefined =
    readAttachment && source.type === 'upload' ? () => readAttachment(source.sha256) : load;
  try {
    const resolvedScenario = await loadScenario(source, { load: stored, timer }, signal);
    const whole = { ...config, ...chosenIn(resolvedScenario, config), resolvedScenario };
    return { config: whole, ready: true };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ScenarioError) return { config, ready: false };
    throw error;
  }
}

/** How the planner gets hold of scenario files. */
export interface ScenarioAccess {
  /** Without it, only a scenario that is in the config already can be played. */
  readonly load?: ScenarioLoader | undefined;
  readonly timer?: Timer | undefined;
}

/** How long a file may take. */
const LOAD_TIMEOUT_MS = 30_000;

/** Loads and checks a scenario. Rejects with a {@link ScenarioError} that a person understands. */
export async function loadScenario(
  source: ScenarioSource,
  { load, timer = systemTimer }: ScenarioAccess,
  signal: AbortSignal,
): Promise<Scenario> {
  if (source.type === 'none' || load === undefined) {
    throw new ScenarioError('scenario-not-loaded', {
      expected: 'a way to load scenarios',
      actual: source.type === 'none' ? 'no address' : 'none: the planner was made without one',
      fix: 'Give createScenarioPlanner a load function.',
    });
  }
  const file = await loaded(source, { load, timer }, signal);
  if (source.type === 'upload' && sha256(file) !== source.sha256) {
    throw new ScenarioError('scenario-not-loaded', {
      expected: `the file with the SHA-256 ${source.sha256}`,
      actual: `one with ${sha256(file)}`,
      fix: 'Upload the file again.',
    });
  }
  return parseScenario(file);
}

async function loaded(
  source: Exclude<ScenarioSource, { readonly type: 'none' }>,
  { load, timer }: { readonly load: ScenarioLoader; readonly timer: Timer },
  signal: AbortSignal,
): Promise<string | Uint8Array> {
  const late = new AbortController();
  const timedOut = Promise.withResolvers<never>();
  const cancel = timer.after(LOAD_TIMEOUT_MS, () => {
    late.abort(new Error(`no answer after ${LOAD_TIMEOUT_MS / 1000} seconds`));
    timedOut.reject(late.signal.reason);
  });
  try {
    return await Promise.race([load(source, AbortSignal.any([signal, late.signal])), timedOut.promise]);
  } catch (cause) {
    signal.throwIfAborted();
    throw new ScenarioError('scenario-not-loaded', {
      expected: `a scenario from ${source.type === 'url' ? source.url : `the uploaded file ${source.sha256}`}`,
      actual: cause instanceof Error ? cause.message : String(cause),
      fix: 'Check the address, and that this machine can reach it.',
      cause,
    });
  } finally {
    cancel();
  }
}

/** One line about a config. */
export function summarizeApplied(config: ScenarioConfig): string {
  const { resolvedScenario, myAgentId, enabledTools = [], model } = config;
  const agent = resolvedScenario?.agents.find(({ agentId }) => agentId === myAgentId);
  if (resolvedScenario === undefined || agent === undefined) return 'no scenario';
  const tools = `${enabledTools.length} of ${agent.tools.length} tools`;
  return [
    resolvedScenario.metadata.title,
    `as ${agent.principal.name}`,
    tools,
    ...(model === '' ? [] : [model]),
  ].join(', ');
}
