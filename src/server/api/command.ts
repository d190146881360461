import { z } from 'zod';
import { A2aStatus, MessageAttachment, PlannerMode } from '../../harness/facts.ts';
import { Limits } from '../../kernel/pause.ts';
import { STEP_STATUSES } from '../../plan-tools/plan.ts';
import { tripFacts } from '../../planners/trip/facts.ts';
import { PLAN_TOOLS } from './plan-session.ts';

const LONGEST_TEXT = 200_000;
const Text = z.string().min(1).max(LONGEST_TEXT);
const Id = z.string().min(1).max(256);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex');
const TaskId = z.int().min(1);
/** What a session is called. */
export const Title = z.string().trim().min(1).max(200);

const NewStep = z.strictObject({ title: Text, details: Text.exactOptional() });

/** What the fields of a setup card hold, by their keys. `null` empties a field. */
export const SetupValues = z.record(
  z.string().min(1).max(100),
  z.union([
    z.string().max(LONGEST_TEXT),
    z.number(),
    z.boolean(),
    z.array(z.string().max(2000)).max(1000),
    z.null(),
  ]),
);
export type SetupValues = z.infer<typeof SetupValues>;

/** A setup as a link carries it; the planner checks it. */
export const Seed = z.record(z.string(), z.unknown());

/** What a person can do in a session. */
export const Command = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('say'), text: Text }).describe('Tell the planner something.'),
  z
    .strictObject({ type: z.literal('choose'), optionId: Id })
    .describe('Take one of the repairs that the trip planner offers.'),
  z.strictObject({ type: z.literal('answer'), qid: Id, text: Text }).describe('Answer a question.'),
  z
    .strictObject({ type: z.literal('guide'), text: Text })
    .describe('Whisper to the planner of a conversation. A waiting draft is withdrawn and written anew.'),
  z
    .strictObject({ type: z.literal('receive'), text: Text, messageId: Id.exactOptional() })
    .describe('Hand over what the other side said. The same messageId again adds nothing.'),
  z
    .strictObject({ type: z.literal('approve'), composeId: Id, digest: Sha256 })
    .describe('Send exactly the draft that the digest names.'),
  z
    .strictObject({
      type: z.literal('edit'),
      composeId: Id,
      text: Text.exactOptional(),
      attachments: z.array(MessageAttachment).max(100).exactOptional(),
      nextStateHint: A2aStatus.exactOptional(),
    })
    .describe('Put another draft in the place of one. It waits for approval.'),
  z.strictObject({
    type: z.literal('dismiss'),
    composeId: Id,
    regenerate: z.boolean().exactOptional().describe('Have another one written.'),
  }),
  z
    .strictObject({
      type: z.literal('configure'),
      values: SetupValues.exactOptional().describe('What fields of the setup card hold; others stay.'),
      config: Seed.exactOptional().describe('Instead of values: the setup as a link carries it.'),
      mode: PlannerMode.exactOptional(),
      rewind: z.boolean().exactOptional().describe('Plan again from the last public message on.'),
    })
    .refine(
      ({ values, config }) => values === undefined || config === undefined,
      'values or config, not both',
    ),
  z.strictObject({ type: z.literal('archive') }),
  z.strictObject({ type: z.literal('reopen') }).describe('Take an archived session up again.'),
  z.strictObject({ type: z.literal('rename'), title: Title }),
  z
    .strictObject({ type: z.literal('pause'), reason: Text.max(2000).exactOptional() })
    .describe('Let no work begin in the session. What is under way is finished.'),
  z
    .strictObject({
      type: z.literal('resume'),
      limits: Limits.exactOptional().describe(
        'What may be spent in all from now on. Without it, as much again as is usual of what is used up.',
      ),
    })
    .describe('Let the session go on.'),
  z
    .strictObject({ type: z.literal('cancel'), reason: Text.exactOptional() })
    .describe('End a conversation, every open task, or what a planner is doing.'),
  z.strictObject({ type: z.literal('task-complete'), taskId: TaskId, result: z.string().max(LONGEST_TEXT) }),
  z.strictObject({ type: z.literal('task-fail'), taskId: TaskId, error: Text }),
  z.strictObject({ type: z.literal('task-answer'), taskId: TaskId, answer: Text }),
  z.strictObject({ type: z.literal('task-cancel'), taskId: TaskId, reason: Text.exactOptional() }),
  z
    .strictObject({ type: z.literal('continue') })
    .describe('Go on with tasks: those of a fork are paused until then.'),
  z.strictObject({ type: z.literal('undo') }),
  z.strictObject({ type: z.literal('redo') }),
  z
    .strictObject({ type: z.literal('change'), mutation: tripFacts.itinerary_mutated.shape.mutation })
    .describe('Change a trip by hand.'),
  z
    .strictObject({
      type: z.literal('plan-set'),
      objective: Text,
      steps: z.array(NewStep).max(100).exactOptional(),
    })
    .describe('Begin a session plan, in the place of the one before.'),
  z.strictObject({ type: z.literal('plan-add'), steps: z.array(NewStep).min(1).max(100) }),
  z.strictObject({
    type: z.literal('plan-update'),
    stepId: Id,
    title: Text.exactOptional(),
    details: Text.nullable().exactOptional().describe('null takes them away.'),
  }),
  z.strictObject({
    type: z.literal('plan-mark'),
    stepId: Id,
    status: z.enum(STEP_STATUSES),
    note: Text.exactOptional(),
  }),
  z.strictObject({ type: z.literal('plan-clear') }).describe('Give a session plan up.'),
  z.strictObject({ type: z.literal('accept-plan'), requestId: Id, digest: Sha256 }),
  z.strictObject({
    type: z.literal('reject-plan'),
    requestId: Id,
    digest: Sha256,
    reason: Text.exactOptional().describe('Told to whoever plans next.'),
  }),
]);
export type Command = z.infer<typeof Command>;
export type CommandOf<Type extends Command['type']> = Extract<Command, { readonly type: Type }>;

const ALWAYS = [
  'configure',
  'archive',
  'reopen',
  'rename',
  'answer',
  'approve',
  'edit',
  'dismiss',
  'pause',
  'resume',
] as const;

/** The commands that a session with this planner takes. */
export function commandsOf(plannerId: string): readonly Command['type'][] {
  switch (plannerId) {
    case 'tasks':
      return [
        ...ALWAYS,
        'say',
        'cancel',
        'task-complete',
        'task-fail',
        'task-answer',
        'task-cancel',
        'continue',
      ];
    case 'trip':
      return [...ALWAYS, 'say', 'cancel', 'choose', 'undo', 'redo', 'change'];
    case 'commits':
      return [...ALWAYS, 'say', 'cancel', 'accept-plan', 'reject-plan'];
    case PLAN_TOOLS:
      return [
        'archive',
        'reopen',
        'rename',
        'plan-set',
        'plan-add',
        'plan-update',
        'plan-mark',
        'plan-clear',
      ];
    default:
      return [...ALWAYS, 'receive', 'guide', 'cancel'];
  }
}
