import {
  A2A_CONTENT_TYPE,
  AgentCard,
  ListTasksRequest,
  ListTasksResponse,
  SendMessageResponse,
  StreamResponse,
  Task,
} from '@a2a-js/sdk';
import {
  PushNotificationNotSupportedError,
  RequestMalformedError,
  restStatusFor,
  toRestErrorBody,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isServerRefusal } from './json-rpc.ts';
import { outwardError } from './outward-error.ts';
import { callContext, checkMediaType, type SessionCall, streamed } from './session-call.ts';
import { sendRequestOf, wireJson } from './wire-request.ts';

/** Handles a request of the HTTP+JSON transport. `path` is the part after the session's address. */
export async function answerHttpJson(c: Context, call: SessionCall, path: string): Promise<Response> {
  try {
    checkMediaType(c, ['application/json', A2A_CONTENT_TYPE]);
    const context = await callContext(c, call, 'HTTP+JSON');
    return await dispatch(c, call, context, path);
  } catch (error) {
    if (isServerRefusal(error)) throw error;
    const outward = outwardError(error, call.onFailure);
    const status = restStatusFor(outward);
    return answered(c, toRestErrorBody(outward, status), status);
  }
}

async function dispatch(
  c: Context,
  call: SessionCall,
  context: ServerCallContext,
  path: string,
): Promise<Response> {
  const { handler } = call;
  const { method } = c.req;
  const tenant = '';
  const [, id = '', verb] = /^tasks\/([^/]+?)(?::(subscribe|cancel))?$/.exec(path) ?? [];
  switch (`${method} ${id === '' ? path : `tasks/*${verb === undefined ? '' : `:${verb}`}`}`) {
    case 'POST message:send': {
      const value = await handler.sendMessage(sendRequestOf(await bodyOf(c)), context);
      const payload =
        'messageId' in value ? ({ $case: 'message', value } as const) : ({ $case: 'task', value } as const);
      return answered(c, SendMessageResponse.toJSON({ payload }));
    }
    case 'POST message:stream':
      return await stream(c, call, handler.sendMessageStream(sendRequestOf(await bodyOf(c)), context));
    case 'GET extendedAgentCard':
      return answered(
        c,
        AgentCard.toJSON(await handler.getAuthenticatedExtendedAgentCard({ tenant }, context)),
      );
    case 'GET tasks': {
      const found = await handler.listTasks(listRequestOf(c.req.query()), context);
      const nothing = { tasks: [], nextPageToken: '', pageSize: 0, totalSize: 0 };
      return answered(c, { ...nothing, ...Object(ListTasksResponse.toJSON(found)) });
    }
    case 'GET tasks/*': {
      const historyLength = integerParameter(c.req.query('historyLength'), 'historyLength');
      const request = { id, tenant, ...(historyLength !== undefined && { historyLength }) };
      return answered(c, Task.toJSON(await handler.getTask(request, context)));
    }
    case 'POST tasks/*:cancel':
      return answered(c, Task.toJSON(await handler.cancelTask({ id, tenant, metadata: undefined }, context)));
    case 'POST tasks/*:subscribe':
    case 'GET tasks/*:subscribe':
      return await stream(c, call, handler.resubscribe({ id, tenant }, context));
  }
  if (/^tasks\/[^/]+\/pushNotificationConfigs(?:\/|$)/.test(path))
    throw new PushNotificationNotSupportedError();
  throw new UnsupportedOperationError(`There is no ${method} ${path} here.`);
}

async function stream(
  c: Context,
  call: SessionCall,
  events: AsyncGenerator<StreamResponse, void, undefined>,
): Promise<Response> {
  async function* written(): AsyncGenerator<unknown, void, undefined> {
    for await (const event of events) yield StreamResponse.toJSON(event);
  }
  return await streamed(c, written(), call, (error) => {
    const outward = outwardError(error, call.onFailure);
    return toRestErrorBody(outward, restStatusFor(outward));
  });
}

async function bodyOf(c: Context): Promise<unknown> {
  const body = wireJson(await c.req.text());
  if (body === undefined) throw new RequestMalformedError('The body is not JSON.');
  return body.value;
}

function answered(c: Context, body: unknown, status = 200): Response {
  return c.body(JSON.stringify(body), status as ContentfulStatusCode, { 'Content-Type': A2A_CONTENT_TYPE });
}

function listRequestOf(query: Readonly<Record<string, string>>): ListTasksRequest {
  const { contextId = '', status, pageToken = '', statusTimestampAfter, includeArtifacts } = query;
  return {
    ...ListTasksRequest.fromJSON({ contextId, pageToken, ...(status !== undefined && { status }) }),
    pageSize: integerParameter(query.pageSize, 'pageSize'),
    historyLength: integerParameter(query.historyLength, 'historyLength'),
    statusTimestampAfter: statusTimestampAfter || undefined,
    includeArtifacts: includeArtifacts === 'true',
  };
}

function integerParameter(text: string | undefined, name: string): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new RequestMalformedError(`${name}: must be a whole number`);
  return Number(text);
}
