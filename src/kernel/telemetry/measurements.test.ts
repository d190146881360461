import { metrics } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { expect, it, onTestFinished } from 'vitest';
import { countConflict, measureModelCall, measurePass, QueueGauge } from './measurements.ts';

/** A real SDK; `told` resolves to what an exporter would send. */
function exporting() {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const provider = new MeterProvider({
    readers: [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 1_000_000 })],
  });
  metrics.setGlobalMeterProvider(provider);
  onTestFinished(async () => {
    metrics.disable();
    await provider.shutdown();
  });
  return async (name: string) => {
    await provider.forceFlush();
    const scopes = exporter.getMetrics().at(-1)?.scopeMetrics ?? [];
    const [found] = scopes.flatMap((scope) =>
      scope.metrics
        .filter(({ descriptor }) => descriptor.name === name)
        .map(({ descriptor: { unit, description }, dataPoints }) => ({
          scope: scope.scope.name,
          unit,
          description,
          points: dataPoints.map(({ attributes, value }) => ({ attributes, value })),
        })),
    );
    return found;
  };
}

const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];

it('counts conflicts by writer', async () => {
  const reported = exporting();
  countConflict('decision');
  countConflict('pass');
  countConflict('pass');
  expect(await reported('wayfold.cas.conflicts')).toEqual({
    scope: 'wayfold',
    unit: '{conflict}',
    description: expect.any(String),
    points: [
      { attributes: { 'wayfold.writer': 'decision' }, value: 1 },
      { attributes: { 'wayfold.writer': 'pass' }, value: 2 },
    ],
  });
});

it('reports the depth of each queue separately', async () => {
  const reported = exporting();
  new QueueGauge('reactions').report(3);
  new QueueGauge('sessions').report(1);
  expect(await reported('wayfold.queue.depth')).toEqual({
    scope: 'wayfold',
    unit: '{item}',
    description: expect.any(String),
    points: [
      { attributes: { 'wayfold.queue': 'reactions' }, value: 3 },
      { attributes: { 'wayfold.queue': 'sessions' }, value: 1 },
    ],
  });
});

it('measures planning passes in seconds', async () => {
  const reported = exporting();
  measurePass(0.5, { planner: 'p' });
  expect(await reported('wayfold.pass.duration')).toEqual({
    scope: 'wayfold',
    unit: 's',
    description: expect.any(String),
    points: [
      {
        attributes: { planner: 'p' },
        value: expect.objectContaining({
          count: 1,
          sum: 0.5,
          buckets: expect.objectContaining({ boundaries: SECONDS }),
        }),
      },
    ],
  });
});

it('measures model calls as the GenAI conventions have them', async () => {
  const reported = exporting();
  measureModelCall(2, { model: 'm' }, { inputTokens: 100, outputTokens: 7 });
  expect(await reported('gen_ai.client.operation.duration')).toEqual({
    scope: 'wayfold',
    unit: 's',
    description: expect.any(String),
    points: [
      {
        attributes: { model: 'm' },
        value: expect.objectContaining({
          sum: 2,
          buckets: expect.objectContaining({ boundaries: SECONDS }),
        }),
      },
    ],
  });
  const tokens = { boundaries: Array.from({ length: 14 }, (_, power) => 4 ** power) };
  expect(await reported('gen_ai.client.token.usage')).toEqual({
    scope: 'wayfold',
    unit: '{token}',
    description: expect.any(String),
    points: [
      {
        attributes: { model: 'm', 'gen_ai.token.type': 'input' },
        value: expect.objectContaining({ sum: 100, buckets: expect.objectContaining(tokens) }),
      },
      {
        attributes: { model: 'm', 'gen_ai.token.type': 'output' },
        value: expect.objectContaining({ sum: 7 }),
      },
    ],
  });
});

it('measures no tokens of a call that was not answered', async () => {
  const reported = exporting();
  measureModelCall(2, { model: 'm' });
  expect(await reported('gen_ai.client.operation.duration')).toMatchObject({
    points: [{ value: { count: 1 } }],
  });
  expect(await reported('gen_ai.client.token.usage')).toBeUndefined();
});

it('uses another provider that is registered later', async () => {
  const before = exporting();
  countConflict('pass');
  metrics.disable();
  const after = exporting();
  countConflict('pass');
  countConflict('pass');
  expect(await before('wayfold.cas.conflicts')).toMatchObject({ points: [{ value: 1 }] });
  expect(await after('wayfold.cas.conflicts')).toMatchObject({ points: [{ value: 2 }] });
});
