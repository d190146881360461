import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import {
  context,
  type DiagLogger,
  DiagLogLevel,
  diag,
  metrics,
  propagation,
  trace,
} from '@opentelemetry/api';
import type { Sampler } from '@opentelemetry/sdk-trace';
import { CliError } from '../error.ts';

/** A running telemetry exporter. */
export interface Telemetry {
  /** Sends remaining data, within the time a person may be kept waiting at the end of a command. */
  close(): Promise<void>;
}

/** The packages that send telemetry. They are not installed with Wayfold, because few people need them. */
const TELEMETRY_PACKAGES = [
  '@opentelemetry/sdk-trace',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/context-async-hooks',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/exporter-metrics-otlp-http',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

const MAX_FLUSH_MS = 3000;
const DEFAULT_INTERVAL_MS = 60_000;

/** Whether the environment names an OpenTelemetry endpoint. */
export function isTelemetryWanted(env: Environment): boolean {
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return false;
  return sendsTraces(env) || sendsMetrics(env);
}

function sendsTraces(env: Environment): boolean {
  const place = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return Boolean(place) && isExported(env.OTEL_TRACES_EXPORTER);
}

function sendsMetrics(env: Environment): boolean {
  const place = env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return Boolean(place) && isExported(env.OTEL_METRICS_EXPORTER);
}

/** Whether the exporter is OTLP, the only one supported. */
function isExported(exporters = ''): boolean {
  const named = exporters.split(',').map((name) => name.trim());
  return exporters.trim() === '' || named.includes('otlp');
}

/**
 * Sends spans and metrics as configured by the standard variables of OpenTelemetry. Rejects with a `CliError` if the
 * packages are not installed. `tell` reports later problems.
 */
export async function startTelemetry(env: Environment, tell: (problem: string) => void): Promise<Telemetry> {
  const sdk = await loadPackages();
  const unsent = once(() =>
    tell('Telemetry could not be sent to the place that OTEL_EXPORTER_OTLP_ENDPOINT names.'),
  );
  diag.setLogger(onError(unsent), { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
  const resource = new ServiceResource(resourceAttributes(env));
  const shutdowns: (() => Promise<void>)[] = [];
  context.setGlobalContextManager(new sdk.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator((await import('./trace-context.ts')).traceContext);
  if (sendsTraces(env)) {
    const exporter = new sdk.OTLPTraceExporter();
    const provider = new sdk.TracerProvider({
      resource,
      sampler: samplerOf(env, sdk),
      spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
    });
    trace.setGlobalTracerProvider(provider);
    shutdowns.push(() => provider.shutdown());
  }
  if (sendsMetrics(env)) {
    const interval = Number(env.OTEL_METRIC_EXPORT_INTERVAL);
    const reader = new sdk.PeriodicExportingMetricReader({
      exporter: new sdk.OTLPMetricExporter(),
      exportIntervalMillis: interval > 0 ? interval : DEFAULT_INTERVAL_MS,
      exportTimeoutMillis: Math.min(interval > 0 ? interval : DEFAULT_INTERVAL_MS, 30_000),
    });
    const provider = new sdk.MeterProvider({ resource, readers: [reader] });
    metrics.setGlobalMeterProvider(provider);
    shutdowns.push(() => provider.shutdown());
  }
  return {
    async close() {
      const enough = new AbortController();
      const deadline = setTimeout(MAX_FLUSH_MS, undefined, { signal: enough.signal }).catch(() => undefined);
      const ends = await Promise.race([
        Promise.allSettled(shutdowns.map((shutdown) => shutdown())),
        deadline,
      ]);
      enough.abort();
      if (ends === undefined || ends.some(({ status }) => status === 'rejected')) unsent();
    },
  };
}

type Sdk = Awaited<ReturnType<typeof loadPackages>>;

async function loadPackages() {
  try {
    const [tracing, measuring, hooks, traces, measurements] = await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/sdk-metrics'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/exporter-metrics-otlp-http'),
    ]);
    return { ...tracing, ...measuring, ...hooks, ...traces, ...measurements };
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new CliError('telemetry-unavailable', {
      summary: 'OTEL_EXPORTER_OTLP_ENDPOINT is set, but a package that sends telemetry is not installed.',
      fix: `Run: npm install ${TELEMETRY_PACKAGES.join(' ')}. Or unset the variable.`,
      cause,
    });
  }
}

/** The sampler named in `OTEL_TRACES_SAMPLER`, which the SDK does not read itself. */
function samplerOf(env: Environment, sdk: Sdk): Sampler {
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG?.trim() || 1);
  const name = env.OTEL_TRACES_SAMPLER?.trim() || 'parentbased_always_on';
  const parentBased = name.startsWith('parentbased_');
  const root = rootSampler(name.replace('parentbased_', ''), ratio, sdk);
  return parentBased ? new sdk.ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, ratio: number, sdk: Sdk): Sampler {
  switch (name) {
    case 'always_off':
      return new sdk.AlwaysOffSampler();
    case 'traceidratio':
      return new sdk.TraceIdRatioBasedSampler(ratio >= 0 && ratio <= 1 ? ratio : 1);
    default:
      return new sdk.AlwaysOnSampler();
  }
}

type Attributes = Readonly<Record<string, string>>;

/** The attributes in `OTEL_RESOURCE_ATTRIBUTES` as `key=value,key=value`, overridden by `OTEL_SERVICE_NAME`. */
function resourceAttributes(env: Environment): Attributes {
  const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));
  const own: Record<string, string> = { 'service.name': 'wayfold', 'service.version': version };
  for (const pair of (env.OTEL_RESOURCE_ATTRIBUTES ?? '').split(',')) {
    const [, name, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    if (name !== undefined && value !== undefined) own[name] = decoded(value);
  }
  const name = env.OTEL_SERVICE_NAME?.trim();
  return name ? { ...own, 'service.name': name } : own;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** A resource whose attributes are all known. */
class ServiceResource {
  readonly attributes: Attributes;

  constructor(attributes: Attributes) {
    this.attributes = attributes;
  }

  merge(other: { readonly attributes: object } | null): ServiceResource {
    return new ServiceResource({ ...this.attributes, ...other?.attributes });
  }

  getRawAttributes(): [string, string][] {
    return Object.entries(this.attributes);
  }
}

/** The SDK's message about a failure may contain a header, so it is not passed on. */
function onError(error: () => void): DiagLogger {
  const nothing = () => {};
  return { error, warn: nothing, info: nothing, debug: nothing, verbose: nothing };
}

/** Reports an unreachable collector once, not for every batch. */
function once(tell: () => void): () => void {
  let reported = false;
  return () => {
    if (!reported) tell();
    reported = true;
  };
}
