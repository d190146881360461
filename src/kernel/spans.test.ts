import { SpanStatusCode, trace } from '@opentelemetry/api';
import { expect, it } from 'vitest';
import { watchTelemetry } from '../../test/telemetry-fixture.ts';
import { memoryStore, openJournal } from '../journal/index.ts';
import { appendDecision } from './append-decision.ts';
import { ConflictError } from './error.ts';
import { QueueGauge } from './measurements.ts';
import { detached, errorTypeOf, inSpan, spanOf } from './spans.ts';
import { toolSpan } from './tool-span.ts';

const plain = { attributes: {} };

it('works without an SDK, and keeps nothing', async () => {
  expect(await inSpan('work', plain, async (span) => span.isRecording())).toBe(false);
});

it('gives a session to every span inside the one that knows it', async () => {
  const telemetry = watchTelemetry();

  await inSpan('outer', { attributes: {}, conversation: 'talk' }, () =>
    inSpan('inner', plain, async () => {}),
  );

  expect(telemetry.tree()).toEqual(['outer', '  inner']);
  expect(telemetry.span('inner').attributes).toEqual({ 'gen_ai.conversation.id': 'talk' });
});

it('ends with the kind of an error and not with its message', async () => {
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

it('keeps what goes on by itself out of the span of who woke it', async () => {
  const telemetry = watchTelemetry();

  await inSpan('request', plain, async () => {
    await detached(() => inSpan('work', plain, async () => {}));
    expect(trace.getActiveSpan()).toBeDefined();
  });

  expect(telemetry.tree()).toEqual(['work', 'request']);
});

it('tells the tool that was called, and the kind of failure its result stands for', async () => {
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

it('tells how much waits, also when that is nothing', async () => {
  const telemetry = watchTelemetry();
  const [one, other] = [new QueueGauge('sessions'), new QueueGauge('sessions')];
  const depth = async () => (await telemetry.metric('wayfold.queue.depth')).map(({ value }) => value);

  one.tell(0);
  expect(await depth()).toEqual([0]);
  one.tell(5);
  other.tell(2);
  one.tell(3);
  expect(await depth()).toEqual([5]);
  one.tell(0);
  other.tell(0);
  expect(await depth()).toEqual([0]);
});
