import { z } from 'zod';

/** The tools that every agent has, unless they are disabled. */
export const CORE_TOOL_NAMES = [
  'sendMessageToRemoteAgent',
  'sendMessageToMyPrincipal',
  'readAttachment',
  'sleep',
  'done',
] as const;

/** One of {@link CORE_TOOL_NAMES}. */
export type CoreToolName = (typeof CORE_TOOL_NAMES)[number];

/** The content of a message to the other side. */
export const RemoteMessage = z.strictObject({
  text: z.string().trim().min(1).max(20_000),
  attachments: z
    .array(z.string().min(1))
    .max(20)
    .exactOptional()
    .describe('Names of files that go with the message, as listed in <files>.'),
});

const FinalStatus = z.enum(['completed', 'failed', 'canceled', 'rejected']);

/** Their arguments. */
export const CORE_TOOL_ARGUMENTS = {
  sendMessageToRemoteAgent: z.strictObject({
    ...RemoteMessage.shape,
    nextState: z
      .enum(['input-required', ...FinalStatus.options])
      .exactOptional()
      .describe('input-required, or left out: the other side answers. Anything else ends the conversation.'),
  }),
  sendMessageToMyPrincipal: z.strictObject({
    text: z.string().trim().min(1).max(4000),
    required: z.boolean().exactOptional(),
    placeholder: z.string().max(200).exactOptional(),
  }),
  readAttachment: z.strictObject({ name: z.string().min(1).max(512) }),
  sleep: z.strictObject({ reason: z.string().max(1000).exactOptional() }),
  done: z.strictObject({ summary: z.string().max(4000).exactOptional() }),
} as const satisfies Record<CoreToolName, z.ZodType>;

/** Their descriptions for the model. */
export const CORE_TOOL_DESCRIPTIONS: Readonly<Record<CoreToolName, string>> = {
  sendMessageToRemoteAgent: 'Sends a message to the other side, and ends your turn.',
  sendMessageToMyPrincipal:
    'Asks the one you act for in private, and ends your turn. The answer comes in a later one.',
  readAttachment: 'Shows what stands in a file.',
  sleep: 'Ends your turn without a message, because there is something to wait for.',
  done: 'Ends your turn without a message, because there is nothing left to do in this conversation.',
};

/** A call of one of them with valid arguments. */
export type CoreCall = {
  [Name in CoreToolName]: {
    readonly tool: Name;
    readonly args: z.output<(typeof CORE_TOOL_ARGUMENTS)[Name]>;
  };
}[CoreToolName];

const CoreCalls = z.discriminatedUnion(
  'tool',
  // Spelled out, so that each name keeps its own arguments.
  [
    z.object({
      tool: z.literal('sendMessageToRemoteAgent'),
      args: CORE_TOOL_ARGUMENTS.sendMessageToRemoteAgent,
    }),
    z.object({
      tool: z.literal('sendMessageToMyPrincipal'),
      args: CORE_TOOL_ARGUMENTS.sendMessageToMyPrincipal,
    }),
    z.object({ tool: z.literal('readAttachment'), args: CORE_TOOL_ARGUMENTS.readAttachment }),
    z.object({ tool: z.literal('sleep'), args: CORE_TOOL_ARGUMENTS.sleep }),
    z.object({ tool: z.literal('done'), args: CORE_TOOL_ARGUMENTS.done }),
  ],
);

/** A call with valid arguments, or what is wrong with them, for the model. */
export function coreCallOf(tool: CoreToolName, args: unknown): CoreCall | { readonly problem: string } {
  const { data, error } = CoreCalls.safeParse({ tool, args });
  if (data) return data;
  const lines = error.issues.map(
    ({ path, message }) => `${path.slice(1).join('.') || 'the arguments'}: ${message}`,
  );
  return { problem: lines.join(' ') };
}

export function isCoreTool(name: string): name is CoreToolName {
  return CORE_TOOL_NAMES.some((each) => each === name);
}
