import {
  type Context,
  isSpanContextValid,
  type TextMapGetter,
  type TextMapPropagator,
  type TextMapSetter,
  TraceFlags,
  trace,
} from '@opentelemetry/api';

const HEADER = 'traceparent';
const FORM = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** Propagates spans over HTTP in the W3C `traceparent` header. */
export const traceContext: TextMapPropagator = {
  extract<Carrier>(context: Context, carrier: Carrier, getter: TextMapGetter<Carrier>): Context {
    const [header] = [getter.get(carrier, HEADER)].flat();
    const [, traceId, spanId, flags] = FORM.exec(header ?? '') ?? [];
    if (traceId === undefined || spanId === undefined || flags === undefined) return context;
    const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
    const caller = { traceId, spanId, traceFlags, isRemote: true };
    return isSpanContextValid(caller) ? trace.setSpanContext(context, caller) : context;
  },
  inject<Carrier>(context: Context, carrier: Carrier, setter: TextMapSetter<Carrier>): void {
    const span = trace.getSpanContext(context);
    if (span === undefined || !isSpanContextValid(span)) return;
    const flags = span.traceFlags.toString(16).padStart(2, '0');
    setter.set(carrier, HEADER, `00-${span.traceId}-${span.spanId}-${flags}`);
  },
  fields: () => [HEADER],
};
