import { conversationProjection } from '../src/harness/conversation/conversation.ts';
import type { HarnessHooks, HarnessOptions } from '../src/harness/harness-options.ts';
import {
  conversationFacts,
  createHarness,
  digestOf,
  type Harness,
  type PlanContext,
  type PlanInput,
  type Planner,
} from '../src/harness/index.ts';
import { type FactStore, memoryStore, openJournal, type ProposedFact } from '../src/journal/index.ts';
import { follow } from '../src/kernel/index.ts';
import { SimulatedClock, sequentialIds } from '../src/testing/index.ts';
import { eventually } from './eventually.ts';

export const inputRequired = { type: 'status_changed', a2a: 'input-required' } as const;
export const working = { type: 'status_changed', a2a: 'working' } as const;
export const asleep = { type: 'sleep' } as const;

export const received = (messageId: string, text = 'hello') =>
  ({ type: 'remote_received', messageId, text }) as const;
export const sent = (messageId: string, composeId?: string) =>
  ({ type: 'remote_sent', messageId, text: 'hi', ...(composeId && { composeId }) }) as const;
export const guidance = (gid: string, text = 'be kind') => ({ type: 'user_guidance', gid, text }) as const;
export const answer = (qid: string) => ({ type: 'user_answer', qid, text: 'yes' }) as const;
export const question = (qid: string) => ({ type: 'agent_question', qid, prompt: 'really?' }) as const;

/** What a planner proposes: the harness adds the digest. */
export const draft = (composeId: string, text = 'hi') =>
  ({ type: 'compose_intent', composeId, text }) as const;

/** What an approval of `draft('c1')` names. */
export const DIGEST = digestOf(draft('c1'));

export type Plan = (input: PlanInput, context: PlanContext) => unknown;

/** A conversation in memory with a clock that stands still, and planners that do what a test says. */
export function talk({ store = memoryStore() }: { readonly store?: FactStore } = {}) {
  const clock = new SimulatedClock(0);
  const newId = sequentialIds();
  const open = () => openJournal(store, 'talk', { clock, newId, facts: conversationFacts });
  const journal = open();
  let workers = 0;

  /** A harness of its own process: another object for the journal, and nothing known of it yet. */
  const harness = (
    plan: Plan,
    { hooks = {}, ...options }: HarnessOptions & { readonly hooks?: HarnessHooks } = {},
  ): Harness => {
    workers += 1;
    // What a planner returns is for the harness to check.
    const planner = { id: 'test', name: 'Test', plan: plan as Planner['plan'] };
    const defaults = { clock, timer: clock, newId, worker: `w${workers}` };
    return createHarness({ journal: open(), planner, hooks, options: { ...defaults, ...options } });
  };

  const facts = async () => await journal.facts();
  const types = async () => (await facts()).map(({ type }) => type);
  /** Without bookkeeping: what planners and people see. */
  const story = async () =>
    (await types()).filter((type) => !/^(claimed|pass_settled|reaction_settled)$/.test(type));
  const append = (...proposed: readonly ProposedFact[]) =>
    // Checked by the journal.
    journal.append(proposed as unknown as Parameters<typeof journal.append>[0]);
  const conversation = async () => {
    return await follow(journal, conversationProjection()).catchUp();
  };
  return { store, clock, newId, journal, open, harness, facts, types, story, append, conversation };
}

/** A planner that counts its calls and answers with what it is given, the last of it again and again. */
export function answering(...outputs: readonly unknown[]) {
  const inputs: PlanInput[] = [];
  const plan: Plan = (input) => {
    inputs.push(input);
    return outputs[Math.min(inputs.length, outputs.length) - 1];
  };
  return { plan, inputs };
}

/** A planner that stays in each call until the test lets it go. */
export function held() {
  const calls: { readonly context: PlanContext; readonly answer: (output: unknown) => void }[] = [];
  const plan: Plan = (_, context) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    calls.push({ context, answer: resolve });
    return promise;
  };
  return { plan, calls };
}

/** A conversation whose planner was asked in a pass, and answers when the test lets it. */
export async function thinking({
  store,
  planner = held(),
  ...options
}: Parameters<ReturnType<typeof talk>['harness']>[1] & {
  readonly store?: FactStore;
  readonly planner?: ReturnType<typeof held>;
} = {}) {
  const talking = talk({ ...(store && { store }) });
  await talking.append(inputRequired);
  const one = talking.harness(planner.plan, options);
  const pass = one.runPlanningPass();
  await eventually(() => planner.calls.length).toBe(1);
  return { ...talking, one, pass, calls: planner.calls };
}
