import { A2A_VERSION_HEADER } from '@a2a-js/sdk';
import { ContentTypeNotSupportedError } from '@a2a-js/sdk/errors';
import { type A2ARequestHandler, ServerCallContext, validateVersion } from '@a2a-js/sdk/server';
import type { Context } from 'hono';
import type { EventStreams } from '../http/feeds/event-streams.ts';

/** A request to a session, on its way through one of the transports. */
export interface SessionCall {
  readonly handler: A2ARequestHandler;
  readonly streams: EventStreams;
  /** Aborts what the request waits for. */
  readonly stop: AbortController;
  readonly onFailure: (error: unknown) => void;
}

/** What the SDK wants to know of a call. Throws the protocol's error for a version that is not spoken here. */
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

/** Throws the protocol's error for a body of a type that is not read here. One without a type is taken for JSON. */
export function checkMediaType(c: Context, read: readonly string[]): void {
  const mediaType = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === undefined || read.includes(mediaType)) return;
  throw new ContentTypeNotSupportedError(`${mediaType} was sent, and application/json is read.`);
}

/** Answers with a stream of events. Whatever fails before the first of them is thrown, and not streamed. */
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
    // There is no room for it: nobody will read what comes.
    await events.return();
    throw error;
  }
}
