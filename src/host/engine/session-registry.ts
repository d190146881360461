import { conversationFamily } from '../../harness/family.ts';
import type { FactStore } from '../../journal/store.ts';
import type { ScenarioLoader } from '../../planners/scenario/scenario-source.ts';
import { MAX_SCENARIO_BYTES } from '../../planners/scenario/validate-scenario.ts';
import { guardedFetch } from '../../planners/tasks/executors/guarded-fetch.ts';
import { a2aFacts } from '../a2a/facts.ts';
import { type BuiltInOptions, builtInPlanners } from '../built-in-planners.ts';
import { createRegistry, type PlannerRegistry } from '../registry.ts';

/** The planners of the sessions that servers and workers run. `existing` is the store that uploaded files are in. */
export function sessionRegistry(
  existing: () => Promise<FactStore | undefined>,
  options: BuiltInOptions = {},
): PlannerRegistry {
  return createRegistry(
    builtInPlanners({ loadScenario: scenariosOf(existing), ...options }).map((entry) =>
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
