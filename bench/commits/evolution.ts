import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runReactors } from '../../src/host/run-reactors.ts';
import { openJournal, sqliteStore } from '../../src/journal/index.ts';
import { commandBackend } from '../../src/machine/agents/command.ts';
import { commitsReactors } from '../../src/planners/commits/commits-reactors.ts';
import { CommitsConfig } from '../../src/planners/commits/config.ts';
import { begin } from '../../src/planners/commits/evolution/evolution-commands.ts';
import { EvolveInput } from '../../src/planners/commits/evolution/evolve-input.ts';
import { type CommitsEvent, commitsEventOf, commitsSessionFacts } from '../../src/planners/commits/facts.ts';
import { NO_PLANS } from '../../src/planners/commits/session-fold.ts';
import { settingsFromEnv } from '../../src/planners/commits/settings.ts';
import { figure } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';

const run = promisify(execFile);
const EXAMPLE = fileURLToPath(new URL('../../examples/evolve/', import.meta.url));
const EVALUATOR = 'node bench.mjs';
/** How long every program takes beyond its own work, as real ones take far longer than those of the example. */
const SLOWER_MS = 1000;
const MAX_RATIO = 1.5;

/** What the loop itself takes beside the programs that it runs, and how soon it finds the best of the example. */
export async function evolution(bench: Bench): Promise<Answer> {
  const rows = [];
  for (const [name, slowerMs] of [
    ['programs of 0.1 s', 0],
    ['programs of 1 s', SLOWER_MS],
  ] as const) {
    bench.progress(`an evolution with ${name}`);
    rows.push({ name, ...(await measured(join(bench.directory, `evolution-${slowerMs}`), slowerMs)) });
  }
  const goal = atMost('evolution beside its programs, 1 s each', rows.at(-1)?.ratio ?? 0, MAX_RATIO, figure);
  return {
    question: 'What does an evolution take beside the programs it runs?',
    method: [
      'The example of the guide, two rounds of three candidates, one at a time: a slow function, a benchmark that counts reads, and a program that stands in for a coding agent. The programs note how long they ran. What is left of the whole time is the loop: checkouts, commits, facts on disk, starting programs.',
    ],
    table: {
      columns: ['', 'whole, s', 'programs, s', 'ratio', 'loop a candidate, ms', 'best after round', 'goal'],
      rows: rows.map(({ name, wholeMs, programsMs, ratio, loopMs, bestRound }, i) => [
        name,
        figure(wholeMs / 1000),
        figure(programsMs / 1000),
        figure(ratio),
        figure(loopMs),
        String(bestRound),
        i === rows.length - 1 ? goalCell(goal) : '',
      ]),
    },
    goals: [goal],
    notes: [
      'OpenEvolve and ShinkaEvolve are Python packages and were not run beside it. [Evolve](evolve.md#what-users-of-others-ask-for) says what their users ask for.',
    ],
  };
}

async function measured(directory: string, slowerMs: number) {
  const repository = join(directory, 'repository');
  const log = join(directory, 'programs.log');
  await mkdir(repository, { recursive: true });
  await writeFile(log, '');
  for (const name of ['duplicates.mjs', 'bench.mjs', 'agent.mjs'])
    await cp(join(EXAMPLE, name), join(name === 'agent.mjs' ? directory : repository, name));
  await slowDown(join(repository, 'bench.mjs'), log, slowerMs);
  await slowDown(join(directory, 'agent.mjs'), log, slowerMs);
  const git = (...args: string[]) => run('git', args, { cwd: repository });
  await git('init', '--quiet');
  await git('add', '-A');
  await git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', 'commit', '-qm', 'Begin');

  const store = sqliteStore(join(directory, 'wayfold.db'));
  const journal = openJournal(store, 'commits:bench', { facts: commitsSessionFacts });
  const input = EvolveInput.parse({
    goal: 'Find duplicates with fewer reads',
    evaluators: [EVALUATOR],
    metric: 'reads',
    rounds: 2,
    candidates: 3,
    parallel: 1,
  });
  const config = CommitsConfig.parse({ repository, backend: 'command' });
  const started = performance.now();
  const at = { state: NO_PLANS, head: 0, nativeFrom: 1 };
  await journal.append(begin(at, input, { config, evolutionId: 'bench', by: 'bench' }));
  const { PATH } = process.env;
  const reactors = commitsReactors({
    settings: settingsFromEnv({ LOGS_BASE_DIR: directory, PATH }),
    backend: commandBackend({ command: [process.execPath, join(directory, 'agent.mjs')], env: { PATH } }),
    roots: [repository],
    evaluators: [EVALUATOR],
    progress: () => {},
  });
  const running = await runReactors(journal, reactors, { worker: 'bench' });
  await running.idle();
  const wholeMs = performance.now() - started;
  await running.close();
  const events = (await journal.facts()).flatMap((fact) => commitsEventOf(fact) ?? []);
  await store.close();
  const programsMs = (await readFile(log, 'utf8'))
    .trim()
    .split('\n')
    .reduce((sum, line) => sum + Number(line), 0);
  const candidates = events.filter(({ type }) => type === 'plan_concluded').length;
  return {
    wholeMs,
    programsMs,
    ratio: wholeMs / programsMs,
    loopMs: (wholeMs - programsMs) / candidates,
    bestRound: bestRound(events),
  };
}

/** Has a program take longer, and note how long it ran, with the start of its runtime. */
async function slowDown(path: string, log: string, slowerMs: number): Promise<void> {
  const text = await readFile(path, 'utf8');
  const noting = `
await new Promise((resolve) => setTimeout(resolve, ${slowerMs}));
process.on('exit', () => require$('node:fs').appendFileSync(${JSON.stringify(log)}, \`\${process.uptime() * 1000}\\n\`));
`;
  const importing = `import { createRequire as create$ } from 'node:module';\nconst require$ = create$(import.meta.url);\n`;
  await writeFile(path, `${importing}${text}${noting}`);
}

/** The round of the candidate that is the best in the end. */
function bestRound(events: readonly CommitsEvent[]): number {
  const stopped = events.find((event) => event.type === 'evolution_stopped');
  const made = events.find((event) => event.type === 'change_made' && event.commit === stopped?.best);
  const id = made?.type === 'change_made' ? made.requestId : undefined;
  const request = events.find((event) => event.type === 'plan_requested' && event.requestId === id);
  return request?.type === 'plan_requested' ? (request.evolution?.round ?? 0) : 0;
}
