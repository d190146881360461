import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { createMcpHandler, McpServer as ServedTools } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { scriptedModel } from '../../../../testing/scripted-model.ts';
import type { ExecutionOutcome } from '../executor.ts';
import { connectMcpExecutor, type McpExecutor, type McpExecutorOptions } from './mcp.ts';

type Site = (request: Request) => Response | Promise<Response>;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  vi.unstubAllGlobals();
});

/** The web that `fetch` gets to: each site by its host. A site that is taken away cannot be reached. */
function web(sites: Record<string, Site>): Record<string, Site> {
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    const site = sites[new URL(request.url).host];
    if (site === undefined) throw new TypeError('fetch failed', { cause: new Error('nobody listens') });
    return await site(request);
  });
  return sites;
}

const says = (text: string) => ({ content: [{ type: 'text' as const, text }] });

/** A server with tools, reached by its handler alone. */
function toolSite(name = 'tools'): Site {
  const handler = createMcpHandler(() => {
    const server = new ServedTools({ name, version: '1' });
    server.registerTool(
      'add',
      { description: 'Adds two numbers.', inputSchema: z.object({ a: z.number(), b: z.number() }) },
      async ({ a, b }) => says(`${a + b}`),
    );
    server.registerTool('name', {}, async () => says(name));
    server.registerTool('fail', {}, async () => ({ isError: true, ...says('the disk is full') }));
    server.registerTool('nothing', {}, async () => ({ content: [] }));
    server.registerTool('hang', {}, () => new Promise(() => undefined));
    server.registerTool('count', {}, async (context) => {
      const token = context.mcpReq._meta?.progressToken;
      const step = async (params: object) =>
        await context.mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken: token ?? '', progress: 1, ...params },
        });
      await step({ progress: 1 });
      await step({ progress: 2, total: 3 });
      await step({ progress: 3, message: 'nearly there' });
      return says('counted');
    });
    return server;
  });
  closing.push(() => handler.close());
  return (request) => handler.fetch(request);
}

async function connected(options: Partial<McpExecutorOptions> = {}): Promise<McpExecutor> {
  const executor = await connectMcpExecutor({ servers: ['http://one.example/mcp'], ...options });
  closing.push(() => executor.close());
  return executor;
}

interface Given {
  readonly parameters?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (text: string) => void;
}

function run(executor: McpExecutor, description: string, given: Given = {}): Promise<ExecutionOutcome> {
  const { parameters = description, signal = new AbortController().signal, onProgress } = given;
  return executor.execute(
    { id: 1, kind: 'ToolCall', description, parameters, attachments: [], context: '' },
    { signal, idempotencyKey: 'k', progress: (text) => onProgress?.(text) },
  );
}

describe('a tool', () => {
  it('is called as written in a task, with progress', async () => {
    web({ 'one.example': toolSite() });
    const executor = await connected();
    const reported: string[] = [];
    expect(
      await run(executor, 'Call `add {"a": 2, "b": 3}`', { onProgress: (text) => reported.push(text) }),
    ).toEqual({ type: 'completed', result: '5' });
    expect(reported).toEqual(['add {"a":2,"b":3}']);
    expect(executor.name).toBe('mcp');
  });

  it('reports progress: as text, as a fraction, or as a number', async () => {
    web({ 'one.example': toolSite() });
    const reported: string[] = [];
    const outcome = await run(await connected(), 'Call `count`', {
      onProgress: (text) => reported.push(text),
    });
    expect(outcome).toEqual({ type: 'completed', result: 'counted' });
    expect(reported).toEqual(['count {}', '1', '2 of 3', 'nearly there']);
  });

  it('that refuses fails the task', async () => {
    web({ 'one.example': toolSite() });
    expect(await run(await connected(), 'Call `fail`')).toEqual({
      type: 'failed',
      error: 'fail refused: the disk is full',
      failureClass: 'rejected',
    });
  });

  it('with an empty result is reported as such', async () => {
    web({ 'one.example': toolSite() });
    expect(await run(await connected(), 'Call `nothing`')).toEqual({
      type: 'completed',
      result: 'nothing answered nothing.',
    });
  });

  it('times out', async () => {
    web({ 'one.example': toolSite() });
    expect(await run(await connected({ timeoutMs: 30 }), 'Call `hang`')).toEqual({
      type: 'failed',
      error: expect.stringMatching(/^hang failed: .*timed? ?out/i),
      failureClass: 'timeout',
    });
  });

  it('is left at once when the task is cancelled', async () => {
    web({ 'one.example': toolSite() });
    const cancel = new AbortController();
    const reason = new Error('cancelled');
    const outcome = run(await connected(), 'Call `hang`', {
      signal: cancel.signal,
      onProgress: () => cancel.abort(reason),
    });
    await expect(outcome).rejects.toBe(reason);
  });

  it('is not looked up if the task was cancelled before', async () => {
    web({ 'one.example': toolSite() });
    const reason = new Error('before');
    const outcome = run(await connected(), 'Call `name`', { signal: AbortSignal.abort(reason) });
    await expect(outcome).rejects.toBe(reason);
  });
});

describe('a task without a call', () => {
  it('leads to a question without a model', async () => {
    web({ 'one.example': toolSite() });
    expect(await run(await connected(), 'Add them')).toEqual({
      type: 'needs-clarification',
      question:
        'Which tool is to be called? It names none. Tools: add, name, fail, nothing, hang, count. ' +
        'Answer in backticks, such as `add {"argument": "value"}`.',
    });
  });

  it('leads to a question if there is only the demo model', async () => {
    web({ 'one.example': toolSite() });
    const llm = scriptedModel([], { demo: true });
    expect(await run(await connected({ llm }), 'Add them')).toMatchObject({ type: 'needs-clarification' });
    expect(llm.requests).toEqual([]);
  });

  it('has its tool chosen by the model', async () => {
    web({ 'one.example': toolSite() });
    const llm = scriptedModel([{ json: { tool: 'add', arguments: '{"a": 2, "b": 2}', question: '' } }]);
    expect(await run(await connected({ llm }), 'Add two and two')).toEqual({
      type: 'completed',
      result: '4',
    });
  });

  it('leads to the question of the model', async () => {
    web({ 'one.example': toolSite() });
    const llm = scriptedModel([{ json: { tool: '', arguments: '', question: 'Which numbers?' } }]);
    expect(await run(await connected({ llm }), 'Add them')).toEqual({
      type: 'needs-clarification',
      question: 'Which numbers?',
    });
  });

  it('does not call the model if its written call is ambiguous', async () => {
    web({ 'one.example': toolSite() });
    const llm = scriptedModel([]);
    expect(await run(await connected({ llm }), 'Call `add` and `name`')).toMatchObject({
      question: expect.stringContaining('It names several tools'),
    });
  });

  it('fails when the model does', async () => {
    web({ 'one.example': toolSite() });
    const executor = await connected({ llm: scriptedModel([{ error: 'model-unreachable' }]) });
    expect(await run(executor, 'Add them')).toEqual({
      type: 'failed',
      error: expect.stringMatching(/^No tool was chosen\. \S/),
      failureClass: 'unavailable',
    });
  });

  it('passes on program errors', async () => {
    web({ 'one.example': toolSite() });
    const executor = await connected({ llm: scriptedModel([{ error: new TypeError('a bug') }]) });
    await expect(run(executor, 'Add them')).rejects.toThrow('a bug');
  });
});

it('calls no model if there is nothing to choose from', async () => {
  const handler = createMcpHandler(() => {
    const server = new ServedTools({ name: 'empty', version: '1' });
    server.registerTool('gone', {}, async () => says('')).remove();
    return server;
  });
  closing.push(() => handler.close());
  web({ 'one.example': (request) => handler.fetch(request) });
  const llm = scriptedModel([]);
  expect(await run(await connected({ llm }), 'Add them')).toMatchObject({
    question: expect.stringContaining('The servers have no tools.'),
  });
  expect(llm.requests).toEqual([]);
});

it('closes its connections, and reconnects when it is used again', async () => {
  const site = toolSite();
  let connections = 0;
  web({
    'one.example': async (request) => {
      const asked = await request.clone().text();
      if (/"method":"(?:initialize|server\/discover)"/.test(asked)) connections += 1;
      return await site(request);
    },
  });
  const executor = await connected();
  await run(executor, 'Call `name`');
  expect(connections).toBe(1);
  await executor.close();
  await run(executor, 'Call `name`');
  expect(connections).toBe(2);
});

describe('several servers', () => {
  const servers = ['http://one.example/mcp', 'http://two.example/mcp', 'http://three.example/mcp'];

  it('are distinguished by name, and by numbers if the names are equal', async () => {
    web({ 'one.example': toolSite(), 'two.example': toolSite('more'), 'three.example': toolSite() });
    const executor = await connected({ servers });
    expect(await run(executor, 'Call `name`')).toMatchObject({
      type: 'needs-clarification',
      question: expect.stringContaining('tools/name, more/name, tools-2/name.'),
    });
    expect(await run(executor, 'Call `more/name`')).toMatchObject({ result: 'more' });
    expect(await run(executor, 'Call `tools-2/name`')).toMatchObject({ result: 'tools' });
  });

  it('can be called although another one is down, whose tools fail as unavailable', async () => {
    const sites = web({ 'one.example': toolSite(), 'two.example': toolSite('lost') });
    const executor = await connected({ servers: servers.slice(0, 2) });
    delete sites['two.example'];
    expect(await run(executor, 'Call `tools/name`')).toMatchObject({ result: 'tools' });
    expect(await run(executor, 'Call `lost/name {}`')).toMatchObject({
      type: 'failed',
      failureClass: 'unavailable',
      error: expect.stringContaining('http://two.example/mcp'),
    });
    sites['two.example'] = toolSite('back');
    expect(await run(executor, 'Call `back/name`')).toMatchObject({ result: 'back' });
  });

  it('must all be reachable at the start', async () => {
    web({ 'one.example': toolSite() });
    await expect(connected({ servers: servers.slice(0, 2) })).rejects.toMatchObject({
      code: 'mcp-unreachable',
    });
  });
});

describe('a call that fails in transit', () => {
  it.each([
    ['what the protocol refuses', new ProtocolError(-32602, 'no such argument'), 'rejected'],
    ['a server that wants to know who asks', new UnauthorizedError('who are you?'), 'forbidden'],
    [
      'a status of 403',
      new SdkHttpError(SdkErrorCode.ClientHttpForbidden, 'not for you', { status: 403 }),
      'forbidden',
    ],
    ['an answer that does not come', new SdkError(SdkErrorCode.RequestTimeout, 'too late'), 'timeout'],
    ['an answer that makes no sense', new SdkError(SdkErrorCode.InvalidResult, 'odd'), 'rejected'],
    ['a lost connection', new SdkError(SdkErrorCode.ConnectionClosed, 'gone'), 'unavailable'],
    ['an error of the network', new TypeError('fetch failed'), 'unavailable'],
  ])('fails the task with its class: %s', async (_, error, failureClass) => {
    const site = toolSite();
    let broken = false;
    web({
      'one.example': (request) => {
        if (broken) throw error;
        return site(request);
      },
    });
    const executor = await connected();
    const outcome = await run(executor, 'Call `name`', { onProgress: () => (broken = true) });
    expect(outcome).toEqual({
      type: 'failed',
      error: `name failed: ${error.message}`,
      failureClass,
    });
  });
});
