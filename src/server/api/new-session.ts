import type { PlannerMode } from '../../harness/facts.ts';
import { reconfigurePlanner } from '../../harness/reconfigure.ts';
import { createSession } from '../../host/session.ts';
import { sha256 } from '../../journal/sha256.ts';
import type { FactStore } from '../../journal/store.ts';
import { planOfJournal } from '../../plan-tools/plan-id.ts';
import { ServerError } from '../error.ts';
import { type ApiSetting, SessionPath } from './api-setting.ts';
import { PLAN_TOOLS } from './plan-session.ts';
import type { SessionView } from './session-view.ts';
import { configFromSeed } from './setup.ts';
import { shortName } from './short-name.ts';

/** A name for a new session; not one that an address beside those of sessions has. */
export const NewId = SessionPath.shape.id
  .refine((id) => !id.startsWith('wayfold:'), 'must not begin with wayfold:')
  .refine((id) => id !== 'events', 'must not be events');

/** Where a session begins at the latest: its journal may have begun as something else. */
const FIRST_FACTS = 100;

/** A session that somebody wants. */
interface WantedSession {
  readonly title: string;
  readonly plannerId: string;
  readonly id?: string;
  /** Its setup as a link carries it. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly mode?: PlannerMode;
  readonly by: string;
  /** A name for this one wish: wished again under the same name, it is the same session. */
  readonly key?: string | undefined;
}

/** Begins a session, sets it up and has it run here. Resolves to its id. */
export async function beginSession(
  { registry, llm, host, shelf }: ApiSetting,
  store: FactStore,
  { title, plannerId, id, config: seed, mode, by, key }: WantedSession,
): Promise<string> {
  const { planner } = registry.get(plannerId);
  // Before anything is made: a setup that does not work leaves no session behind.
  const full = seed && (await configFromSeed(planner, seed, { llm, store }));
  const name = key === undefined ? shortName() : sha256(key).slice(0, 12);
  const wanted = { id: id ?? `${plannerId}:${name}`, title, plannerId, by, key };
  const { journal } = await createSession(store, registry, wanted);
  const { configured } = await shelf.view(store, journal.id);
  if (full && configured === undefined) {
    await reconfigurePlanner(journal, { planner, ...full, ...(mode && { mode }), by });
  }
  await host.host(store, journal.id);
  return journal.id;
}

/** A name for a fork; of a session plan one that the plan tools can use. */
export function forkName(id: string): string {
  const isPlan = planOfJournal(id) !== undefined;
  return isPlan ? `${id.slice(0, 50)}-fork-${shortName()}` : `${id.slice(0, 110)}.fork-${shortName()}`;
}

/** Makes a session of its own out of the facts up to `atSeq`. */
export async function forkSession({ session }: SessionView, atSeq: number, id: string): Promise<void> {
  const { journal, entry } = session;
  const first = await journal.facts({ to: Math.min(atSeq, FIRST_FACTS) });
  const isSession = first.some(({ type }) => type === 'session_created');
  if (!isSession && entry.planner.id !== PLAN_TOOLS) throw withoutBeginning(journal.id, atSeq);
  await journal.fork(atSeq, id);
}

function withoutBeginning(id: string, atSeq: number): ServerError {
  return new ServerError('invalid-request', {
    expected: `a seq of ${id} at which it is a session already`,
    actual: `${atSeq}, before it began`,
    fix: 'Fork it at a later seq.',
  });
}
