import { z } from 'zod';
import { conversationFacts } from '../../harness/facts.ts';
import { type Envelope, REDACTED } from '../../journal/fact.ts';
import type { ProposedOf } from '../../journal/fact-types.ts';
import { eventOf, type RedactedEvent } from '../../kernel/event.ts';
import { keeping } from '../../kernel/projection/kept-fields.ts';

const TaskId = z.int().min(1);
/** The author: a person by name, or an external program. */
const by = z.string().min(1).max(256).exactOptional();

/** The status of a task. */
export const TaskStatus = z.enum([
  'Planned',
  'Running',
  'Completed',
  /** Completed by a demo model, without doing anything. Dependent tasks may start. */
  'Simulated',
  'NeedsClarification',
  /** A coding agent's change waits for approval. */
  'NeedsApproval',
  'Failed',
  'Cancelled',
]);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** The built-in kinds: a question to a person, a tool call, and anything else. */
export const USUAL_KINDS = ['Clarification', 'ToolCall', 'Processing'] as const;

/** The kind of a task: one of {@link USUAL_KINDS}, or a registered one. */
export const TaskKind = z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, 'a name of letters and digits');
export type TaskKind = (typeof USUAL_KINDS)[number] | (string & {});

/** An attachment of a task. */
export const TaskAttachment = z.strictObject({
  kind: z.strictObject({
    type: z.enum(['Link', 'ImageRef', 'FileRef']),
    value: z.string().min(1),
  }),
  label: z.string().exactOptional(),
  /** Only mentioned: the task need not read it, and nobody checks whether it exists. */
  mentioned: z.literal(true).exactOptional(),
});
export type TaskAttachment = Readonly<z.infer<typeof TaskAttachment>>;

/** A planned task. */
export const PlannedTask = z.strictObject({
  id: TaskId,
  description: z.string().min(1),
  kind: TaskKind,
  attachments: z.array(TaskAttachment).readonly(),
  /** The tasks it depends on. */
  dependsOn: z.array(TaskId).readonly().exactOptional(),
  /** Done before the plan was made: completed from the start, and never run. */
  done: z.literal(true).exactOptional(),
});
export type PlannedTask = Readonly<z.infer<typeof PlannedTask>>;

const Sentences = z.array(z.string().min(1)).readonly();

/** The part of a text that applies to all tasks. */
export const Brief = z.strictObject({
  /** The objective of the whole text. */
  objective: z.string().min(1).exactOptional(),
  /** What must not be done or changed. */
  constraints: Sentences,
  background: Sentences,
  /** How to check that everything is done. */
  acceptance: Sentences,
  /** Questions in the text that no task answers. */
  questions: Sentences.exactOptional(),
});
export type Brief = Readonly<z.infer<typeof Brief>>;

/** What turned a text into tasks. */
export const PlanReader = z.strictObject({
  /** A language model, or the parser that needs none. */
  reader: z.enum(['model', 'parser']),
  /** The name of the model. */
  model: z.string().min(1).exactOptional(),
  /** Corrections to the model's plan, or why the parser read the text. */
  notes: Sentences.exactOptional(),
  /** The SHA-256 of the text that a model read. */
  text: z.string().exactOptional(),
});
export type PlanReader = Readonly<z.infer<typeof PlanReader>>;

/** The verdict on one acceptance criterion, after all tasks have ended. */
export const CheckedCriterion = z.strictObject({
  /** In the words of the brief. */
  criterion: z.string().min(1),
  verdict: z.enum(['met', 'unmet', 'not-checked']),
  /** The evidence, or why there is no verdict. */
  reason: z.string().exactOptional(),
});
export type CheckedCriterion = Readonly<z.infer<typeof CheckedCriterion>>;

/** The retry policy of failed tasks. */
const RetryPolicy = z.strictObject({
  /** The total number of attempts. */
  maxAttempts: z.int().min(1).max(100),
  /** Before the second attempt; doubled before each further one. */
  baseDelayMs: z.int().min(0).max(3_600_000),
  maxDelayMs: z.int().min(0).max(86_400_000),
  /** The classes of failure that another attempt may fix. */
  retryOn: z.array(z.string().min(1)).readonly(),
});

/** The policy of a registered kind. */
const KindPolicy = z.strictObject({
  /** Overrides the plan's own. */
  retry: RetryPolicy.exactOptional(),
});

/** The kinds registered in addition to {@link USUAL_KINDS}, or overriding them. */
export const KindPolicies = z.record(TaskKind, KindPolicy);
export type KindPolicies = Readonly<z.infer<typeof KindPolicies>>;

/** How the tasks of a plan are run. It is part of the plan, so that every process follows the same rules. */
export const TaskPolicy = z.strictObject({
  /** The number of tasks to run at once. */
  parallel: z.int().min(1).max(1000).exactOptional(),
  /** The effect of a failure on the rest of the plan. Default: `continue`. */
  onFailure: z.enum(['continue', 'abort']).exactOptional(),
  retry: RetryPolicy.exactOptional(),
  /** Nothing starts until somebody has approved the plan. */
  review: z.literal(true).exactOptional(),
  kinds: KindPolicies.exactOptional(),
});
export type TaskPolicy = Readonly<z.infer<typeof TaskPolicy>>;

const Digest = z.string().regex(/^[0-9a-f]{64}$/);
const CommitHash = z.string().regex(/^[0-9a-f]{7,64}$/);

/** A coding agent's change to a repository. It is on a separate branch until it is approved. */
export const ProposedChange = z.strictObject({
  /** Who made it. */
  agent: z.string().min(1),
  /** The work tree to change. */
  repository: z.string().min(1),
  branch: z.string().min(1),
  /** The commit that the agent started from, and the one with its change. */
  base: CommitHash,
  commit: CommitHash,
  /** The agent's description. */
  summary: z.string(),
  /** A unified diff, truncated if very long. */
  diff: z.string(),
  files: z
    .array(
      z.strictObject({
        path: z.string(),
        /** Lines; absent for binary files. */
        added: z.int().exactOptional(),
        removed: z.int().exactOptional(),
      }),
    )
    .readonly(),
  /** The commands that the agent ran, as far as it reports them. */
  commands: z.array(z.strictObject({ command: z.string(), exitCode: z.int().exactOptional() })).readonly(),
  /** The results of the configured checks. */
  checks: z
    .array(z.strictObject({ command: z.string(), passed: z.boolean(), output: z.string() }))
    .readonly(),
});
export type ProposedChange = Readonly<z.infer<typeof ProposedChange>>;

/** An approved change that could not be merged. It stays on its branch. */
export const MergeConflict = z.strictObject({
  branch: z.string().min(1),
  files: z.array(z.string()).readonly(),
});
export type MergeConflict = Readonly<z.infer<typeof MergeConflict>>;

/** An instruction for an executor. */
const DispatchedCommand = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('ExecuteTask'),
    nodeId: TaskId,
    kind: TaskKind,
    /** The text of the task, with every answered question about it. */
    parameters: z.string(),
  }),
  z.strictObject({ type: z.literal('RequestClarification'), nodeId: TaskId, question: z.string() }),
]);

/** The facts of a task plan: the events of its handler. */
export const taskFacts = {
  TasksPlanned: keeping(
    ['policy', 'tasks.id'],
    z.strictObject({
      tasks: z.array(PlannedTask).readonly(),
      policy: TaskPolicy.exactOptional(),
      /** Absent if empty. */
      brief: Brief.exactOptional(),
      /** Absent if tasks were given directly. */
      readBy: PlanReader.exactOptional(),
    }),
  ),
  /** The new versions of tasks that have not started or are restarted. */
  TasksRevised: keeping(['tasks.id'], z.strictObject({ tasks: z.array(PlannedTask).readonly(), by })),
  /** A plan starts after its review. */
  PlanApproved: z.strictObject({ by }),
  TaskDispatched: keeping(
    ['taskId', 'command.type', 'command.nodeId', 'command.kind'],
    z.strictObject({ taskId: TaskId, command: DispatchedCommand }),
  ),
  TaskStatusUpdated: keeping(
    ['taskId', 'status'],
    z.strictObject({
      taskId: TaskId,
      status: TaskStatus,
      result: z.string().exactOptional(),
      /** Only if the task failed because its change could not be merged. */
      conflict: MergeConflict.exactOptional(),
      by,
    }),
  ),
  /** A coding agent carried out a task: its change, identified by the digest, needs a decision. */
  ChangeProposed: keeping(
    ['taskId', 'change.agent', 'change.branch', 'change.base', 'change.commit'],
    z.strictObject({ taskId: TaskId, digest: Digest, change: ProposedChange }),
  ),
  /** A decision about a change. An approved one is merged next. */
  ChangeDecided: keeping(
    ['taskId', 'digest', 'approved'],
    z.strictObject({
      taskId: TaskId,
      digest: Digest,
      approved: z.boolean(),
      reason: z.string().exactOptional(),
      by,
    }),
  ),
  /** Another attempt at a failed task, due `delayMs` after this. `attempt` is its number, from 2. */
  TaskRetryScheduled: keeping(
    ['taskId', 'attempt', 'delayMs'],
    z.strictObject({
      taskId: TaskId,
      attempt: z.int().min(2),
      delayMs: z.int().min(0),
      error: z.string(),
      by,
    }),
  ),
  /** Tasks that will not be carried out, with a common reason. */
  TasksCancelled: keeping(
    ['taskIds'],
    z.strictObject({ taskIds: z.array(TaskId).readonly(), reason: z.string(), by }),
  ),
  ClarificationRequested: keeping(['taskId'], z.strictObject({ taskId: TaskId, question: z.string(), by })),
  ClarificationReceived: z.strictObject({ taskId: TaskId, answer: z.string(), by }),
  ContextCompacted: z.strictObject({ summary: z.string(), removedTaskIds: z.array(TaskId).readonly() }),
  PlanningCompleted: z.strictObject({
    summary: z.string(),
    /** The criteria that still need a verdict; absent if there are none. */
    acceptance: Sentences.exactOptional(),
  }),
  /** Verdicts on acceptance criteria. A later verdict on a criterion overrides an earlier one. */
  AcceptanceChecked: z.strictObject({ results: z.array(CheckedCriterion).readonly(), by }),
} as const;

/** An event of a task plan. */
export type TaskEvent = ProposedOf<typeof taskFacts>;

/** All facts of a journal with a task plan. */
export const taskSessionFacts = { ...conversationFacts, ...taskFacts } as const;

/** Facts may come from a newer version with more fields, so reading is lenient. Writing is strict. */
const Readable: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(taskFacts).map(([type, { shape }]) => [type, z.object(shape)]),
);

/** The input of the fold: an event, or the placeholder of an erased one. */
export function foldedEventOf(fact: Envelope): TaskEvent | RedactedEvent | undefined {
  if (fact.type !== REDACTED) return taskEventOf(fact);
  // The journal itself creates it, with the type of the erased fact.
  return eventOf(fact) as unknown as RedactedEvent;
}

/** The task plan event of a fact, if it is one: a foreign journal may contain anything. */
export function taskEventOf(fact: Envelope): TaskEvent | undefined {
  return taskEventIn(eventOf(fact));
}

/** The same, without the envelope. */
export function taskEventIn(event: { readonly type: string }): TaskEvent | undefined {
  // It matches the schema, and the object itself is kept.
  return Readable.get(event.type)?.safeParse(event).success ? (event as unknown as TaskEvent) : undefined;
}
