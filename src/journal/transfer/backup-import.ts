import { type Clock, systemClock } from '../clock.ts';
import { JournalError } from '../error.ts';
import type { ChainCheck, Erasure } from '../integrity/chain.ts';
import { hashAt } from '../integrity/hash-at.ts';
import { checkChain } from '../integrity/verification.ts';
import { journalsExist, parentsDiffer } from '../refusals.ts';
import type { FactStore } from '../store.ts';
import { BackupTally, differenceOf } from './backup-tally.ts';
import { LineReader, type TransferLines } from './line-reader.ts';
import type { Section } from './transfer-export.ts';
import {
  A_HEADER,
  checkWhole,
  importAttachments,
  importSection,
  passOver,
  type ReadSection,
  type SectionPlace,
} from './transfer-import.ts';
import {
  type BackupHeader,
  importInvalid,
  type JournalEnd,
  type Line,
  readEnd,
  readFirst,
  readHeader,
  type TransferHeader,
} from './transfer-line.ts';

/** A journal that was imported, or `skipped` because its id was already in use. */
export interface ImportedJournal {
  readonly id: string;
  readonly head: number;
  readonly skipped: boolean;
}

const CUT_OFF =
  'The file was cut off or changed. The journals before this line are whole: importing the whole file adds the others.';

/**
 * Restores every journal of a file. Journals that already exist with the same facts are left as they are, so an
 * interrupted import is completed by running it again. A different journal under the same id is refused before
 * anything is written, or skipped with `skipExisting`. Each journal is imported completely or not at all; those
 * before a refused line stay. Finally everything is read again from the store and compared with the file.
 */
export async function* importJournals(
  store: FactStore,
  lines: TransferLines,
  { skipExisting = false, clock = systemClock }: { skipExisting?: boolean; clock?: Clock } = {},
): AsyncGenerator<ImportedJournal, void, undefined> {
  const reader = new LineReader(lines);
  try {
    const line = await reader.take(A_HEADER);
    const first = readFirst(line);
    const intake = new Intake(store, reader, clock);
    if (first.type === 'journal') {
      checkWhole(first.header, line.number);
      await intake.compare([first.header], { skipExisting });
      yield await intake.take(first.header, line, { isLast: true });
    } else {
      await intake.compare(first.header.journals, { skipExisting });
      for (const announced of first.header.journals) {
        const { line: at, header } = await nextHeader(reader, announced);
        yield await intake.take(header, at, { isLast: false });
      }
      await intake.end(first.header);
    }
    await intake.verify();
  } finally {
    await reader.close();
  }
}

/** What happens to a journal of a file: it is new, it exists, its id names another journal, or its parent's id does. */
type ImportCase = 'new' | 'there' | 'other' | 'parent-differs';

/** Imports the journals of one file, and remembers what it saw. */
class Intake {
  readonly #store: FactStore;
  readonly #reader: LineReader;
  readonly #clock: Clock;
  readonly #tally = new BackupTally();
  readonly #there = new Set<string>();
  readonly #others = new Set<string>();
  readonly #read = new Map<string, ChainCheck>();
  /** What the store must contain in the end, imported now or before. */
  readonly #held: Section[] = [];
  readonly #leftOut: string[] = [];

  constructor(store: FactStore, reader: LineReader, clock: Clock) {
    this.#store = store;
    this.#reader = reader;
    this.#clock = clock;
  }

  /** Determines which journals exist already, and which ids name others. */
  async compare(journals: readonly JournalEnd[], { skipExisting }: { skipExisting: boolean }): Promise<void> {
    for (const { id, head, hash } of journals) {
      if ((await this.#store.describe(id)) === undefined) continue;
      const isSame = (await hashAt(this.#store, id, head)) === hash;
      (isSame ? this.#there : this.#others).add(id);
    }
    if (this.#others.size > 0 && !skipExisting) throw journalsExist([...this.#others]);
  }

  async take(
    header: TransferHeader,
    line: Line,
    { isLast }: { readonly isLast: boolean },
  ): Promise<ImportedJournal> {
    const { id, fork } = header;
    if (fork && !this.#read.has(fork.journal)) checkWhole(header, line.number);
    const erasures = (fork && this.#read.get(fork.journal)?.erasuresUpTo(fork.at)) ?? [];
    const fate = await this.#fateOf(header, erasures);
    const { attachments, check, head } = await this.#readThrough(fate, header, { isLast, erasures });
    this.#tally.add(header, attachments);
    this.#read.set(id, check);
    if (fate === 'parent-differs') this.#leftOut.push(id);
    if (fate === 'new' || fate === 'there') this.#held.push(header);
    return { id, head: head ?? header.head, skipped: fate !== 'new' };
  }

  async #fateOf({ id, fork }: TransferHeader, erasures: readonly Erasure[]): Promise<ImportCase> {
    if (this.#others.has(id)) return 'other';
    if (this.#there.has(id)) return 'there';
    if (fork === undefined) return 'new';
    const isThere = (await this.#store.describe(fork.journal)) !== undefined;
    const isSame = isThere && (await hashAt(this.#store, fork.journal, fork.at)) === fork.hash;
    return isSame && (await this.#areErased(fork.journal, erasures)) ? 'new' : 'parent-differs';
  }

  /** Whether facts erased in the file are erased here too: otherwise its records would name facts that still exist. */
  async #areErased(journal: string, erasures: readonly Erasure[]): Promise<boolean> {
    for (const { fact } of erasures) {
      const [here] = await this.#store.read(journal, { from: fact.seq, to: fact.seq, limit: 1 });
      if (here?.payload !== null) return false;
    }
    return true;
  }

  async #readThrough(
    fate: ImportCase,
    header: TransferHeader,
    place: SectionPlace,
  ): Promise<ReadSection & { readonly head?: number }> {
    const [store, reader, clock] = [this.#store, this.#reader, this.#clock];
    switch (fate) {
      case 'new':
        return await importSection(store, reader, header, { id: header.id, clock, ...place });
      case 'there':
        return await importAttachments(store, reader, header, { clock, ...place });
      case 'other':
      case 'parent-differs':
        return await passOver(reader, header, place);
    }
  }

  /** Compares the last line with what was read. */
  async end({ journals }: BackupHeader): Promise<void> {
    const line = await this.#reader.peek();
    if (line === undefined) {
      const expected = `the end of a backup of ${journals.length} journals`;
      throw importInvalid(this.#reader.lineNumber + 1, {
        expected,
        actual: 'the end of the file',
        fix: CUT_OFF,
      });
    }
    this.#reader.drop();
    const [recorded, found] = [readEnd(line), this.#tally.end];
    const differs = differenceOf(recorded, found);
    if (differs) throw importInvalid(line.number, { ...differs, fix: CUT_OFF });
    const more = await this.#reader.peek();
    if (more === undefined) return;
    throw importInvalid(more.number, {
      expected: 'the end of the file after the end of the backup',
      actual: 'another line',
      fix: CUT_OFF,
    });
  }

  /** Reads every journal again from the store, and compares its end with the file. */
  async verify(): Promise<void> {
    for (const { id, head, hash } of this.#held) {
      const summary = await this.#store.describe(id);
      const check = summary && (await checkChain(this.#store, summary, () => {}));
      const firstBad = check === undefined ? 1 : check.firstBad;
      if (firstBad === undefined && (await hashAt(this.#store, id, head)) === hash) continue;
      throw new JournalError('store-corrupt', {
        summary: `${id} does not match the file: ${firstBad === undefined ? `its hash at seq ${head} is not ${hash}` : `its chain breaks at fact ${firstBad}`}.`,
        fix: `Check the disk, delete ${id} and import the file again.`,
      });
    }
    if (this.#leftOut.length > 0) throw parentsDiffer(this.#leftOut);
  }
}

async function nextHeader(
  reader: LineReader,
  announced: JournalEnd,
): Promise<{ line: Line; header: TransferHeader }> {
  const { id, head, hash } = announced;
  const line = await reader.peek();
  if (line === undefined) {
    throw importInvalid(reader.lineNumber + 1, {
      expected: `the header of ${id}`,
      actual: 'the end of the file',
      fix: CUT_OFF,
    });
  }
  reader.drop();
  const header = readHeader(line);
  if (header.id === id && header.head === head && header.hash === hash) return { line, header };
  throw importInvalid(line.number, {
    expected: `${id} up to seq ${head} with hash ${hash}, as the first line says`,
    actual: `${header.id} up to seq ${header.head} with hash ${header.hash}`,
    fix: CUT_OFF,
  });
}
