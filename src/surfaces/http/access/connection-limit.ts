import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ServerError } from '../error.ts';
import { problemOf, RETRY_AFTER_SECONDS } from '../problem.ts';
import type { ConnectionLimits } from '../server-options.ts';
import { clientNetwork, type IsTrustedProxy } from './client-address.ts';
import { ClientCounts } from './client-counts.ts';

/** Far more than a browser opens, and far fewer than a server can hold. */
export const DEFAULT_CONNECTIONS: Required<ConnectionLimits> = { perAddress: 256, total: 4096 };

/** How long a refused connection may stay open to receive its answer. */
const REFUSAL_MS = 2000;
const MAX_REFUSED_AT_ONCE = 64;

/**
 * Limits the connections of each address before reading anything from them: idle connections would keep everybody else
 * out. Returns a function that closes the refused connections.
 */
export function limitConnections(
  server: Server,
  isTrusted: IsTrustedProxy,
  { perAddress = DEFAULT_CONNECTIONS.perAddress, total = DEFAULT_CONNECTIONS.total }: ConnectionLimits = {},
): () => void {
  server.maxConnections = total;
  const open = new ClientCounts();
  const refused = new Set<Socket>();
  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const client = clientNetwork(remoteAddress);
    if (!isTrusted(remoteAddress) && open.of(client) >= perAddress) {
      refuse(socket, refused, perAddress);
      return;
    }
    socket.once('close', open.add(client));
    for (const listener of listeners) Reflect.apply(listener, server, [socket]);
  });
  return () => {
    for (const socket of refused) socket.destroy();
  };
}

function refuse(socket: Socket, refused: Set<Socket>, perAddress: number): void {
  if (refused.size >= MAX_REFUSED_AT_ONCE) {
    socket.destroy();
    return;
  }
  refused.add(socket);
  const deadline = setTimeout(() => socket.destroy(), REFUSAL_MS);
  // The client closed the connection first.
  socket.on('error', () => socket.destroy());
  socket.once('close', () => {
    clearTimeout(deadline);
    refused.delete(socket);
  });
  // An answer before the request would look like a fault, so the rest of the request is read and dropped.
  socket.once('data', () => socket.end(refusal(perAddress)));
}

function refusal(perAddress: number): string {
  const error = new ServerError('too-many-connections', {
    summary: `There are already ${perAddress} connections from this address.`,
    fix: 'Close some, or use them for more than one request, and try again.',
  });
  const body = JSON.stringify(problemOf(error));
  return [
    `HTTP/1.1 ${error.httpStatus} ${STATUS_CODES[error.httpStatus]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Retry-After: ${RETRY_AFTER_SECONDS}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
