import type { ProposedFact } from '../../journal/fact.ts';
import type { At, Moment, PlannerModule } from './planner-module.ts';
import type { CommandCall } from './view-block.ts';

type Constructors = Pick<At, 'fact' | 'call' | 'ask'>;

const constructors = new WeakMap<PlannerModule, Constructors>();

/** A moment of a session as the functions of its module take it. */
export function momentOf(module: PlannerModule, moment: Moment): At {
  return { ...moment, ...constructorsOf(module) };
}

function constructorsOf(module: PlannerModule): Constructors {
  const known = constructors.get(module);
  if (known) return known;
  const call = makers<CommandCall>(Object.keys(module.commands));
  const created = { fact: makers<ProposedFact>(Object.keys(module.facts)), call, ask: call };
  constructors.set(module, created);
  return created;
}

function makers<Value extends { readonly type: string }>(
  types: readonly string[],
): Readonly<Record<string, (fields: object) => Value>> {
  // The fields are typed by the schema of the type.
  return Object.fromEntries(types.map((type) => [type, (fields: object) => ({ ...fields, type }) as Value]));
}
