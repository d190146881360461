import { setTimeout as wait } from 'node:timers/promises';
import { openHostJournal, recordHosted } from '../src/host/engine/host-fold.ts';
import { sessionRegistry } from '../src/host/engine/session-registry.ts';
import { createHostSession, type Session } from '../src/host/session.ts';
import { JournalError } from '../src/journal/error.ts';
import type { Fact } from '../src/journal/fact.ts';
import type { FactStore, ProposedFact } from '../src/journal/index.ts';
import { DEFAULT_DRAFTER_CONFIG } from '../src/planners/drafter/config.ts';
import { DEFAULT_TASKS_CONFIG } from '../src/planners/tasks/config.ts';

/** How much there is to do. */
export interface WorkloadSize {
  /** Conversations that answer by themselves, and how many messages each of them gets. */
  readonly talks: number;
  readonly messages: number;
  /** Plans, and how many tasks each of them has. */
  readonly plans: number;
  readonly tasks: number;
}

const POLL_MS = 50;
const RETRY_MS = 100;

/** Sessions in a store that somebody else works on, what is said to them, and what must have become of it in the end. */
export class Workload {
  readonly #store: FactStore;
  readonly #size: WorkloadSize;
  readonly #talks: Session[] = [];
  readonly #plans: Session[] = [];
  #answered = 0;
  #finished = 0;

  constructor(store: FactStore, size: WorkloadSize) {
    this.#store = store;
    this.#size = size;
  }

  /** How much is done, from 0 to 1. */
  get progress(): number {
    const { talks, messages, plans } = this.#size;
    return (this.#answered + this.#finished) / (talks * messages + plans);
  }

  /** Begins all sessions, and lets whoever runs sessions of this store know. */
  async begin(): Promise<void> {
    const { talks, plans } = this.#size;
    for (let i = 1; i <= talks; i++)
      this.#talks.push(await beginSession(this.#store, `talk-${i}`, 'drafter'));
    for (let i = 1; i <= plans; i++) this.#plans.push(await beginSession(this.#store, `plan-${i}`, 'tasks'));
  }

  /** Says everything that is to be said, each message when the one before it was answered. Resolves when all is done. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([
      ...this.#talks.map((talk) => this.#converse(talk, signal)),
      ...this.#plans.map((plan) => this.#plan(plan, signal)),
    ]);
  }

  /** Everything that is not as it must be, in words. */
  async faults(): Promise<string[]> {
    const ofTalks = await Promise.all(this.#talks.map((talk) => this.#faultsOfTalk(talk)));
    const ofPlans = await Promise.all(this.#plans.map((plan) => this.#faultsOfPlan(plan)));
    return [...ofTalks, ...ofPlans].flat();
  }

  async #converse({ journal }: Session, signal: AbortSignal): Promise<void> {
    await retried(() =>
      journal.append([{ type: 'status_changed', a2a: 'input-required' }], { key: 'begin' }),
    );
    for (let i = 1; i <= this.#size.messages; i++) {
      const message = { type: 'remote_received', messageId: `m${i}`, text: `Point ${i} of ${journal.id}` };
      await retried(() => journal.append([message], { key: `m${i}` }));
      await this.#until(journal, signal, (facts) => countOf(facts, 'remote_sent') >= i);
      this.#answered += 1;
    }
  }

  async #plan({ journal }: Session, signal: AbortSignal): Promise<void> {
    const list = Array.from({ length: this.#size.tasks }, (_, i) => `- write part ${i + 1}`).join('\n');
    const message: ProposedFact = { type: 'user_input', text: list };
    await retried(() => journal.append([message], { key: 'list' }));
    await this.#until(journal, signal, (facts) => countOf(facts, 'PlanningCompleted') > 0);
    this.#finished += 1;
  }

  async #until(
    journal: Session['journal'],
    signal: AbortSignal,
    holds: (facts: readonly Fact[]) => boolean,
  ): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      if (holds(await retried(() => factsOf(journal)))) return;
      await wait(POLL_MS);
    }
  }

  async #faultsOfTalk({ journal }: Session): Promise<string[]> {
    const { messages } = this.#size;
    const facts = await factsOf(journal);
    const planned = triggersOf(facts);
    const counts = {
      drafts: countOf(facts, 'compose_intent'),
      approvals: countOf(facts, 'compose_approved'),
      sent: countOf(facts, 'remote_sent'),
      'drafts sent': distinct(facts, 'remote_sent', 'composeId'),
      'message ids': distinct(facts, 'remote_sent', 'messageId'),
      'messages planned for': new Set(planned.filter((trigger) => trigger.startsWith('inbound'))).size,
    };
    return [
      ...(await broken(journal)),
      ...twice(journal.id, planned),
      ...Object.entries(counts).flatMap(([what, count]) =>
        count === messages ? [] : [`${journal.id} has ${count} ${what} for ${messages} messages`],
      ),
      ...errors(journal.id, facts),
    ];
  }

  async #faultsOfPlan({ journal }: Session): Promise<string[]> {
    const { tasks } = this.#size;
    const facts = await factsOf(journal);
    const completed = facts.filter(
      ({ type, status }) => type === 'TaskStatusUpdated' && status === 'Completed',
    );
    const counts = {
      [`tasks done (${failures(facts)})`]: [completed.length, tasks],
      'tasks done apart': [new Set(completed.map(({ taskId }) => taskId)).size, tasks],
      'plans made': [countOf(facts, 'TasksPlanned'), 1],
      ends: [countOf(facts, 'PlanningCompleted'), 1],
    } as const;
    return [
      ...(await broken(journal)),
      ...twice(journal.id, triggersOf(facts)),
      ...Object.entries(counts).flatMap(([what, [count, wanted]]) =>
        count === wanted ? [] : [`${journal.id} has ${count} ${what}, not ${wanted}`],
      ),
      ...errors(journal.id, facts),
    ];
  }
}

/** Begins a session that sends its drafts by itself, and lets whoever runs sessions of this store know. */
export async function beginSession(
  store: FactStore,
  id: string,
  plannerId: 'drafter' | 'tasks',
  facts: readonly ProposedFact[] = [],
): Promise<Session> {
  const registry = sessionRegistry(async () => store);
  const config = plannerId === 'drafter' ? DEFAULT_DRAFTER_CONFIG : DEFAULT_TASKS_CONFIG;
  const session = await createHostSession(store, registry, {
    id,
    title: id,
    plannerId,
    config,
    mode: 'auto',
  });
  if (facts.length > 0) await session.journal.append(facts);
  await recordHosted(openHostJournal(store), id);
  return session;
}

async function factsOf(journal: Session['journal']): Promise<readonly Fact[]> {
  // Every fact has the fields of its payload.
  return (await journal.facts()) as unknown as readonly Fact[];
}

async function broken(journal: Session['journal']): Promise<string[]> {
  const { ok, firstBad } = await journal.verify();
  return ok ? [] : [`${journal.id} is damaged at seq ${firstBad}`];
}

/** The triggers that passes were settled for, as `kind seq`. */
function triggersOf(facts: readonly Fact[]): string[] {
  return facts
    .filter(({ type }) => type === 'pass_settled')
    .flatMap(({ triggers }) => Object.entries(triggers ?? {}).map(([kind, seq]) => `${kind} ${seq}`));
}

function twice(journal: string, triggers: readonly string[]): string[] {
  return triggers
    .filter((trigger, i) => triggers.indexOf(trigger) !== i)
    .map((trigger) => `${journal} planned twice for ${trigger}`);
}

function errors(journal: string, facts: readonly Fact[]): string[] {
  return facts
    .filter(({ type }) => /^(planner_error|send_failed|reaction_failed)$/.test(type))
    .map((fact) => `${journal}: ${JSON.stringify(fact)}`);
}

function countOf(facts: readonly Fact[], wanted: string): number {
  return facts.filter(({ type }) => type === wanted).length;
}

function distinct(facts: readonly Fact[], wanted: string, field: string): number {
  return new Set(facts.filter(({ type }) => type === wanted).map((fact) => fact[field])).size;
}

/** Tries again while the store is away: everything here can be repeated. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof JournalError) || error.code !== 'store-unreachable') throw error;
      await wait(RETRY_MS);
    }
  }
}

/** What became of the tasks that were not completed. */
function failures(facts: readonly Fact[]): string {
  return facts
    .filter(
      ({ type, status }) => type === 'TaskStatusUpdated' && status !== 'Completed' && status !== 'InProgress',
    )
    .map(({ type: _type, ...rest }) => JSON.stringify(rest))
    .join('; ');
}
