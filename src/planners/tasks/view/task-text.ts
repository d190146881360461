import type { TaskEvent, TaskStatus } from '../facts.ts';
import { readerText } from '../plan/reader-text.ts';
import { criteriaOf, criteriaText } from '../run/acceptance-text.ts';
import { changeSize } from '../run/change-text.ts';
import type { TasksState } from '../session-fold.ts';
import type { Task } from '../state/planner-state.ts';
import { type CarriedOut, isForPerson, openQuestion } from './waiting-tasks.ts';

/** The text of an event for people; empty if it says nothing new. `plan` is the state after it. */
export function eventText(event: TaskEvent, { plan }: Pick<TasksState, 'plan'>): string | undefined {
  const named = (id: number) => `${id}. ${plan.task(id)?.description ?? 'A task'}`;
  switch (event.type) {
    case 'TasksPlanned':
      return [
        `Planned:\n${event.tasks.map(({ id, description }) => `${id}. ${description}`).join('\n')}`,
        ...(event.readBy ? [readerText(event.readBy)] : []),
      ].join('\n\n');
    case 'TasksRevised':
      return `Changed:\n${event.tasks.map(({ id, description }) => `${id}. ${description}`).join('\n')}`;
    case 'PlanApproved':
      return 'The plan was approved and starts.';
    case 'TaskStatusUpdated':
      return [`${named(event.taskId)}: ${outcomeWord(event.status)}`, ...listed(event.result)].join('\n\n');
    case 'TasksCancelled':
      return `Cancelled: ${event.taskIds.join(', ')}. ${event.reason}`;
    case 'TaskRetryScheduled':
      return `${named(event.taskId)}: failed; next attempt in ${event.delayMs / 1000} s\n\n${event.error}`;
    case 'ClarificationRequested':
      return `Task ${event.taskId} asks: ${event.question}`;
    case 'PlanningCompleted':
      return event.summary;
    case 'ChangeProposed':
      return `${named(event.taskId)}: proposes a change (${changeSize(event.change)})\n\n${event.change.summary}`;
    case 'ChangeDecided':
      return event.approved ? `The change of task ${event.taskId} was approved.` : undefined;
    case 'AcceptanceChecked':
      return criteriaText(event.results);
    case 'TaskDispatched':
    case 'ClarificationReceived':
    case 'ContextCompacted':
      return undefined;
    default:
      return event satisfies never;
  }
}

/** The word that steps show too. */
function outcomeWord(status: TaskStatus): string {
  return status === 'Completed' ? 'done' : status.toLowerCase();
}

function listed(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

/** The next step of a plan, as a reply to a person. */
export function nextText({ plan }: Pick<TasksState, 'plan'>, carriedOut: CarriedOut): string {
  if (plan.nextId === 1) return 'There are no tasks yet.';
  if (plan.completed) {
    const criteria = criteriaOf(plan);
    return ['The plan is finished.', ...(criteria.length > 0 ? [criteriaText(criteria)] : [])].join('\n');
  }
  if (plan.held) return 'The plan is waiting for approval.';
  const underWay = plan.underWay();
  const lines = underWay.map((task) => nextLine(task, carriedOut));
  return lines.length > 0 ? lines.join('\n') : 'Nothing is running.';
}

function nextLine(task: Task, carriedOut: CarriedOut): string {
  const { id, status, description, retry } = task;
  if (status === 'NeedsClarification') return `Task ${id} asks: ${openQuestion(task)}`;
  if (status === 'NeedsApproval') return `Task ${id} is waiting for approval of its change: ${description}`;
  if (retry) return `Task ${id} will be retried in ${retry.delayMs / 1000} s: ${description}`;
  return `Task ${id} ${isForPerson(task, carriedOut) ? 'needs you' : 'is running'}: ${description}`;
}
