import { z } from 'zod';
import type { Envelope, Fact } from '../../journal/fact.ts';
import { isBookkeeping } from '../../kernel/facts.ts';
import type { FactKind } from './fact-kind.ts';
import { runModule, runModuleOr } from './module-failure.ts';
import type { PlannerModule } from './planner-module.ts';

const readers = new WeakMap<PlannerModule, ReadonlyMap<string, z.ZodType>>();

/** Whether a planner's fold gets a fact: bookkeeping and facts that do not match its schemas are left out. */
function isFolded(module: PlannerModule, fact: Envelope): boolean {
  if (isBookkeeping(fact)) return false;
  const schema = readersOf(module).get(fact.type);
  if (schema === undefined) return true;
  const { seq: _seq, id: _id, ts: _ts, type: _type, v: _v, ...payload } = fact;
  return schema.safeParse(payload).success;
}

/** The state after one more fact. */
export function foldFact(module: PlannerModule, state: unknown, fact: Envelope): unknown {
  if (!isFolded(module, fact)) return state;
  // An envelope with any other fields is a fact.
  return runModule(module, 'state.apply', () => module.state.apply(state, fact as Fact));
}

/** The state after all of these facts. */
export function foldModule(module: PlannerModule, facts: Iterable<Envelope>): unknown {
  let state = module.state.initial;
  for (const fact of facts) state = foldFact(module, state, fact);
  return state;
}

/** The description of the fact between two states; `undefined` if it has none. */
export function factText(
  module: PlannerModule,
  fact: Envelope,
  states: { readonly before: unknown; readonly after: unknown },
): string | undefined {
  const type = Object.hasOwn(module.facts, fact.type) ? module.facts[fact.type] : undefined;
  if (type?.text === undefined || !isFolded(module, fact)) return undefined;
  return runModule(module, `facts.${fact.type}.text`, () => type.text?.(fact as Fact, states));
}

/** The kind of one of the module's own facts; `undefined` for other facts. Facts that it cannot read are 'other'. */
export function ownFactKind(module: PlannerModule, fact: Envelope): FactKind | undefined {
  const type = Object.hasOwn(module.facts, fact.type) ? module.facts[fact.type] : undefined;
  const kind = type?.kind;
  if (typeof kind !== 'function') return kind;
  const run = () => kind(fact as Fact);
  return runModuleOr(module, { member: `facts.${fact.type}.kind`, run }, (failure) => {
    if (isFolded(module, fact)) throw failure;
    return 'other';
  });
}

function readersOf(module: PlannerModule): ReadonlyMap<string, z.ZodType> {
  const known = readers.get(module);
  if (known) return known;
  // A newer version's extra field must not make its facts invisible to this one.
  const created = new Map(
    Object.entries(module.facts).map(([type, { schema }]) => [type, readable(schema)] as const),
  );
  readers.set(module, created);
  return created;
}

function readable(schema: z.ZodType): z.ZodType {
  // By shape rather than class: the module may have its own copy of Zod.
  const { shape } = schema as { readonly shape?: z.ZodRawShape };
  return shape === undefined ? schema : z.object(shape);
}
