import { placeAfter } from '../append.ts';
import { hashesIn } from '../attachments.ts';
import { type Clock, systemClock, timestamp } from '../clock.ts';
import { type ErasureRecord, recordIn } from '../erasure/erasure.ts';
import { newRecord, recordOfOlderVersion } from '../erasure/erasure-record.ts';
import { FACT_ERASED } from '../fact.ts';
import { ChainCheck, digestOf, type Erasure } from '../integrity/chain.ts';
import { sha256 } from '../integrity/sha256.ts';
import { journalId } from '../journal-id.ts';
import { journalExists } from '../refusals.ts';
import type { FactStore, ForkPoint, StoredFact, Tip } from '../store.ts';
import { fromBase64 } from './base64.ts';
import { LineReader, type TransferLines } from './line-reader.ts';
import { chainStart } from './transfer-export.ts';
import {
  importInvalid,
  isAttachmentLine,
  type Line,
  NOT_AN_EXPORT,
  readAttachment,
  readFact,
  readFirst,
  type TransferHeader,
} from './transfer-line.ts';

/** Options for an import. */
export interface ImportOptions {
  /** The id to import under; default: the one in the file. */
  readonly id?: string;
  readonly clock?: Clock;
}

const PAGE = 2000;

export const A_HEADER = 'the header of an export';

/**
 * The same lines, after checking that the first non-blank one is the header of an export, so that any other file is
 * refused before anything is created. With `single`, a file with several journals is refused too.
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
 * Restores an exported journal, under its own id or another. Every digest, every link of the chain and the end are
 * checked; an invalid file is refused with its line number and leaves no journal behind. Attachments before the
 * refused line stay until they are collected, like any that no fact refers to.
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
    const { head } = await importSection(store, reader, header, {
      id: target,
      clock,
      isLast: true,
      erasures: [],
    });
    return { id: target, head };
  } finally {
    await reader.close();
  }
}

type FirstLine = ReturnType<typeof readFirst>;

function checkSingle(first: FirstLine, line: number): TransferHeader {
  if (first.type === 'backup') {
    throw importInvalid(line, {
      summary: `The file is a backup of ${first.header.journals.length} journals.`,
      fix: 'Import them all, each under its own id, with importJournals or with `wayfold journal import` without --as.',
    });
  }
  checkWhole(first.header, line);
  return first.header;
}

/** Only a backup contains the journal that a fork shares its facts with. */
export function checkWhole({ fork }: TransferHeader, line: number): void {
  if (fork === undefined) return;
  throw importInvalid(line, {
    expected: 'a journal with all of its facts',
    actual: `a fork of ${fork.journal}, which is not in the file before it`,
  });
}

/** The position of a journal in its file. */
export interface SectionPlace {
  /** Whether it is the last part of the file. */
  readonly isLast: boolean;
  /** The erasures among the facts that it shares, according to the file. */
  readonly erasures: readonly Erasure[];
}

/** What was read of a journal. */
export interface ReadSection {
  readonly attachments: number;
  readonly check: ChainCheck;
}

/** Imports one journal. Its head is beyond the file's if records of erasures were missing. */
export async function importSection(
  store: FactStore,
  reader: LineReader,
  header: TransferHeader,
  { id, clock, ...place }: SectionPlace & { readonly id: string; readonly clock: Clock },
): Promise<ReadSection & { readonly head: number }> {
  if ((await store.describe(id)) !== undefined) throw journalExists(id);
  const createdAt = timestamp(clock.now());
  const attachments = await takeAttachments(store, reader, createdAt);
  const check = new ChainCheck(chainStart(header, place.erasures));
  const fork = header.fork && (await forkPoint(store, header.fork));
  let head = header.head;
  async function* facts(): AsyncGenerator<StoredFact> {
    const recorded = new Set<number>();
    for await (const fact of factsIn(reader, header, check, place)) {
      const record = recordIn(fact);
      if (record) recorded.add(record.erasedSeq);
      yield fact;
    }
    const missing = [
      ...check.unrecorded.map(recordOfOlderVersion),
      ...(fork?.records.filter(({ erasedSeq }) => !recorded.has(erasedSeq)) ?? []),
    ];
    const bySeq = new Map(missing.map((record) => [record.erasedSeq, record]));
    const records = placeAfter(check.tip, { facts: [...bySeq.values()].map(newRecord), ts: createdAt });
    head += records.length;
    yield* records;
  }
  await store.restore(id, facts(), createdAt, fork?.point);
  return { attachments, check, head };
}

/**
 * Where to fork the parent in this store, and the records that the fork needs because shared facts were erased here
 * later.
 */
async function forkPoint(
  store: FactStore,
  { journal, at }: { readonly journal: string; readonly at: number },
): Promise<{ point: ForkPoint; records: ErasureRecord[] }> {
  const redactions = await store.redactions();
  const erasures = await store.erasures(journal);
  const records = erasures.filter(({ seq }) => seq > at).flatMap((fact) => recordIn(fact) ?? []);
  return {
    point: { source: journal, at, redactions },
    records: records.filter(({ erasedSeq }) => erasedSeq <= at),
  };
}

/**
 * Imports only the attachments of a journal that exists already, and only those that its facts still name: erased
 * ones do not come back.
 */
export async function importAttachments(
  store: FactStore,
  reader: LineReader,
  header: TransferHeader,
  { clock, ...place }: SectionPlace & { readonly clock: Clock },
): Promise<ReadSection> {
  const named = await namedIn(store, header.id);
  const attachments = await takeAttachments(store, reader, timestamp(clock.now()), (hash) => named.has(hash));
  return { attachments, check: await readThrough(reader, header, place) };
}

/** The attachments that the facts of a journal name. */
async function namedIn(store: FactStore, id: string): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for (let from = 1; ; ) {
    const page = await store.read(id, { from, to: Number.MAX_SAFE_INTEGER, limit: PAGE });
    for (const { payload } of page) for (const hash of hashesIn(payload ?? '')) named.add(hash);
    const last = page.at(-1);
    if (last === undefined) return named;
    from = last.seq + 1;
  }
}

/** Reads one journal with the same checks, and skips it. */
export async function passOver(
  reader: LineReader,
  header: TransferHeader,
  place: SectionPlace,
): Promise<ReadSection> {
  let attachments = 0;
  for await (const _ of attachmentsIn(reader)) attachments += 1;
  return { attachments, check: await readThrough(reader, header, place) };
}

async function readThrough(
  reader: LineReader,
  header: TransferHeader,
  place: SectionPlace,
): Promise<ChainCheck> {
  const check = new ChainCheck(chainStart(header, place.erasures));
  for await (const _ of factsIn(reader, header, check, place));
  return check;
}

/** Resolves to the number of attachments in the file. */
async function takeAttachments(
  store: FactStore,
  reader: LineReader,
  createdAt: string,
  isWanted: (hash: string) => boolean = () => true,
): Promise<number> {
  let count = 0;
  for await (const { hash, bytes } of attachmentsIn(reader)) {
    if (isWanted(hash)) await store.putAttachment(hash, bytes, createdAt);
    count += 1;
  }
  return count;
}

async function* attachmentsIn(reader: LineReader): AsyncGenerator<{ hash: string; bytes: Uint8Array }> {
  for (let line = await reader.peek(); line && isAttachmentLine(line); line = await reader.peek()) {
    reader.drop();
    const { sha256: hash, size, base64 } = readAttachment(line);
    const bytes = fromBase64(base64);
    if (bytes === undefined || bytes.length !== size || sha256(bytes) !== hash) {
      throw importInvalid(line.number, {
        expected: `an attachment of ${size} bytes with SHA-256 ${hash}`,
        actual: bytes ? `${bytes.length} bytes with SHA-256 ${sha256(bytes)}` : 'text that is not base64',
      });
    }
    yield { hash, bytes };
  }
}

/** Yields the facts that `header` announces, and throws unless they are exactly those. */
async function* factsIn(
  reader: LineReader,
  header: TransferHeader,
  check: ChainCheck,
  { isLast }: SectionPlace,
): AsyncGenerator<StoredFact> {
  while (check.tip.seq < header.head) {
    const line = await reader.take(`fact ${check.tip.seq + 1} of ${header.head}`);
    const fact = readFact(line);
    if (header.format === 1) checkOfFormat1(line, fact);
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
  checkRecords(reader, header, check);
  const next = isLast ? await reader.peek() : undefined;
  if (next !== undefined) {
    throw importInvalid(next.number, {
      expected: `the end of the file after fact ${header.head}`,
      actual: 'another line',
    });
  }
}

/** A newer file must not pass as format 1, in which erasures have no record. */
function checkOfFormat1({ number }: Line, { type, salt, kept }: StoredFact): void {
  if (salt === undefined && kept === undefined && type !== FACT_ERASED) return;
  throw importInvalid(number, {
    expected: 'a fact of a file of format 1',
    actual: salt === undefined ? 'an erased fact' : 'a salt',
  });
}

/** Since format 2, an erasure without a record is a forgery, and so is a record of a fact that was not erased. */
function checkRecords(reader: LineReader, header: TransferHeader, check: ChainCheck): void {
  const wrong = check.misnamed ?? (header.format > 1 ? check.unrecorded[0]?.seq : undefined);
  if (wrong === undefined) return;
  throw importInvalid(reader.lineNumber, {
    expected: `a record of what was erased up to fact ${header.head}, and of nothing else`,
    actual: check.misnamed === undefined ? `none of fact ${wrong}` : `another one of fact ${wrong}`,
  });
}

function misfit(tip: Tip, fact: StoredFact): { expected: string; actual: string } {
  if (fact.seq !== tip.seq + 1) return { expected: `fact ${tip.seq + 1}`, actual: `fact ${fact.seq}` };
  if (fact.ts < tip.ts) return { expected: `a time from ${tip.ts} on`, actual: fact.ts };
  const { payload, salt } = fact;
  const found =
    payload === null ? fact.digest : digestOf(salt === undefined ? { payload } : { salt, payload });
  return found === fact.digest
    ? { expected: `a hash that follows from fact ${tip.seq} and this one`, actual: fact.hash }
    : { expected: `a payload with digest ${fact.digest}`, actual: `one with digest ${found}` };
}
