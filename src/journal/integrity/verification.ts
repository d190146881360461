import { allJournals } from '../all-journals.ts';
import { checkedAttachment, hashesIn } from '../attachments.ts';
import { JournalError } from '../error.ts';
import { journalNotFound } from '../refusals.ts';
import type { Damage, FactStore, JournalSummary, StoredFact } from '../store.ts';
import { ChainCheck } from './chain.ts';

/**
 * The result of verifying a journal. `firstBad` is the lowest seq that was changed, is missing, or was erased
 * without a record.
 */
export interface Verification {
  readonly ok: boolean;
  readonly head: number;
  readonly firstBad?: number;
  /** Other damage: the journal's row, keys, attachments that its facts name. */
  readonly damage?: readonly string[];
}

/** The result of verifying a whole store. */
export interface StoreVerification {
  readonly ok: boolean;
  /** How many journals were verified. */
  readonly journals: number;
  /** The damaged ones. */
  readonly damaged: readonly ({ readonly id: string } & Verification)[];
  /** Damage outside of journals: tables, triggers, pages of the file, rows that belong to no journal. */
  readonly damage: readonly string[];
}

const PAGE = 2000;
/** Facts may be erased while a journal is read; this many times in a row is no coincidence. */
const MAX_ATTEMPTS = 5;

/**
 * Recomputes a journal's chain, compares its end with the recorded head, and checks everything else that belongs to
 * it.
 */
export async function verifyJournal(store: FactStore, id: string): Promise<Verification> {
  for (let tries = 1; ; tries++) {
    const redactions = await store.redactions();
    const verification = await verifyOnce(store, id);
    // A fact erased meanwhile may have been rechained, or its record may come after the end of this read.
    const isSettled = verification.ok || tries === MAX_ATTEMPTS || (await store.redactions()) === redactions;
    if (isSettled) return verification;
  }
}

/** Checks a journal's chain to its end, and reports each valid fact. */
export async function checkChain(
  store: FactStore,
  { id, head, hash }: JournalSummary,
  onFact: (fact: StoredFact) => void,
): Promise<ChainCheck> {
  const check = new ChainCheck();
  reading: for (let from = 1; from <= head; from = check.tip.seq + 1) {
    const page = await store.read(id, { from, to: head, limit: PAGE });
    if (page.length === 0) break;
    for (const fact of page) {
      if (!check.accept(fact)) break reading;
      onFact(fact);
    }
  }
  check.end({ seq: head, hash });
  return check;
}

async function verifyOnce(store: FactStore, id: string): Promise<Verification> {
  const summary = await store.describe(id);
  if (summary === undefined) throw journalNotFound(id);
  const { head } = summary;
  const named = new Set<string>();
  const { firstBad } = await checkChain(store, summary, ({ payload }) => {
    for (const attachment of hashesIn(payload ?? '')) named.add(attachment);
  });
  if (firstBad !== undefined) {
    if (await isAnother(store, summary)) throw journalNotFound(id);
    return { ok: false, head, firstBad };
  }
  return await withDamage(store, summary, [...(await store.inspect(id)), ...(await lost(store, named))]);
}

async function withDamage(
  store: FactStore,
  summary: JournalSummary,
  found: readonly Damage[],
): Promise<Verification> {
  const { id, head } = summary;
  const damage = await confirmed(store, found);
  if (damage.length === 0) return { ok: true, head };
  if (await isAnother(store, summary)) throw journalNotFound(id);
  const seqs = damage.flatMap(({ seq }) => seq ?? []);
  const other = damage.filter(({ seq }) => seq === undefined).map(({ what }) => what);
  return {
    ok: false,
    head,
    ...(seqs.length > 0 && { firstBad: Math.min(...seqs) }),
    ...(other.length > 0 && { damage: other }),
  };
}

/** Whether the journal was deleted or recreated since it was described. */
async function isAnother(store: FactStore, { id, createdAt, head }: JournalSummary): Promise<boolean> {
  const now = await store.describe(id);
  return now === undefined || now.createdAt !== createdAt || now.head < head;
}

async function lost(store: FactStore, attachments: Iterable<string>): Promise<Damage[]> {
  const damage: Damage[] = [];
  for (const hash of attachments) {
    if (!(await isWhole(store, hash)))
      damage.push({ what: `The attachment ${hash} is missing, or has other bytes.` });
  }
  return damage;
}

/** A store that wraps another may store different bytes than it was given: then only the wrapper can tell. */
async function confirmed(store: FactStore, damage: readonly Damage[]): Promise<Damage[]> {
  const sure: Damage[] = [];
  for (const each of damage) {
    if (each.attachment === undefined || !(await isWhole(store, each.attachment))) sure.push(each);
  }
  return sure;
}

async function isWhole(store: FactStore, attachment: string): Promise<boolean> {
  try {
    await checkedAttachment(store, attachment);
    return true;
  } catch (error) {
    if (error instanceof JournalError && error.code === 'store-corrupt') return false;
    throw error;
  }
}

/**
 * Verifies every journal of a store, then everything that belongs to none. `onJournal` is called with each result;
 * an exception from it ends the verification.
 */
export async function verifyStore(
  store: FactStore,
  {
    onJournal = () => {},
  }: {
    readonly onJournal?: (verified: { readonly id: string } & Verification) => void | Promise<void>;
  } = {},
): Promise<StoreVerification> {
  const damaged: ({ id: string } & Verification)[] = [];
  let journals = 0;
  for await (const { id, head } of allJournals(store)) {
    const verification = await verifyListed(store, id, head);
    if (verification === undefined) continue;
    journals += 1;
    if (!verification.ok) damaged.push({ id, ...verification });
    await onJournal({ id, ...verification });
  }
  const damage = (await confirmed(store, await store.inspect())).map(({ what }) => what);
  return { ok: damaged.length === 0 && damage.length === 0, journals, damaged, damage };
}

/** `undefined` for a journal that was deleted meanwhile. A journal that cannot be read counts as damaged. */
async function verifyListed(store: FactStore, id: string, head: number): Promise<Verification | undefined> {
  try {
    return await verifyJournal(store, id);
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    if (error.code === 'journal-not-found') return undefined;
    if (error.code === 'store-corrupt') return { ok: false, head, damage: [error.summary] };
    throw error;
  }
}
