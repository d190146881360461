import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resendingFetch } from './resending-fetch.ts';

let server: Server;
let url: string;
/** The connection that each request came by. */
let connections: Socket[];
/** Whether to answer the request with this number; otherwise the connection is closed, as one that was idle is. */
let answers: (request: number) => boolean;

beforeEach(async () => {
  connections = [];
  answers = () => true;
  server = createServer((request, response) => {
    connections.push(request.socket);
    if (answers(connections.length)) request.pipe(response);
    else request.socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

async function ask(body: string): Promise<string> {
  return await (await resendingFetch(url, { method: 'POST', body })).text();
}

it('sends a request again on another connection when its own was closed', async () => {
  answers = (request) => request !== 2;
  expect(await ask('first')).toBe('first');
  expect(await ask('second')).toBe('second');
  expect(connections).toHaveLength(3);
  expect(connections[2]).not.toBe(connections[1]);
});

it('gives up on a server that closes every connection', async () => {
  answers = () => false;
  await expect(ask('anything')).rejects.toThrow(TypeError);
  expect(connections).toHaveLength(3);
});

it('does not send again what nobody wants any more', async () => {
  const over = new AbortController();
  answers = () => {
    over.abort();
    return false;
  };
  await expect(resendingFetch(url, { method: 'POST', body: 'x', signal: over.signal })).rejects.toThrow();
  expect(connections).toHaveLength(1);
});

it('does not send again where nobody listens', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  gone.close();
  await once(gone, 'close');
  await expect(resendingFetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({
    cause: { code: 'ECONNREFUSED' },
  });
});
