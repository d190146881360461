import type { PlannerMode } from '../harness/facts.ts';
import { erasedType } from '../harness/facts.ts';
import { configuredFact } from '../harness/reconfigure.ts';
import type { Envelope } from '../journal/fact.ts';
import { type FactStore, type Journal, openJournal } from '../journal/index.ts';
import { a2aFacts } from './a2a/facts.ts';
import { HostError } from './error.ts';
import type { PlannerRegistry, RegistryEntry } from './registry.ts';

/** A journal with a planner. */
export interface Session {
  readonly journal: Journal<Envelope>;
  readonly entry: RegistryEntry;
  readonly title: string;
  /** Where its journal is. Without it nobody knows whether everything is paused. */
  readonly store?: FactStore;
}

/** What a session begins with. */
export interface NewSession {
  readonly id: string;
  readonly title: string;
  readonly plannerId: string;
  /** The setup of the planner. Without it somebody has to set it up before it runs. */
  readonly config?: unknown;
  readonly mode?: PlannerMode;
  /** Who begins it. */
  readonly by?: string;
  /** A name for this beginning: beginning it again under the same name is no conflict. */
  readonly key?: string | undefined;
}

/** Begins a session, with its setup in one step. An id that is taken is a conflict, and nothing is changed. */
export async function createSession(
  store: FactStore,
  registry: PlannerRegistry,
  { id, title, plannerId, config, mode, by, key }: NewSession,
): Promise<Session> {
  const entry = registry.get(plannerId);
  const journal = journalFor(store, id, entry);
  const { planner } = entry;
  const signed = { ...(by !== undefined && { by }) };
  const setup = { planner, config, ready: true, ...(mode && { mode }), ...signed };
  const configured = config === undefined ? [] : [await configuredFact(journal, setup)];
  const begun = { type: 'session_created', title, plannerId, ...signed };
  const created = await journal.append([begun, ...configured], {
    expectedSeq: 0,
    ...(key !== undefined && { key }),
  });
  if (!created.ok) {
    throw new HostError('session-exists', {
      expected: `no journal ${id} yet`,
      actual: `one with ${created.head} facts`,
      fix: 'Nothing was appended. Take another id, or open the session that is there.',
    });
  }
  return { journal, entry, title, store };
}

/** Opens a session that is there. */
export async function openSession(store: FactStore, registry: PlannerRegistry, id: string): Promise<Session> {
  const created = await createdFact(openJournal(store, id));
  if (created === undefined) {
    throw new HostError('no-session', {
      expected: `a session ${id}`,
      actual: 'no journal of that id with a planner',
      fix: 'Check the id: `wayfold journal list` shows them all.',
    });
  }
  const entry = registry.get(created.plannerId);
  return { journal: journalFor(store, id, entry), entry, title: created.title, store };
}

function journalFor(store: FactStore, id: string, { facts }: RegistryEntry): Journal<Envelope> {
  // Held to the planner's fact types when it is written, and read as what it is.
  return openJournal(store, id, { facts: { ...a2aFacts, ...facts } }) as unknown as Journal<Envelope>;
}

async function createdFact(
  journal: Journal,
): Promise<{ readonly title: string; readonly plannerId: string } | undefined> {
  let isErased = false;
  for (const fact of await journal.facts({ to: FIRST_FACTS })) {
    const { type, title, plannerId } = fact;
    isErased ||= erasedType(fact) === 'session_created';
    // What an erased one was called is gone. Which planner it has stands in its setup too.
    const tells = type === 'session_created' || (isErased && type === 'planner_configured');
    if (tells && typeof plannerId === 'string') {
      return { title: typeof title === 'string' ? title : '', plannerId };
    }
  }
  return undefined;
}

/** A journal that began as something else may have become a session. */
const FIRST_FACTS = 100;
