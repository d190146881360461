import { z } from 'zod';
import { A2aStatus, MessageAttachment, PlannerMode } from '../../harness/facts.ts';
import type { PlannerModule, Talks } from '../../harness/module/planner-module.ts';
import { Limits } from '../../kernel/limits/pause.ts';

const MAX_TEXT_LENGTH = 200_000;
const Text = z.string().min(1).max(MAX_TEXT_LENGTH);
const Id = z.string().min(1).max(256);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex');

/** The title of a session. */
export const Title = z.string().trim().min(1).max(200);

/** The values of a setup form's fields, by key. `null` clears a field. */
export const SetupValues = z.record(
  z.string().min(1).max(100),
  z.union([
    z.string().max(MAX_TEXT_LENGTH),
    z.number(),
    z.boolean(),
    z.array(z.string().max(2000)).max(1000),
    z.null(),
  ]),
);

/** See the schema {@link SetupValues}. */
export type SetupValues = z.infer<typeof SetupValues>;

/** A setup in the form that a link carries; the planner validates it. */
export const Seed = z.record(z.string(), z.unknown());

/** The commands of sessions of every planner; `talks` says of which. */
export const SESSION_COMMANDS = {
  say: z.strictObject({ text: Text }).describe('Send the planner a message.'),
  answer: z
    .strictObject({ qid: Id, text: z.string().max(MAX_TEXT_LENGTH) })
    .describe(
      'Answer a question, or another item that needs text, by its id. An empty text skips an optional question.',
    ),
  guide: z
    .strictObject({ text: Text })
    .describe(
      'Give the planner of a conversation private guidance. A waiting draft is withdrawn and written again.',
    ),
  receive: z
    .strictObject({ text: Text, messageId: Id.exactOptional() })
    .describe('Pass on a message of the other side. A repeated messageId adds nothing.'),
  write: z
    .strictObject({
      text: Text,
      attachments: z.array(MessageAttachment).max(100).exactOptional(),
      nextStateHint: A2aStatus.exactOptional().describe('A final status makes it the last message.'),
    })
    .describe('Send the other side your own message. Waiting drafts are dismissed.'),
  approve: z
    .strictObject({ composeId: Id, digest: Sha256 })
    .describe('Send exactly the draft that the digest names.'),
  edit: z
    .strictObject({
      composeId: Id,
      text: Text.exactOptional(),
      attachments: z.array(MessageAttachment).max(100).exactOptional(),
      nextStateHint: A2aStatus.exactOptional(),
    })
    .describe('Replace a draft. The new one waits for approval.'),
  dismiss: z.strictObject({
    composeId: Id,
    regenerate: z.boolean().exactOptional().describe('Ask for another one.'),
  }),
  configure: z
    .strictObject({
      planner: Id.exactOptional().describe(
        'Another planner of the same kind that continues from here; each keeps its setup.',
      ),
      values: SetupValues.exactOptional().describe('Values for fields of the setup form; others stay.'),
      config: Seed.exactOptional().describe('Instead of values: the setup in the form that a link carries.'),
      mode: PlannerMode.exactOptional(),
      rewind: z
        .boolean()
        .exactOptional()
        .describe('Plan again from the last public message on; defaults to true after a failure.'),
    })
    .refine(
      ({ values, config }) => values === undefined || config === undefined,
      'values or config, not both',
    ),
  archive: z.strictObject({}),
  reopen: z.strictObject({}).describe('Reopen an archived session.'),
  rename: z.strictObject({ title: Title }),
  pause: z
    .strictObject({ reason: Text.max(2000).exactOptional() })
    .describe('Start no new work in the session. Running work finishes.'),
  resume: z
    .strictObject({
      limits: Limits.exactOptional().describe(
        'New total budgets. By default every reached limit is raised by the usual amount.',
      ),
    })
    .describe('Let the session go on.'),
  cancel: z
    .strictObject({ reason: Text.exactOptional() })
    .describe('End a conversation, cancel every open task, or stop the current work of a planner.'),
  retry: z
    .strictObject({})
    .describe('Plan again for the last message, after a failure, a dismissed draft or a fork.'),
  publish: z
    .strictObject({ name: Title.exactOptional(), description: Text.max(2000).exactOptional() })
    .describe('Let other agents reach the session over A2A.'),
  unpublish: z.strictObject({}).describe('Stop letting other agents reach the session.'),
  connect: z
    .strictObject({
      cardUrl: z
        .string()
        .min(1)
        .max(2048)
        .describe(
          'The URL of an A2A agent card, or a URL to which /.well-known/agent-card.json is appended.',
        ),
    })
    .describe('Talk to another agent from now on.'),
  disconnect: z.strictObject({}).describe('Stop talking to that agent.'),
} as const;

/** The name of a command that sessions of every planner have. */
export type SessionCommandName = keyof typeof SESSION_COMMANDS;

/** A command of every session, with its input. */
export type SessionCommand = {
  [Name in SessionCommandName]: { readonly type: Name } & z.output<(typeof SESSION_COMMANDS)[Name]>;
}[SessionCommandName];

const ALWAYS = ['archive', 'reopen', 'rename'] as const;
const PLANNED = [
  'configure',
  ...ALWAYS,
  'answer',
  'approve',
  'edit',
  'dismiss',
  'pause',
  'resume',
  'retry',
  'publish',
  'unpublish',
] as const;

const BY_TALKS: Readonly<Record<Talks, readonly SessionCommandName[]>> = {
  person: [...PLANNED, 'say', 'cancel'],
  agent: [...PLANNED, 'connect', 'disconnect', 'receive', 'guide', 'write', 'cancel'],
  nobody: ALWAYS,
};

/** Commands about work, for planners that nobody talks to. */
const WORKED: readonly SessionCommandName[] = [
  'configure',
  ...ALWAYS,
  'answer',
  'pause',
  'resume',
  'retry',
  'cancel',
];

/** The names of the session commands for a planner's sessions. */
export function sessionCommandsOf({
  talks,
  config,
  plan,
  reactors,
}: Pick<PlannerModule, 'talks' | 'config' | 'plan' | 'reactors'>): readonly SessionCommandName[] {
  if (talks !== 'nobody') return BY_TALKS[talks];
  if (plan || reactors) return WORKED;
  return Object.keys(config.shape).length > 0 ? ['configure', ...ALWAYS] : ALWAYS;
}

/** The names of all commands for a planner's sessions. */
export function commandsOf(module: PlannerModule): readonly string[] {
  return [...sessionCommandsOf(module), ...Object.keys(module.commands)];
}
