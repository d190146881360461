import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { expect, it } from 'vitest';
import { watchTelemetry } from '../../../test/telemetry-fixture.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { appendDecision } from '../append-decision.ts';
import { ConflictError } from '../error.ts';
import { QueueGauge } from './measurements.ts';
import { errorTypeOf, inSpan, outsideSpan, spanOf } from './spans.ts';
import { toolSpan } from './tool-span.ts';

const plain = { attributes: {} };

it('works without an SDK, and records nothing', async () => {
  expect(await inSpan('work', plain, async (span) => span.isRecording())).toBe(false);
});

it('propagates the session to every nested span', async () => {
  const telemetry = watchTelemetry();

  await inSpan('outer', { attributes: {}, conversation: 'talk' }, () =>
    inSpan('inner', plain, async () => {}),
  );

  expect(telemetry.tree()).toEqual(['outer', '  inner']);
  expect(telemetry.span('inner').attributes).toEqual({ 'gen_ai.conversation.id': 'talk' });
});

it('records the kind of an error and not its message', async () => {
  const telemetry = watchTelemetry();
  const error = new ConflictError({ expected: 'the secret', actual: 'the secret', fix: 'the secret' });

  await expect(inSpan('work', plain, async () => Promise.reject(error))).rejects.toBe(error);

  const { attributes, status } = telemetry.span('work');
  expect({ attributes, status }).toEqual({
    attributes: { 'error.type': 'conflict' },
    status: { code: SpanStatusCode.ERROR },
  });
  expect(telemetry.text()).not.toContain('secret');
  expect(spanOf(error)).toEqual(telemetry.span('work').spanContext());
});

it.each([
  [new TypeError('no'), 'TypeError'],
  [new DOMException('no', 'AbortError'), 'AbortError'],
  [Object.assign(new Error('no'), { name: 'a whole sentence' }), '_OTHER'],
  ['a text', '_OTHER'],
  [undefined, '_OTHER'],
])('names the kind of %s', (error, name) => {
  expect(errorTypeOf(error)).toBe(name);
});

it('keeps background work out of the span that woke it', async () => {
  const telemetry = watchTelemetry();

  await inSpan('request', plain, async () => {
    await outsideSpan(() => inSpan('work', plain, async () => {}));
    expect(trace.getActiveSpan()).toBeDefined();
  });

  expect(telemetry.tree()).toEqual(['work', 'request']);
});

it('records the called tool, and the kind of failure in its result', async () => {
  const telemetry = watchTelemetry();

  await toolSpan(
    { name: 'weather', type: 'extension' },
    async () => 'rain',
    () => 'rejected',
  );

  expect(telemetry.span('execute_tool weather').attributes).toEqual({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'weather',
    'gen_ai.tool.type': 'extension',
    'error.type': 'rejected',
  });
});

it('counts every append that came too late', async () => {
  const telemetry = watchTelemetry();
  const journal = openJournal(memoryStore(), 'race');
  let races = 0;

  await appendDecision(journal, async () => {
    if (races++ < 2) await journal.append([{ type: 'other' }]);
    return { append: [{ type: 'mine' }] };
  });

  expect(await telemetry.metric('wayfold.cas.conflicts')).toEqual([
    { attributes: { 'wayfold.writer': 'decision' }, value: 2 },
  ]);
});

it('reports the queue length, including zero', async () => {
  const telemetry = watchTelemetry();
  const [one, other] = [new QueueGauge('sessions'), new QueueGauge('sessions')];
  const depth = async () => (await telemetry.metric('wayfold.queue.depth')).map(({ value }) => value);

  one.report(0);
  expect(await depth()).toEqual([0]);
  one.report(5);
  other.report(2);
  one.report(3);
  expect(await depth()).toEqual([5]);
  one.report(0);
  other.report(0);
  expect(await depth()).toEqual([0]);
});

it('has the requested span kind', async () => {
  const telemetry = watchTelemetry();

  await inSpan('plain', plain, async () => {});
  await inSpan('call', { ...plain, kind: SpanKind.CLIENT }, async () => {});

  expect(telemetry.span('plain').kind).toBe(SpanKind.INTERNAL);
  expect(telemetry.span('call').kind).toBe(SpanKind.CLIENT);
  expect(telemetry.span('call').instrumentationScope.name).toBe('wayfold');
});

it('keeps attributes, session and result', async () => {
  const telemetry = watchTelemetry();

  const result = await inSpan('work', { attributes: { a: 1 }, conversation: 'talk' }, async () => 'done');

  expect(result).toBe('done');
  const { attributes, status } = telemetry.span('work');
  expect(attributes).toEqual({ a: 1, 'gen_ai.conversation.id': 'talk' });
  expect(status).toEqual({ code: SpanStatusCode.UNSET });
});

it('finds the innermost span of an error', async () => {
  const telemetry = watchTelemetry();
  const error = new TypeError('no');

  const outer = inSpan('outer', plain, () => inSpan('inner', plain, () => Promise.reject(error)));
  await expect(outer).rejects.toBe(error);

  expect(spanOf(error)).toEqual(telemetry.span('inner').spanContext());
  expect(telemetry.span('outer').attributes).toEqual({ 'error.type': 'TypeError' });
});

it('passes on any thrown value, and finds no span for a non-object', async () => {
  const telemetry = watchTelemetry();

  await expect(inSpan('text', plain, () => Promise.reject('a text'))).rejects.toBe('a text');
  await expect(inSpan('null', plain, () => Promise.reject(null))).rejects.toBeNull();

  expect(telemetry.span('text').attributes).toEqual({ 'error.type': '_OTHER' });
  expect(telemetry.span('null').attributes).toEqual({ 'error.type': '_OTHER' });
  expect([spanOf('a text'), spanOf(null), spanOf(undefined), spanOf(new Error('never thrown'))]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it.each([
  ['tool_failed.v2-x', 'tool_failed.v2-x'],
  [`a${'b'.repeat(63)}`, `a${'b'.repeat(63)}`],
  [`a${'b'.repeat(64)}`, '_OTHER'],
  ['1st', '_OTHER'],
  ['has space', '_OTHER'],
  ['', '_OTHER'],
])('maps %j to the kind of failure %j', async (failure, reported) => {
  const telemetry = watchTelemetry();

  const result = await toolSpan(
    { name: 'weather', type: 'function' },
    async () => 'rain',
    () => failure,
  );

  expect(result).toBe('rain');
  const { attributes, status } = telemetry.span('execute_tool weather');
  expect(attributes['error.type']).toBe(reported);
  expect(status).toEqual({ code: SpanStatusCode.ERROR });
});

it('counts a tool call as successful if its result is no failure', async () => {
  const telemetry = watchTelemetry();
  const seen: string[] = [];

  await toolSpan(
    { name: 'weather', type: 'function' },
    async () => 'sun',
    (result) => void seen.push(result),
  );

  expect(seen).toEqual(['sun']);
  expect(telemetry.span('execute_tool weather').attributes).toEqual({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'weather',
    'gen_ai.tool.type': 'function',
  });
  expect(telemetry.span('execute_tool weather').status).toEqual({ code: SpanStatusCode.UNSET });
});
