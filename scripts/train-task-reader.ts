/**
 * Teaches the reader of task texts and writes what it learned to `src/planners/tasks/parse/reader/weights.ts`.
 * `scripts/setup.mjs` runs it when that file is missing or stale. The same texts give the same file.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { teach } from './task-reader/teach.ts';
import { LESSON_FILES, lessonsDigest, WEIGHTS_FILE, WEIGHTS_STAMP } from './task-reader.mjs';

const digest = lessonsDigest();
const { cuts, roles, transitions } = teach(
  LESSON_FILES.map((path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')).join('\n'),
);
writeFileSync(
  WEIGHTS_FILE,
  `/** What was learned from the texts in bench/tasks/corpus. Made by scripts/train-task-reader.ts. */
export const WEIGHTS = ${JSON.stringify({ cuts, roles, transitions })};
`,
);
mkdirSync(dirname(WEIGHTS_STAMP), { recursive: true });
writeFileSync(WEIGHTS_STAMP, digest);
