import { context, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { onTestFinished } from 'vitest';

/** One value that was measured, with what it was measured of. */
export interface MeasuredPoint {
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Of a histogram how often it was recorded. */
  readonly value: number;
}

/** A real SDK that keeps what it is told, until the test ends. */
export function watchTelemetry() {
  const kept = new InMemorySpanExporter();
  const tracing = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: kept })] });
  const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const measuring = new MeterProvider({
    readers: [new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 1_000_000 })],
  });
  const manager = new AsyncLocalStorageContextManager().enable();
  trace.setGlobalTracerProvider(tracing);
  metrics.setGlobalMeterProvider(measuring);
  context.setGlobalContextManager(manager);
  onTestFinished(async () => {
    trace.disable();
    metrics.disable();
    context.disable();
    await tracing.shutdown();
    await measuring.shutdown();
  });
  const spans = () => kept.getFinishedSpans();
  return {
    spans,
    /** The spans as lines, each indented under its parent. */
    tree: () => treeOf(spans()),
    span(name: string): ReadableSpan {
      const [only, ...others] = spans().filter((span) => span.name === name);
      if (only === undefined || others.length > 0)
        throw new Error(`not one span ${name}:\n${treeOf(spans()).join('\n')}`);
      return only;
    },
    /** Everything in the spans, as text. */
    text: () =>
      JSON.stringify(
        spans().map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
      ),
    async metric(name: string): Promise<MeasuredPoint[]> {
      await measuring.forceFlush();
      const last = measured.getMetrics().at(-1);
      const found = last?.scopeMetrics
        .flatMap((scope) => scope.metrics)
        .find(({ descriptor }) => descriptor.name === name);
      return (found?.dataPoints ?? []).map(({ attributes, value }) => ({
        attributes,
        value: typeof value === 'number' ? value : (value.count ?? 0),
      }));
    },
  };
}

function treeOf(spans: readonly ReadableSpan[]): string[] {
  const known = new Set(spans.map((span) => span.spanContext().spanId));
  const under = (parent: string | undefined, depth: number): string[] =>
    spans
      .filter(({ parentSpanContext }) => {
        const id = parentSpanContext?.spanId;
        return (id !== undefined && known.has(id) ? id : undefined) === parent;
      })
      .flatMap((span) => [
        `${'  '.repeat(depth)}${span.name}`,
        ...under(span.spanContext().spanId, depth + 1),
      ]);
  return under(undefined, 0);
}
