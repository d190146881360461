import type { FilePlace } from '../../harness/module/planner-module.ts';
import type { PlannerRegistry } from '../../host/registry.ts';
import { Attachments } from '../../journal/attachments.ts';
import { systemClock } from '../../journal/clock.ts';
import type { Fact } from '../../journal/fact.ts';
import { openJournal } from '../../journal/journal.ts';
import type { FactStore } from '../../journal/store.ts';
import { SessionsError } from '../error.ts';
import { type FoundFact, findText, type Remainder } from './find-text.ts';
import { plannerFilesWith, removeFiles } from './planner-files.ts';
import { redactFact } from './redact-fact.ts';
import { type ErasureQuery, type SearchedText, searchedText } from './searched-text.ts';

/** What to erase, by whom and why. */
export type Erasure = ErasureQuery & {
  readonly by: string;
  /** Recorded with every erasure: it must not repeat what is erased. */
  readonly reason?: string | undefined;
  /** Only report what would be erased. */
  readonly dryRun?: boolean | undefined;
};

/** What was found, and what happened to it. */
export interface ErasureReport {
  readonly found: readonly FoundFact[];
  /** How many facts were erased; a fact that forks share counts once. */
  readonly erased: number;
  /** The attachments that were removed because no fact names them any more. */
  readonly files: { readonly count: number; readonly bytes: number };
  /** Sessions that do nothing until somebody sets them up again, because their setup was erased. */
  readonly needSetup: readonly string[];
  /**
   * How many planner files outside the store contained it, such as summaries and records of attempts; they were
   * removed too.
   */
  readonly caches: number;
  readonly remainders: readonly Remainder[];
  /** How many files could only be searched as bytes: words in a PDF or an archive are not found. */
  readonly binaryFiles: number;
}

/** What erasing never reaches, for the report. */
export const OUT_OF_REACH: readonly string[] = [
  'Backups and exports that were made before.',
  'Stores on other machines, and what other programs have read.',
  'What was sent to language models and to other agents, and files that tasks wrote.',
  'Names that programs gave to what they did: ids of messages and facts, and keys of appends.',
];

const MIN_LENGTH = 3;
const MAX_ROUNDS = 5;

/** Erases words, or everything by and about a person, in all journals of a store and in the files of its planners. */
export async function erase(
  store: FactStore,
  registry: Pick<PlannerRegistry, 'entries'>,
  { by, reason, dryRun = false, ...query }: Erasure,
  env: FilePlace['env'] = process.env,
): Promise<ErasureReport> {
  checkQuery(query, reason);
  const wanted = searchedText(query);
  // People who erase their own actions are not named in the record.
  const signed = { ...(!wanted.isIn(by) && { by }), ...(reason !== undefined && { reason }) };
  const found: FoundFact[] = [];
  let erased = 0;
  for (let round = 1; ; round++) {
    const { facts, remainders, binaryFiles } = await findText(store, wanted);
    found.push(...facts);
    const report = { found, erased, needSetup: withoutSetup(found), remainders, binaryFiles };
    // Running work may write what it has read before, so the search is repeated.
    if (dryRun || facts.length === 0 || round > MAX_ROUNDS) {
      const outside = await plannerFilesWith(wanted, registry, { directory: store.directory, env });
      if (dryRun) return { ...report, caches: outside.length, files: { count: 0, bytes: 0 } };
      const left = await removeFiles(outside);
      const files = await new Attachments(store, systemClock).collect({ graceMs: 0 });
      await store.overwriteUnused?.();
      return { ...report, caches: outside.length - left.length, remainders: [...remainders, ...left], files };
    }
    for (const { journal: id, seq } of facts) {
      const journal = openJournal(store, id);
      const [fact] = await journal.facts({ from: seq, to: seq });
      if (fact === undefined) continue;
      const mayStay = (path: string) => !holds(fact, path, wanted);
      if (await redactFact(journal, fact, registry, { ...signed, mayStay, overwrite: false })) erased += 1;
    }
  }
}

function withoutSetup(found: readonly FoundFact[]): readonly string[] {
  return [...new Set(found.flatMap(({ journal, type }) => (type === 'planner_configured' ? journal : [])))];
}

/** Kept fields must not contain what is erased: then nothing is kept, and the fact is read in the strictest way. */
function holds(fact: Fact, path: string, wanted: SearchedText): boolean {
  let values: readonly unknown[] = [fact];
  for (const part of path.split('.')) {
    values = values.flatMap((value) => (Array.isArray(value) ? value : [value]));
    values = values.map((value) => Object(value)[part]);
  }
  return wanted.isIn(JSON.stringify(values));
}

function checkQuery(query: ErasureQuery, reason: string | undefined): void {
  const text = (query.words ?? query.subject).trim();
  if (text.length < MIN_LENGTH) {
    throw new SessionsError('invalid-command', {
      summary: `${JSON.stringify(text)} is too short to search for everywhere.`,
      fix: `Nothing was erased. Name at least ${MIN_LENGTH} characters.`,
    });
  }
  if (reason === undefined || !searchedText(query).isIn(reason)) return;
  throw new SessionsError('invalid-command', {
    summary: 'The reason repeats what is to be erased, and would stay in the record.',
    fix: 'Nothing was erased. Say why in other words, or leave the reason out.',
  });
}
