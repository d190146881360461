/**
 * Measures Wayfold beside its peers: `node bench/run.ts [suite ...] [--only question] [--update] [--check] [--quick]`, by
 * `npm run bench -- ...`. A whole run writes docs/benchmarks.md with its plots; a part of it prints what it found, and with
 * `--update` puts it on that page. The comparison in README.md is taken from the page both times.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/postgres-server.ts';
import { commits } from './commits/index.ts';
import { figure } from './harness/figure.ts';
import { describeMachine } from './harness/machine.ts';
import { answerText, benchmarksPage, missedGoals, PLOTS, type Section, withAnswers } from './harness/page.ts';
import { plotSvg } from './harness/plot.ts';
import { withFigures } from './harness/readme-figures.ts';
import type { Answer, Bench, Suite } from './harness/suite.ts';
import { journal } from './journal/index.ts';
import { harness } from './passes/index.ts';
import { planTools } from './plan-tools/index.ts';
import { surfaces } from './surfaces/index.ts';
import { tasks } from './tasks/index.ts';
import { trip } from './trip/index.ts';
import { web } from './web/index.ts';

const SUITES: readonly Suite[] = [journal, planTools, tasks, harness, commits, trip, surfaces, web];
const PAGE = new URL('../docs/benchmarks.md', import.meta.url);
const README = new URL('../README.md', import.meta.url);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    update: { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((name) => !SUITES.some((suite) => suite.name === name));
if (unknown.length > 0) {
  console.error(
    `No such suite: ${unknown.join(', ')}. There is: ${SUITES.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
const chosen = SUITES.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

const directory = await mkdtemp(join(tmpdir(), 'wayfold-bench-'));
const postgres = await startPostgres();
try {
  const bench: Bench = {
    directory,
    postgresUrl: postgres.url,
    quick: values.quick,
    progress: (text) => console.error(`… ${text}`),
  };
  const machine = await describeMachine(directory, postgres.url);
  const sections: Section[] = [];
  for (const suite of chosen) sections.push({ suite, answers: await answersOf(suite, bench) });

  const [date = ''] = new Date().toISOString().split('T');
  const isWhole = positionals.length === 0 && values.only === undefined && !values.quick;
  if (values.update && !isWhole) {
    const note = `Measured separately on ${date}, at a load of ${loadavg().map(figure).join(', ')}.`;
    const page = await readFile(PAGE, 'utf8');
    await writePage(sections.reduce((text, section) => withAnswers(text, section, note), page));
  }
  if (isWhole) {
    await writePlots(sections.flatMap(({ answers }) => answers));
    await writePage(benchmarksPage(sections, machine, date));
  }
  const missed = missedGoals(sections.flatMap(({ answers }) => answers));
  if (missed.length > 0) console.log(`Goals missed:\n${missed.map((line) => `  ${line}`).join('\n')}`);
  if (values.check && missed.length > 0) process.exitCode = 1;
} finally {
  await postgres.remove();
  await rm(directory, { recursive: true, force: true });
}

async function writePage(page: string): Promise<void> {
  await writeFile(PAGE, page);
  await writeFile(README, withFigures(await readFile(README, 'utf8'), page));
  console.log('Written: docs/benchmarks.md, and the figures of README.md');
}

async function writePlots(answers: readonly Answer[]): Promise<void> {
  const directory = new URL(`${PLOTS}/`, PAGE);
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  for (const { question, plot } of answers) {
    if (plot) await writeFile(new URL(`${plot.name}.svg`, directory), plotSvg(plot, question, figure));
  }
}

async function answersOf(suite: Suite, bench: Bench): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const ask of suite.questions) {
    if (values.only && !values.only.includes(ask.name)) continue;
    const answer = await ask(bench);
    console.log(`\n${answerText(answer)}\n`);
    answers.push(answer);
  }
  return answers;
}
