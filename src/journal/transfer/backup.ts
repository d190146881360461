import { systemClock, timestamp } from '../clock.ts';
import type { ChainCheck } from '../integrity/chain.ts';
import { hashAt } from '../integrity/hash-at.ts';
import { journalNotFound } from '../refusals.ts';
import type { FactStore, JournalSummary } from '../store.ts';
import { BackupTally } from './backup-tally.ts';
import { type ExportOptions, type Section, sectionLines } from './transfer-export.ts';
import { type TransferHeader, writeBackupHeader, writeEnd } from './transfer-line.ts';

/**
 * Exports several journals into one file: a header with the end of each, the journals, and a footer that counts
 * them. All are exported as they were when the export began. A fork comes after the journal it was forked from, if
 * that is included, and contains only the facts it does not share.
 */
export async function* exportJournals(
  store: FactStore,
  ids: Iterable<string>,
  { attachments = true, clock = systemClock }: ExportOptions = {},
): AsyncGenerator<string, void, undefined> {
  const exportedAt = timestamp(clock.now());
  const redactions = await store.redactions();
  const sections = await sectionsOf(store, ids);
  yield writeBackupHeader({
    exportedAt,
    journals: sections.map(({ id, head, hash }) => ({ id, head, hash })),
  });
  const tally = new BackupTally();
  const checks = new Map<string, ChainCheck>();
  for (const section of sections) {
    const { id, fork } = section;
    const erasures = (fork && checks.get(fork.journal)?.erasuresUpTo(fork.at)) ?? [];
    const written = yield* sectionLines(store, section, { attachments, exportedAt, redactions, erasures });
    checks.set(id, written.check);
    tally.add(section, written.attachments);
  }
  yield writeEnd(tally.end);
}

async function sectionsOf(store: FactStore, ids: Iterable<string>): Promise<Section[]> {
  const summaries = new Map<string, JournalSummary>();
  for (const id of ids) summaries.set(id, await existing(store, id));
  for (const { origin } of summaries.values()) {
    if (origin.type !== 'fork') continue;
    const parent = summaries.get(origin.journal);
    // It was described before somebody appended to it and forked it there.
    if (parent && parent.head < origin.at) summaries.set(parent.id, await existing(store, parent.id));
  }
  const sections = new Map<string, Section>();
  for (const id of summaries.keys()) {
    for (const summary of ancestorsFirst(summaries, sections, id)) {
      const { id, head, hash, origin } = summary;
      const parent = origin.type === 'fork' && sections.has(origin.journal) && summaries.get(origin.journal);
      const fork = parent ? await sharedPart(store, summary, parent) : undefined;
      sections.set(id, { id, head, hash, ...(fork && { fork }) });
    }
  }
  return [...sections.values()];
}

/** A journal and its ancestors that have not been placed yet. */
function ancestorsFirst(
  summaries: ReadonlyMap<string, JournalSummary>,
  placed: ReadonlyMap<string, unknown>,
  id: string,
): JournalSummary[] {
  // A set, because a reused id can make forks circular.
  const line = new Set<JournalSummary>();
  for (let next = summaries.get(id); next && !placed.has(next.id) && !line.has(next); ) {
    line.add(next);
    next = next.origin.type === 'fork' ? summaries.get(next.origin.journal) : undefined;
  }
  return [...line].reverse();
}

/** The facts that a fork shares with the journal it names, unless that is another journal by now. */
async function sharedPart(
  store: FactStore,
  { id, origin, createdAt }: JournalSummary,
  parent: JournalSummary,
): Promise<TransferHeader['fork']> {
  if (origin.type !== 'fork') return undefined;
  const { journal, at } = origin;
  // A journal created after its fork is no parent, even with the same facts: different facts may have been erased.
  if (parent.createdAt > createdAt || parent.head < at) return undefined;
  const hash = await hashAt(store, id, at);
  return hash !== undefined && hash === (await hashAt(store, journal, at))
    ? { journal, at, hash }
    : undefined;
}

async function existing(store: FactStore, id: string): Promise<JournalSummary> {
  const summary = await store.describe(id);
  if (summary === undefined) throw journalNotFound(id);
  return summary;
}
