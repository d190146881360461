import { z } from 'zod';
import { conversationFacts } from '../../harness/facts.ts';
import { type Envelope, REDACTED } from '../../journal/fact.ts';
import type { ProposedOf } from '../../journal/fact-types.ts';
import { eventOf, type RedactedEvent } from '../../kernel/event.ts';
import { keeping } from '../../kernel/projection/kept-fields.ts';

const TaskId = z.int().min(1);
/** Who said so: a person by name, or a program that is no part of this one. */
const by = z.string().min(1).max(256).exactOptional();

/** The status of a task. */
export const TaskStatus = z.enum([
  'Planned',
  'Running',
  'Completed',
  /** A demo said that it is done, but nothing was done. Other tasks may start after it. */
  'Simulated',
  'NeedsClarification',
  /** A coding agent's change waits for approval. */
  'NeedsApproval',
  'Failed',
  'Cancelled',
]);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** The kinds that every plan knows: a question to a person, a tool to call, and anything else. */
export const USUAL_KINDS = ['Clarification', 'ToolCall', 'Processing'] as const;

/** What a task is to whoever carries it out: one of {@link USUAL_KINDS}, or a kind that was registered. */
export const TaskKind = z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, 'a name of letters and digits');
export type TaskKind = (typeof USUAL_KINDS)[number] | (string & {});

/** Something a task refers to. */
export const TaskAttachment = z.strictObject({
  kind: z.strictObject({
    type: z.enum(['Link', 'ImageRef', 'FileRef']),
    value: z.string().min(1),
  }),
  label: z.string().exactOptional(),
  /** The task speaks of it and need not read it, so that nobody looks whether it can be reached. */
  mentioned: z.literal(true).exactOptional(),
});
export type TaskAttachment = Readonly<z.infer<typeof TaskAttachment>>;

/** A task as it was planned. */
export const PlannedTask = z.strictObject({
  id: TaskId,
  description: z.string().min(1),
  kind: TaskKind,
  attachments: z.array(TaskAttachment).readonly(),
  /** The tasks that must have completed before it. */
  dependsOn: z.array(TaskId).readonly().exactOptional(),
  /** It was done before the plan was made: it is completed from the start, and nobody carries it out. */
  done: z.literal(true).exactOptional(),
});
export type PlannedTask = Readonly<z.infer<typeof PlannedTask>>;

const Sentences = z.array(z.string().min(1)).readonly();

/** What a text says besides its tasks, for everyone who carries one of them out. */
export const Brief = z.strictObject({
  /** What all of it is for. */
  objective: z.string().min(1).exactOptional(),
  /** What must not be done, or must stay as it is. */
  constraints: Sentences,
  background: Sentences,
  /** How to see that all is done. */
  acceptance: Sentences,
  /** What the text asks and no task answers. */
  questions: Sentences.exactOptional(),
});
export type Brief = Readonly<z.infer<typeof Brief>>;

/** Who made tasks of a text. */
export const PlanReader = z.strictObject({
  /** A language model, or the parser that needs none. */
  reader: z.enum(['model', 'parser']),
  /** Which model it was. */
  model: z.string().min(1).exactOptional(),
  /** What was corrected in the model's plan, or why the parser had to read the text. */
  notes: Sentences.exactOptional(),
  /** The SHA-256 of the text that a model has read. */
  text: z.string().exactOptional(),
});
export type PlanReader = Readonly<z.infer<typeof PlanReader>>;

/** What was found out about one criterion of acceptance, when all tasks had ended. */
export const CheckedCriterion = z.strictObject({
  /** As the brief has it. */
  criterion: z.string().min(1),
  verdict: z.enum(['met', 'unmet', 'not-checked']),
  /** What shows it, or why nobody could tell. */
  reason: z.string().exactOptional(),
});
export type CheckedCriterion = Readonly<z.infer<typeof CheckedCriterion>>;

/** How failed tasks are tried again. */
const RetryPolicy = z.strictObject({
  /** How often a task is tried in all, the first time included. */
  maxAttempts: z.int().min(1).max(100),
  /** Before the second attempt; doubled before each further one. */
  baseDelayMs: z.int().min(0).max(3_600_000),
  maxDelayMs: z.int().min(0).max(86_400_000),
  /** The classes of failure that another attempt may mend. */
  retryOn: z.array(z.string().min(1)).readonly(),
});

/** What holds for the tasks of a kind that was registered. */
const KindPolicy = z.strictObject({
  /** In the place of the plan's own. */
  retry: RetryPolicy.exactOptional(),
});

/** The kinds that tasks of a plan may have beside {@link USUAL_KINDS}, or other rules for those. */
export const KindPolicies = z.record(TaskKind, KindPolicy);
export type KindPolicies = Readonly<z.infer<typeof KindPolicies>>;

/** What goes beyond one task after the other. It is part of the plan, so that every process goes on by the same rules. */
export const TaskPolicy = z.strictObject({
  /** How many tasks may run at once. */
  parallel: z.int().min(1).max(1000).exactOptional(),
  /** What a failure does to the rest of the plan. Default `continue`. */
  onFailure: z.enum(['continue', 'abort']).exactOptional(),
  retry: RetryPolicy.exactOptional(),
  /** Nothing begins until somebody has approved the plan. */
  review: z.literal(true).exactOptional(),
  kinds: KindPolicies.exactOptional(),
});
export type TaskPolicy = Readonly<z.infer<typeof TaskPolicy>>;

const Digest = z.string().regex(/^[0-9a-f]{64}$/);
const CommitHash = z.string().regex(/^[0-9a-f]{7,64}$/);

/** A change to a repository that a coding agent made for a task. It is on a branch of its own until somebody approves it. */
export const ProposedChange = z.strictObject({
  /** Who made it. */
  agent: z.string().min(1),
  /** The work tree that it is for. */
  repository: z.string().min(1),
  branch: z.string().min(1),
  /** The commit that the agent began with, and the one that holds the change. */
  base: CommitHash,
  commit: CommitHash,
  /** What the agent says about it. */
  summary: z.string(),
  /** A unified diff, cut where it is very long. */
  diff: z.string(),
  files: z
    .array(
      z.strictObject({
        path: z.string(),
        /** Lines; left out for a file that is no text. */
        added: z.int().exactOptional(),
        removed: z.int().exactOptional(),
      }),
    )
    .readonly(),
  /** The commands that the agent ran, as far as it tells. */
  commands: z.array(z.strictObject({ command: z.string(), exitCode: z.int().exactOptional() })).readonly(),
  /** What the checks of the configuration said about it. */
  checks: z
    .array(z.strictObject({ command: z.string(), passed: z.boolean(), output: z.string() }))
    .readonly(),
});
export type ProposedChange = Readonly<z.infer<typeof ProposedChange>>;

/** An approved change that could not be merged. It is kept on its branch. */
export const MergeConflict = z.strictObject({
  branch: z.string().min(1),
  files: z.array(z.string()).readonly(),
});
export type MergeConflict = Readonly<z.infer<typeof MergeConflict>>;

/** What an executor is to do. */
const DispatchedCommand = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('ExecuteTask'),
    nodeId: TaskId,
    kind: TaskKind,
    /** The task in words, with every question about it that was answered. */
    parameters: z.string(),
  }),
  z.strictObject({ type: z.literal('RequestClarification'), nodeId: TaskId, question: z.string() }),
]);

/** The facts of a task plan: the events of its handler, as they are. */
export const taskFacts = {
  TasksPlanned: keeping(
    ['policy', 'tasks.id'],
    z.strictObject({
      tasks: z.array(PlannedTask).readonly(),
      policy: TaskPolicy.exactOptional(),
      /** Left out where there is nothing to say. */
      brief: Brief.exactOptional(),
      /** Left out where the tasks themselves were given. */
      readBy: PlanReader.exactOptional(),
    }),
  ),
  /** These tasks as they are from now on. They have not begun, or begin again. */
  TasksRevised: keeping(['tasks.id'], z.strictObject({ tasks: z.array(PlannedTask).readonly(), by })),
  /** A plan that was to be looked at first begins. */
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
      /** Only of a task that failed because its change could not be merged. */
      conflict: MergeConflict.exactOptional(),
      by,
    }),
  ),
  /** A coding agent has carried a task out: its change is to be approved or rejected, exactly as the digest names it. */
  ChangeProposed: keeping(
    ['taskId', 'change.agent', 'change.branch', 'change.base', 'change.commit'],
    z.strictObject({ taskId: TaskId, digest: Digest, change: ProposedChange }),
  ),
  /** Somebody has decided about a change. One that is approved is merged next. */
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
  /** Another attempt at a task that failed is due `delayMs` after this. `attempt` is its number, from 2. */
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
  /** Tasks that will not be carried out, all for one reason. */
  TasksCancelled: keeping(
    ['taskIds'],
    z.strictObject({ taskIds: z.array(TaskId).readonly(), reason: z.string(), by }),
  ),
  ClarificationRequested: keeping(['taskId'], z.strictObject({ taskId: TaskId, question: z.string(), by })),
  ClarificationReceived: z.strictObject({ taskId: TaskId, answer: z.string(), by }),
  ContextCompacted: z.strictObject({ summary: z.string(), removedTaskIds: z.array(TaskId).readonly() }),
  PlanningCompleted: z.strictObject({
    summary: z.string(),
    /** The criteria that are still to be looked at; left out where there are none. */
    acceptance: Sentences.exactOptional(),
  }),
  /** What was found out about criteria of acceptance. Said again of one, the later one holds. */
  AcceptanceChecked: z.strictObject({ results: z.array(CheckedCriterion).readonly(), by }),
} as const;

/** An event of a task plan. */
export type TaskEvent = ProposedOf<typeof taskFacts>;

/** Everything that a journal with a task plan may hold. */
export const taskSessionFacts = { ...conversationFacts, ...taskFacts } as const;

/** What is read may come from a newer version, and have more to it. What is written is strict. */
const Readable: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(taskFacts).map(([type, { shape }]) => [type, z.object(shape)]),
);

/** What the fold of a task plan makes something of: an event, or the place where one was erased. */
export function foldedEventOf(fact: Envelope): TaskEvent | RedactedEvent | undefined {
  if (fact.type !== REDACTED) return taskEventOf(fact);
  // The journal itself puts it there, with the type that was erased.
  return eventOf(fact) as unknown as RedactedEvent;
}

/** The task plan event of a fact, if it is one: a foreign journal may contain anything. */
export function taskEventOf(fact: Envelope): TaskEvent | undefined {
  return taskEventIn(eventOf(fact));
}

/** The same without what the journal added. */
export function taskEventIn(event: { readonly type: string }): TaskEvent | undefined {
  // It is of the schema, and stays the very object that it is.
  return Readable.get(event.type)?.safeParse(event).success ? (event as unknown as TaskEvent) : undefined;
}
