import { z } from 'zod';
import type { Envelope } from '../../journal/fact.ts';
import { type FactStore, type Journal, openJournal } from '../../journal/index.ts';
import { appendDecision } from '../../kernel/append-decision.ts';
import { ConflictError } from '../../kernel/error.ts';

/** The journal that says which sessions of a store its servers run. */
const HOST_JOURNAL = 'wayfold:host';

const Id = z.string().min(1).max(128);

/** What a server keeps about the sessions it runs, so that it goes on with them after a restart. */
const hostFacts = {
  session_hosted: z.strictObject({ session: Id }),
  sessions_paired: z.strictObject({ first: Id, second: Id }),
} as const;

const HostFact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session_hosted'), ...hostFacts.session_hosted.shape }),
  z.object({ type: z.literal('sessions_paired'), ...hostFacts.sessions_paired.shape }),
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

/** Which sessions are run here, and which of them talk to each other. */
export class HostBook {
  readonly #hosted = new Set<string>();
  readonly #pairs: PairedSessions[] = [];

  get hosted(): ReadonlySet<string> {
    return this.#hosted;
  }

  get pairs(): readonly PairedSessions[] {
    return this.#pairs;
  }

  pairOf(session: string): PairedSessions | undefined {
    return this.#pairs.find(({ first, second }) => first === session || second === session);
  }

  accept(facts: readonly Envelope[]): void {
    for (const fact of facts.map((each) => HostFact.safeParse(each).data)) {
      if (fact?.type === 'session_hosted') this.#hosted.add(fact.session);
      if (fact?.type === 'sessions_paired' && !this.pairOf(fact.first) && !this.pairOf(fact.second)) {
        this.#pairs.push({ first: fact.first, second: fact.second });
      }
    }
  }
}

/** Records that servers of this store run the session. */
export async function recordHosted(journal: HostJournal, session: string): Promise<void> {
  const book = new HostBook();
  await appendDecision(journal, (news) => {
    book.accept(news);
    return { append: book.hosted.has(session) ? [] : [{ type: 'session_hosted', session }] };
  });
}

/** Records a pairing. One that is there changes nothing; a session that talks to another one is a conflict. */
export async function recordPaired(journal: HostJournal, { first, second }: PairedSessions): Promise<void> {
  const book = new HostBook();
  await appendDecision(journal, (news) => {
    book.accept(news);
    const known = book.pairOf(first) ?? book.pairOf(second);
    if (known === undefined) return { append: [{ type: 'sessions_paired', first, second }] };
    if ([first, second].every((id) => id === known.first || id === known.second)) return { append: [] };
    throw new ConflictError({
      expected: `${first} and ${second} to be free`,
      actual: `${known.first}, which talks to ${known.second}`,
      fix: 'Pair other sessions, or fork one of these and pair the copy.',
    });
  });
}
