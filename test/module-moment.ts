import { foldModule } from '../src/harness/module/module-fold.ts';
import { momentOf } from '../src/harness/module/module-moment.ts';
import type { At, Moment, PlannerModule } from '../src/harness/module/planner-module.ts';
import type { Envelope } from '../src/journal/fact.ts';

const envelope = { ts: '2026-01-01T00:00:00.000Z', v: 1, type: '' };

/** A session of a planner after these facts, which are numbered from 1, with the setup that is given. */
export function moduleAt(
  module: PlannerModule,
  facts: readonly object[],
  { config, loaded }: Partial<Pick<Moment, 'config' | 'loaded'>> = {},
): At {
  const kept = facts.map((fact, i): Envelope => ({ ...envelope, id: `f${i + 1}`, ...fact, seq: i + 1 }));
  const state = foldModule(module, kept);
  return momentOf(module, { state, config, loaded, head: kept.length, nativeFrom: 1 });
}
