import { checkedAttachment, hashesIn } from '../attachments.ts';
import { type Clock, systemClock, timestamp } from '../clock.ts';
import { erasedMeanwhile } from '../erasure/erasure.ts';
import { JournalError } from '../error.ts';
import { ChainCheck, type ChainStart, EMPTY_TIP, type Erasure } from '../integrity/chain.ts';
import { journalId } from '../journal-id.ts';
import { journalNotFound } from '../refusals.ts';
import type { FactStore, StoredFact } from '../store.ts';
import { toBase64 } from './base64.ts';
import { type TransferHeader, writeAttachment, writeFact, writeHeader } from './transfer-line.ts';

/** Options for an export. */
export interface ExportOptions {
  /** Whether to include the attachments that facts refer to; default true. */
  readonly attachments?: boolean;
  readonly clock?: Clock;
}

/** A journal in an export file: its facts up to `head`, without those it shares with its parent. */
export interface Section extends Omit<TransferHeader, 'exportedAt' | 'format'> {}

const PAGE = 1000;

/**
 * A journal as JSON lines, without line ends: a header, the attachments its facts refer to, then its facts as they
 * were when the export began. The chain is verified on the way, so that every complete file can be imported.
 */
export async function* exportJournal(
  store: FactStore,
  id: string,
  { attachments = true, clock = systemClock }: ExportOptions = {},
): AsyncGenerator<string, void, undefined> {
  const redactions = await store.redactions();
  const summary = await store.describe(journalId(id));
  if (summary === undefined) throw journalNotFound(id);
  const { head, hash } = summary;
  const exportedAt = timestamp(clock.now());
  yield* sectionLines(store, { id, head, hash }, { attachments, exportedAt, redactions, erasures: [] });
}

/** What the lines of a journal depend on besides the journal. */
export interface SectionOptions {
  readonly attachments: boolean;
  readonly exportedAt: string;
  /** How many payloads of the store had been erased when the journal's end was determined. */
  readonly redactions: number;
  /** The erasures among the facts that it shares. */
  readonly erasures: readonly Erasure[];
}

/** What was written for a journal. */
export interface WrittenSection {
  readonly attachments: number;
  readonly check: ChainCheck;
}

/** The lines of one journal. */
export async function* sectionLines(
  store: FactStore,
  section: Section,
  { attachments, exportedAt, redactions, erasures }: SectionOptions,
): AsyncGenerator<string, WrittenSection, undefined> {
  yield writeHeader({ ...section, exportedAt });
  const written = attachments ? yield* attachmentLines(store, section) : 0;
  const check = new ChainCheck(chainStart(section, erasures));
  for await (const fact of ownFacts(store, section)) {
    if (!check.accept(fact)) break;
    yield writeFact(fact);
  }
  check.end({ seq: section.head, hash: section.hash });
  if (check.firstBad === undefined) return { attachments: written, check };
  if ((await store.describe(section.id)) === undefined) throw journalNotFound(section.id);
  if ((await store.redactions()) !== redactions) throw erasedMeanwhile('the export');
  throw new JournalError('store-corrupt', {
    summary: `The hash chain of ${section.id} is broken: fact ${check.firstBad} of ${section.head} was changed, is missing, or was erased without a record.`,
    fix: 'Import an older export under another id; `wayfold journal show` still reads the facts before it.',
  });
}

async function* attachmentLines(
  store: FactStore,
  section: Section,
): AsyncGenerator<string, number, undefined> {
  const written = new Set<string>();
  for await (const { payload } of ownFacts(store, section)) {
    for (const hash of hashesIn(payload ?? '')) {
      if (written.has(hash)) continue;
      // Not every string that looks like a hash names an attachment.
      const bytes = await checkedAttachment(store, hash);
      if (bytes === undefined) continue;
      written.add(hash);
      yield writeAttachment({ sha256: hash, size: bytes.length, base64: toBase64(bytes) });
    }
  }
  return written.size;
}

/** The facts of a section that it does not share, as the store keeps them. */
async function* ownFacts(store: FactStore, { id, head, fork }: Section): AsyncGenerator<StoredFact> {
  for (let from = (fork?.at ?? 0) + 1; from <= head; ) {
    const page = await store.read(id, { from, to: head, limit: PAGE });
    const last = page.at(-1);
    if (last === undefined) return;
    yield* page;
    from = last.seq + 1;
  }
}

/** Where the facts that a section does not share begin. */
export function chainStart({ fork }: Pick<Section, 'fork'>, erasures: readonly Erasure[]): ChainStart {
  return { tip: fork ? { seq: fork.at, hash: fork.hash, ts: '' } : EMPTY_TIP, erasures };
}
