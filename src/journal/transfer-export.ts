import { hashesIn } from './attachments.ts';
import { toBase64 } from './base64.ts';
import { ChainCheck, EMPTY_TIP } from './chain.ts';
import { type Clock, systemClock } from './clock.ts';
import { JournalError } from './error.ts';
import { journalId } from './journal-id.ts';
import { journalNotFound } from './refusals.ts';
import type { FactStore, StoredFact, Tip } from './store.ts';
import { type TransferHeader, writeAttachment, writeFact, writeHeader } from './transfer-line.ts';

/** What goes into an export. */
export interface ExportOptions {
  /** Whether the attachments that facts refer to go into the file; default true. */
  readonly attachments?: boolean;
  readonly clock?: Clock;
}

/** A journal as it goes into a file: up to `head`, and after what it shares with the journal it was forked from. */
export interface Section extends Omit<TransferHeader, 'exportedAt'> {}

const PAGE = 1000;

/**
 * A journal as JSON lines, without line ends: a header, the attachments its facts refer to, then its facts as they
 * stood when the export began. The chain is checked on the way, so that a file that was written can be read back.
 */
export async function* exportJournal(
  store: FactStore,
  id: string,
  { attachments = true, clock = systemClock }: ExportOptions = {},
): AsyncGenerator<string, void, undefined> {
  const summary = await store.describe(journalId(id));
  if (summary === undefined) throw journalNotFound(id);
  const { head, hash } = summary;
  const exportedAt = new Date(clock.now()).toISOString();
  yield* sectionLines(store, { id, head, hash }, { attachments, exportedAt });
}

/** The lines of one journal; returns how many attachments are among them. */
export async function* sectionLines(
  store: FactStore,
  section: Section,
  { attachments, exportedAt }: { readonly attachments: boolean; readonly exportedAt: string },
): AsyncGenerator<string, number, undefined> {
  yield writeHeader({ ...section, exportedAt });
  const written = attachments ? yield* attachmentLines(store, section) : 0;
  yield* factLines(store, section);
  return written;
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
      const bytes = await store.getAttachment(hash);
      if (bytes === undefined) continue;
      written.add(hash);
      yield writeAttachment({ sha256: hash, size: bytes.length, base64: toBase64(bytes) });
    }
  }
  return written.size;
}

async function* factLines(store: FactStore, section: Section): AsyncGenerator<string> {
  const { id, head, hash } = section;
  const check = new ChainCheck(sharedTip(section));
  for await (const fact of ownFacts(store, section)) {
    if (!check.accept(fact)) break;
    yield writeFact(fact);
  }
  check.end({ seq: head, hash });
  if (check.firstBad === undefined) return;
  if ((await store.describe(id)) === undefined) throw journalNotFound(id);
  throw new JournalError('store-corrupt', {
    expected: `the hash chain of ${id} to hold`,
    actual: `fact ${check.firstBad} of ${head} changed or missing`,
    fix: 'Import an older export under another id; `wayfold journal show` still reads the facts before it.',
  });
}

/** The facts of a section that it does not share, as the store has them. */
export async function* ownFacts(store: FactStore, { id, head, fork }: Section): AsyncGenerator<StoredFact> {
  for (let from = (fork?.at ?? 0) + 1; from <= head; ) {
    const page = await store.read(id, { from, to: head, limit: PAGE });
    const last = page.at(-1);
    if (last === undefined) return;
    yield* page;
    from = last.seq + 1;
  }
}

/** Where the facts begin that a section does not share. */
export function sharedTip({ fork }: Section): Tip {
  return fork ? { seq: fork.at, hash: fork.hash, ts: '' } : EMPTY_TIP;
}
