import { JournalError } from '../../../../journal/error.ts';
import type { Fact } from '../../../../journal/fact.ts';
import { REDACTED } from '../../../../journal/fact.ts';
import { openJournal } from '../../../../journal/journal.ts';
import type { FactStore } from '../../../../journal/store.ts';
import type { Plan } from '../../../../plan-tools/plan.ts';
import { journalOf } from '../../../../plan-tools/plan-id.ts';
import { watchRedactions } from '../../../http/redaction-watch.ts';
import { type PlanChange, planChange } from './plan-change.ts';

/** A plan at one moment, and what has changed since the moment before. */
export interface PlanMoment {
  readonly plan: Plan | undefined;
  readonly version: number;
  readonly changes: readonly PlanChange[];
  /** The first moment of a journal: its changes happened before anybody watched. */
  readonly isFirst: boolean;
}

export interface FollowOptions {
  readonly planId: string;
  readonly signal: AbortSignal;
  readonly onMoment: (moment: PlanMoment) => void | Promise<void>;
  /** The store could not be read; it is tried again. */
  readonly onTrouble: (error: unknown) => void;
}

/** Tells how a plan is now, then each change by whichever process. It ends with the signal, whose reason it throws. */
export async function followPlan(store: FactStore, options: FollowOptions): Promise<never> {
  for (;;) {
    options.signal.throwIfAborted();
    await followJournal(store, options);
  }
}

/** Resolves when the journal was deleted, or made anew under the same id, or when a fact that was shown is erased. */
async function followJournal(
  store: FactStore,
  { planId, signal, onMoment, onTrouble }: FollowOptions,
): Promise<void> {
  const journal = openJournal(store, journalOf(planId));
  let plan: Plan | undefined;
  let version = 0;
  let head = 0;
  let erased = 0;
  const take = (facts: readonly Fact[]): PlanChange[] =>
    facts.flatMap((fact) => {
      head = fact.seq;
      erased += isErased(fact) ? 1 : 0;
      const change = planChange(plan, fact);
      if (change === undefined) return [];
      ({ plan, version } = change);
      return [change];
    });

  const since = await store.redactions();
  const changes: PlanChange[] = [];
  for await (const page of journal.facts().pages()) {
    signal.throwIfAborted();
    changes.push(...take(page));
  }
  await onMoment({ plan, version, changes, isFirst: true });

  const { promise: replaced, resolve, reject } = Promise.withResolvers<void>();
  const unsubscribe = journal.subscribe(
    {
      // From a fact that is known, because only then it is noticed when the journal is another one.
      from: Math.max(head, 1),
      onError: (error, retrying) => {
        if (retrying) onTrouble(error);
        else if (error instanceof JournalError && error.code === 'journal-not-found') resolve();
        else reject(error);
      },
    },
    async (facts) => {
      const news = take(facts.filter(({ seq }) => seq > head));
      if (news.length > 0) await onMoment({ plan, version, changes: news, isFirst: false });
    },
  );
  const unwatch = watchRedactions(store, { journal: journal.id, since }, async () => {
    const facts = await journal.facts({ to: head });
    if (facts.filter(isErased).length > erased) resolve();
  });
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    await replaced;
  } finally {
    signal.removeEventListener('abort', abort);
    unsubscribe();
    unwatch();
  }
}

function isErased({ type }: Fact): boolean {
  return type === REDACTED;
}
