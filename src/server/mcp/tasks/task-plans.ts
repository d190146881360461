import { randomInt } from 'node:crypto';
import { HostError } from '../../../host/error.ts';
import { openJournal } from '../../../journal/journal.ts';
import type { FactStore } from '../../../journal/store.ts';
import { ConflictError } from '../../../kernel/error.ts';
import { runHandler } from '../../../kernel/run-handler.ts';
import { sameJson } from '../../../kernel/session/same-json.ts';
import type { Command } from '../../../planners/tasks/command.ts';
import { type TaskEvent, taskEventOf, taskSessionFacts } from '../../../planners/tasks/facts.ts';
import { Planner } from '../../../planners/tasks/handler.ts';
import { tasksPlanner } from '../../../planners/tasks/planner.ts';
import type { PlannerState } from '../../../planners/tasks/planner-state.ts';
import { loadTaskPlan, taskPlan } from '../../../planners/tasks/task-plan.ts';
import type { ReopeningStore } from '../../reopening-store.ts';
import { NamedJournals } from '../named-journals.ts';

const PREFIX = 'tasks:';
const LETTERS = 'abcdefghjkmnpqrstvwxyz23456789';
const ID_LENGTH = 6;

type TaskJournal = ReturnType<typeof openTaskJournal>;

/** A task plan at one moment. */
export interface TaskPlanMoment {
  readonly planId: string;
  readonly version: number;
  readonly state: PlannerState;
}

/** What a command came to. */
export interface TaskPlanChange extends TaskPlanMoment {
  readonly events: readonly TaskEvent[];
}

/** What a plan begins with. */
export interface NewTaskPlan {
  readonly title: string;
  readonly command: Command;
  /** Who begins it. */
  readonly by: string;
}

/** The task plans of a store. Every change is a command to the handler, as on all other surfaces. */
export class TaskPlans {
  readonly journals: NamedJournals<TaskJournal>;

  constructor(place: ReopeningStore) {
    this.journals = new NamedJournals(place, {
      prefix: PREFIX,
      called: 'task plan',
      howToBegin: 'Call tasks_list to see those that are there, or tasks_plan to begin one.',
      open: openTaskJournal,
    });
  }

  /** Begins a plan. Who asks for the same plan under the same id once more gets the one that is there. */
  async begin(
    id: string | undefined,
    { command, ...named }: NewTaskPlan,
  ): Promise<TaskPlanChange & { readonly isNew: boolean }> {
    const events = new Planner().process(command);
    const planId = id ?? newPlanId();
    return await this.journals.inTurn(planId, () => this.#begin(planId, named, events));
  }

  async #begin(planId: string, { title, by }: Omit<NewTaskPlan, 'command'>, events: readonly TaskEvent[]) {
    const { store, journalId } = await this.journals.placeFor(planId);
    const journal = openTaskJournal(store, journalId);
    const created = { type: 'session_created', title, plannerId: tasksPlanner.id, by } as const;
    const { ok } = await journal.append([created, ...events], { expectedSeq: 0 });
    if (!ok && !(await isPlannedIn(journal, events))) throw taken(planId);
    return { ...(await this.#moment(planId)), events: ok ? events : [], isNew: ok };
  }

  async read(planId: string): Promise<TaskPlanMoment> {
    return await this.journals.inTurn(planId, () => this.#moment(planId));
  }

  async #moment(planId: string): Promise<TaskPlanMoment> {
    const { planner, head } = await loadTaskPlan(await this.journals.existing(planId));
    return { planId, version: head, state: planner.state };
  }

  /** What a plan was called when it began. */
  async titleOf(planId: string): Promise<string> {
    const [first] = await (await this.journals.existing(planId)).facts({ to: 1 });
    return first?.type === 'session_created' && first.title !== '' ? first.title : planId;
  }

  async version(planId: string): Promise<number | undefined> {
    return await (await this.journals.find(planId))?.head();
  }

  /** Runs a command. With `expectedVersion` only if nothing has happened since that version. */
  async run(planId: string, command: Command, expectedVersion?: number): Promise<TaskPlanChange> {
    return await this.journals.inTurn(planId, () => this.#run(planId, command, expectedVersion));
  }

  async #run(planId: string, command: Command, expectedVersion?: number): Promise<TaskPlanChange> {
    const journal = await this.journals.existing(planId);
    if (expectedVersion !== undefined) return await runAt(planId, journal, command, expectedVersion);
    const { events, head, handler } = await runHandler(journal, { ...taskPlan, command });
    return { planId, version: head, state: handler.state, events };
  }
}

function openTaskJournal(store: FactStore, id: string) {
  return openJournal(store, id, { facts: taskSessionFacts });
}

async function runAt(
  planId: string,
  journal: TaskJournal,
  command: Command,
  expected: number,
): Promise<TaskPlanChange> {
  const { planner, head } = await loadTaskPlan(journal);
  if (head !== expected) throw conflict(planId, expected, head);
  const events = planner.process(command);
  if (events.length === 0) return { planId, version: head, state: planner.state, events };
  const appended = await journal.append(events, { expectedSeq: head });
  if (!appended.ok) throw conflict(planId, expected, appended.head);
  return { planId, version: appended.head, state: planner.state, events };
}

/** Whether a journal began with just these tasks. */
async function isPlannedIn(journal: TaskJournal, events: readonly TaskEvent[]): Promise<boolean> {
  const [, first] = await journal.facts({ to: 2 });
  const planned = first && taskEventOf(first);
  return planned !== undefined && sameJson(planned, events[0]);
}

/** Short enough to type. */
function newPlanId(): string {
  return Array.from({ length: ID_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

function conflict(planId: string, expected: number, actual: number): ConflictError {
  return new ConflictError({
    message: `Plan "${planId}" is at version ${actual}, not ${expected}: somebody else has changed it. Call tasks_next or tasks_show, then decide again.`,
    expected: `plan ${planId} at version ${expected}`,
    actual: `version ${actual}`,
    fix: 'Nothing was appended. Read the plan, then decide again.',
  });
}

function taken(planId: string): HostError {
  return new HostError('session-exists', {
    message: `There is a task plan "${planId}" with other tasks. Take another plan_id, or leave it out for a new one.`,
    expected: `no plan ${planId} yet, or one with the same tasks`,
    actual: 'one with other tasks',
    fix: 'Nothing was appended. Take another plan_id, or leave it out for a new one.',
  });
}
