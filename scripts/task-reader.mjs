import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOfFiles, filesUnder } from './source-files.mjs';
import { step } from './step.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const PARSER = 'src/planners/tasks/parse';

/** The texts whose pieces are marked. */
export const LESSON_FILES = ['bench/tasks/corpus/training.jsonl', 'bench/tasks/corpus/open.jsonl'];

export const WEIGHTS_FILE = join(root, PARSER, 'reader', 'weights.ts');
export const WEIGHTS_STAMP = join(root, '.cache', 'task-reader.built-from');

/**
 * Makes what the reader of task texts has learned, unless it is there already.
 *
 * @param {string} node
 */
export async function provideTaskReader(node) {
  if (existsSync(WEIGHTS_FILE) && existsSync(WEIGHTS_STAMP)) {
    if (readFileSync(WEIGHTS_STAMP, 'utf8') === lessonsDigest()) return;
  }
  await step('Teaching the reader of tasks', {
    file: node,
    args: ['scripts/train-task-reader.ts'],
    cwd: root,
  });
}

/** What decides what is learned: the marked texts, how they are read, and how it is taught. */
export function lessonsDigest() {
  return digestOfFiles([
    ...LESSON_FILES,
    'scripts/train-task-reader.ts',
    ...filesUnder('scripts/task-reader'),
    ...filesUnder(PARSER).filter(
      (path) => !/(?:\.test\.ts|\/weights\.ts|\/corpus\/(?:phrases|readings)\.\w+)$/.test(path),
    ),
  ]);
}
