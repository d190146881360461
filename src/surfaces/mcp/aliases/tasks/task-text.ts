import type { Task, TaskPlannerState } from '../../../../planners/tasks/planner-state.ts';
import { dueTasks, openQuestions } from './task-wire.ts';

const SIGNS: Readonly<Record<Task['status'], string>> = {
  Planned: '[ ]',
  Running: '[~]',
  Completed: '[x]',
  NeedsClarification: '[?]',
  Failed: '[!]',
  Cancelled: '[-]',
};

/** What to do next, for an agent to read. */
export function nextText(state: TaskPlannerState): string {
  if (state.nextId === 1) return 'No tasks were planned yet.';
  if (state.completed) return 'The plan has come to its end.';
  const due = dueTasks(state).map((task) => `To do now: ${taskText(task)}`);
  const questions = openQuestions(state).map(
    ({ task, question }) => `Task ${task} waits for an answer: ${question}`,
  );
  const how = [
    ...(due.length > 0 ? ['Call tasks_report with what came of it.'] : []),
    ...(questions.length > 0
      ? ['Call tasks_answer with the answer; ask the user if you do not know it.']
      : []),
  ];
  if (due.length + questions.length === 0) return 'Nothing can be done now: a task waits to be tried again.';
  return [...due, ...questions, ...how].join('\n');
}

/** A whole plan as a list, in markdown. */
export function planText(title: string, state: TaskPlannerState): string {
  const summary = state.contextSummary === '' ? [] : [state.contextSummary, ''];
  const lines = state.tasks.map((task) => `- ${SIGNS[task.status]} ${taskText(task)}`);
  return [`# ${title.replaceAll(/\s+/g, ' ')}`, '', ...summary, ...lines].join('\n');
}

/** A task on one line, with what was asked about it and what came of it. */
function taskText({ id, description, clarifications = [], attachments, result }: Task): string {
  const asked = clarifications.map(({ question, answer }) =>
    answer === undefined ? ` (asked: ${question})` : ` (asked: ${question}; answered: ${answer})`,
  );
  const files = attachments.map(({ kind }) => kind.value).filter((value) => !description.includes(value));
  const about = files.length > 0 ? ` (see ${files.join(', ')})` : '';
  return `${id}. ${description}${asked.join('')}${about}${result === undefined ? '' : `: ${result}`}`;
}
