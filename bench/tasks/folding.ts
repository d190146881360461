import { Planner, type Task, type TaskEvent } from '../../src/planners/tasks/index.ts';
import { type Contender, compare, type Entry } from '../harness/blocks.ts';
import { exactly, times } from '../harness/figure.ts';
import { atLeast } from '../harness/goal.ts';
import { rateBars, rateTable } from '../harness/rates.ts';
import type { Answer, Bench } from '../harness/suite.ts';
import { taskHistory } from './history.ts';

const LIMIT = 'a plain reducer (the limit)';
const OURS = '**Wayfold**';
const XSTATE = 'XState 5, `transition`';
const MIN_RATIO = 0.5;

/** A long log, from its first event to the state after its last. */
export async function folding(bench: Bench): Promise<Answer> {
  const blocks = bench.quick ? 2 : 7;
  const log = taskHistory(bench.quick ? 10_001 : 1_000_001);
  const shorter = taskHistory((log.length - 1) / 10 + 1);
  const entries: Entry[] = [
    { name: LIMIT, open: async () => folder(() => plainFold(log).size) },
    { name: OURS, open: async () => folder(() => Planner.fold(log).state.tasks.length) },
    { name: XSTATE, operations: shorter.length, open: async () => xstateFolder(shorter) },
  ];
  bench.progress(`folding ${log.length} events`);
  const comparison = await compare(entries, { blocks, operations: log.length, warmUpBlocks: 1 });
  const limit = comparison.timings.get(LIMIT)?.median ?? Number.NaN;
  const ours = comparison.timings.get(OURS)?.median ?? Number.NaN;
  const goal = atLeast('fold of task events, of a plain reducer', limit / ours, MIN_RATIO, times);
  return {
    question: 'How fast is a plan rebuilt from its events?',
    method: [
      `${exactly(log.length)} events of one plan, each task dispatched, asked about, answered, dispatched again and completed, are folded from the first to the last.`,
      '- **Plain reducer**: a loop with a `switch` over a `Map` of tasks; it keeps status, result and questions, but nothing needed for decisions.',
      '- **XState**: a machine whose context holds the same `Map`, changed in place by its actions, driven by the pure `transition`, over a tenth of the events.',
    ],
    table: rateTable(
      entries.map(({ name }) => name),
      comparison,
      {
        unit: 'events',
        compared: { column: 'of the limit', cell: (each) => times(limit / each) },
        goals: new Map([[OURS, goal]]),
      },
    ),
    plot: rateBars(
      'folding',
      entries.map(({ name }) => name),
      comparison,
      'events a second',
    ),
    goals: [goal],
    notes: [],
  };
}

function folder(fold: () => number): Contender {
  return {
    run: async () => {
      if (fold() === 0) throw new RangeError('an empty plan');
    },
    close: async () => {},
  };
}

function plainFold(log: readonly TaskEvent[]): Map<number, Task> {
  const tasks = new Map<number, Task>();
  for (const event of log) plainStep(tasks, event);
  return tasks;
}

function plainStep(tasks: Map<number, Task>, event: TaskEvent): void {
  switch (event.type) {
    case 'TasksPlanned':
      for (const task of event.tasks) tasks.set(task.id, { ...task, status: 'Planned' });
      return;
    case 'TaskDispatched':
      change(tasks, event.taskId, { status: 'Running' });
      return;
    case 'TaskStatusUpdated':
      change(tasks, event.taskId, { status: event.status, result: event.result ?? '' });
      return;
    case 'ClarificationRequested': {
      const asked = tasks.get(event.taskId)?.clarifications ?? [];
      change(tasks, event.taskId, {
        status: 'NeedsClarification',
        clarifications: [...asked, { question: event.question }],
      });
      return;
    }
    case 'ClarificationReceived': {
      const asked = tasks.get(event.taskId)?.clarifications ?? [];
      change(tasks, event.taskId, {
        status: 'Planned',
        clarifications: asked.map((each, at) =>
          at === asked.length - 1 ? { ...each, answer: event.answer } : each,
        ),
      });
      return;
    }
    default:
      return;
  }
}

function change(tasks: Map<number, Task>, id: number, changes: Partial<Task>): void {
  const task = tasks.get(id);
  if (task) tasks.set(id, { ...task, ...changes });
}

async function xstateFolder(log: readonly TaskEvent[]): Promise<Contender> {
  const { assign, createMachine, initialTransition, transition } = await import('xstate');
  const step = assign(({ context, event }: { context: { tasks: Map<number, Task> }; event: TaskEvent }) => {
    plainStep(context.tasks, event);
    return {};
  });
  const types = [
    'TasksPlanned',
    'TaskDispatched',
    'TaskStatusUpdated',
    'ClarificationRequested',
    'ClarificationReceived',
  ];
  return folder(() => {
    const tasks = new Map<number, Task>();
    const machine = createMachine({
      types: {} as { context: { tasks: Map<number, Task> }; events: TaskEvent },
      context: { tasks },
      on: Object.fromEntries(types.map((type) => [type, { actions: step }])),
    });
    let [snapshot] = initialTransition(machine);
    for (const event of log) [snapshot] = transition(machine, snapshot, event);
    return tasks.size;
  });
}
