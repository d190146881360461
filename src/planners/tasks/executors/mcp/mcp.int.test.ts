import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { MAIN } from '../../../../../test/built-program.ts';
import { localSite } from '../../../../../test/local-site.ts';
import { serveTools } from '../../../../../test/tool-server.ts';
import { scriptedModel } from '../../../../testing/scripted-model.ts';
import type { ExecutionOutcome } from '../executor.ts';
import { connectMcpExecutor, type McpExecutor, type McpExecutorOptions } from './mcp.ts';

const SERVER = fileURLToPath(new URL('../../../../../test/tool-server.ts', import.meta.url));
const OVER_STDIO = `'${process.execPath}' '${SERVER}'`;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function connected(options: Partial<McpExecutorOptions> = {}): Promise<McpExecutor> {
  const executor = await connectMcpExecutor({ servers: [OVER_STDIO], ...options });
  closing.push(() => executor.close());
  return executor;
}

async function overHttp(options: Parameters<typeof serveTools>[0] = {}) {
  const server = await serveTools(options);
  closing.push(() => server.close().catch(() => undefined));
  return server;
}

interface Given {
  readonly parameters?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (text: string) => void;
}

function run(executor: McpExecutor, description: string, given: Given = {}): Promise<ExecutionOutcome> {
  const { parameters = description, signal = new AbortController().signal, onProgress } = given;
  return executor.execute(
    { id: 1, kind: 'ToolCall', description, parameters, attachments: [], context: 'The sum is wanted.' },
    { signal, idempotencyKey: 'k', progress: (text) => onProgress?.(text) },
  );
}

const resultOf = (outcome: ExecutionOutcome) =>
  outcome.type === 'completed' ? outcome.result : outcome.type;

describe.each(['stdio', 'http'])('a server over %s', (over) => {
  const executorFor = async (options: Partial<McpExecutorOptions> = {}) =>
    await connected({ ...options, servers: [over === 'stdio' ? OVER_STDIO : (await overHttp()).url] });

  it('is called with the tool and arguments in a task', async () => {
    const executor = await executorFor();
    expect(await run(executor, 'Call `add {"a": 2, "b": 3}`')).toEqual({ type: 'completed', result: '5' });
    expect(await run(executor, 'Add:\n```json\nadd {\n  "a": 2,\n  "b": 4\n}\n```')).toMatchObject({
      result: '6',
    });
    expect(await run(executor, 'Call `tools/add {"a": 2, "b": 5}`')).toMatchObject({ result: '7' });
  });

  it('validates the arguments', async () => {
    const executor = await executorFor();
    expect(await run(executor, 'Call `add {"a": "two"}`')).toMatchObject({
      type: 'failed',
      failureClass: 'rejected',
    });
  });

  it('has its tool errors recorded as refusals', async () => {
    expect(await run(await executorFor(), 'Call `fail`')).toEqual({
      type: 'failed',
      error: 'fail refused: the disk is full',
      failureClass: 'rejected',
    });
  });

  it('returns its results as text, with other content described', async () => {
    const executor = await executorFor();
    expect(resultOf(await run(executor, 'Call `gallery`'))).toBe(
      [
        'Here:',
        '[image: image/png, 13 bytes]',
        '[resource: report, file:///report.pdf]',
        'a note',
        '[resource: file:///data.bin, no type, 13 bytes]',
      ].join('\n'),
    );
    expect(resultOf(await run(executor, 'Call `nothing`'))).toMatch(/^nothing /);
  });

  it('times out', async () => {
    const executor = await executorFor({ timeoutMs: 2000 });
    expect(await run(executor, 'Call `hang`')).toMatchObject({ failureClass: 'timeout' });
    expect(await run(executor, 'Call `add {"a": 1, "b": 1}`')).toMatchObject({ result: '2' });
  });

  it('is left at once when the task is cancelled', async () => {
    const executor = await executorFor();
    const cancel = new AbortController();
    const reason = new Error('cancelled');
    const outcome = run(executor, 'Call `hang`', {
      signal: cancel.signal,
      onProgress: () => cancel.abort(reason),
    });
    await expect(outcome).rejects.toBe(reason);
  });
});

describe('a lost server', () => {
  it('fails the task as unavailable, and is restarted for the next one', async () => {
    const executor = await connected();
    const before = resultOf(await run(executor, 'Call `pid`'));
    expect(await run(executor, 'Call `crash`')).toMatchObject({
      type: 'failed',
      failureClass: 'unavailable',
    });
    const after = resultOf(await run(executor, 'Call `pid`'));
    expect(after).toMatch(/^\d+$/);
    expect(after).not.toBe(before);
  });

  it('over HTTP is unavailable until it is back', async () => {
    const server = await overHttp();
    const executor = await connected({ servers: [server.url] });
    await server.close();
    expect(await run(executor, 'Call `add {"a": 1, "b": 1}`')).toMatchObject({
      type: 'failed',
      failureClass: 'unavailable',
    });
    await overHttp({ port: server.port, name: 'another' });
    expect(await run(executor, 'Call `another/add {"a": 1, "b": 1}`')).toMatchObject({ result: '2' });
  });

  it('does not block the tools of the others', async () => {
    const lost = await overHttp({ name: 'lost' });
    const executor = await connected({ servers: [OVER_STDIO, lost.url] });
    await lost.close();
    expect(await run(executor, 'Call `tools/add {"a": 1, "b": 1}`')).toMatchObject({ result: '2' });
    expect(await run(executor, 'Call `lost/add {"a": 1, "b": 1}`')).toMatchObject({
      type: 'failed',
      failureClass: 'unavailable',
    });
  });
});

describe('several servers', () => {
  it('are distinguished by name, and by number if the names are equal', async () => {
    const executor = await connected({ servers: [(await overHttp()).url, OVER_STDIO] });
    expect(await run(executor, 'Call `pid`')).toMatchObject({
      type: 'needs-clarification',
      question: expect.stringContaining('tools/pid, tools-2/pid'),
    });
    expect(resultOf(await run(executor, 'Call `tools/pid`'))).toBe(`${process.pid}`);
    expect(resultOf(await run(executor, 'Call `tools-2/pid`'))).not.toBe(`${process.pid}`);
  });
});

describe('a task without a written call', () => {
  it.each([
    ['names no tool', 'Add the numbers'],
    ['names a tool that is not there', 'Call `subtract {"a": 1}`'],
    ['has arguments that are not JSON', 'Call `add {a: 1}`'],
    ['names several tools', 'Call `pid` and `nothing`'],
  ])('leads to a question when it %s', async (_, description) => {
    expect(await run(await connected(), description)).toMatchObject({
      type: 'needs-clarification',
      question: expect.stringContaining('add'),
    });
  });

  it("is carried out with a person's answer", async () => {
    const executor = await connected();
    for (const answer of ['add {"a": 1, "b": 2}', 'Use `add {"a": 1, "b": 2}`, please']) {
      const parameters = `Add them\n\nQuestion: Which tool?\nAnswer: ${answer}`;
      expect(await run(executor, 'Add them', { parameters })).toMatchObject({ result: '3' });
    }
  });

  it('has its tool chosen by the model, which gets the schemas', async () => {
    const llm = scriptedModel([
      { json: { tool: 'add', arguments: '[1]', question: '' } },
      { json: { tool: 'add', arguments: '{"a": 2, "b": 2}', question: '' } },
    ]);
    const executor = await connected({ llm });
    expect(await run(executor, 'Add two and two')).toMatchObject({ result: '4' });
    expect(llm.requests).toHaveLength(2);
    expect(llm.requests[0]?.messages[0]?.text).toContain('"a":{"type":"number"}');
    expect(llm.requests[0]?.messages[0]?.text).toContain('The sum is wanted.');
  });

  it('passes the question of the model to a person', async () => {
    const llm = scriptedModel([{ json: { tool: '', arguments: '', question: 'Which numbers?' } }]);
    expect(await run(await connected({ llm }), 'Add the numbers')).toEqual({
      type: 'needs-clarification',
      question: 'Which numbers?',
    });
  });

  it('fails when the model does', async () => {
    const executor = await connected({ llm: scriptedModel([{ error: 'model-unreachable' }]) });
    expect(await run(executor, 'Add the numbers')).toMatchObject({ failureClass: 'unavailable' });
  });

  it('leads to a question if there is only the demo model', async () => {
    const executor = await connected({ llm: scriptedModel([], { demo: true }) });
    expect(await run(executor, 'Add the numbers')).toMatchObject({ type: 'needs-clarification' });
  });
});

describe('connecting', () => {
  it.each([
    ['no such program', 'nowhere-to-be-found', 'mcp-unreachable'],
    [
      'a program that is no server',
      `'${process.execPath}' -e 'console.error("no server"); process.exit(1)'`,
      'mcp-unreachable',
    ],
    ['an address where nobody listens', 'http://127.0.0.1:1/mcp', 'mcp-unreachable'],
    ['shell syntax', 'node server.js; touch x', 'invalid-mcp-server'],
    ['a substitution', 'node $(touch x)', 'invalid-mcp-server'],
    ['credentials in the address', 'http://user:secret@127.0.0.1/mcp', 'invalid-mcp-server'],
    ['nothing', '', 'invalid-mcp-server'],
  ])('is refused with %s', async (_, server, code) => {
    const error = await connectMcpExecutor({ servers: [server] }).catch((reason) => reason);
    expect(error).toMatchObject({ code });
    expect(error.message).not.toContain('secret');
  });

  it('does not wait for a silent server', async () => {
    const silent = await localSite(() => undefined);
    closing.push(async () => silent.close());
    const options = { servers: [silent.origin], connectTimeoutMs: 300 };
    await expect(connectMcpExecutor(options)).rejects.toMatchObject({ code: 'mcp-unreachable' });
  });

  it('is refused by a server that requires authentication', async () => {
    const closed = await localSite((_, response) => response.writeHead(401).end());
    closing.push(async () => closed.close());
    await expect(connectMcpExecutor({ servers: [closed.origin] })).rejects.toMatchObject({
      code: 'mcp-unreachable',
      summary: expect.stringContaining('401'),
    });
  });

  it('reports the output of a server that exited', async () => {
    const server = `'${process.execPath}' -e 'console.error("no licence"); process.exit(1)'`;
    await expect(connectMcpExecutor({ servers: [server] })).rejects.toThrow('no licence');
  });

  it('gives a server only the variables that are named, and no secrets', async () => {
    process.env.SOME_API_KEY = 'secret';
    closing.push(async () => delete process.env.SOME_API_KEY);
    const executor = await connected({ env: { GIVEN_TOKEN: 'given' } });
    const names = resultOf(await run(executor, 'Call `environment`')).split('\n');
    expect(names).toContain('PATH');
    expect(names).toContain('GIVEN_TOKEN');
    expect(names).not.toContain('SOME_API_KEY');
  });
});

it("calls Wayfold's own plan tools", async () => {
  const executor = await connected({ servers: [`'${process.execPath}' '${MAIN}' mcp --ephemeral`] });
  expect(await run(executor, 'Call `planning_setup_plan {"objective": "Ship 1.0"}`')).toMatchObject({
    type: 'completed',
    result: expect.stringContaining('"objective":"Ship 1.0"'),
  });
});
