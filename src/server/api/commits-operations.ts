import { z } from 'zod';
import { configuredFact } from '../../harness/reconfigure.ts';
import type { Envelope } from '../../journal/fact.ts';
import { type Journal, openJournal } from '../../journal/index.ts';
import type { FactStore } from '../../journal/store.ts';
import { ConflictError } from '../../kernel/error.ts';
import { PlanningError } from '../../planners/commits/error.ts';
import { type CommitsEventOf, commitsEventOf } from '../../planners/commits/facts.ts';
import type { PlanReactorOptions } from '../../planners/commits/plan-reactor.ts';
import type { PlanRecord } from '../../planners/commits/planning-fold.ts';
import { DEFAULT_TASKS_CONFIG } from '../../planners/tasks/config.ts';
import { taskSessionFacts } from '../../planners/tasks/facts.ts';
import { Planner } from '../../planners/tasks/handler.ts';
import { tasksPlanner } from '../../planners/tasks/planner.ts';
import { ServerError } from '../error.ts';
import { SessionAnswer } from './answers.ts';
import { type ApiSetting, askedSession, SessionPath } from './api-setting.ts';
import { CommitHistories, CommitHistory } from './commit-history.ts';
import { CommitsFold } from './commits-view.ts';
import { type Operation, operation } from './operation.ts';
import { sessionAnswer } from './session-answer.ts';
import type { SessionView } from './session-view.ts';
import { appliedConfig } from './setup.ts';

const RequestId = z.string().min(1).max(256);
const MOST_TITLE = 200;

/** What plans from commits rest on, and what becomes of them. */
export function commitsOperations(
  setting: ApiSetting,
  options: PlanReactorOptions | undefined,
): readonly Operation[] {
  const { host, llm, shelf, personOf } = setting;
  const histories = new CommitHistories(options);
  return [
    operation({
      id: 'commitHistory',
      method: 'get',
      path: '/sessions/:id/commits/history',
      summary:
        'The history that a plan from commits rests on: its base, its inspirations, and the newest commits that lead to them.',
      params: SessionPath,
      query: z.strictObject({
        request: RequestId.optional().describe('Of which plan; without it, of the setup as it is applied.'),
      }),
      answer: { status: 200, schema: CommitHistory },
      async handle({ c, path, query: { request } }) {
        const { view } = await askedSession(setting, path);
        const fold = commitsFoldOf(view);
        const subject =
          request === undefined
            ? { config: (await appliedConfig(view))?.config }
            : { plan: planNamed(fold, request) };
        return c.json(await histories.of(subject));
      },
    }),
    operation({
      id: 'startPlanTasks',
      method: 'post',
      path: '/sessions/:id/commits/tasks',
      summary:
        'Begins a session with the tasks of an accepted plan, and runs it. There is one for each plan.',
      params: SessionPath,
      body: z.strictObject({ requestId: RequestId }),
      answer: { status: 201, schema: SessionAnswer },
      async handle({ c, path, body: { requestId } }) {
        const { store, view } = await askedSession(setting, path);
        const plan = planNamed(commitsFoldOf(view), requestId);
        const accepted = await acceptanceOf(view, plan);
        const id = await beginTasks(store, { ...accepted, goal: plan.request.goal, by: personOf(c) });
        await host.host(store, id);
        c.header('Location', `/api/sessions/${id}`);
        return c.json(await sessionAnswer(await shelf.view(store, id), { host, llm }), 201);
      },
    }),
  ];
}

function commitsFoldOf({ planner, session }: SessionView): CommitsFold {
  if (planner instanceof CommitsFold) return planner;
  throw new ServerError('invalid-request', {
    expected: 'a session that plans from commits',
    actual: `one with ${session.entry.planner.name}`,
    fix: 'Name another session.',
  });
}

function planNamed(fold: CommitsFold, requestId: string): PlanRecord {
  const plan = fold.plan(requestId);
  if (plan !== undefined) return plan;
  throw new PlanningError('proposal-not-found', {
    expected: 'the requestId of a plan of this session',
    actual: JSON.stringify(requestId),
    fix: 'Take it from the plans of the session.',
  });
}

async function acceptanceOf(
  { session }: SessionView,
  { request: { requestId }, standing }: PlanRecord,
): Promise<CommitsEventOf<'plan_accepted'>> {
  for await (const page of session.journal.facts().pages()) {
    for (const fact of page) {
      const event = commitsEventOf(fact);
      if (event?.type === 'plan_accepted' && event.requestId === requestId) return event;
    }
  }
  throw new ConflictError({
    expected: `plan ${requestId} to be accepted`,
    actual: `it is ${standing}`,
    fix: 'Accept it first. Nothing was begun.',
  });
}

/** Under the plan's own name, as the command line does it: however often it is asked for, there is one. */
async function beginTasks(
  store: FactStore,
  { requestId, goal, tasks, by }: CommitsEventOf<'plan_accepted'> & { readonly goal: string },
): Promise<string> {
  const events = new Planner().process({ type: 'Initialize', userInput: goal, attachments: [], tasks });
  const opened = openJournal(store, `tasks:${requestId}`, { facts: taskSessionFacts });
  // Held to its fact types when it is written, and read as what it is.
  const journal = opened as unknown as Journal<Envelope>;
  const title = goal.trim().split('\n')[0]?.slice(0, MOST_TITLE) ?? '';
  const setup = { planner: tasksPlanner, config: DEFAULT_TASKS_CONFIG, ready: true, by };
  await journal.append(
    [
      { type: 'session_created', title, plannerId: tasksPlanner.id, by },
      await configuredFact(journal, setup),
      ...events,
    ],
    { expectedSeq: 0 },
  );
  return journal.id;
}
