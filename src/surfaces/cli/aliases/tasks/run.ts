import { taskKindsFrom } from '../../../../host/config/task-kinds.ts';
import { localUser } from '../../../../host/local-user.ts';
import { JournalError } from '../../../../journal/error.ts';
import { openJournal } from '../../../../journal/journal.ts';
import { runHandler } from '../../../../kernel/run-handler.ts';
import type { Command } from '../../../../planners/tasks/commands/command.ts';
import { withKinds } from '../../../../planners/tasks/commands/task-kinds.ts';
import { policyOf } from '../../../../planners/tasks/config.ts';
import { PlannerError } from '../../../../planners/tasks/error.ts';
import { outcomeFromText } from '../../../../planners/tasks/executors/human.ts';
import { taskSessionFacts } from '../../../../planners/tasks/facts.ts';
import { Planner } from '../../../../planners/tasks/handler.ts';
import { taskPlan } from '../../../../planners/tasks/plan/task-plan.ts';
import { isUnmet } from '../../../../planners/tasks/run/acceptance-text.ts';
import { kindPolicies } from '../../../../planners/tasks/run/kind-registry.ts';
import { isPassed, type TaskPlannerState } from '../../../../planners/tasks/state/planner-state.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import { shortName } from '../../../../sessions/short-name.ts';
import { firstLine } from '../../../../sessions/title-from-text.ts';
import type { Waiting } from '../../../../sessions/waiting/waiting.ts';
import { untilRest, type Wording } from '../../commands/session/session-turn.ts';
import { modelsOf, usualModel } from '../../config/models.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { plannerRegistry } from '../../config/planner-registry.ts';
import { CliError } from '../../error.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import type { Invocation } from '../../invocation.ts';
import { confirm } from '../../terminal/input/confirm.ts';
import { pluralize } from '../../terminal/text/pluralize.ts';
import { type ExecutorFlags, equipmentFor } from './executors.ts';
import { initialTasks, type PlanningFlags, printPlanned, textOf } from './plan.ts';
import { openTaskSession, planIdOf, sessionIdOf, taskPlanOf } from './task-session.ts';

interface RunFlags extends PlanningFlags, ExecutorFlags {
  readonly resume?: string;
  readonly yes?: boolean;
  readonly review?: boolean;
  readonly parallel?: number;
  readonly attempts?: number;
  readonly onFailure?: 'continue' | 'abort';
}

type Planned = Awaited<ReturnType<typeof initialTasks>>;

/** Runs the tasks of a new or existing plan, as a turn of its session. */
export async function run(
  invocation: Invocation,
  given: string | undefined,
  flags: RunFlags,
): Promise<ExitCode> {
  const { output, signal, stdin } = invocation;
  const { resume } = flags;
  if (given === undefined && resume === undefined) throw nothingToDo();
  const openModel = await modelsOf(invocation);
  const llm = flags.model ? openModel(flags.model) : undefined;
  let session: OpenSession | undefined;
  const equipment = await equipmentFor(invocation, flags, {
    llm,
    paidBy: () => session?.journal,
    open: openModel,
  });
  try {
    const registry = await plannerRegistry(invocation, undefined, { tasks: equipment.options });
    return await withSessions(invocation, { create: resume === undefined, registry }, async (sessions) => {
      const known = resume === undefined ? undefined : await openTaskSession(sessions, resume);
      const planned = given === undefined ? undefined : await plannedOf(given, invocation, flags);
      const opened = known ?? (await begin(invocation, sessions, planned ?? { userInput: '' }, flags));
      session = opened;
      try {
        await untilRest(
          invocation,
          opened,
          async () => known && (await takeUp(invocation, known, planned, flags)),
          {
            llm: llm ?? (await usualModel(invocation)),
            openModel,
            asks: given !== '-' || stdin.isTTY,
            wording: outcomeWording,
            stays: true,
            tells: {
              brief: true,
              label: { plan: planIdOf(opened.id) },
              since: output.json ? 0 : undefined,
            },
          },
        );
      } catch (error) {
        if (signal.aborted)
          output.note(`Stopped. Continue with: wayfold tasks run --resume ${planIdOf(opened.id)}`);
        throw error;
      }
      return await printEnd(invocation, opened);
    });
  } finally {
    await equipment.close();
  }
}

/** Reads tasks from the text. A model may take long, and there is nothing to resume until it is done. */
async function plannedOf(given: string, invocation: Invocation, flags: RunFlags): Promise<Planned> {
  try {
    return await initialTasks(await textOf(given, invocation), flags, invocation);
  } catch (error) {
    if (invocation.signal.aborted)
      invocation.output.note(
        'Stopped before the text was read. Nothing was planned: run the same command again.',
      );
    throw error;
  }
}

/** Creates a plan, and shows it before running anything. */
async function begin(
  invocation: Invocation,
  sessions: Sessions,
  planned: Planned,
  flags: RunFlags,
): Promise<OpenSession> {
  const { output, stdin } = invocation;
  const planner = new Planner();
  const policy = withKinds(policyOf(flags), kindPolicies(taskKindsFrom(invocation.env)));
  const facts = planner.process({ type: 'Initialize', attachments: [], ...planned, policy });
  const id = shortName();
  if (!output.json) {
    await output.line([
      { text: `Plan ${id}`, style: 'bold' },
      { text: `: ${pluralize(planner.state.tasks.length, 'task')}` },
    ]);
    await printPlanned(invocation, planner.state);
    // With `--review`, the person is asked once the plan can be edited.
    if (!flags.review && output.isTerminal && stdin.isTTY)
      await confirm(invocation, 'Carry this out?', flags.yes, {
        usual: true,
        otherwise: 'Nothing was started.',
      });
  }
  const title = firstLine(planned.userInput);
  return await fitting(
    sessions.create({ planner: 'tasks', id: sessionIdOf(id), title, facts, by: localUser() }),
  );
}

/** Explains what to do if there are too many tasks for one fact. */
async function fitting<Result>(appended: Promise<Result>): Promise<Result> {
  try {
    return await appended;
  } catch (cause) {
    if (!(cause instanceof JournalError) || cause.code !== 'fact-too-large') throw cause;
    throw new JournalError('fact-too-large', {
      summary: `The plan does not fit into one fact, which holds 1 MiB: ${cause.summary}`,
      fix: 'Split the text, and run its parts one after the other. Nothing was started.',
      cause,
    });
  }
}

/** Resumes a plan, with more tasks if given. */
async function takeUp(
  { env }: Invocation,
  session: OpenSession,
  more: Planned | undefined,
  { yes }: Pick<RunFlags, 'yes'>,
): Promise<undefined> {
  if (taskPlanOf(await session.view()).nextId === 1) throw withoutTasks(planIdOf(session.id));
  if (yes) await session.do({ type: 'begin' }, { by: localUser() });
  await session.do({ type: 'continue' }, { by: localUser() });
  if (more === undefined) return;
  const kinds = kindPolicies(taskKindsFrom(env));
  const command: Command = { type: 'AddTasks', ...more, kinds };
  const journal = openJournal(session.store, session.id, { facts: taskSessionFacts });
  await fitting(runHandler(journal, { ...taskPlan, command }));
}

/** A person who carries out a task describes the result in words. */
function outcomeWording({ form }: Waiting): Wording | undefined {
  if (form?.type !== 'task-complete') return undefined;
  const { taskId } = form;
  return {
    hint: 'Type the result. Begin with "fail" to report a failure, or with "ask" to ask a question.',
    command(words) {
      const outcome = outcomeFromText(words);
      switch (outcome.type) {
        case 'completed':
          return { type: 'task-complete', taskId, result: outcome.result };
        case 'failed':
          return { type: 'task-fail', taskId, error: outcome.error };
        case 'needs-clarification':
          return { type: 'task-ask', taskId, question: outcome.question };
        default:
          return outcome satisfies never;
      }
    },
  };
}

/** Prints what waits or where to see the results, and returns whether everything was done. */
async function printEnd({ output }: Invocation, session: OpenSession): Promise<ExitCode> {
  const view = await session.view();
  const id = planIdOf(session.id);
  const { state } = taskPlanOf(view);
  if (state.completed) {
    output.note(`See everything: wayfold tasks show ${id}`);
    return isDone(state) && !isUnmet(state) ? EXIT.ok : EXIT.incomplete;
  }
  for (const { text, form } of view.waiting) {
    output.note(text);
    if (state.held) output.note(`Change it: wayfold tasks edit ${id} TASK --text "…". Begin: add --yes`);
    if (form?.type === 'task-answer') output.note(`Answer it: wayfold tasks answer ${id} "…"`);
    if (form?.type === 'task-reject') {
      output.note(`Look at it: wayfold tasks show ${id}`);
      output.note(
        `Merge it: wayfold tasks approve ${id} ${form.taskId}. Or not: wayfold tasks reject ${id} ${form.taskId}`,
      );
    }
  }
  output.note(`Then continue: wayfold tasks run --resume ${id}`);
  return EXIT.incomplete;
}

/** Whether all tasks since the plan last started are done. */
function isDone({ tasks, removed, begunAgainAt: first = 1 }: TaskPlannerState): boolean {
  return (
    tasks.every((task) => task.id < first || isPassed(task)) &&
    removed.failed.every((id) => id < first) &&
    (first > 1 || removed.cancelled === 0)
  );
}

function withoutTasks(id: string): PlannerError {
  return new PlannerError('InvalidCommand', {
    summary: `Plan ${id} has no tasks.`,
    fix: 'Restore it as it was at a later seq, or start one: wayfold tasks run "What to do"',
  });
}

function nothingToDo(): CliError {
  return new CliError('usage', {
    summary: 'There is nothing to run: give a text or --resume.',
    fix: 'For example: wayfold tasks run "Write the tests. Then fix the bug."',
  });
}
