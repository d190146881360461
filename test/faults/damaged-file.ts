import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { JournalError, openJournal, sqliteStore } from '../../src/journal/index.ts';
import { canonicalJson } from '../../src/journal/integrity/canonical-json.ts';
import type { Choices } from './choices.ts';
import { faultInRounds, nothingShared, type Round } from './fault.ts';
import { operationOf } from './operation.ts';

const OPERATIONS = 60;
const REFUSED = /^store-(corrupt|foreign|newer|failed)$/;

/**
 * A file that was damaged at rest, or that was never a store. No store can keep what its disk loses; it must not be taken
 * for whole, and a file that is refused must stay as it is, for whoever can save something.
 */
export const damagedFile = faultInRounds({
  name: 'damaged-file',
  injects: 'a database cut or overwritten at any byte, or the file of another program in its place',
  begin: nothingShared,
  async round(_, round) {
    const { choices, directory, tally } = round;
    const file = join(directory, 'wayfold.db');
    const kind = choices.pick('cut', 'overwritten', 'foreign');
    if (kind === 'foreign') {
      writeForeign(file, choices);
    } else {
      await writeStore(file);
      tally.acknowledged += OPERATIONS;
    }
    const whole = kind === 'foreign' ? '' : await contentOf(file);
    if (kind === 'cut') truncateSync(file, choices.between(1, readFileSync(file).length - 1));
    if (kind === 'overwritten') overwrite(file, choices);
    tally.injected += 1;

    const before = readFileSync(file);
    const outcome = await readBack(file, whole);
    // What is reported as damaged is not lost unseen.
    if (kind !== 'foreign' && outcome.type !== 'unseen') tally.persisted += OPERATIONS;
    judge({ kind, outcome, isUntouched: readFileSync(file).equals(before) }, round);
  },
});

type Outcome =
  | { readonly type: 'refused'; readonly code: string }
  | { readonly type: 'told'; readonly code: string }
  | { readonly type: 'harmless' }
  | { readonly type: 'unseen' };

function judge(
  { kind, outcome, isUntouched }: { kind: string; outcome: Outcome; isUntouched: boolean },
  { tally }: Round,
): void {
  switch (outcome.type) {
    case 'refused':
      if (!REFUSED.test(outcome.code)) tally.wrong(`a ${kind} file was refused with ${outcome.code}`);
      if (!isUntouched) tally.wrong(`a ${kind} file was refused, and changed all the same`);
      return;
    case 'told':
    case 'harmless':
      if (kind === 'overwritten') return;
      tally.wrong(`a ${kind} file was opened`);
      return;
    case 'unseen':
      tally.lost(`facts of a ${kind} file differ, and nobody said so`);
      return;
    default:
      outcome satisfies never;
  }
}

/** Opens, verifies and reads a file as anybody would. */
async function readBack(file: string, whole: string): Promise<Outcome> {
  let store: ReturnType<typeof sqliteStore>;
  try {
    store = sqliteStore(file);
  } catch (error) {
    return { type: 'refused', code: codeOf(error) };
  }
  try {
    const journal = openJournal(store, 'kept');
    const verification = await journal.verify();
    if (!verification.ok) return { type: 'told', code: `first bad: ${verification.firstBad}` };
    return (await textOf(journal)) === whole ? { type: 'harmless' } : { type: 'unseen' };
  } catch (error) {
    return { type: 'told', code: codeOf(error) };
  } finally {
    await store.close();
  }
}

async function writeStore(file: string): Promise<void> {
  const store = sqliteStore(file);
  const journal = openJournal(store, 'kept');
  await Promise.all(
    Array.from({ length: OPERATIONS }, (_, n) => {
      const { facts, key } = operationOf('writer', n, 300);
      return journal.append(facts, { key });
    }),
  );
  await store.close();
}

async function contentOf(file: string): Promise<string> {
  const store = sqliteStore(file);
  const text = await textOf(openJournal(store, 'kept'));
  await store.close();
  return text;
}

async function textOf(journal: ReturnType<typeof openJournal>): Promise<string> {
  return canonicalJson(await journal.facts(), 'facts');
}

function overwrite(file: string, choices: Choices): void {
  const bytes = readFileSync(file);
  const at = choices.between(0, bytes.length - 1);
  bytes.set(choices.bytes(Math.min(choices.between(1, 3000), bytes.length - at)), at);
  writeFileSync(file, bytes);
}

function writeForeign(file: string, choices: Choices): void {
  switch (choices.pick('bytes', 'text', 'database')) {
    case 'bytes':
      writeFileSync(file, choices.bytes(choices.between(1, 20_000)));
      return;
    case 'text':
      writeFileSync(file, 'Dear diary, this is no database at all.\n'.repeat(choices.between(1, 400)));
      return;
    default: {
      const other = new DatabaseSync(file);
      other.exec(`CREATE TABLE people (name TEXT); PRAGMA user_version = ${choices.between(0, 3)}`);
      other.close();
    }
  }
}

function codeOf(error: unknown): string {
  if (error instanceof JournalError) return error.code;
  throw error;
}
