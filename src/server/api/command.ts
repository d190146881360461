import { z } from 'zod';
import { A2aStatus, MessageAttachment, PlannerMode } from '../../harness/facts.ts';
import { tripFacts } from '../../planners/trip/facts.ts';

const LONGEST_TEXT = 200_000;
const Text = z.string().min(1).max(LONGEST_TEXT);
const Id = z.string().min(1).max(256);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex');
const TaskId = z.int().min(1);

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
  z
    .strictObject({ type: z.literal('cancel'), reason: Text.exactOptional() })
    .describe('End a conversation, or every open task.'),
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

const ALWAYS = ['configure', 'archive', 'answer', 'approve', 'edit', 'dismiss'] as const;

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
      return [...ALWAYS, 'say', 'choose', 'undo', 'redo', 'change'];
    case 'commits':
      return [...ALWAYS, 'say', 'accept-plan', 'reject-plan'];
    default:
      return [...ALWAYS, 'receive', 'guide', 'cancel'];
  }
}
