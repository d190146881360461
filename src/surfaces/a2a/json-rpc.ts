import { A2A_ERROR_CODE, RequestMalformedError } from '@a2a-js/sdk/errors';
import { JsonRpcTransportHandler } from '@a2a-js/sdk/server';
import type { Context } from 'hono';
import { isPlainObject } from '../../journal/canonical-json.ts';
import { ServerError } from '../http/error.ts';
import { FAILED_TO_ANSWER, outwardError } from './outward-error.ts';
import { callContext, checkMediaType, type SessionCall, streamed } from './session-call.ts';
import { sendRequestOf, wireJson } from './wire-request.ts';

const SENDING: ReadonlySet<unknown> = new Set(['SendMessage', 'SendStreamingMessage']);

/** Answers a request of the JSON-RPC transport. Its errors are answers too, of status 200. */
export async function answerJsonRpc(c: Context, call: SessionCall): Promise<Response> {
  let id: unknown = null;
  const failed = (error: unknown): object => ({
    jsonrpc: '2.0',
    id,
    error: JsonRpcTransportHandler.mapToJSONRPCError(outwardError(error, call.onFailure)),
  });
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
    const context = await callContext(c, call, 'JSONRPC');
    if (SENDING.has(request.method)) sendRequestOf(request.params);
    const answer = await new JsonRpcTransportHandler(call.handler).handle(request, context);
    if (!(Symbol.asyncIterator in answer)) return c.json(isUnread(answer) ? failed(unread()) : answer);
    return await streamed(c, answer, call, failed);
  } catch (error) {
    if (isServerRefusal(error)) throw error;
    return c.json(failed(error));
  }
}

/** The SDK tells of a field that it could not read, such as an object for a text, as if it had failed itself. */
function isUnread(answer: object): boolean {
  const error = 'error' in answer && isPlainObject(answer.error) ? answer.error : {};
  return error.code === A2A_ERROR_CODE.INTERNAL_ERROR && error.message !== FAILED_TO_ANSWER;
}

function unread(): RequestMalformedError {
  return new RequestMalformedError('A field of the request is of a type that cannot be read.');
}

/** A body may be too large, or there may be too many streams: that is said as everywhere on this server. */
export function isServerRefusal(error: unknown): boolean {
  return error instanceof ServerError;
}
