import { z } from 'zod';
import type { Envelope } from '../../journal/fact.ts';
import { type FactStore, type Journal, openJournal } from '../../journal/index.ts';
import { appendDecision } from '../../kernel/append-decision.ts';
import { ConflictError } from '../../kernel/error.ts';
import { HOST_JOURNAL } from '../host-journal.ts';

const Id = z.string().min(1).max(128);

/** What hosts keep about the sessions they run, so that any of them goes on with what another one began. */
const hostFacts = {
  session_hosted: z.strictObject({ session: Id }),
  sessions_paired: z.strictObject({ first: Id, second: Id }),
  sessions_unpaired: z.strictObject({ first: Id, second: Id, by: z.string().min(1).exactOptional() }),
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
  // Held to its fact types when it is written, and read as what it is.
  return openJournal(store, HOST_JOURNAL, { facts: hostFacts }) as unknown as HostJournal;
}

/** Which sessions are run, and which of them talk to each other: a fold of the host journal, kept up. */
export class HostBook {
  readonly #hosted = new Set<string>();
  #pairs: readonly PairedSessions[] = [];
  readonly #pairOf = new Map<string, PairedSessions>();
  #head = 0;

  /** The last seq that was taken in. */
  get head(): number {
    return this.#head;
  }

  get hosted(): ReadonlySet<string> {
    return this.#hosted;
  }

  get pairs(): readonly PairedSessions[] {
    return this.#pairs;
  }

  pairOf(session: string): PairedSessions | undefined {
    return this.#pairOf.get(session);
  }

  /** Takes facts in, in order; those it has seen change nothing. Returns the sessions that are run since. */
  accept(facts: readonly Envelope[]): readonly string[] {
    const begun: string[] = [];
    for (const envelope of facts) {
      if (envelope.seq <= this.#head) continue;
      this.#head = envelope.seq;
      const fact = HostFact.safeParse(envelope).data;
      if (fact?.type === 'session_hosted' && !this.#hosted.has(fact.session)) {
        this.#hosted.add(fact.session);
        begun.push(fact.session);
      }
      if (fact?.type === 'sessions_paired') this.#paired(fact);
      if (fact?.type === 'sessions_unpaired') this.#unpaired(fact);
    }
    return begun;
  }

  #paired({ first, second }: PairedSessions): void {
    if (this.#pairOf.has(first) || this.#pairOf.has(second)) return;
    const pair = { first, second };
    this.#pairs = [...this.#pairs, pair];
    this.#pairOf.set(first, pair).set(second, pair);
  }

  #unpaired({ first, second }: PairedSessions): void {
    const pair = this.#pairOf.get(first);
    if (pair === undefined || pair !== this.#pairOf.get(second)) return;
    this.#pairs = this.#pairs.filter((each) => each !== pair);
    this.#pairOf.delete(first);
    this.#pairOf.delete(second);
  }
}

/** Records that hosts of this store run the session. */
export async function recordHosted(
  journal: HostJournal,
  session: string,
  book = new HostBook(),
): Promise<void> {
  await decideOn(journal, book, () =>
    book.hosted.has(session) ? [] : [{ type: 'session_hosted', session }],
  );
}

/** Records a pairing. One that is there changes nothing; a session that talks to another one is a conflict. */
export async function recordPaired(
  journal: HostJournal,
  { first, second }: PairedSessions,
  book = new HostBook(),
): Promise<void> {
  await decideOn(journal, book, () => {
    const known = book.pairOf(first) ?? book.pairOf(second);
    if (known === undefined) return [{ type: 'sessions_paired', first, second }];
    if ([first, second].every((id) => id === known.first || id === known.second)) return [];
    throw new ConflictError({
      expected: `${first} and ${second} to be free`,
      actual: `${known.first}, which talks to ${known.second}`,
      fix: 'Pair other sessions, or fork one of these and pair the copy.',
    });
  });
}

/** Records that two sessions no longer talk to each other. Where they do not, that is a conflict. */
export async function recordUnpaired(
  journal: HostJournal,
  { first, second, by }: PairedSessions & { readonly by?: string },
  book = new HostBook(),
): Promise<void> {
  await decideOn(journal, book, () => {
    const pair = book.pairOf(first);
    if (pair !== undefined && pair === book.pairOf(second)) {
      return [{ type: 'sessions_unpaired', ...pair, ...(by !== undefined && { by }) }];
    }
    throw new ConflictError({
      expected: `${first} and ${second} to talk to each other`,
      actual: 'they do not',
      fix: 'GET /api/pairings lists the sessions that do. Nothing was changed.',
    });
  });
}

async function decideOn(
  journal: HostJournal,
  book: HostBook,
  choose: () => readonly { readonly type: string }[],
): Promise<void> {
  const { facts } = await appendDecision(
    journal,
    (news) => {
      book.accept(news);
      return { append: choose() };
    },
    { after: book.head },
  );
  book.accept(facts);
}
