import { z } from 'zod';
import type { GivenTask } from '../../../../planners/tasks/commands/command.ts';
import { type PlanReader, TaskStatus } from '../../../../planners/tasks/facts.ts';
import { briefText } from '../../../../planners/tasks/plan/brief-text.ts';
import { isEmptyBrief } from '../../../../planners/tasks/plan/merge-brief.ts';
import { criteriaOf, criteriaText } from '../../../../planners/tasks/run/acceptance-text.ts';
import type { Task, TaskPlannerState } from '../../../../planners/tasks/state/planner-state.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import { textInput } from '../../input-check.ts';
import { wireEnum, wireKeys, wireName } from '../../wire-names.ts';

const MAX_DESCRIPTION_LENGTH = 4_000;
const MAX_KIND_LENGTH = 100;

const ATTACHMENTS = { link: 'Link', image: 'ImageRef', file: 'FileRef' } as const;

const WireAttachment = z.strictObject({
  type: z.enum(['link', 'image', 'file']),
  value: z.string().min(1, 'Value must not be empty.'),
  label: z.string().optional(),
});

/** A task as an agent sends it. */
export const WireGivenTask = z.strictObject({
  description: textInput('Description', MAX_DESCRIPTION_LENGTH, 'What to do.'),
  kind: textInput(
    'Kind',
    MAX_KIND_LENGTH,
    'Default processing; tool_call, clarification (a question to the user), or a kind that the configuration registers.',
  ).optional(),
  depends_on: z
    .array(z.int())
    .optional()
    .describe('The numbers of the tasks that must complete first, counted from 1 in this list.'),
  attachments: z.array(WireAttachment).optional(),
});

/** A coding agent's change in wire format. */
const WireChange = z.object({
  digest: z.string().describe('Identifies the change in a decision.'),
  agent: z.string(),
  branch: z.string(),
  base: z.string(),
  commit: z.string(),
  summary: z.string(),
  diff: z.string(),
  files: z.array(z.object({ path: z.string(), added: z.int().optional(), removed: z.int().optional() })),
  commands: z.array(z.object({ command: z.string(), exit_code: z.int().optional() })),
  checks: z.array(z.object({ command: z.string(), passed: z.boolean(), output: z.string() })),
  approved: z.boolean().optional(),
});

/** A task in wire format. */
export const WireTask = z.object({
  id: z.int().describe('Counts from 1.'),
  description: z.string(),
  kind: z.preprocess((kind) => wireName(String(kind)), z.string()),
  status: wireEnum(TaskStatus.options),
  attachments: z.array(WireAttachment),
  depends_on: z.array(z.int()).optional(),
  result: z.string().optional().describe('The result, or why the task failed or was cancelled.'),
  clarifications: z.array(z.object({ question: z.string(), answer: z.string().optional() })).optional(),
  change: WireChange.optional().describe('The change by a coding agent, until it is merged or rejected.'),
  conflict: z
    .object({ branch: z.string(), files: z.array(z.string()) })
    .optional()
    .describe('An approved change that could not be merged, and the branch that keeps it.'),
});

const Sentences = z.array(z.string());

/** The status of a task plan, included in every answer. */
export const WireStatus = {
  plan_id: z.string().optional(),
  version: z.int().optional().describe('The number of facts in its journal.'),
  status: z.enum(['open', 'asks', 'finished']).optional(),
  done: z.int().optional().describe('The number of completed tasks.'),
  total: z.int().optional(),
  due: z.array(WireTask).optional().describe('The tasks to carry out now.'),
  questions: z
    .array(z.strictObject({ task: z.int(), question: z.string() }))
    .optional()
    .describe('The questions to answer before the plan continues.'),
  changes: z
    .array(z.strictObject({ task: z.int(), digest: z.string(), branch: z.string() }))
    .optional()
    .describe('The changes by coding agents that somebody has to approve or reject.'),
  brief: z
    .strictObject({
      objective: z.string().optional().describe('The purpose of the whole plan.'),
      constraints: Sentences.describe('The constraints on every task: what not to do, or not to change.'),
      background: Sentences,
      acceptance: Sentences.describe('How to check that the plan is done.'),
      questions: Sentences.optional(),
    })
    .optional()
    .describe('Applies to all tasks. Missing if it would be empty.'),
  read_by: z
    .strictObject({
      reader: z.enum(['model', 'parser']),
      model: z.string().optional(),
      notes: Sentences.optional(),
    })
    .optional()
    .describe(
      'Who turned the text into tasks: a language model or rules. Missing if the caller gave the tasks.',
    ),
  acceptance: z
    .array(
      z.strictObject({
        criterion: z.string(),
        verdict: z.enum(['met', 'unmet', 'not_checked']),
        reason: z.string().optional(),
      }),
    )
    .optional()
    .describe('Once all tasks have ended: whether each acceptance criterion is met.'),
  context_summary: z.string().optional().describe('A summary of the finished tasks that compaction removed.'),
};

/** The plan of a session. */
export function planOf({ data }: SessionView): TaskPlannerState {
  // The task planner's data is its state.
  return data as unknown as TaskPlannerState;
}

/** Converts a task to wire format. */
export function wireTask({ attachments, ...task }: Task): z.infer<typeof WireTask> {
  const kinds = attachments.map(({ kind: { type, value }, label }) => ({
    type: wireName(type).replace('_ref', ''),
    value,
    label,
  }));
  return WireTask.parse(wireKeys({ ...task, attachments: kinds }));
}

/** Converts a task from wire format. */
export function givenTask(task: z.infer<typeof WireGivenTask>): GivenTask {
  const { description, kind = 'Processing', depends_on: dependsOn, attachments = [] } = task;
  return {
    description,
    kind,
    attachments: attachments.map(({ type, value, label }) => ({
      kind: { type: ATTACHMENTS[type], value },
      label,
    })),
    ...(dependsOn && { dependsOn }),
  };
}

/** The status of a plan: its counts and what to do next. */
export function wireStatus(view: SessionView, planId: string) {
  const plan = planOf(view);
  const { tasks, removed, completed, waitingForClarification, contextSummary } = plan;
  return {
    plan_id: planId,
    version: view.head,
    status: completed ? 'finished' : waitingForClarification ? 'asks' : 'open',
    done: removed.completed + tasks.filter(({ status }) => status === 'Completed').length,
    total:
      tasks.length + removed.completed + removed.cancelled + removed.failed.length + (removed.simulated ?? 0),
    due: dueTasks(plan).map(wireTask),
    questions: openQuestions(plan),
    ...(openChanges(plan).length > 0 && { changes: openChanges(plan) }),
    ...(!isEmptyBrief(plan.brief) && { brief: plan.brief }),
    ...(plan.readBy && { read_by: wireReader(plan.readBy) }),
    ...(completed && plan.brief.acceptance.length > 0 && { acceptance: wireCriteria(plan) }),
    ...(contextSummary !== '' && { context_summary: contextSummary }),
  };
}

function wireReader({ text: _, ...reader }: PlanReader) {
  return reader;
}

function wireCriteria(plan: TaskPlannerState) {
  return criteriaOf(plan).map(({ verdict, ...rest }) => ({
    ...rest,
    verdict: verdict === 'not-checked' ? 'not_checked' : verdict,
  }));
}

/** The status of a plan with all its tasks. */
export function wirePlan(view: SessionView, planId: string) {
  const { title } = view;
  return {
    ...wireStatus(view, planId),
    title: title || planId,
    tasks: planOf(view).tasks.map(wireTask),
  };
}

/** What to do next, as text for an agent. */
export function nextText(plan: TaskPlannerState): string {
  if (plan.nextId === 1) return 'No tasks have been planned yet.';
  if (plan.completed) return endText(plan);
  if (plan.held) return 'The plan waits until the user has approved it.';
  const due = dueTasks(plan).map((task) => `To do now: ${taskText(task)}`);
  const questions = openQuestions(plan).map(
    ({ task, question }) => `Task ${task} waits for an answer: ${question}`,
  );
  const changes = openChanges(plan).map(
    ({ task, digest }) => `Task ${task} waits until its change is approved: digest ${digest}`,
  );
  const how = [
    ...(changes.length > 0
      ? ['Show the user the change (tasks_show), then call tasks_decide with what they say.']
      : []),
    ...(due.length > 0 ? ['Call tasks_report with the outcome.'] : []),
    ...(questions.length > 0
      ? ['Call tasks_answer with the answer; ask the user if you do not know it.']
      : []),
  ];
  if (how.length === 0)
    return 'Nothing to do now: a task is waiting for a retry, or its change is being merged.';
  const about = briefText(plan.brief);
  return [...due, ...questions, ...changes, ...how, ...(about === '' ? [] : ['', about])].join('\n');
}

function endText(plan: TaskPlannerState): string {
  const criteria = criteriaOf(plan);
  const isOpen = criteria.some(({ verdict }) => verdict === 'not-checked');
  return [
    'The plan has ended.',
    ...(criteria.length > 0 ? [criteriaText(criteria)] : []),
    ...(isOpen ? ['Check each open criterion, and call tasks_check with the result.'] : []),
  ].join('\n');
}

function dueTasks({ tasks }: TaskPlannerState): Task[] {
  return tasks.filter(({ status, change }) => status === 'Running' && change === undefined);
}

/** The changes that wait for a decision. */
function openChanges({ tasks }: TaskPlannerState) {
  return tasks.flatMap(({ id, status, change }) =>
    status === 'NeedsApproval' && change ? [{ task: id, digest: change.digest, branch: change.branch }] : [],
  );
}

/** The open questions, oldest first. */
function openQuestions({ tasks, pendingClarifications }: TaskPlannerState) {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return pendingClarifications.map((task) => ({
    task,
    question: byId.get(task)?.clarifications?.at(-1)?.question ?? '',
  }));
}

/** A task on one line, with its questions and attachments. */
function taskText({ id, description, clarifications = [], attachments }: Task): string {
  const asked = clarifications.map(
    ({ question, answer = '' }) => ` (asked: ${question}; answered: ${answer})`,
  );
  const files = attachments.map(({ kind }) => kind.value).filter((value) => !description.includes(value));
  const about = files.length > 0 ? ` (see ${files.join(', ')})` : '';
  return `${id}. ${description}${asked.join('')}${about}`;
}
