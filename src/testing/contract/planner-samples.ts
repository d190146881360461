import assert from 'node:assert/strict';
import { foldFact } from '../../harness/module/module-fold.ts';
import { momentOf } from '../../harness/module/module-moment.ts';
import type { At, PlannerModule } from '../../harness/module/planner-module.ts';
import type { CommandCall } from '../../harness/module/view-block.ts';
import type { Fact, ProposedFact } from '../../journal/fact.ts';
import { factAt } from '../module-handler.ts';

/** Sample data for testing a planner module. */
export interface PlannerSamples {
  readonly module: PlannerModule;
  /** A setup; default: what its schema parses from `{}`, if that is valid. */
  readonly config?: unknown;
  /** What the setup has loaded, if it loads something. */
  readonly loaded?: unknown;
  /** Journals of its sessions: lists of its own facts and those of every session, in order. */
  readonly facts: readonly (readonly ProposedFact[])[];
  /** Commands to try at every moment of these journals, whether they are refused or not. */
  readonly commands?: readonly CommandCall[];
  /** Texts to send at every moment of these journals. */
  readonly texts?: readonly string[];
}

/** A session of the module after some facts of a sample journal. */
export interface SampleMoment {
  /** Its location, for messages. */
  readonly where: string;
  readonly at: At;
}

/** A fact of a sample journal with the states before and after it. */
export interface SampleStep {
  readonly where: string;
  readonly fact: Fact;
  readonly before: unknown;
  readonly after: unknown;
}

/** The setup for the samples. */
export function configOf({ module, config }: PlannerSamples): unknown {
  return config === undefined ? module.config.safeParse({}).data : module.config.parse(config);
}

/** Every fact of the sample journals, each folded once. */
export function* stepsOf({ module, facts }: PlannerSamples): Generator<SampleStep> {
  for (const [journal, proposed] of facts.entries()) {
    let state = module.state.initial;
    for (const [index, each] of proposed.entries()) {
      const fact = frozen(factAt(index + 1, each));
      const after = foldFact(module, state, fact);
      yield { where: placeName(journal, index + 1), fact, before: state, after };
      state = after;
    }
  }
}

/** Every moment of the sample journals, from before the first fact; each also as if the planner had not been set up. */
export function* momentsOf(samples: PlannerSamples): Generator<SampleMoment> {
  const { module, loaded } = samples;
  const config = frozen(configOf(samples));
  const moment = (state: unknown, head: number, where: string): SampleMoment[] => [
    { where, at: momentOf(module, { state, config, loaded, head, nativeFrom: 1 }) },
    {
      where: `${where}, not set up`,
      at: momentOf(module, { state, config: undefined, loaded: undefined, head, nativeFrom: 1 }),
    },
  ];
  yield* moment(module.state.initial, 0, 'before the first fact');
  for (const { where, fact, after } of stepsOf(samples)) yield* moment(after, fact.seq, where);
}

/** Whether a value is deeply plain JSON. Fields without a value count as absent. */
export function isPlainJson(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      if (value === null) return true;
      if (Array.isArray(value)) return value.every(isPlainJson);
      return (
        isPlainObject(value) && Object.values(value).every((each) => each === undefined || isPlainJson(each))
      );
    default:
      return false;
  }
}

/** A value as JSON keeps it. */
export function asJson(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}

/** The same value, deeply frozen. Anything that is not plain data stays as it is. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (!Array.isArray(value) && !isPlainObject(value)) return value;
  for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
}

/** Calls a function of a module twice, asserts equal results, and returns them. */
export function sameTwice<Result>(call: () => Result, where: string): Result {
  const first = call();
  assert.deepEqual(call(), first, `${where}: called again it comes to something else`);
  return first;
}

/** Fails if a name occurs twice. */
export function assertUnique(names: readonly string[], where: string): void {
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  assert.deepEqual(twice, [], `${where}: these are there more than once`);
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function placeName(journal: number, seq: number): string {
  return `journal ${journal + 1} after fact ${seq}`;
}
