import { hashesIn } from './attachments.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { ChainCheck, EMPTY_TIP } from './chain.ts';
import { type Clock, systemClock } from './clock.ts';
import { JournalError } from './error.ts';
import { journalId } from './journal-id.ts';
import { LineReader, type TransferLines } from './line-reader.ts';
import { journalExists, journalNotFound } from './refusals.ts';
import { sha256 } from './sha256.ts';
import type { FactStore, StoredFact, Tip } from './store.ts';
import {
  importInvalid,
  isAttachmentLine,
  NOT_AN_EXPORT,
  readAttachment,
  readFact,
  readFirst,
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

/** A journal as it goes into a file: up to `head`, and after what it shares with the journal it was forked from. */
export interface Section extends Omit<TransferHeader, 'exportedAt'> {}

const PAGE = 1000;
export const A_HEADER = 'the header of an export';

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
        const first = readFirst({ number, text: value });
        if (single) checkSingle(first, number);
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
    const first = readFirst(line);
    const header = checkSingle(first, line.number);
    const target = id === undefined ? header.id : journalId(id);
    await importSection(store, reader, header, { id: target, clock, isLast: true });
    return { id: target, head: header.head };
  } finally {
    await reader.close();
  }
}

type FirstLine = ReturnType<typeof readFirst>;

function checkSingle(first: FirstLine, line: number): TransferHeader {
  if (first.type === 'backup') {
    throw importInvalid(line, {
      expected: 'a file with one journal',
      actual: `a backup of ${first.header.journals.length}`,
      fix: 'Import them all, each under its own id, with importJournals or `wayfold journal import` without --as.',
    });
  }
  checkWhole(first.header, line);
  return first.header;
}

/** Only a backup holds the journal that a fork shares its facts with. */
export function checkWhole({ fork }: TransferHeader, line: number): void {
  if (fork === undefined) return;
  throw importInvalid(line, {
    expected: 'a journal with all of its facts',
    actual: `a fork of ${fork.journal}, which is not in the file before it`,
  });
}

/** Whether a journal is the last thing in its file. */
export interface SectionPlace {
  readonly isLast: boolean;
}

/** Takes one journal in; resolves to how many attachments came with it. */
export async function importSection(
  store: FactStore,
  reader: LineReader,
  header: TransferHeader,
  { id, clock, isLast }: SectionPlace & { readonly id: string; readonly clock: Clock },
): Promise<number> {
  if ((await store.describe(id)) !== undefined) throw journalExists(id);
  const createdAt = new Date(clock.now()).toISOString();
  const attachments = await takeAttachments(store, reader, createdAt);
  const fork = header.fork && { source: header.fork.journal, at: header.fork.at };
  await store.restore(id, factsIn(reader, header, { isLast }), createdAt, fork);
  return attachments;
}

/** Takes in the attachments alone of a journal that is there already. */
export async function importAttachments(
  store: FactStore,
  reader: LineReader,
  header: TransferHeader,
  { clock, isLast }: SectionPlace & { readonly clock: Clock },
): Promise<number> {
  const attachments = await takeAttachments(store, reader, new Date(clock.now()).toISOString());
  for await (const _ of factsIn(reader, header, { isLast }));
  return attachments;
}

/** Reads one journal and leaves it out, after the same checks. */
export async function passOver(
  reader: LineReader,
  header: TransferHeader,
  place: SectionPlace,
): Promise<number> {
  let attachments = 0;
  for await (const _ of attachmentsIn(reader)) attachments += 1;
  for await (const _ of factsIn(reader, header, place));
  return attachments;
}

async function takeAttachments(store: FactStore, reader: LineReader, createdAt: string): Promise<number> {
  let taken = 0;
  for await (const { hash, bytes } of attachmentsIn(reader)) {
    await store.putAttachment(hash, bytes, createdAt);
    taken += 1;
  }
  return taken;
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
async function* factsIn(
  reader: LineReader,
  header: TransferHeader,
  { isLast }: SectionPlace,
): AsyncGenerator<StoredFact> {
  const check = new ChainCheck(sharedTip(header));
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
  const next = isLast ? await reader.peek() : undefined;
  if (next !== undefined) {
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
