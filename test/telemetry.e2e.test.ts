import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { CliProcess, type RunOptions, type RunResult } from './cli-process.ts';
import { eventually } from './eventually.ts';
import { OtlpReceiver } from './otlp-receiver.ts';

const PRIVATE = 'the treasure lies under the third oak';
const Inbox = z.object({
  items: z.array(z.looseObject({ waiting: z.looseObject({ composeId: z.string(), digest: z.string() }) })),
});

function project(): string {
  const cwd = mkdtempSync(join(tmpdir(), 'wayfold-telemetry-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  return cwd;
}

/** OpenTelemetry is set up once in a process. */
async function freshly(args: readonly string[], options: RunOptions): Promise<RunResult> {
  return await new CliProcess(args, { input: '', ...options }).end();
}

test('a server sends the spans of a conversation and its metrics, and no messages', async () => {
  const receiver = await OtlpReceiver.start();
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=very-private-collector-key',
    OTEL_SERVICE_NAME: 'mill',
    WAYFOLD_TOKEN: 'a-very-private-token',
  };
  const server = new CliProcess(['up', '--port', '0'], { cwd: project(), env });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  await eventually(() => server.stdout).toContain('Wayfold is running at');
  const api = `${/http:\S+/.exec(server.stdout)?.[0]}/api`;
  const caller = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = {
    'Content-Type': 'application/json',
    Authorization: 'Bearer a-very-private-token',
    traceparent: `00-${caller}-00f067aa0ba902b7-01`,
  };
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(await answer.text().then(() => answer.ok)).toBe(true);
  };
  const inbox = async () => Inbox.parse(await (await fetch(`${api}/inbox`, { headers })).json()).items;

  await post('/sessions', { id: 'flour', title: 'Flour', plannerId: 'drafter', config: {} });
  await post('/sessions/flour/commands', { type: 'receive', text: PRIVATE, messageId: 'm1' });
  await eventually(async () => (await inbox()).length).toBe(1);
  const [item] = await inbox();
  const { composeId, digest } = item?.waiting ?? {};
  await post('/sessions/flour/commands', { type: 'approve', composeId, digest });
  await eventually(async () =>
    (await (await fetch(`${api}/journals/flour/facts`, { headers })).text()).includes('remote_sent'),
  ).toBe(true);
  expect(await server.end('SIGINT')).toMatchObject({ code: 0 });

  const pass = receiver.spans.find(
    ({ name, attributes }) =>
      name === 'invoke_agent drafter' && attributes['wayfold.pass.outcome'] === 'committed',
  );
  expect(pass).toMatchObject({
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'drafter',
      'gen_ai.conversation.id': 'flour',
      'wayfold.trigger.seq': expect.any(Number),
    },
  });
  expect(pass?.parentSpanId).toBeUndefined();
  const plan = receiver.span('plan drafter', pass);
  expect(plan.attributes).toMatchObject({
    'gen_ai.operation.name': 'plan',
    'gen_ai.conversation.id': 'flour',
  });
  const chat = receiver.span('chat offline', plan);
  expect(chat.attributes).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'wayfold',
    'gen_ai.request.model': 'offline',
    'gen_ai.response.model': 'offline',
    'gen_ai.conversation.id': 'flour',
    'gen_ai.usage.input_tokens': expect.any(Number),
    'gen_ai.usage.output_tokens': expect.any(Number),
  });
  const send = receiver.span('react send');
  expect(receiver.span('send message', send).attributes).toMatchObject({ 'gen_ai.conversation.id': 'flour' });
  const begun = receiver.span('POST /api/sessions');
  expect(begun).toMatchObject({
    traceId: caller,
    parentSpanId: '00f067aa0ba902b7',
    attributes: { 'http.route': '/api/sessions', 'http.response.status_code': 201 },
  });

  expect([...receiver.services]).toEqual(['mill']);
  expect([...receiver.metrics.keys()]).toEqual(
    expect.arrayContaining([
      'gen_ai.client.operation.duration',
      'gen_ai.client.token.usage',
      'wayfold.pass.duration',
      'wayfold.queue.depth',
    ]),
  );
  expect(receiver.metrics.get('gen_ai.client.token.usage')).toContainEqual(
    expect.objectContaining({ 'gen_ai.request.model': 'offline', 'gen_ai.token.type': 'output' }),
  );
  expect(receiver.headers.at(-1)).toMatchObject({ 'x-collector-key': 'very-private-collector-key' });
  expect(receiver.received).not.toMatch(/treasure|third oak|very-private/);
});

test('tasks are sent as spans with their tools and models inside', async () => {
  const receiver = await OtlpReceiver.start();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url };
  const task = ['tasks', 'run', 'Run `node --version`. Then write down where the treasure lies.', '--yes'];
  const who = [
    '--executor',
    'ToolCall=shell',
    '--allow',
    'node',
    '--executor',
    'Processing=model',
    '--model',
    'offline',
  ];

  const ran = await freshly([...task, ...who], { cwd: project(), env });

  expect(ran).toMatchObject({ code: 0 });
  const shell = receiver.span('run_task shell');
  expect(shell.attributes).toMatchObject({
    'wayfold.task.kind': 'ToolCall',
    'wayfold.task.outcome': 'completed',
  });
  expect(receiver.span('execute_tool node', shell).attributes).toMatchObject({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'node',
  });
  const model = receiver.span('run_task model');
  expect(receiver.span('chat offline', model).attributes).toMatchObject({
    'gen_ai.conversation.id': expect.stringMatching(/./),
  });
  const runners = receiver.spans.filter(({ name }) => name === 'react task-runner');
  expect(runners.map(({ spanId }) => spanId)).toEqual(
    expect.arrayContaining([shell.parentSpanId, model.parentSpanId]),
  );
  expect(receiver.received).not.toContain('treasure');
});

test('a plan from commits is sent with each attempt of its backend', async () => {
  const receiver = await OtlpReceiver.start();
  const cwd = project();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd });
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'Begin');

  const ran = await freshly(
    ['commits', 'plan', '--goal', 'Less', '--backend', 'command', '--command', 'false'],
    {
      cwd,
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
    },
  );

  expect(ran.code).not.toBe(0);
  const planning = receiver.span('react commits.plan');
  const attempts = receiver.spans.filter(({ name }) => name === 'invoke_agent command');
  expect(
    attempts.map(({ parentSpanId, failed, attributes }) => [parentSpanId, failed, attributes['error.type']]),
  ).toEqual(attempts.map(() => [planning.spanId, true, 'backend-failed']));
  expect(attempts.map(({ attributes }) => attributes['wayfold.attempt'])).toEqual(
    attempts.map((_, at) => at + 1),
  );
  expect(attempts.length).toBeGreaterThan(0);
});

test.each([
  ['nothing is sent when the SDK is disabled', { OTEL_SDK_DISABLED: 'true' }],
  [
    'nothing is sent when no exporter is wanted',
    { OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' },
  ],
])('%s', async (_, off) => {
  const receiver = await OtlpReceiver.start();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...off };

  expect(
    await freshly(['tasks', 'run', 'Write it.', '--yes', '--executor', 'echo'], { cwd: project(), env }),
  ).toMatchObject({ code: 0 });
  expect(receiver.received).toBe('');
});

test('an unreachable collector is reported once, and blocks nothing', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_TIMEOUT: '500' };

  const ran = await freshly(['tasks', 'run', 'Write it.', '--yes', '--executor', 'echo'], {
    cwd: project(),
    env,
  });

  expect(ran.code).toBe(0);
  expect(ran.stderr.match(/Telemetry could not be sent/g)).toHaveLength(1);
});

test('a command works without the packages, and names those to install', async () => {
  const hook = `
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve(specifier, context, next) {
        if (!specifier.startsWith('@opentelemetry/sdk-')) return next(specifier, context);
        throw Object.assign(new Error('not there'), { code: 'ERR_MODULE_NOT_FOUND' });
      },
    });`;
  const env = {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  };

  const ran = await freshly(['tasks', 'run', 'Write it.', '--yes', '--executor', 'echo'], {
    cwd: project(),
    env,
  });

  expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('1 of 1 tasks done') });
  expect(ran.stderr).toContain('Telemetry is off.');
  expect(ran.stderr).toContain('npm install @opentelemetry/sdk-trace @opentelemetry/sdk-metrics');
  expect(ran.stderr).toContain('[telemetry-unavailable]');
});
