import { A2A_VERSION_HEADER } from '@a2a-js/sdk';
import { ContentTypeNotSupportedError } from '@a2a-js/sdk/errors';
import { type A2ARequestHandler, ServerCallContext, validateVersion } from '@a2a-js/sdk/server';
import type { Context } from 'hono';
import type { EventStreams } from '../http/feeds/event-streams.ts';

/** A request to a session, in either transport. */
export interface SessionCall {
  readonly handler: A2ARequestHandler;
  readonly streams: EventStreams;
  /** Aborts the request. */
  readonly stop: AbortController;
  readonly onFailure: (error: unknown) => void;
}

/** The call context for the SDK. Throws a protocol error for an unsupported version. */
export async function callContext(
  c: Context,
  { handler }: SessionCall,
  transport: 'JSONRPC' | 'HTTP+JSON',
): Promise<ServerCallContext> {
  const requestedVersion = c.req.header(A2A_VERSION_HEADER);
  const context = new ServerCallContext({ ...(requestedVersion && { requestedVersion }) });
  validateVersion(context.requestedVersion, await handler.getAgentCard(), transport);
  return context;
}

/** Throws a protocol error for an unsupported content type. A body without one is read as JSON. */
export function checkMediaType(c: Context, read: readonly string[]): void {
  const mediaType = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === undefined || read.includes(mediaType)) return;
  throw new ContentTypeNotSupportedError(`Content-Type ${mediaType} is not supported. Use application/json.`);
}

/** Responds with an event stream. A failure before the first event is thrown instead of streamed. */
export async function streamed<Event>(
  c: Context,
  events: AsyncGenerator<Event, void, undefined>,
  { streams, stop }: SessionCall,
  errorEvent: (error: unknown) => unknown,
): Promise<Response> {
  const first = await events.next();
  const opened = (): Response =>
    streams.open(c, (feed) => {
      const pump = async (): Promise<void> => {
        try {
          for (let next = first; !next.done; next = await events.next()) {
            await feed.send([{ event: 'message', data: next.value }]);
          }
        } catch (error) {
          await feed.send([{ event: 'error', data: errorEvent(error) }]);
        }
        feed.end();
      };
      void pump();
      return [() => stop.abort()];
    });
  try {
    return opened();
  } catch (error) {
    // The stream was refused, so nobody will read the events.
    await events.return();
    throw error;
  }
}
