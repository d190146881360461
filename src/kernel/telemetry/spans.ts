import {
  type Attributes,
  context,
  createContextKey,
  INVALID_SPAN_CONTEXT,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { isWayfoldError } from '../../journal/error.ts';

/** The instrumentation scope of Wayfold's telemetry. */
export const SCOPE = 'wayfold';

/** The attributes of a span at its start. No text that anybody wrote: that stays in the journal. */
export interface SpanSetting {
  readonly attributes: Attributes;
  readonly kind?: SpanKind;
  /** The session of this span and all spans inside it. */
  readonly conversation?: string;
}

const CONVERSATION = createContextKey('wayfold conversation');

/** Stands in for a span while no SDK is registered. */
const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** The span in which an error was thrown, for reports after the span has ended. */
const failedIn = new WeakMap<object, SpanContext>();

/**
 * Runs work inside a span, as a child of the active one. An exception is passed on and ends the span with the kind
 * of error; its message may contain anything and is left out. Without an OpenTelemetry SDK nothing is recorded.
 */
export function inSpan<Result>(
  name: string,
  setting: SpanSetting,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return isTracing() ? inRecordedSpan(name, setting, work) : work(NO_SPAN);
}

async function inRecordedSpan<Result>(
  name: string,
  { attributes, kind = SpanKind.INTERNAL, conversation }: SpanSetting,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const active = context.active();
  const parent = conversation === undefined ? active : active.setValue(CONVERSATION, conversation);
  const session = parent.getValue(CONVERSATION);
  const whole =
    typeof session === 'string' ? { ...attributes, 'gen_ai.conversation.id': session } : attributes;
  const span = trace.getTracer(SCOPE).startSpan(name, { kind, attributes: whole }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    failSpan(span, errorTypeOf(error));
    // The outer spans see the same error.
    if (typeof error === 'object' && error !== null && !failedIn.has(error)) {
      failedIn.set(error, span.spanContext());
    }
    throw error;
  } finally {
    span.end();
  }
}

/** Whether an SDK is registered that makes spans. One may be at any time. */
function isTracing(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(SCOPE) !== undefined;
}

/** Marks a span as failed. */
export function failSpan(span: Span, errorType: string): void {
  span.setAttribute('error.type', lowCardinality(errorType));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The innermost span that an error was thrown in. */
export function spanOf(error: unknown): SpanContext | undefined {
  return typeof error === 'object' && error !== null ? failedIn.get(error) : undefined;
}

/** Runs background work in its own trace, not that of whoever woke it. */
export function outsideSpan<Result>(work: () => Result): Result {
  return context.with(ROOT_CONTEXT, work);
}

/** The kind of an error for `error.type`: a stable code, or else the name of its class. */
export function errorTypeOf(error: unknown): string {
  if (isWayfoldError(error)) return error.code;
  return lowCardinality(error instanceof Error ? error.name : '');
}

/** A planner or executor may have put a whole sentence into a code. */
function lowCardinality(name: string): string {
  return /^[A-Za-z][\w.-]{0,63}$/.test(name) ? name : '_OTHER';
}
