import { conversationFamily } from '../../harness/family.ts';
import type { FactStore } from '../../journal/store.ts';
import type { ScenarioLoader } from '../../planners/scenario/scenario-source.ts';
import { MAX_SCENARIO_BYTES } from '../../planners/scenario/validate-scenario.ts';
import { guardedFetch } from '../../planners/tasks/executors/guarded-fetch.ts';
import { agentFetch } from '../a2a/agent-fetch.ts';
import { a2aFacts } from '../a2a/facts.ts';
import { type BuiltInOptions, builtInPlanners } from '../built-in-planners.ts';
import { createRegistry, type PlannerRegistry } from '../registry.ts';

/**
 * The planners of the sessions that servers and workers run. `existing` is the store that uploaded files are in; `env` may
 * name servers of this machine or network that trips may ask.
 */
export function sessionRegistry(
  existing: () => Promise<FactStore | undefined>,
  options: BuiltInOptions = {},
  env: Readonly<Record<string, string | undefined>> = process.env,
): PlannerRegistry {
  const usual = { loadScenario: scenariosOf(existing), trip: { fetch: serviceFetch(env) } };
  return createRegistry(
    builtInPlanners({ ...usual, ...options }).map((entry) =>
      // Conversations may be published, which leaves facts of its own.
      entry.family === conversationFamily ? { ...entry, facts: { ...entry.facts, ...a2aFacts } } : entry,
    ),
  );
}

/** Scenarios come from uploaded files, and from addresses that are not of this machine or network. */
function scenariosOf(existing: () => Promise<FactStore | undefined>): ScenarioLoader {
  return async (source, signal) => {
    if (source.type === 'upload') {
      const bytes = await (await existing())?.getAttachment(source.sha256);
      if (bytes) return bytes;
      throw new Error('no file with this hash was uploaded');
    }
    const { status, body, truncated } = await guardedFetch(source.url, {
      signal,
      maxBytes: MAX_SCENARIO_BYTES,
    });
    if (status !== 200) throw new Error(`the address answers with status ${status}`);
    if (truncated) throw new Error(`it has more than ${MAX_SCENARIO_BYTES} bytes`);
    return body;
  };
}

const SERVICES = ['NOMINATIM', 'PHOTON', 'OVERPASS', 'WIKIVOYAGE', 'OSRM'];
const SERVICE_TIMEOUT_MS = 10_000;
const SERVICE_BYTES = 4_000_000;

/**
 * Asks the servers that the setup of a trip names. A setup may come from a link or over the network: of this machine and
 * its network only those are asked that whoever runs the server has named, by `WAYFOLD_OSRM_URL` and the like.
 */
function serviceFetch(env: Readonly<Record<string, string | undefined>>): typeof fetch {
  const named = SERVICES.flatMap((name) => URL.parse(env[`WAYFOLD_${name}_URL`] ?? '')?.origin ?? []);
  return agentFetch({
    allowPrivate: named,
    ownOrigin: '',
    timeoutMs: SERVICE_TIMEOUT_MS,
    silenceMs: SERVICE_TIMEOUT_MS,
    maxBytes: SERVICE_BYTES,
  });
}
