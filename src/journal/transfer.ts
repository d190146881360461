import { hashesIn } from './attachments.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { ChainCheck } from './chain.ts';
import { type Clock, systemClock } from './clock.ts';
import { JournalError } from './error.ts';
import { journalId } from './journal-id.ts';
import { LineReader, type TransferLines } from './line-reader.ts';
import { journalExists, journalNotFound } from './refusals.ts';
import { sha256 } from './sha256.ts';
import type { FactStore, JournalSummary, StoredFact, Tip } from './store.ts';
import {
  importInvalid,
  isAttachmentLine,
  NOT_AN_EXPORT,
  readAttachment,
  readFact,
  readHeader,
  type TransferHeader,
  writeAttachment,
  writeFact,
  writeHeader,
} from './transfer-line.ts';

/** What goes into an export. */
export interface ExportOptions {
  /** Whether the attachments that facts refer to go into the file; default true. */
  readonly attachments?: boolean;
  readonly clock?: Clock;
}

/** How an export comes back. */
export interface ImportOptions {
  /** The id to import under; default the one in the file. */
  readonly id?: string;
  readonly clock?: Clock;
}

/** A journal that was imported, or `skipped` because its id was taken. */
export interface Imported {
  readonly id: string;
  readonly head: number;
  readonly skipped: boolean;
}

const PAGE = 1000;
const A_HEADER = 'the header of an export';

/**
 * A journal as JSON lines, without line ends: a header, the attachments its facts refer to, then its facts as they
 * stood when the export began. The chain is checked on the way, so that a file that was written can be read back.
 */
export async function* exportJournal(
  store: FactStore,
  id: string,
  options: ExportOptions = {},
): AsyncGenerator<string, void, undefined> {
  yield* exportJournals(store, [journalId(id)], options);
}

/** Several journals in one file, one after the other. */
export async function* exportJournals(
  store: FactStore,
  ids: Iterable<string>,
  { attachments = true, clock = systemClock }: ExportOptions = {},
): AsyncGenerator<string, void, undefined> {
  const all = [...ids];
  for (const [i, id] of all.entries()) {
    const summary = await store.describe(id);
    if (summary === undefined) throw journalNotFound(id);
    const { head, hash } = summary;
    const exportedAt = new Date(clock.now()).toISOString();
    yield writeHeader({ id, head, hash, exportedAt, more: i < all.length - 1 });
    if (attachments) yield* attachmentLines(store, summary);
    yield* factLines(store, summary);
  }
}

async function* attachmentLines(store: FactStore, journal: JournalSummary): AsyncGenerator<string> {
  const written = new Set<string>();
  for await (const { payload } of factsOf(store, journal)) {
    for (const hash of hashesIn(payload ?? '')) {
      if (written.has(hash)) continue;
      // Not every string that looks like a hash names an attachment.
      const bytes = await store.getAttachment(hash);
      if (bytes === undefined) continue;
      written.add(hash);
      yield writeAttachment({ sha256: hash, size: bytes.length, base64: toBase64(bytes) });
    }
  }
}

async function* factLines(store: FactStore, journal: JournalSummary): AsyncGenerator<string> {
  const check = new ChainCheck();
  for await (const fact of factsOf(store, journal)) {
    if (!check.accept(fact)) break;
    yield writeFact(fact);
  }
  check.end({ seq: journal.head, hash: journal.hash });
  if (check.firstBad === undefined) return;
  if ((await store.describe(journal.id)) === undefined) throw journalNotFound(journal.id);
  throw new JournalError('store-corrupt', {
    expected: `the hash chain of ${journal.id} to hold`,
    actual: `fact ${check.firstBad} of ${journal.head} changed or missing`,
    fix: 'Import an older export under another id; `wayfold journal show` still reads the facts before it.',
  });
}

async function* factsOf(store: FactStore, { id, head }: JournalSummary): AsyncGenerator<StoredFact> {
  for (let from = 1; from <= head; ) {
    const page = await store.read(id, { from, to: head, limit: PAGE });
    const last = page.at(-1);
    if (last === undefined) return;
    yield* page;
    from = last.seq + 1;
  }
}

/**
 * The same lines, once the first that is not blank has proved to be the header of an export: a file that is none is
 * refused before anything is made for it. With `single`, a file with several journals is refused too.
 */
export async function headedLines(
  lines: AsyncGenerator<string>,
  { single }: { readonly single: boolean },
): Promise<AsyncIterable<string>> {
  let blanks = 0;
  try {
    for (;;) {
      const { done, value } = await lines.next();
      const number = blanks + 1;
      if (done) {
        throw importInvalid(number, {
          expected: A_HEADER,
          actual: 'the end of the file',
          fix: NOT_AN_EXPORT,
        });
      }
      if (value.trim() !== '') {
        const header = readHeader({ number, text: value });
        if (single) checkSingle(header, number);
        return again(blanks, value, lines);
      }
      blanks += 1;
    }
  } catch (error) {
    await lines.return(undefined);
    throw error;
  }
}

async function* again(blanks: number, header: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  for (let i = 0; i < blanks; i++) yield '';
  yield header;
  yield* rest;
}

/**
 * Brings an exported journal back, under its own id or another. Every digest, every link of the chain and the end
 * are checked; a file that does not fit is refused with its line number and leaves no journal behind. Attachments from
 * before the refused line stay until they are collected, as any do that no fact refers to.
 */
export async function importJournal(
  store: FactStore,
  lines: TransferLines,
  { id, clock = systemClock }: ImportOptions = {},
): Promise<{ id: string; head: number }> {
  const reader = new LineReader(lines);
  try {
    const line = await reader.take(A_HEADER);
    const header = readHeader(line);
    checkSingle(header, line.number);
    const target = id === undefined ? header.id : journalId(id);
    await importNext(store, reader, header, { id: target, clock });
    return { id: target, head: header.head };
  } finally {
    await reader.close();
  }
}

/** Brings every journal of a file back. Each is whole or not there; those before a refused one stay. */
export async function* importJournals(
  store: FactStore,
  lines: TransferLines,
  { skipExisting = false, clock = systemClock }: { skipExisting?: boolean; clock?: Clock } = {},
): AsyncGenerator<Imported, void, undefined> {
  const reader = new LineReader(lines);
  try {
    for (let more = true; more; ) {
      const header = readHeader(await reader.take(A_HEADER));
      const { id, head } = header;
      const skipped = skipExisting && (await store.describe(id)) !== undefined;
      if (skipped) await readThrough(reader, header);
      else await importNext(store, reader, header, { id, clock });
      yield { id, head, skipped };
      more = header.more;
    }
  } finally {
    await reader.close();
  }
}

function checkSingle({ more }: TransferHeader, line: number): void {
  if (!more) return;
  throw importInvalid(line, {
    expected: 'a file with one journal',
    actual: 'the first of several',
    fix: 'Import them all, each under its own id, with importJournals or `wayfold journal import` without --as.',
  });
}

async function importNext(
  store: FactStore,
  reader: LineReader,
  header: TransferHeader,
  { id, clock }: { id: string; clock: Clock },
): Promise<void> {
  if ((await store.describe(id)) !== undefined) throw journalExists(id);
  const createdAt = new Date(clock.now()).toISOString();
  for await (const { hash, bytes } of attachmentsIn(reader)) {
    await store.putAttachment(hash, bytes, createdAt);
  }
  await store.restore(id, factsIn(reader, header), createdAt);
}

async function readThrough(reader: LineReader, header: TransferHeader): Promise<void> {
  for await (const _ of attachmentsIn(reader));
  for await (const _ of factsIn(reader, header));
}

async function* attachmentsIn(reader: LineReader): AsyncGenerator<{ hash: string; bytes: Uint8Array }> {
  for (let line = await reader.peek(); line && isAttachmentLine(line); line = await reader.peek()) {
    reader.drop();
    const { sha256: hash, size, base64 } = readAttachment(line);
    const bytes = fromBase64(base64);
    if (bytes === undefined || bytes.length !== size || sha256(bytes) !== hash) {
      throw importInvalid(line.number, {
        expected: `an attachment of ${size} bytes with SHA-256 ${hash}`,
        actual: bytes ? `${bytes.length} bytes with SHA-256 ${sha256(bytes)}` : 'a text that is no base64',
      });
    }
    yield { hash, bytes };
  }
}

/** Yields the facts that `header` announces, and throws unless they are exactly those. */
async function* factsIn(reader: LineReader, header: TransferHeader): AsyncGenerator<StoredFact> {
  const check = new ChainCheck();
  while (check.tip.seq < header.head) {
    const line = await reader.take(`fact ${check.tip.seq + 1} of ${header.head}`);
    const fact = readFact(line);
    const { tip } = check;
    if (fact.ts < tip.ts || !check.accept(fact)) throw importInvalid(line.number, misfit(tip, fact));
    yield fact;
  }
  if (check.tip.hash !== header.hash) {
    throw importInvalid(reader.lineNumber, {
      expected: `facts that end in hash ${header.hash}, as the header says`,
      actual: check.tip.hash,
    });
  }
  const next = await reader.peek();
  if (next !== undefined && !header.more) {
    throw importInvalid(next.number, {
      expected: `the end of the file after fact ${header.head}`,
      actual: 'another line',
    });
  }
}

function misfit(tip: Tip, fact: StoredFact): { expected: string; actual: string } {
  if (fact.seq !== tip.seq + 1) return { expected: `fact ${tip.seq + 1}`, actual: `fact ${fact.seq}` };
  if (fact.ts < tip.ts) return { expected: `a time from ${tip.ts} on`, actual: fact.ts };
  const found = fact.payload === null ? fact.digest : sha256(fact.payload);
  return found === fact.digest
    ? { expected: `a hash that follows from fact ${tip.seq} and this one`, actual: fact.hash }
    : { expected: `a payload with digest ${fact.digest}`, actual: `one with digest ${found}` };
}
