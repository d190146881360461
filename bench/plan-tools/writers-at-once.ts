import { reasonOf } from '../harness/blocks.ts';
import { Distribution } from '../harness/distribution.ts';
import { exactly, figure } from '../harness/figure.ts';
import { atLeast, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { langGraphWriters } from './langgraph-writers.ts';
import { serverWriters } from './server-writers.ts';
import { LASTING_PEERS } from './servers.ts';
import { WAYFOLD } from './wayfold.ts';
import type { Outcome, Writers } from './writers.ts';

const WRITERS = 20;
const PROCESSES = [1, 5];

type Open = (where: { processes: number; directory: string }) => Promise<Writers>;

/** Many writers on one plan, each of which adds a step. */
export async function writersAtOnce(bench: Bench): Promise<Answer> {
  const rounds = bench.quick ? 2 : 20;
  const contenders: readonly (readonly [name: string, open: Open])[] = [
    ...[WAYFOLD, ...LASTING_PEERS].map(
      (server) => [server.name, (where) => serverWriters(server, where)] as const satisfies [string, Open],
    ),
    ['LangGraph SqliteSaver', langGraphWriters],
  ];
  const outcomes = new Map<string, readonly (readonly Outcome[])[]>();
  const missing = new Map<string, string>();
  for (const [name, open] of contenders) {
    bench.progress(`${WRITERS} writers at once: ${name.replaceAll('*', '')}, ${rounds} rounds`);
    try {
      const found: (readonly Outcome[])[] = [];
      for (const processes of PROCESSES) {
        found.push(await races(await open({ processes, directory: bench.directory }), rounds));
      }
      outcomes.set(name, found);
    } catch (error) {
      missing.set(name, reasonOf(error));
    }
  }
  const ours = outcomes.get(WAYFOLD.name)?.flat() ?? [];
  const goal = atLeast(
    `steps kept of ${WRITERS} that were added at once`,
    Math.min(...ours.map(({ kept }) => kept)),
    WRITERS,
    exactly,
  );
  return {
    question: `How many of ${WRITERS} writers at once keep their step?`,
    method: [
      `${WRITERS} calls, each of which adds a step to one plan of 10 steps, are sent before the first is answered; then the plan is read. \`answered\`: how many calls reported success. \`kept\`: how many of the steps are in the plan. The median of ${rounds} rounds, and the range if it varied.`,
      `- **One process**: all ${WRITERS} go to one server, as when an agent calls tools in parallel. **Five processes**: four go to each of five servers in one project, as when several agents work on it.`,
      '- **LangGraph**: `graph.updateState` on one thread, in one process and in five, whose plan is a `ReducedValue` with a reducer that appends. The servers use the same tools as in the other questions.',
    ],
    table: {
      columns: ['', 'one process: answered', 'kept', 'five processes: answered', 'kept', 'goal'],
      rows: contenders.map(([name]) => {
        const found = outcomes.get(name);
        if (found === undefined) return [name, `not run: ${missing.get(name)}`];
        return [
          name,
          ...found.flatMap((each) => [
            ranged(each.map(({ answered }) => answered)),
            ranged(each.map(({ kept }) => kept)),
          ]),
          name === WAYFOLD.name ? goalCell(goal) : '',
        ];
      }),
    },
    plot: {
      type: 'bars',
      name: 'writers-at-once',
      measure: `steps kept of ${WRITERS}, the median`,
      bars: [...outcomes].flatMap(([name, found]) =>
        found.map((each, i) => ({
          name: `${name}, ${PROCESSES[i] === 1 ? 'one process' : `${PROCESSES[i]} processes`}`,
          value: new Distribution(each.map(({ kept }) => kept)).median,
        })),
      ),
    },
    goals: [goal],
    notes: [
      'The others read the whole plan, add a step and write the whole plan back. Steps written in between are lost, although their calls reported success. Within one process task-master does this without yielding, so nothing comes in between.',
      "shrimp's 0 is a file that two calls wrote at once and that is no longer valid JSON: the whole plan is lost.",
      'Wayfold appends, and decides again if another process was first.',
    ],
  };
}

async function races(writers: Writers, rounds: number): Promise<readonly Outcome[]> {
  try {
    const outcomes: Outcome[] = [];
    for (let round = 0; round < rounds; round++) outcomes.push(await writers.race(WRITERS));
    return outcomes;
  } finally {
    await writers.close();
  }
}

function ranged(counts: readonly number[]): string {
  const { median } = new Distribution(counts);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  return fewest === most ? exactly(median) : `${figure(median)} (${fewest} to ${most})`;
}
