import { reasonOf } from '../harness/blocks.ts';
import { bytes, exactly, times } from '../harness/figure.ts';
import { atLeast, atMost, type Goal, goalCell } from '../harness/goal.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import {
  type Growth,
  growLangGraphPostgres,
  growLangGraphSqlite,
  growWayfoldPostgres,
  growWayfoldSqlite,
  type Milestones,
} from './growing-plan.ts';

const SQLITE = '**Wayfold, SQLite**';
const GIGABYTE = 1_000_000_000;
const MINUTE = 60_000;
/** The largest plan that every contender reaches. */
const COMMON = 1000;
const GOAL = { constant: 1.2, less: 20 };

/** What a plan that grows step by step takes on the disk. */
export async function bytesPerStep(bench: Bench): Promise<Answer> {
  const steps = bench.quick ? [100, COMMON] : [100, COMMON, 10_000, 100_000];
  const milestones: Milestones = { steps, mostBytes: GIGABYTE, longestMs: MINUTE };
  const contenders: readonly (readonly [name: string, grow: () => Promise<Growth>])[] = [
    [SQLITE, () => growWayfoldSqlite(bench, milestones)],
    ['**Wayfold, PostgreSQL**', () => growWayfoldPostgres(bench, milestones)],
    ['LangGraph SqliteSaver', () => growLangGraphSqlite(bench, milestones, 'reduced')],
    ['LangGraph PostgresSaver', () => growLangGraphPostgres(bench, milestones, 'reduced')],
    ['LangGraph SqliteSaver, DeltaValue (beta)', () => growLangGraphSqlite(bench, milestones, 'delta')],
    ['LangGraph PostgresSaver, DeltaValue (beta)', () => growLangGraphPostgres(bench, milestones, 'delta')],
  ];
  const growths = new Map<string, Growth>();
  const missing = new Map<string, string>();
  for (const [name, grow] of contenders) {
    bench.progress(`bytes a step: ${name.replaceAll('*', '')}`);
    try {
      growths.set(name, await grow());
    } catch (error) {
      missing.set(name, reasonOf(error));
    }
  }
  const perStep = (name: string, at: number) => (growths.get(name)?.bytesAt.get(at) ?? Number.NaN) / at;
  const beside = (name: string) => perStep(name, COMMON) / perStep(SQLITE, COMMON);
  const [fewest = Number.NaN, most = Number.NaN] = [steps[0], steps.at(-1)];
  const constant = atMost(
    `bytes a step, SQLite, at ${exactly(most)} steps beside ${exactly(fewest)}`,
    perStep(SQLITE, most) / perStep(SQLITE, fewest),
    GOAL.constant,
    times,
  );
  const goals = new Map<string, Goal>([
    [SQLITE, constant],
    ...['LangGraph SqliteSaver', 'LangGraph PostgresSaver'].map((name): [string, Goal] => [
      name,
      atLeast(
        `bytes a step at ${exactly(COMMON)} steps, ${name}, beside Wayfold`,
        beside(name),
        GOAL.less,
        times,
      ),
    ]),
  ]);
  return {
    question: 'How many bytes does a step take on the disk?',
    method: [
      `A plan grows one step at a time (about 300 bytes of JSON each). The size of the store on disk, minus that of an empty one, divided by the number of steps. A contender is stopped when its store exceeds ${bytes(GIGABYTE)} or after a minute.`,
      '- **Wayfold**: one fact and one append a step.',
      '- **LangGraph**: a graph whose one node adds a step, run with `durability: "sync"`, in one thread. The plan is a `ReducedValue`, the usual way; or a `DeltaValue`, which is beta and stores what each step added, with a full copy every 1,000 steps.',
      '- **SQLite**: the size of the file after a checkpoint. **PostgreSQL**: `pg_total_relation_size` of all tables, with indexes and compressed values.',
    ],
    table: {
      columns: [
        '',
        ...steps.map((count) => `${exactly(count)} steps`),
        `beside Wayfold at ${exactly(COMMON)}`,
        'goal',
      ],
      rows: contenders.map(([name]) => {
        const growth = growths.get(name);
        if (growth === undefined) return [name, `not run: ${missing.get(name)}`];
        const goal = goals.get(name);
        return [
          name,
          ...steps.map((_, i) => cell(growth, steps, i)),
          times(beside(name)),
          goal ? goalCell(goal) : '',
        ];
      }),
    },
    plot: {
      type: 'lines',
      name: 'bytes-per-step',
      across: 'steps of the plan',
      up: 'bytes a step',
      series: [...growths].map(([name, { bytesAt }]) => ({
        name,
        points: [...bytesAt].map(([count, size]) => [count, size / count] as const),
      })),
    },
    goals: [...goals.values()],
    notes: [
      'There are two goals: constant for Wayfold (most steps compared with fewest), and a twentieth of the usual size of LangGraph, at the largest number of steps that both of its savers reach. Compared with the beta `DeltaValue`, a twentieth is not reached.',
      'LangGraph stores a loadable state for every step; Wayfold stores events and folds them. LangGraph can delete old checkpoints; here it deletes none.',
    ],
  };
}

/** Bytes a step at a milestone; the first one that was not reached says where the contender was stopped. */
function cell({ bytesAt, stopped }: Growth, milestones: readonly number[], at: number): string {
  const steps = milestones[at] ?? Number.NaN;
  const size = bytesAt.get(steps);
  if (size !== undefined) return bytes(size / steps);
  const first = stopped && (milestones[at - 1] ?? 0) <= stopped.steps;
  return first ? `${bytes(stopped.bytes / stopped.steps)} at ${exactly(stopped.steps)}, stopped` : '–';
}
