/**
 * `npm run mutants [-- FOLDER…] [--file PATH] [--jobs N]`: changes the code in small ways and sees whether its unit tests
 * notice. Results are kept in `.cache/mutation`, so that only what changed is tried again. With all folders it writes
 * `docs/mutation.md`. Exits with 1 when a folder is under the goal.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { markdownTable } from '../bench/harness/table.ts';
import { reportOf } from '../test/mutation/paths.mjs';
import { fileScores, percent, type Score, totalScore } from '../test/mutation/score.ts';

const FOLDERS = ['src/kernel', 'src/repair', 'src/plan-tools', 'src/harness', 'src/planners/tasks'];
const GOAL = 80;

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    file: { type: 'string', multiple: true },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
});

const unknown = positionals.filter((folder) => !FOLDERS.includes(folder));
if (unknown.length > 0) {
  console.error(
    `There are no scores for ${unknown.join(', ')}. Folders that have them:\n  ${FOLDERS.join('\n  ')}`,
  );
  process.exitCode = 2;
} else {
  const folders = positionals.length > 0 ? positionals : FOLDERS;
  mkdirSync(join(root, '.cache', 'mutation'), { recursive: true });
  for (const folder of folders) {
    if (await mutate(folder)) continue;
    console.error(
      `\n${folder}: ended before all changes were tried. What was found is kept: run it again to go on.`,
    );
    process.exit(1);
  }
  const scored = folders.map((folder) => ({ folder, score: scoreOf(folder) }));
  for (const { folder, score } of scored) {
    console.log(`${folder.padEnd(20)} ${percent(score).toFixed(1)} % of ${score.killed + score.survived}`);
  }
  if (positionals.length === 0 && values.file === undefined) {
    writeFileSync(join(root, 'docs', 'mutation.md'), page(scored));
  }
  if (scored.some(({ score }) => percent(score) < GOAL)) process.exitCode = 1;
}

/** Whether every change was tried. */
async function mutate(folder: string): Promise<boolean> {
  const only = values.file === undefined ? [] : ['--mutate', values.file.join(',')];
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js'),
      'run',
      'test/mutation/stryker.config.mjs',
      '--concurrency',
      values.jobs,
      ...only,
    ],
    { cwd: root, env: { ...process.env, MUTATED: folder }, stdio: 'inherit' },
  );
  return await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0 && existsSync(join(root, reportOf(folder)))));
  });
}

function scoreOf(folder: string): Score {
  return totalScore(fileScores(JSON.parse(readFileSync(join(root, reportOf(folder)), 'utf8'))).values());
}

function page(scored: readonly { readonly folder: string; readonly score: Score }[]): string {
  const columns = ['folder', 'changes', 'caught', 'missed', 'score'];
  const rows = scored.map(({ folder, score }) => [
    `\`${folder}/\``,
    String(score.killed + score.survived),
    String(score.killed),
    String(score.survived),
    `${percent(score).toFixed(1)} %`,
  ]);
  return `# How much the tests catch

\`npm run mutants\` makes thousands of small changes to the pure folders, one at a time (inverts a condition, removes a call,
empties a string), and runs the unit tests next to the code. A change that no test catches is a bug that could go unnoticed. The
goal is ${GOAL} % in each folder; the command writes this page and fails below the goal.

${markdownTable({ columns, rows })}

Changes to code that runs while a module loads (tables, schemas) are excluded, because each would need its own process. Most
property tests try 20 examples per change here instead of 100. Folders that work with real disks, processes and browsers are
tested by injecting faults instead: see [Faults](faults.md).
`;
}
