import type { Message, SendMessageRequest, StreamResponse } from '@a2a-js/sdk';
import type { RemoteAgent } from './remote-agent.ts';

/** A message that an agent has accepted: its replies, and the task of the message. */
export interface Exchange {
  /** `undefined` if the agent replies without a task. */
  readonly place: { readonly taskId: string; readonly contextId: string | undefined } | undefined;
  readonly first: StreamResponse;
  /** All replies, including the first. */
  readonly events: AsyncIterable<StreamResponse>;
}

/** Sends a message. Resolves with the agent's first response: then it has the message. */
export async function exchange(agent: RemoteAgent, message: Message, signal: AbortSignal): Promise<Exchange> {
  const rest = answersTo(agent, message, signal);
  const { value: first } = await rest.next();
  if (first === undefined) throw new Error('It ended the stream without a response.');
  return { place: placeOf(first), first, events: chain(first, rest) };
}

async function* answersTo(
  { client, streaming }: RemoteAgent,
  message: Message,
  signal: AbortSignal,
): AsyncGenerator<StreamResponse, undefined> {
  const request: SendMessageRequest = {
    message,
    tenant: '',
    configuration: undefined,
    metadata: undefined,
  };
  if (streaming) {
    yield* client.sendMessageStream(request, { signal });
    return;
  }
  const answer = await client.sendMessage(request, { signal });
  yield 'messageId' in answer
    ? { payload: { $case: 'message', value: answer } }
    : { payload: { $case: 'task', value: answer } };
}

function placeOf({ payload }: StreamResponse): Exchange['place'] {
  switch (payload?.$case) {
    case 'message':
      return undefined;
    case 'task':
      return placed(payload.value.id, payload.value.contextId);
    case 'statusUpdate':
    case 'artifactUpdate':
      return placed(payload.value.taskId, payload.value.contextId);
    default:
      throw new Error('Its answer is neither a task nor a message.');
  }
}

function placed(taskId: string, contextId: string): Exchange['place'] {
  if (taskId === '') throw new Error('Its task has no id.');
  return { taskId, contextId: contextId || undefined };
}

async function* chain(
  first: StreamResponse,
  rest: AsyncIterable<StreamResponse>,
): AsyncGenerator<StreamResponse> {
  yield first;
  yield* rest;
}
