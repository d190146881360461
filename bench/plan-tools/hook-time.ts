import { spawn } from 'node:child_process';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sqliteStore } from '../../src/journal/sqlite/sqlite-store.ts';
import { openPlan } from '../../src/plan-tools/plan/open-plan.ts';
import { Distribution } from '../harness/distribution.ts';
import { exactly, figure, times } from '../harness/figure.ts';
import { atMost, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';

const LAUNCHER = fileURLToPath(new URL('../../bin/wayfold.cjs', import.meta.url));
const SIZES = [10, 1000];
/** An agent waits for its hooks. */
const MAX_MS = 150;
/** What none of it can be faster than. */
const NODE = 'Node alone, which does nothing';

/** From the start of `wayfold hook` to its end, as an agent waits for it. */
export async function hookTime(bench: Bench): Promise<Answer> {
  const rounds = bench.quick ? 3 : 40;
  const projects = await Promise.all(SIZES.map((steps) => projectOf(steps, bench.directory)));
  const events = [
    { name: '`SessionStart`: the plan is told', event: 'SessionStart', input: () => ({ source: 'compact' }) },
    {
      name: '`TodoWrite`: the list is mirrored',
      event: 'PostToolUse',
      input: (round: number) => ({ tool_name: 'TodoWrite', tool_input: { todos: todosAt(round) } }),
    },
  ];
  bench.progress(`hooks: ${events.length} events at ${SIZES.length} sizes, ${rounds} times each`);
  const took = new Map<string, number[]>();
  const add = (key: string, round: number, ms: number) =>
    // The first one of each has files to find that the others do not.
    took.set(key, round === 0 ? [] : [...(took.get(key) ?? []), ms]);
  for (let round = 0; round <= rounds; round++) {
    add(`${NODE} 0`, round, await timeOf(bench.directory, ['--eval', ''], ''));
    for (const { name, event, input } of events) {
      for (const [i, project] of projects.entries()) {
        const payload = JSON.stringify({ session_id: 'bench', cwd: project, ...input(round) });
        add(`${name} ${i}`, round, await timeOf(project, [LAUNCHER, 'hook', 'claude', event], payload));
      }
    }
  }
  const of = (name: string, i: number) => new Distribution(took.get(`${name} ${i}`) ?? []);
  const shown = (ms: number) => `${figure(ms)} ms`;
  const goals = events.map(({ name }) =>
    atMost(`hook, ${name}`, Math.max(...SIZES.map((_, i) => of(name, i).median)), MAX_MS, shown),
  );
  return {
    question: 'How long does a coding agent wait for a hook?',
    method: [
      `From the start of \`wayfold hook claude EVENT\` to its end, in a project whose plan has ${SIZES.map(exactly).join(' or ')} steps. Milliseconds, ${rounds} times each, in turns.`,
    ],
    table: {
      columns: [
        '',
        ...SIZES.flatMap((steps) => [`p50 at ${exactly(steps)}`, `p90 at ${exactly(steps)}`]),
        'p50 of Node alone',
        'goal',
      ],
      rows: [
        ...events.map(({ name }, row) => [
          name,
          ...SIZES.flatMap((_, i) => [figure(of(name, i).median), figure(of(name, i).at(0.9))]),
          times(of(name, 0).median / of(NODE, 0).median),
          goals[row] ? goalCell(goals[row]) : '',
        ]),
        [NODE, figure(of(NODE, 0).median), figure(of(NODE, 0).at(0.9)), '', '', times(1), ''],
      ],
    },
    goals,
    notes: [],
  };
}

async function projectOf(steps: number, directory: string): Promise<string> {
  const project = await mkdtemp(join(directory, 'hook-'));
  await mkdir(join(project, '.wayfold'));
  await mkdir(join(project, '.git'));
  const store = sqliteStore({ file: join(project, '.wayfold', 'wayfold.db') });
  const initial_steps = Array.from({ length: steps }, (_, i) => ({ title: `Step ${i + 1} of the plan` }));
  await openPlan(store, 'default')
    .section.tool('planning_setup_plan')
    .call({ objective: 'Ship the release', initial_steps });
  await store.close();
  return project;
}

function todosAt(round: number): readonly object[] {
  return Array.from({ length: 8 }, (_, i) => ({
    content: `Item ${i + 1}`,
    status: i === round % 8 ? 'in_progress' : 'pending',
  }));
}

/** Milliseconds from the start of a Node process to its end. */
async function timeOf(cwd: string, args: readonly string[], input: string): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { cwd, stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = new Promise((resolve) => child.on('close', resolve));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  await ended;
  return performance.now() - start;
}
