import { type GivenTask, GivenTask as GivenTaskSchema } from '../commands/command.ts';
import { kindInText, kindNamed } from '../commands/task-kinds.ts';
import { PlannerError } from '../error.ts';
import type { Brief, KindPolicies, PlannedTask, PlanReader, TaskAttachment } from '../facts.ts';
import { parsePlan } from '../parse/parse-tasks.ts';
import { EMPTY_BRIEF, isEmptyBrief } from './merge-brief.ts';

/** The input of a plan: a text, or tasks planned elsewhere. */
interface Wanted {
  readonly userInput: string;
  readonly attachments: readonly TaskAttachment[];
  readonly tasks?: readonly GivenTask[] | undefined;
  readonly brief?: Brief | undefined;
  /** What read these tasks from the text. */
  readonly readBy?: PlanReader | undefined;
  /** The registered kinds. */
  readonly kinds?: KindPolicies | undefined;
}

/** The tasks and the brief of a plan. */
export interface PlannedWork {
  readonly tasks: readonly PlannedTask[];
  readonly brief: Brief;
  /** Absent if tasks were given directly. */
  readonly readBy?: PlanReader;
}

const BY_PARSER: PlanReader = { reader: 'parser' };

/** The tasks of a plan, numbered from 1, and its brief. Throws a `ParseError` if there are no tasks. */
export function plannedTasks(wanted: Wanted): PlannedWork {
  const { userInput, attachments, tasks, brief = EMPTY_BRIEF, readBy, kinds = {} } = wanted;
  if (tasks === undefined) return workFromText(userInput, attachments, kinds);
  if (tasks.length === 0 && readBy) throw nothingToDo(userInput, brief);
  const planned = tasksFromPlan(tasks, attachments, kinds);
  if (readBy === undefined) return { tasks: planned, brief };
  return { tasks: planned.map((task) => ({ ...task, ...kindInText(task, kinds) })), brief, readBy };
}

/** The additions of a text to a plan: tasks, or only rules. */
export function addedWork(wanted: Wanted): PlannedWork {
  const { userInput, attachments } = wanted;
  const { tasks, brief = EMPTY_BRIEF } = wanted.tasks ? wanted : parsePlan(userInput, attachments);
  const readBy = wanted.tasks ? wanted.readBy : BY_PARSER;
  const isRule = tasks?.length === 0 && brief.constraints.length + brief.acceptance.length > 0;
  return isRule ? { tasks: [], brief, ...(readBy && { readBy }) } : plannedTasks(wanted);
}

/** The tasks renumbered from `firstId`, with dependencies on existing ones. */
export function numberedFrom(
  firstId: number,
  tasks: readonly PlannedTask[],
  after: readonly number[] = [],
): PlannedTask[] {
  const later = (id: number) => id + firstId - 1;
  return tasks.map(({ id, dependsOn = [], ...task }) => {
    const needed = [...new Set([...after, ...dependsOn.map(later)])].toSorted((a, b) => a - b);
    return { id: later(id), ...task, ...(needed.length > 0 && { dependsOn: needed }) };
  });
}

function workFromText(
  text: string,
  attachments: readonly TaskAttachment[],
  kinds: KindPolicies,
): PlannedWork {
  const { tasks, brief } = parsePlan(text, attachments);
  if (tasks.length > 0) {
    const numbered = tasks.map((task, at) => ({ id: at + 1, ...task, ...kindInText(task, kinds) }));
    return { tasks: numbered, brief, readBy: BY_PARSER };
  }
  throw nothingToDo(text, brief);
}

function nothingToDo(text: string, brief: Brief): PlannerError {
  const isTold = !isEmptyBrief(brief);
  return new PlannerError('ParseError', {
    summary:
      text.trim() === ''
        ? 'The text is blank.'
        : isTold
          ? 'The text asks for nothing to be done.'
          : `The text has ${text.length} characters and no step.`,
    fix: 'Describe the work, one step per line or sentence.',
  });
}

/** Tasks planned elsewhere, numbered in order. */
function tasksFromPlan(
  given: readonly GivenTask[],
  attachments: readonly TaskAttachment[],
  kinds: KindPolicies,
): PlannedTask[] {
  if (given.length === 0) {
    throw new PlannerError('ParseError', {
      summary: 'The list of tasks is empty.',
      fix: 'Give at least one task, or leave tasks out and describe the work in userInput.',
    });
  }
  const numbers = new Map(given.map(({ id }, at) => [id ?? at + 1, at + 1]));
  if (numbers.size < given.length) throw refused('Two tasks have the same id.');
  const tasks = given.map((task, at) => {
    const { description, kind, attachments: own, dependsOn = [], done } = GivenTaskSchema.parse(task);
    const needed = [...new Set(dependsOn)].map((id) => {
      const number = numbers.get(id);
      if (number !== undefined) return number;
      throw refused(`tasks[${at}].dependsOn names ${id}, which is not a task of this plan.`);
    });
    return {
      id: at + 1,
      description,
      kind: kindNamed(kind, kinds),
      attachments: at === 0 ? [...attachments, ...own] : own,
      ...(needed.length > 0 && { dependsOn: needed.toSorted((a, b) => a - b) }),
      ...(done && { done }),
    };
  });
  refuseCycles(tasks);
  return tasks;
}

/** Repeatedly removes tasks without remaining dependencies; those left are in a cycle. */
function refuseCycles(tasks: readonly PlannedTask[]): void {
  const open = new Map(tasks.map(({ id, dependsOn = [] }) => [id, dependsOn.length]));
  const dependents = new Map<number, number[]>();
  for (const { id, dependsOn = [] } of tasks) {
    for (const needed of dependsOn) dependents.set(needed, [...(dependents.get(needed) ?? []), id]);
  }
  const free = tasks.filter(({ id }) => open.get(id) === 0).map(({ id }) => id);
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    open.delete(id);
    for (const dependent of dependents.get(id) ?? []) {
      const left = (open.get(dependent) ?? 0) - 1;
      open.set(dependent, left);
      if (left === 0) free.push(dependent);
    }
  }
  if (open.size === 0) return;
  throw refused(`Tasks ${[...open.keys()].join(', ')} depend on each other in a cycle.`);
}

function refused(summary: string): PlannerError {
  return new PlannerError('InvalidCommand', {
    summary,
    fix: 'Nothing was planned. Correct the tasks and give them again.',
  });
}
