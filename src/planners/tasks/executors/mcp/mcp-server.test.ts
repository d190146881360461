import { SdkErrorCode, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client';
import { createMcpHandler, McpServer as ServedTools } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ExecutorError } from '../error.ts';
import { isUnauthorized, McpServer } from './mcp-server.ts';

const OPTIONS = { timeoutMs: 1000, connectTimeoutMs: 1000 };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  vi.unstubAllGlobals();
});

function opened(given = 'http://tools.example/mcp', options = OPTIONS): McpServer {
  const server = new McpServer(given, options);
  closing.push(() => server.close());
  return server;
}

/** Lets `fetch` get to this, and nowhere else. */
const web = (answer: (request: Request) => Response | Promise<Response>) =>
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) =>
    answer(new Request(input, init)),
  );

/** A server with one tool, and how often somebody connected to it. */
function serveTool(name = 'tools') {
  const counted = { connections: 0 };
  const handler = createMcpHandler(() => {
    const server = new ServedTools({ name, version: '1' });
    server.registerTool('greet', {}, async () => ({ content: [{ type: 'text', text: 'hello' }] }));
    return server;
  });
  closing.push(() => handler.close());
  web(async (request) => {
    const asked = await request.clone().text();
    if (/"method":"(?:initialize|server\/discover)"/.test(asked)) counted.connections += 1;
    return await handler.fetch(request);
  });
  return counted;
}

async function failure(work: Promise<unknown>): Promise<ExecutorError> {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof ExecutorError)) throw new Error('It did not fail as expected.', { cause: error });
  return error;
}

describe('the definition of a server', () => {
  it.each([
    'http://tools.example/mcp',
    'HTTPS://tools.example/mcp',
    'npx -y "a server"',
    'httpd --mcp',
    'npx remote http://tools.example/',
  ])('is an address or a command line: %s', (given) => {
    expect(new McpServer(given, OPTIONS).given).toBe(given);
  });

  it.each([
    ['http://', '"http://"', 'It is not a complete address.'],
    [
      'https://ann@tools.example/',
      '"https://…@tools.example/"',
      'An address with a password in it is not used.',
    ],
    [
      'https://:secret@tools.example/',
      '"https://…@tools.example/"',
      'An address with a password in it is not used.',
    ],
    [
      'https://ann:secret@tools.example/a@b',
      '"https://…@tools.example/a@b"',
      'An address with a password in it is not used.',
    ],
    ['', '""', 'It names no program.'],
  ])('is not %j', (given, named, fix) => {
    expect(() => new McpServer(given, OPTIONS)).toThrow(
      expect.objectContaining({
        code: 'invalid-mcp-server',
        summary: expect.stringContaining(named),
        fix,
      }),
    );
  });

  it('is not a line that needs a shell', () => {
    expect(() => new McpServer('node server.js; touch x', OPTIONS)).toThrow('`;` would make a shell');
  });
});

describe('a server', () => {
  it('offers its tools under its own name', async () => {
    serveTool('greeter');
    const { name, tools } = await opened().offer();
    expect([name, tools.map((tool) => tool.name)]).toEqual(['greeter', ['greet']]);
  });

  it('is connected once, however often it is used', async () => {
    const counted = serveTool();
    const server = opened();
    const [{ tools }] = await Promise.all([server.offer(), server.check()]);
    const [greet] = tools;
    if (greet === undefined) throw new Error('It offers nothing.');
    const signal = new AbortController().signal;
    const result = await server.call(greet, {}, { signal, onprogress: () => undefined });
    expect(result.content).toEqual([{ type: 'text', text: 'hello' }]);
    expect(counted.connections).toBe(1);
  });

  it('is reconnected after it was closed', async () => {
    const counted = serveTool();
    const server = opened();
    await server.offer();
    await server.close();
    await server.close();
    await server.offer();
    expect(counted.connections).toBe(2);
  });

  it('is reconnected after it was unreachable', async () => {
    web(() => Promise.reject(new TypeError('fetch failed')));
    const server = opened();
    expect((await failure(server.check())).code).toBe('mcp-unreachable');
    serveTool();
    await server.check();
  });

  it('can be closed without ever having been reachable', async () => {
    web(() => Promise.reject(new TypeError('fetch failed')));
    const server = opened();
    const checked = server.check();
    await server.close();
    expect((await failure(checked)).code).toBe('mcp-unreachable');
  });

  it('is left by a caller that aborts, and stays for the others', async () => {
    const { promise: opening, resolve: open } = Promise.withResolvers<void>();
    serveTool();
    const served = globalThis.fetch;
    web(async (request) => {
      await opening;
      return await served(request);
    });
    const server = opened();
    const cancel = new AbortController();
    const reason = new Error('cancelled');
    const given = [server.offer(cancel.signal), server.offer(new AbortController().signal)];
    cancel.abort(reason);
    await expect(given[0]).rejects.toBe(reason);
    open();
    expect(await given[1]).toMatchObject({ name: 'tools' });
    await expect(server.offer(AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

it('a server learns who calls', async () => {
  serveTool();
  const served = globalThis.fetch;
  const asked: string[] = [];
  web(async (request) => {
    asked.push(await request.clone().text());
    return await served(request);
  });
  await opened().check();
  expect(asked[0]).toContain('"name":"wayfold","version":"1"');
});

it('a caller may abort while tools are listed', async () => {
  serveTool();
  const served = globalThis.fetch;
  const cancel = new AbortController();
  web(async (request) => {
    if (!/"method":"tools\/list"/.test(await request.clone().text())) return await served(request);
    cancel.abort(new Error('cancelled'));
    return await new Promise(() => undefined);
  });
  await expect(opened().offer(cancel.signal)).rejects.toThrow('cancelled');
});

describe('an unusable server', () => {
  it('is reported with the innermost reason, and what to do', async () => {
    const network = new AggregateError([new Error('connect ECONNREFUSED ::1'), new Error('other')]);
    web(() => Promise.reject(new TypeError('fetch failed', { cause: network })));
    const error = await failure(opened().check());
    expect(error).toMatchObject({
      code: 'mcp-unreachable',
      summary: expect.stringContaining('(connect ECONNREFUSED ::1)'),
    });
    expect(error.cause).toBeInstanceOf(Error);
  });

  it('is reported with the kind of reason if that has no message', async () => {
    web(() => Promise.reject(new TypeError('fetch failed', { cause: new RangeError('') })));
    expect((await failure(opened().check())).summary).toContain('(RangeError)');
  });

  it('times out if it never answers', async () => {
    web(() => new Promise(() => undefined));
    const options = { timeoutMs: 1000, connectTimeoutMs: 20 };
    expect((await failure(opened(undefined, options).check())).code).toBe('mcp-unreachable');
  });

  it('may be a missing program', async () => {
    const error = await failure(opened('nowhere-to-be-found --stdio').check());
    expect(error).toMatchObject({
      code: 'mcp-unreachable',
      summary: expect.stringContaining('ENOENT'),
    });
  });

  it('may connect without listing its tools', async () => {
    serveTool();
    const served = globalThis.fetch;
    web(async (request) => {
      if (/"method":"tools\/list"/.test(await request.clone().text())) throw new Error('no list');
      return await served(request);
    });
    expect(await failure(opened().check())).toMatchObject({
      code: 'mcp-unreachable',
      summary: expect.stringContaining('no list'),
    });
  });
});

describe('access is denied according to', () => {
  const status = (code: number) =>
    new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'no', { status: code });
  const wrapped = (cause: unknown) =>
    new ExecutorError('mcp-unreachable', { expected: '', actual: '', fix: '', cause });

  it.each([
    ['when it asks who we are', new UnauthorizedError('who?'), true],
    ['with a 401', status(401), true],
    ['with a 403', status(403), true],
    ['with a 403 as the reason why it could not be reached', wrapped(status(403)), true],
    ['and not with a 404', status(404), false],
    ['and not with a 404 as the reason', wrapped(status(404)), false],
    ['and not with another error', new Error('401'), false],
  ])('%s', (_, error, expected) => {
    expect(isUnauthorized(error)).toBe(expected);
  });
});
