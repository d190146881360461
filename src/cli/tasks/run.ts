import { hostname } from 'node:os';
import { type RunningReactors, runReactors } from '../../host/run-reactors.ts';
import type { FactStore } from '../../journal/index.ts';
import { runHandler } from '../../kernel/index.ts';
import { policyOf } from '../../planners/tasks/config.ts';
import { Planner } from '../../planners/tasks/handler.ts';
import type { PlannerState } from '../../planners/tasks/task-fold.ts';
import { loadTaskPlan, taskPlan } from '../../planners/tasks/task-plan.ts';
import { TaskRunner, type TaskRunnerOptions } from '../../planners/tasks/task-runner.ts';
import { CliError } from '../error.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type Invocation, orInterrupted, withStore } from '../invocation.ts';
import { glyphsFor } from '../plan/glyphs.ts';
import { equipmentFor } from './executors.ts';
import { NobodyThere, Person } from './person.ts';
import { tasksOf, textOf } from './plan.ts';
import { Progress } from './progress.ts';
import { StatusLine } from './status-line.ts';
import { existingTaskJournal, newPlanId, planIdOf, type TaskJournal, taskJournal } from './task-journal.ts';
import { taskLines } from './task-lines.ts';

export interface RunCommandOptions {
  readonly resume?: string;
  readonly yes?: boolean;
  readonly executor: readonly string[];
  readonly allow: readonly string[];
  readonly mcp: readonly string[];
  readonly planWith: 'parser' | 'model';
  readonly model?: string;
  readonly parallel?: number;
  readonly attempts?: number;
  readonly onFailure?: 'continue' | 'abort';
  readonly tokenBudget?: number;
  readonly timeout?: number;
  readonly allowPrivate?: boolean;
  readonly offline?: boolean;
}

/** A process that is killed leaves its work behind; another one may take it up this much later. */
const TTL_MS = 10_000;

export async function run(
  invocation: Invocation,
  given: string | undefined,
  options: RunCommandOptions,
): Promise<ExitCode> {
  const { output, stdin, env } = invocation;
  checkUsage(given, options);
  const status = new StatusLine(output.isTerminal && !output.json ? process.stderr : undefined);
  const person = new Person(invocation, status);
  const ask = given === '-' && !stdin.isTTY ? undefined : person.ask;
  const equipment = await equipmentFor(invocation, options, ask);
  try {
    return await withStore(invocation, { create: options.resume === undefined }, async (store) => {
      const journal =
        options.resume === undefined
          ? await begin(invocation, store, given ?? '', options, person)
          : await takeUp(await existingTaskJournal(store, options.resume));
      const runnerOptions: TaskRunnerOptions = { ...equipment.options, ...(ask && { ask }) };
      const progress = new Progress(journal, { output, status, glyphs: glyphsFor(env) });
      person.askAfter(() => progress.upToDate());
      return await carryOut(invocation, journal, { runnerOptions, progress });
    });
  } finally {
    person.close();
    status.close();
    await equipment.close();
  }
}

/** A new plan, shown before anything of it is done. */
async function begin(
  invocation: Invocation,
  store: FactStore,
  given: string,
  options: RunCommandOptions,
  person: Person,
): Promise<TaskJournal> {
  const { output, stdin, env, signal } = invocation;
  const text = await textOf(given, invocation);
  const planned = await tasksOf(text, options, invocation);
  const planner = new Planner();
  const events = planner.process({
    type: 'Initialize',
    attachments: [],
    ...planned,
    policy: policyOf(options),
  });
  const id = newPlanId();
  if (!output.json) {
    const { tasks } = planner.state;
    await output.line([{ text: `Plan ${id}`, style: 'bold' }, { text: `: ${tasks.length} tasks` }]);
    const shown = tasks.map((task) => ({ ...task, status: 'Planned' }) as const);
    for (const line of taskLines(shown, { glyphs: glyphsFor(env) })) await output.line(line);
    if (output.isTerminal && stdin.isTTY && !options.yes) await agreed(person, signal);
  }
  const title = text.trim().split('\n')[0]?.slice(0, 200) ?? '';
  const journal = taskJournal(store, id);
  await journal.append([{ type: 'session_created', title, plannerId: 'tasks' }, ...events], {
    expectedSeq: 0,
  });
  return journal;
}

/** What is due in a copy was said in the journal it is a copy of, and is said again here. */
async function takeUp(journal: TaskJournal): Promise<TaskJournal> {
  const { planner } = await loadTaskPlan(journal);
  const { nativeFrom = 1, head = 0 } = (await journal.describe()) ?? {};
  if (nativeFrom > 1 && head < nativeFrom) {
    for (const { id, status, retry } of planner.state.tasks) {
      if (status === 'Running' || status === 'NeedsClarification' || retry) {
        await runHandler(journal, { ...taskPlan, command: { type: 'Redispatch', taskId: id } });
      }
    }
  }
  await runHandler(journal, { ...taskPlan, command: { type: 'Continue' } });
  return journal;
}

async function carryOut(
  invocation: Invocation,
  journal: TaskJournal,
  { runnerOptions, progress }: { runnerOptions: TaskRunnerOptions; progress: Progress },
): Promise<ExitCode> {
  const { output, signal } = invocation;
  const stuck = Promise.withResolvers<'waits'>();
  const runner = new TaskRunner({ ...runnerOptions, onProgress: (id, text) => progress.note(id, text) });
  let reactors: RunningReactors | undefined;
  try {
    reactors = await runReactors(journal, [runner], {
      worker: workerName(),
      ttlMs: TTL_MS,
      isGone,
      onError: (error) => (error instanceof NobodyThere ? stuck.resolve('waits') : progress.trouble(error)),
      onHeld: (_, { worker }) => progress.held(worker),
    });
    const { idle } = { idle: () => reactors?.idle() };
    const ended = progress.follow(async (state) => {
      if (!isOutOfReach(state, runnerOptions)) return;
      await idle();
      stuck.resolve('waits');
    });
    const end = await orInterrupted(Promise.race([ended, stuck.promise]), signal);
    if (end === 'waits') await progress.tellWhatWaits();
    return end === 'waits' || !(await progress.tellEnd()) ? EXIT.incomplete : EXIT.ok;
  } catch (error) {
    if (signal.aborted)
      output.note(`Stopped. Go on with: wayfold tasks run --resume ${planIdOf(journal.id)}`);
    throw error;
  } finally {
    progress.close();
    await reactors?.close();
  }
}

/** Whether everything that is under way waits for somebody who is not here. */
function isOutOfReach({ tasks, completed }: PlannerState, { executors, ask }: TaskRunnerOptions): boolean {
  const open = tasks.filter(
    ({ status, retry }) => status === 'Running' || status === 'NeedsClarification' || retry,
  );
  return (
    !completed &&
    open.every(({ status, kind }) =>
      status === 'NeedsClarification'
        ? ask === undefined
        : status === 'Running' && (kind === 'Clarification' || executors[kind] === undefined),
    )
  );
}

async function agreed(person: Person, signal: AbortSignal): Promise<void> {
  const answer = await person.ask('Carry this out? [Y/n]', { taskId: 0, signal });
  if (/^(y(es)?)?$/i.test(answer.trim())) return;
  throw new CliError('declined', { expected: 'a yes', actual: 'another answer', fix: 'Nothing was begun.' });
}

function checkUsage(given: string | undefined, { resume }: RunCommandOptions): void {
  if ((given === undefined) !== (resume === undefined)) return;
  throw new CliError('usage', {
    expected: 'a text with what is to be done, or --resume with the id of a plan',
    actual: given === undefined ? 'neither' : 'both',
    fix: 'For example: wayfold tasks run "Write the tests. Then fix the bug."',
  });
}

function workerName(): string {
  return `${hostname()}:${process.pid}`;
}

/** A worker of this machine whose process is gone. Of another machine nobody can tell. */
function isGone(worker: string): boolean {
  const [, host, pid] = /^(.+):(\d+)$/.exec(worker) ?? [];
  if (host !== hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
