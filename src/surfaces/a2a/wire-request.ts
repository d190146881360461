import { type Message, SendMessageRequest } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { z } from 'zod';
import { MAX_FILES } from '../../host/a2a/message-content.ts';
import { MAX_NESTING, nestsTooDeep } from '../../host/a2a/nesting.ts';

const MAX_PARTS = 1000;
const id = z.string().max(256);

const WirePart = z
  .looseObject({
    text: z.string().optional(),
    raw: z.base64().or(z.base64url()).optional(),
    url: z.string().max(8192).optional(),
    data: z.unknown().optional(),
    filename: z.string().max(4096).nullish(),
    mediaType: z.string().max(256).nullish(),
  })
  .refine(
    (part) => ['text', 'raw', 'url', 'data'].filter((kind) => part[kind] !== undefined).length === 1,
    'must have exactly one of text, raw, url and data',
  );

/** Validates a message before the SDK reads it, which accepts almost anything. */
const WireRequest = z.looseObject({
  message: z.looseObject({
    messageId: id.min(1),
    contextId: id.nullish(),
    taskId: id.nullish(),
    role: z.union([z.literal('ROLE_USER'), z.literal(1)]),
    parts: z.array(WirePart).min(1).max(MAX_PARTS),
  }),
  configuration: z
    .looseObject({ historyLength: z.int().min(0).nullish(), returnImmediately: z.boolean().nullish() })
    .nullish(),
});

/** Parses a request to send a message. Throws a protocol error if it is invalid. */
export function sendRequestOf(input: unknown): SendMessageRequest & { readonly message: Message } {
  const { success, error } = WireRequest.safeParse(input);
  const [issue] = error?.issues ?? [];
  if (!success) throw new RequestMalformedError(`${issue?.path.join('.') || 'request'}: ${issue?.message}`);
  const request = SendMessageRequest.fromJSON(input);
  const { message } = request;
  if (message === undefined) throw new RequestMalformedError('message: is missing');
  if (message.parts.filter(({ content }) => content?.$case === 'raw').length > MAX_FILES) {
    throw new RequestMalformedError(`message.parts: at most ${MAX_FILES} files`);
  }
  return { ...request, message };
}

/** Parses a JSON body; `undefined` if it is invalid. Throws a protocol error if it is nested too deeply. */
export function wireJson(text: string): { readonly value: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (nestsTooDeep(value)) {
    throw new RequestMalformedError(`The body nests deeper than ${MAX_NESTING} levels.`);
  }
  return { value };
}
