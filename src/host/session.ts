import { ledgerOf } from '../harness/conversation/ledger.ts';
import { configuredPlanner, erasedType, type PlannerMode } from '../harness/facts.ts';
import { missingPlanner } from '../harness/module/missing-planner.ts';
import { configuredFact } from '../harness/setup/reconfigure.ts';
import type { Envelope, Fact, ProposedFact } from '../journal/fact.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import type { FactStore } from '../journal/store.ts';
import { erasedFact } from '../kernel/projection/kept-fields.ts';
import { a2aFacts } from './a2a/facts.ts';
import { HostError } from './error.ts';
import { entryOf, type PlannerRegistry, type RegistryEntry } from './registry.ts';

/** A journal with a planner. */
export interface Session {
  readonly journal: Journal<Envelope>;
  readonly entry: RegistryEntry;
  /** The store of its journal. Without it, it is unknown whether everything is paused. */
  readonly store?: FactStore;
  /** Its planner is not loaded: it is read-only. */
  readonly isReadOnly?: boolean;
}

/** The initial state of a session. */
export interface NewSession {
  readonly id: string;
  readonly title: string;
  readonly plannerId: string;
  /** The setup of the planner. Without it somebody has to set it up before it runs. */
  readonly config?: unknown;
  /** Whether the planner can start with that setup; default yes. */
  readonly ready?: boolean;
  readonly mode?: PlannerMode;
  /** The planner's initial facts. */
  readonly facts?: readonly ProposedFact[] | undefined;
  /** Who creates it. */
  readonly by?: string;
  /** An idempotency key: creating it again under the same key is no conflict. */
  readonly key?: string | undefined;
}

/** Creates a session with its setup in one step. A used id is a conflict, and nothing changes. */
export async function createHostSession(
  store: FactStore,
  registry: PlannerRegistry,
  { id, title, plannerId, config, ready = true, mode, facts = [], by, key }: NewSession,
): Promise<Session> {
  const entry = registry.get(plannerId);
  const journal = journalFor(store, id, entry);
  const { planner } = entry;
  const signed = { ...(by !== undefined && { by }) };
  const setup = { planner, config, ready, ...(mode && { mode }), ...signed };
  const configured = config === undefined ? [] : [await configuredFact(journal, setup)];
  const begun = { type: 'session_created', title, plannerId, ...signed };
  const created = await journal.append([begun, ...configured, ...facts], {
    expectedSeq: 0,
    ...(key !== undefined && { key }),
  });
  if (!created.ok) {
    throw new HostError('session-exists', {
      summary: `Journal ${id} already exists, with ${created.head} facts.`,
      fix: 'Choose another id, or open the existing session. Nothing was appended.',
    });
  }
  return { journal, entry, store };
}

/** Opens an existing session. Throws `no-session` if there is none, `unknown-planner` if its planner is not loaded. */
export async function openHostSession(
  store: FactStore,
  registry: PlannerRegistry,
  id: string,
): Promise<Session> {
  const plannerId = await firstPlanner(store, registry, id);
  const begun = sessionWith(store, id, registry.get(plannerId));
  const inForce = (await ledgerOf(begun.journal)).plannerInForce ?? plannerId;
  return inForce === plannerId ? begun : sessionWith(store, id, registry.get(inForce));
}

/** Opens a session for viewing, even if its planner is not loaded. */
export async function openReadable(
  store: FactStore,
  registry: PlannerRegistry,
  id: string,
): Promise<Session> {
  return readableWith({ store, id }, registry, await firstPlanner(store, registry, id));
}

/** A journal as a session of a planner, whatever it contains: it may be empty. */
export function sessionAs(
  store: FactStore,
  registry: PlannerRegistry,
  { id, plannerId }: { readonly id: string; readonly plannerId: string },
): Session {
  return readableWith({ store, id }, registry, plannerId);
}

/** The same session with another planner, as `planner_configured` sets one up, even one that is not loaded. */
export function withPlanner(session: Session, registry: PlannerRegistry, plannerId: string): Session {
  const { journal, store } = session;
  if (store === undefined) throw new TypeError('only a session of a store can have another planner');
  return readableWith({ store, id: journal.id }, registry, plannerId);
}

function readableWith(
  { store, id }: { readonly store: FactStore; readonly id: string },
  registry: PlannerRegistry,
  plannerId: string,
): Session {
  const entry = registry.find(plannerId);
  if (entry) return sessionWith(store, id, entry);
  return { ...sessionWith(store, id, entryOf(missingPlanner(plannerId))), isReadOnly: true };
}

function sessionWith(store: FactStore, id: string, entry: RegistryEntry): Session {
  return { journal: journalFor(store, id, entry), entry, store };
}

function journalFor(store: FactStore, id: string, { facts }: RegistryEntry): Journal<Envelope> {
  // Validated on write, untyped on read.
  return openJournal(store, id, { facts: { ...a2aFacts, ...facts } }) as unknown as Journal<Envelope>;
}

/** Whether a journal is a session by the fact at `seq`; it may have started as something else. */
export async function isSessionAt(
  store: FactStore,
  registry: PlannerRegistry,
  { id, seq }: { readonly id: string; readonly seq: number },
): Promise<boolean> {
  const facts = await openJournal(store, id).facts({ to: Math.min(seq, FIRST_FACTS) });
  return (createdFor(facts) ?? adoptedBy(facts, registry)) !== undefined;
}

/**
 * The planner that a session started with, by its first facts. One without `session_created` belongs to the planner
 * whose fact comes first.
 */
async function firstPlanner(store: FactStore, registry: PlannerRegistry, id: string): Promise<string> {
  const facts = await openJournal(store, id).facts({ to: FIRST_FACTS });
  const plannerId = createdFor(facts) ?? adoptedBy(facts, registry);
  if (plannerId !== undefined) return plannerId;
  throw new HostError('no-session', {
    summary: `There is no session ${id}.`,
    fix: 'Check the id: `wayfold sessions` lists them all.',
  });
}

function createdFor(facts: readonly Fact[]): string | undefined {
  let isErased = false;
  for (const fact of facts) {
    const erased = erasedFact(fact);
    if ((erased?.type ?? fact.type) === 'session_created') {
      const { plannerId } = erased ? (erased.kept ?? {}) : fact;
      if (typeof plannerId === 'string') return plannerId;
      isErased ||= erased !== undefined;
    }
    // If even the initial planner was erased, its setup names it too.
    const configured = isErased ? configuredPlanner(fact)?.plannerId : undefined;
    if (configured !== undefined) return configured;
  }
  return undefined;
}

function adoptedBy(facts: readonly Fact[], registry: PlannerRegistry): string | undefined {
  for (const fact of facts) {
    const type = erasedType(fact) ?? fact.type;
    const owner = registry.entries.find(({ module }) => module.adopts.some((own) => own === type));
    if (owner) return owner.planner.id;
  }
  return undefined;
}

/** A journal that started as something else may have become a session. */
const FIRST_FACTS = 100;
