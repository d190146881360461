import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryStore } from '../../../journal/index.ts';
import { type RunningServer, serve } from '../index.ts';

let server: RunningServer;

beforeAll(async () => {
  const sessions = { rate: { burst: 1e6, perSecond: 1e6 } };
  server = await serve({ store: memoryStore(), port: 0, sessions });
});
afterAll(() => server.close());

/** What the server says to what is sent to it as it is, until it ends the connection. */
async function answerTo(text: string, port = server.port): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    answer += piece;
  });
  // Who has refused a request does not wait for the rest of it.
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

const request = (headers: string) =>
  `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n${headers}\r\n`;

// Those that wait for a limit of the clock wait together.
describe.concurrent('the bounds of', () => {
  it('a request has headers of 16 KiB', async () => {
    expect(await answerTo(request(`A: ${'x'.repeat(15_000)}\r\n`))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await answerTo(request(`A: ${'x'.repeat(17_000)}\r\n`))).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('a request has 100 headers, and none of what comes after them is taken', async () => {
    const token = 'a-token-that-is-long-enough';
    const closed = await serve({ store: memoryStore(), port: 0, token });
    const asked = async (before: number) => {
      const others = Array.from({ length: before }, (_, at) => `X-${at}: y\r\n`).join('');
      return await answerTo(
        `GET /api/sessions HTTP/1.1\r\nHost: 127.0.0.1:${closed.port}\r\nConnection: close\r\n${others}Authorization: Bearer ${token}\r\n\r\n`,
        closed.port,
      );
    };
    expect(await asked(97)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await asked(98)).toMatch(/^HTTP\/1\.1 (431|401) /);
    await closed.close();
  });

  it('a request that does not come to an end is refused', async () => {
    const began = performance.now();
    const [slowHeaders, slowBody] = await Promise.all([
      answerTo('GET /healthz HTTP/1.1\r\nHost: x\r\n'),
      answerTo(
        `POST /api/session HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
      ),
    ]);
    expect(slowHeaders).toMatch(/^HTTP\/1\.1 408 /);
    expect(slowBody).toMatch(/^HTTP\/1\.1 408 /);
    expect(performance.now() - began).toBeLessThan(40_000);
  }, 60_000);

  it('a connection ends after 1,000 requests', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    for (let count = 0; count <= 1000; count++) {
      const [response]: IncomingMessage[] = await once(get(`${server.url}/healthz`, { agent }), 'response');
      if (response === undefined) throw new TypeError('no answer');
      sockets.add(response.socket);
      response.resume();
      await once(response, 'end');
    }
    expect(sockets.size).toBe(2);
    agent.destroy();
  }, 60_000);

  it('a connection ends after 5 seconds without a next request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const [response]: IncomingMessage[] = await once(get(`${server.url}/healthz`, { agent }), 'response');
    if (response === undefined) throw new TypeError('no answer');
    const { socket } = response;
    response.resume();
    await once(response, 'end');
    const began = performance.now();
    await once(socket, 'close');
    const waited = performance.now() - began;
    expect(waited).toBeGreaterThan(4000);
    expect(waited).toBeLessThan(15_000);
    agent.destroy();
  }, 30_000);
});
