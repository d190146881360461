import { Refusal } from '../../../../harness/module/refusal.ts';
import type { CommandCall } from '../../../../harness/module/view-block.ts';
import { HostError } from '../../../../host/error.ts';
import type { Envelope } from '../../../../journal/fact.ts';
import { sameJson } from '../../../../kernel/session/same-json.ts';
import type { Command } from '../../../../planners/tasks/command.ts';
import { type TaskEvent, taskEventOf } from '../../../../planners/tasks/facts.ts';
import { Planner } from '../../../../planners/tasks/handler.ts';
import type { TaskPlannerState } from '../../../../planners/tasks/planner-state.ts';
import type { Doer } from '../../../../sessions/do-command.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { SessionView } from '../../../../sessions/session-view.ts';
import { shortName } from '../../../../sessions/short-name.ts';
import { journalNotFound, type PlannerSessions } from '../../session-tools/planner-sessions.ts';

const HOW_TO_BEGIN = 'Call tasks_list to see those that are there, or tasks_plan to begin one.';

/** A task plan at one moment. */
export interface TaskPlanMoment {
  readonly planId: string;
  readonly title: string;
  readonly version: number;
  readonly state: TaskPlannerState;
}

/** What a command came to. */
export interface TaskPlanChange extends TaskPlanMoment {
  readonly events: readonly TaskEvent[];
}

/** A session of the task planner as a plan. */
export function momentOf(view: SessionView, planId: string): TaskPlanMoment {
  // What the task planner shows as data is its state.
  const state = view.data as unknown as TaskPlannerState;
  return { planId, title: view.title || planId, version: view.head, state };
}

/** Begins a plan. Who asks for the same plan under the same id once more gets the one that is there. */
export async function beginPlan(
  sessions: PlannerSessions,
  wanted: { readonly planId: string | undefined; readonly title: string; readonly by: string },
  command: Command,
): Promise<TaskPlanMoment & { readonly isNew: boolean }> {
  const { planId = shortName(), title, by } = wanted;
  const events = new Planner().process(command);
  return await sessions.inTurn(planId, async () => {
    const { session, isNew } = await createdOrOpen(sessions, { planId, title, by }, events);
    return { ...momentOf(await session.view(), planId), isNew };
  });
}

async function createdOrOpen(
  sessions: PlannerSessions,
  { planId, title, by }: { readonly planId: string; readonly title: string; readonly by: string },
  facts: readonly TaskEvent[],
): Promise<{ readonly session: OpenSession; readonly isNew: boolean }> {
  const id = sessions.idOf(planId);
  try {
    const wanted = { planner: sessions.module.id, id, title, facts, by };
    return { session: await sessions.sessions.create(wanted), isNew: true };
  } catch (error) {
    if (!(error instanceof HostError && error.code === 'session-exists')) throw error;
    const session = await sessions.find(planId);
    if (session === undefined || !(await isPlannedIn(session, facts))) throw taken(planId);
    return { session, isNew: false };
  }
}

/** A plan as it is now. */
export async function readPlan(sessions: PlannerSessions, planId: string): Promise<TaskPlanMoment> {
  return await sessions.inTurn(planId, async () =>
    momentOf(await (await existing(sessions, planId)).view(), planId),
  );
}

/** Does something in a plan. What was told before changes nothing. The agent that calls carries the tasks out. */
export async function changePlan(
  sessions: PlannerSessions,
  planId: string,
  call: CommandCall,
  doer: Doer,
): Promise<TaskPlanChange> {
  return await sessions.inTurn(planId, async () => {
    const session = await existing(sessions, planId);
    const facts = await appended(session, call, doer);
    const events = facts.flatMap((fact) => taskEventOf(fact) ?? []);
    return { ...momentOf(await session.view(), planId), events };
  });
}

async function appended(session: OpenSession, call: CommandCall, doer: Doer): Promise<readonly Envelope[]> {
  try {
    return (await session.do(call, doer)).facts;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return [];
    throw error;
  }
}

async function existing(sessions: PlannerSessions, planId: string): Promise<OpenSession> {
  const session = await sessions.find(planId);
  if (session) return session;
  throw journalNotFound('task plan', planId, HOW_TO_BEGIN);
}

/** Whether a plan began with just these tasks. */
async function isPlannedIn({ journal }: OpenSession, events: readonly TaskEvent[]): Promise<boolean> {
  const facts = await journal.facts({ to: FIRST_FACTS });
  const planned = facts.flatMap((fact) => taskEventOf(fact) ?? [])[0];
  return planned !== undefined && sameJson(planned, events[0]);
}

const FIRST_FACTS = 3;

function taken(planId: string): HostError {
  return new HostError('session-exists', {
    message: `There is a task plan "${planId}" with other tasks. Take another plan_id, or leave it out for a new one.`,
    expected: `no plan ${planId} yet, or one with the same tasks`,
    actual: 'one with other tasks',
    fix: 'Nothing was appended. Take another plan_id, or leave it out for a new one.',
  });
}
