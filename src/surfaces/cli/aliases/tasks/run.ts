import { openAdmission } from '../../../../host/admission.ts';
import { limitsFrom } from '../../../../host/config/limits.ts';
import { localUser } from '../../../../host/local-user.ts';
import { type RunningReactors, runReactors } from '../../../../host/run-reactors.ts';
import { isGone, workerName } from '../../../../host/this-process.ts';
import { JournalError } from '../../../../journal/error.ts';
import type { Envelope } from '../../../../journal/fact.ts';
import type { Journal } from '../../../../journal/journal.ts';
import type { FactStore } from '../../../../journal/store.ts';
import { runHandler } from '../../../../kernel/run-handler.ts';
import { endOfCharacter } from '../../../../model/tokens.ts';
import type { Command } from '../../../../planners/tasks/command.ts';
import { policyOf } from '../../../../planners/tasks/config.ts';
import { PlannerError } from '../../../../planners/tasks/error.ts';
import { type AskPerson, NobodyThere } from '../../../../planners/tasks/executors/executor.ts';
import { Planner } from '../../../../planners/tasks/handler.ts';
import type { TaskFold } from '../../../../planners/tasks/task-fold.ts';
import { taskPlan } from '../../../../planners/tasks/task-plan.ts';
import { TaskRunner, type TaskRunnerOptions } from '../../../../planners/tasks/task-runner.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { CliError } from '../../error.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { type Invocation, orInterrupted } from '../../invocation.ts';
import { printBlocks } from '../../terminal/blocks.ts';
import { terminalOf } from '../../terminal/paint.ts';
import { pluralize } from '../../terminal/pluralize.ts';
import { StatusLine } from '../../terminal/status-line.ts';
import { TerminalPrompt } from '../../terminal/terminal-prompt.ts';
import { equipmentFor } from './executors.ts';
import { initialTasks, textOf } from './plan.ts';
import { Progress } from './progress.ts';
import { type TaskJournal, taskJournal } from './task-journal.ts';
import { plannedBlock } from './task-lines.ts';
import { newPlanId, openTaskSession, planIdOf, sessionIdOf, taskPlanOf } from './task-session.ts';

export interface RunCommandOptions {
  readonly resume?: string;
  readonly yes?: boolean;
  readonly executor: readonly string[];
  readonly allow: readonly string[];
  readonly mcp: readonly string[];
  readonly planWith: 'parser' | 'model';
  readonly model?: string;
  readonly instructions?: string;
  readonly profile?: string;
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
/** The plan's own policy is the limit. */
const MOST_AT_ONCE = 1000;
const LONGEST_TITLE = 200;

export async function run(
  invocation: Invocation,
  given: string | undefined,
  options: RunCommandOptions,
): Promise<ExitCode> {
  const { output, stdin } = invocation;
  checkUsage(given, options);
  const isWatched = output.isTerminal && process.stderr.isTTY && !output.json;
  const status = new StatusLine(isWatched ? process.stderr : undefined);
  const prompt = new TerminalPrompt(invocation, status);
  const ask = given === '-' && !stdin.isTTY ? undefined : askAt(prompt);
  let begun: TaskJournal | undefined;
  // It takes the kernel's facts like any other journal.
  const equipment = await equipmentFor(invocation, options, ask, () => begun as Journal | undefined);
  try {
    return await withSessions(
      invocation,
      { create: options.resume === undefined },
      async (sessions, store) => {
        const session =
          options.resume === undefined
            ? await begin(invocation, sessions, given ?? '', options, prompt)
            : await takeUp(
                await openTaskSession(sessions, options.resume),
                await added(invocation, given, options),
              );
        const journal = taskJournal(store, session.id);
        begun = journal;
        const runnerOptions: TaskRunnerOptions = { ...equipment.options, ...(ask && { ask }) };
        const progress = new Progress(journal, { output, status, terminal: terminalOf(invocation) });
        prompt.askAfter(() => progress.upToDate());
        return await carryOut(invocation, journal, { store, runnerOptions, progress });
      },
    );
  } finally {
    prompt.close();
    status.close();
    await equipment.close();
  }
}

function askAt(prompt: TerminalPrompt): AskPerson {
  return async (question, { signal }) => {
    const answer = await prompt.ask(question, { signal });
    if (answer !== undefined) return answer;
    throw new NobodyThere('No more answers will come: stdin has ended.');
  };
}

/** A new plan, shown before anything of it is done. */
async function begin(
  invocation: Invocation,
  sessions: Sessions,
  given: string,
  options: RunCommandOptions,
  prompt: TerminalPrompt,
): Promise<OpenSession> {
  const { output, stdin, signal } = invocation;
  const text = await textOf(given, invocation);
  const planned = await initialTasks(text, options, invocation);
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
    await output.line([
      { text: `Plan ${id}`, style: 'bold' },
      { text: `: ${pluralize(tasks.length, 'task')}` },
    ]);
    await printBlocks(invocation, [plannedBlock(tasks)]);
    if (output.isTerminal && stdin.isTTY && !options.yes) await agreed(prompt, signal);
  }
  const title = titleOf(text);
  return await fitting(
    sessions.create({ planner: 'tasks', id: sessionIdOf(id), title, facts: events, by: localUser() }),
  );
}

/** The first line of the text. */
function titleOf(text: string): string {
  const [line = ''] = text.trim().split(/\r?\n/, 1);
  return line.slice(0, endOfCharacter(line, LONGEST_TITLE)).trim();
}

/** Says of tasks that are too many for a fact what to do. */
async function fitting<Result>(appended: Promise<Result>): Promise<Result> {
  try {
    return await appended;
  } catch (cause) {
    if (!(cause instanceof JournalError) || cause.code !== 'fact-too-large') throw cause;
    throw new JournalError('fact-too-large', {
      expected: 'a plan that fits into one fact, which holds 1 MiB',
      actual: cause.actual,
      fix: 'Nothing was begun. Split the text, and run its parts one after the other.',
      cause,
    });
  }
}

/** What is to be done besides, in a plan that is taken up. */
async function added(
  invocation: Invocation,
  given: string | undefined,
  options: RunCommandOptions,
): Promise<Command | undefined> {
  if (given === undefined) return undefined;
  const planned = await initialTasks(await textOf(given, invocation), options, invocation);
  return { type: 'AddTasks', ...planned };
}

/** Goes on with a plan, with more tasks in it where there are some. */
async function takeUp(session: OpenSession, more: Command | undefined): Promise<OpenSession> {
  if (taskPlanOf(await session.view()).nextId === 1) throw withoutTasks(planIdOf(session.id));
  await session.do({ type: 'continue' }, { by: localUser() });
  if (more) {
    await fitting(runHandler(taskJournal(session.store, session.id), { ...taskPlan, command: more }));
  }
  return session;
}

function withoutTasks(id: string): PlannerError {
  return new PlannerError('InvalidCommand', {
    expected: `plan ${id} to have tasks`,
    actual: 'none',
    fix: 'Restore it as it was at a later seq, or begin one: wayfold tasks run "What is to be done"',
  });
}

async function carryOut(
  invocation: Invocation,
  journal: TaskJournal,
  {
    store,
    runnerOptions,
    progress,
  }: { store: FactStore; runnerOptions: TaskRunnerOptions; progress: Progress },
): Promise<ExitCode> {
  const { output, signal, env } = invocation;
  const { mayBegin, onOpened } = openAdmission(journal as unknown as Journal<Envelope>, {
    store,
    limits: limitsFrom(env),
  });
  const forget = onOpened(() => reactors?.wake());
  const stuck = Promise.withResolvers<'waits'>();
  const runner = new TaskRunner({ ...runnerOptions, onProgress: (id, text) => progress.note(id, text) });
  let reactors: RunningReactors | undefined;
  // What others are at work on here is finished first.
  const waits = async (): Promise<void> => {
    await reactors?.idle();
    await progress.upToDate();
    stuck.resolve('waits');
  };
  try {
    reactors = await runReactors(journal, [runner], {
      worker: workerName(),
      ttlMs: TTL_MS,
      isGone,
      atOnce: MOST_AT_ONCE,
      mayBegin: async () => {
        const may = await mayBegin();
        if (!may) progress.paused();
        return may;
      },
      onError: (error) => {
        if (error instanceof NobodyThere) void waits().catch(stuck.reject);
        else progress.trouble(error);
      },
      onHeld: (_, { worker }) => progress.held(worker),
    });
    const ended = progress.follow(async (plan) => {
      if (isOutOfReach(plan, runnerOptions)) await waits();
    });
    const end = await orInterrupted(Promise.race([ended, stuck.promise]), signal);
    if (end === 'waits') await progress.tellWhatWaits();
    return end === 'waits' || !(await progress.tellEnd()) ? EXIT.incomplete : EXIT.ok;
  } catch (error) {
    if (signal.aborted)
      output.note(`Stopped. Go on with: wayfold tasks run --resume ${planIdOf(journal.id)}`);
    throw error;
  } finally {
    forget();
    progress.close();
    await reactors?.close();
  }
}

/** Whether everything that is under way waits for somebody who is not here. */
function isOutOfReach(plan: TaskFold, { executors, ask }: TaskRunnerOptions): boolean {
  if (plan.completed) return false;
  return plan
    .underWay()
    .every(({ status, kind }) =>
      status === 'NeedsClarification'
        ? ask === undefined
        : status === 'Running' && (kind === 'Clarification' || executors[kind] === undefined),
    );
}

async function agreed(prompt: TerminalPrompt, signal: AbortSignal): Promise<void> {
  const answer = await prompt.ask('Carry this out? [Y/n]', { signal });
  if (answer !== undefined && /^(y(es)?)?$/i.test(answer.trim())) return;
  throw new CliError('declined', { expected: 'a yes', actual: 'another answer', fix: 'Nothing was begun.' });
}

function checkUsage(given: string | undefined, { resume }: RunCommandOptions): void {
  if (given !== undefined || resume !== undefined) return;
  throw new CliError('usage', {
    expected: 'a text with what is to be done, or --resume with the id of a plan',
    actual: 'neither',
    fix: 'For example: wayfold tasks run "Write the tests. Then fix the bug."',
  });
}
