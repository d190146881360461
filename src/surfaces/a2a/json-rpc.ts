import { A2A_VERSION_HEADER, SendMessageRequest } from '@a2a-js/sdk';
import { isLegacyJsonRpcMethod, isV1JsonRpcMethod } from '@a2a-js/sdk/compat/v0_3';
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import { A2A_ERROR_CODE, RequestMalformedError, VersionNotSupportedError } from '@a2a-js/sdk/errors';
import { type A2ARequestHandler, JsonRpcTransportHandler } from '@a2a-js/sdk/server';
import type { Context } from 'hono';
import { isPlainObject } from '../../journal/integrity/canonical-json.ts';
import { ServerError } from '../http/error.ts';
import { LEGACY_VERSION } from './agent-card.ts';
import { FAILED_TO_ANSWER, outwardError } from './outward-error.ts';
import { callContext, checkMediaType, type SessionCall, streamed } from './session-call.ts';
import { sendRequestOf, wireJson } from './wire-request.ts';

const SENDING: ReadonlySet<unknown> = new Set(['SendMessage', 'SendStreamingMessage']);

/**
 * Handles a request of the JSON-RPC transport, in this version of the protocol or in 0.3. Protocol errors have status
 * 200.
 */
export async function answerJsonRpc(c: Context, call: SessionCall): Promise<Response> {
  let id: unknown = null;
  let isLegacy = false;
  const failed = (error: unknown): object => {
    const outward = outwardError(error, call.onFailure);
    const mapped = isLegacy
      ? LegacyJsonRpcTransportHandler.mapToLegacyJSONRPCError(outward)
      : JsonRpcTransportHandler.mapToJSONRPCError(outward);
    return { jsonrpc: '2.0', id, error: mapped };
  };
  try {
    checkMediaType(c, ['application/json']);
    const body = wireJson(await c.req.text());
    if (body === undefined) {
      const error = { code: A2A_ERROR_CODE.PARSE_ERROR, message: 'The body is not JSON.' };
      return c.json({ jsonrpc: '2.0', id, error });
    }
    if (!isPlainObject(body.value)) throw new RequestMalformedError('The body must be one JSON-RPC request.');
    const request = { ...body.value };
    id = typeof request.id === 'string' || typeof request.id === 'number' ? request.id : null;
    isLegacy = isLegacyVersion(c) && isLegacyJsonRpcMethod(request.method);
    const context = await callContext(c, call, 'JSONRPC');
    if (isLegacyVersion(c) && isV1JsonRpcMethod(request.method)) throw notInLegacy(request.method);
    if (SENDING.has(request.method)) sendRequestOf(request.params);
    const handler = isLegacy
      ? new LegacyJsonRpcTransportHandler(checkingMessages(call.handler))
      : new JsonRpcTransportHandler(call.handler);
    const answer = await handler.handle(request, context);
    if (!(Symbol.asyncIterator in answer)) return c.json(isUnread(answer) ? failed(unread()) : answer);
    return await streamed<object>(c, answer, call, failed);
  } catch (error) {
    if (isServerRefusal(error)) throw error;
    return c.json(failed(error));
  }
}

/** A request without a version is of version 0.3. */
function isLegacyVersion(c: Context): boolean {
  return (c.req.header(A2A_VERSION_HEADER) || LEGACY_VERSION) === LEGACY_VERSION;
}

function notInLegacy(method: unknown): VersionNotSupportedError {
  return new VersionNotSupportedError(
    `Version ${LEGACY_VERSION} has no ${method}: name the version you speak.`,
  );
}

/** Wraps a handler to validate messages that the SDK has converted, like those that need no conversion. */
function checkingMessages(handler: A2ARequestHandler): A2ARequestHandler {
  return new Proxy(handler, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      if (name !== 'sendMessage' && name !== 'sendMessageStream') return method.bind(target);
      return (request: SendMessageRequest, ...more: unknown[]) =>
        method.call(target, sendRequestOf(SendMessageRequest.toJSON(request)), ...more);
    },
  });
}

/** The SDK reports an unreadable field, such as an object instead of a string, as an internal error. */
function isUnread(answer: object): boolean {
  const error = 'error' in answer && isPlainObject(answer.error) ? answer.error : {};
  return error.code === A2A_ERROR_CODE.INTERNAL_ERROR && error.message !== FAILED_TO_ANSWER;
}

function unread(): RequestMalformedError {
  return new RequestMalformedError('A field of the request has the wrong type.');
}

/** Whether the body is too large or there are too many streams; these are reported as on every route. */
export function isServerRefusal(error: unknown): boolean {
  return error instanceof ServerError;
}
