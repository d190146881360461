import { z } from 'zod';
import type { Envelope } from '../../journal/fact.ts';
import { type Journal, openJournal } from '../../journal/journal.ts';
import type { FactStore } from '../../journal/store.ts';
import { AppendSet } from '../../kernel/collections/append-set.ts';
import { PersistentMap } from '../../kernel/collections/persistent-map.ts';
import { ConflictError } from '../../kernel/error.ts';
import { decideOn } from '../../kernel/projection/follow.ts';
import { erasedFact, inForce, keeping } from '../../kernel/projection/kept-fields.ts';
import { foldProjection } from '../../kernel/projection/projection.ts';
import { HOST_JOURNAL } from '../host-journal.ts';

const Id = z.string().min(1).max(128);

/** What hosts record about the sessions they run, so that any of them can continue what another started. */
export const hostFacts = {
  session_hosted: keeping(['session'], z.strictObject({ session: Id })),
  sessions_paired: keeping(['first', 'second'], z.strictObject({ first: Id, second: Id })),
  sessions_unpaired: keeping(
    ['first', 'second'],
    z.strictObject({ first: Id, second: Id, by: z.string().min(1).exactOptional() }),
  ),
} as const;

const HostFact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session_hosted'), ...hostFacts.session_hosted.shape }),
  z.object({ type: z.literal('sessions_paired'), ...hostFacts.sessions_paired.shape }),
  z.object({ type: z.literal('sessions_unpaired'), ...hostFacts.sessions_unpaired.shape }),
]);

/** Two sessions that talk to each other; `first` began. */
export interface PairedSessions {
  readonly first: string;
  readonly second: string;
}

export type HostJournal = Journal<Envelope>;

export function openHostJournal(store: FactStore): HostJournal {
  // Validated on write, untyped on read.
  return openJournal(store, HOST_JOURNAL, { facts: hostFacts }) as unknown as HostJournal;
}

interface HostState {
  readonly hosted: AppendSet<string>;
  readonly pairOf: PersistentMap<string, PairedSessions>;
}

/** Which sessions to run, and which of them talk to each other: a fold of the host journal. */
export class HostFold {
  readonly #state: HostState;

  constructor(state: HostState = { hosted: AppendSet.empty(), pairOf: PersistentMap.empty() }) {
    this.#state = state;
  }

  /** In the order they started. */
  get hosted(): AppendSet<string> {
    return this.#state.hosted;
  }

  /** In the order they were paired. */
  get pairs(): readonly PairedSessions[] {
    return [...new Set(this.#state.pairOf.values())];
  }

  pairOf(session: string): PairedSessions | undefined {
    return this.#state.pairOf.get(session);
  }

  /** The fold after the next fact; the same instance if nothing changed. */
  accept(envelope: Envelope): HostFold {
    const fact = HostFact.safeParse(inForce(envelope, hostFacts)).data;
    switch (fact?.type) {
      case 'session_hosted':
        return this.#with({ hosted: this.hosted.add(fact.session) });
      case 'sessions_paired':
        return this.#paired(fact);
      case 'sessions_unpaired':
        return this.#unpaired(fact);
      case undefined:
        // It is unknown which pairing was to end: all of them do.
        return erasedFact(envelope)?.type === 'sessions_unpaired'
          ? this.#with({ pairOf: PersistentMap.empty() })
          : this;
    }
  }

  #paired({ first, second }: PairedSessions): HostFold {
    if (this.pairOf(first) || this.pairOf(second)) return this;
    const pair = { first, second };
    return this.#with({ pairOf: this.#state.pairOf.set(first, pair).set(second, pair) });
  }

  #unpaired({ first, second }: PairedSessions): HostFold {
    const pair = this.pairOf(first);
    if (pair === undefined || pair !== this.pairOf(second)) return this;
    return this.#with({ pairOf: this.#state.pairOf.delete(first).delete(second) });
  }

  #with(change: Partial<HostState>): HostFold {
    return new HostFold({ ...this.#state, ...change });
  }
}

/** The projection of the host journal. */
export const hosting = foldProjection(() => new HostFold());

/** Records that hosts of this store run the session. */
export async function recordHosted(journal: HostJournal, session: string): Promise<void> {
  await decideOn(journal, hosting, ({ hosted }) => ({
    append: hosted.has(session) ? [] : [{ type: 'session_hosted', session }],
  }));
}

/** Records a pairing. An existing one changes nothing; a session that talks to another one is a conflict. */
export async function recordPaired(journal: HostJournal, { first, second }: PairedSessions): Promise<void> {
  await decideOn(journal, hosting, (fold) => {
    const known = fold.pairOf(first) ?? fold.pairOf(second);
    if (known === undefined) return { append: [{ type: 'sessions_paired', first, second }] };
    if ([first, second].every((id) => id === known.first || id === known.second)) return { append: [] };
    throw new ConflictError({
      summary: `${known.first} already talks to ${known.second}.`,
      fix: 'Pair other sessions, or fork one of these and pair the copy.',
    });
  });
}

/** Records that two sessions are no longer paired. If they were not, that is a conflict. */
export async function recordUnpaired(
  journal: HostJournal,
  { first, second, by }: PairedSessions & { readonly by?: string },
): Promise<void> {
  await decideOn(journal, hosting, (fold) => {
    const pair = fold.pairOf(first);
    if (pair !== undefined && pair === fold.pairOf(second)) {
      return { append: [{ type: 'sessions_unpaired', ...pair, ...(by !== undefined && { by }) }] };
    }
    throw new ConflictError({
      summary: `${first} and ${second} do not talk to each other.`,
      fix: 'GET /api/pairings lists the sessions that do. Nothing was changed.',
    });
  });
}
