import {
  type Attributes,
  type Counter,
  type Histogram,
  type MeterProvider,
  metrics,
  type UpDownCounter,
} from '@opentelemetry/api';
import { SCOPE } from './spans.ts';

interface Instruments {
  readonly conflicts: Counter;
  readonly queueDepth: UpDownCounter;
  readonly passes: Histogram;
  readonly tokens: Histogram;
  readonly operations: Histogram;
}

/** In seconds, as in the GenAI conventions. */
const DURATIONS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const TOKENS = Array.from({ length: 14 }, (_, power) => 4 ** power);

/** Created once per provider, which may be registered after this module is loaded. */
const known = new WeakMap<MeterProvider, Instruments>();

function instruments(): Instruments {
  const provider = metrics.getMeterProvider();
  const created = known.get(provider) ?? instrumentsOf(provider);
  known.set(provider, created);
  return created;
}

function instrumentsOf(provider: MeterProvider): Instruments {
  const meter = provider.getMeter(SCOPE);
  const durations = { unit: 's', advice: { explicitBucketBoundaries: DURATIONS } };
  return {
    conflicts: meter.createCounter('wayfold.cas.conflicts', {
      description: 'Appends that lost a compare-and-set race, and wrote nothing.',
      unit: '{conflict}',
    }),
    queueDepth: meter.createUpDownCounter('wayfold.queue.depth', {
      description: 'Work that waits to start.',
      unit: '{item}',
    }),
    passes: meter.createHistogram('wayfold.pass.duration', {
      description: 'How long planning passes take, from the claim to the commit.',
      ...durations,
    }),
    tokens: meter.createHistogram('gen_ai.client.token.usage', {
      description: 'Tokens that models were sent and sent back.',
      unit: '{token}',
      advice: { explicitBucketBoundaries: TOKENS },
    }),
    operations: meter.createHistogram('gen_ai.client.operation.duration', {
      description: 'How long model calls take, retries included.',
      ...durations,
    }),
  };
}

/** Counts an append that lost a race. */
export function countConflict(writer: 'decision' | 'pass'): void {
  instruments().conflicts.add(1, { 'wayfold.writer': writer });
}

/** Reports the length of a queue as changes since the last report. */
export class QueueGauge {
  readonly #attributes: Attributes;
  #reported: number | undefined;

  constructor(queue: 'reactions' | 'sessions') {
    this.#attributes = { 'wayfold.queue': queue };
  }

  report(depth: number): void {
    if (depth === this.#reported) return;
    instruments().queueDepth.add(depth - (this.#reported ?? 0), this.#attributes);
    this.#reported = depth;
  }
}

/** Records how long a planning pass took. */
export function measurePass(seconds: number, attributes: Attributes): void {
  instruments().passes.record(seconds, attributes);
}

/** Records the duration of a model call and, if it was answered, its tokens. */
export function measureModelCall(
  seconds: number,
  attributes: Attributes,
  usage?: { readonly inputTokens: number; readonly outputTokens: number },
): void {
  const { operations, tokens } = instruments();
  operations.record(seconds, attributes);
  if (usage === undefined) return;
  tokens.record(usage.inputTokens, { ...attributes, 'gen_ai.token.type': 'input' });
  tokens.record(usage.outputTokens, { ...attributes, 'gen_ai.token.type': 'output' });
}
