import { textOfPattern } from './pattern-text.ts';
import type { PromptContent } from './prompt-content.ts';
import { OFFLINE_LABEL, quoted } from './reply.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Placeholder values in the right format. */
const FORMATS: ReadonlyMap<unknown, string> = new Map(
  Object.entries({
    date: '2026-01-01',
    'date-time': '2026-01-01T00:00:00Z',
    duration: 'P1D',
    email: 'demo@example.com',
    hostname: 'example.com',
    ipv4: '192.0.2.1',
    ipv6: '2001:db8::1',
    time: '00:00:00Z',
    uri: 'https://example.com/',
    url: 'https://example.com/',
    uuid: '00000000-0000-4000-8000-000000000000',
  }),
);

/** Properties that people read as sentences. */
const PROSE =
  /(text|message|summary|description|answer|reason|reasoning|comment|note|detail|content|body|explanation)s?$/i;

/** A text for a schema: the request's value for its name, or else the request itself. */
export function textFor(
  schema: Schema,
  stated: string | undefined,
  {
    name,
    content,
    index,
  }: { readonly name: string; readonly content: PromptContent; readonly index: number },
): string {
  const { pattern, format, minLength, maxLength } = schema;
  if (typeof pattern === 'string') return patternText(pattern, stated, schema);
  const example = FORMATS.get(format);
  if (example !== undefined) return example;
  const point = content.items[index] ?? content.sentences[index];
  const prose = PROSE.test(name) && index === 0 ? `${OFFLINE_LABEL} ${content.question}` : undefined;
  const text = stated || prose || point || `demo ${name || 'text'} ${index + 1}`;
  return withinLength(quoted(text), minLength, maxLength);
}

function patternText(pattern: string, text: string | undefined, { minLength, maxLength }: Schema): string {
  const matches = text !== undefined && new RegExp(pattern, 'u').test(text);
  if (matches && withinLength(text, minLength, maxLength) === text) return text;
  return textOfPattern(pattern, typeof minLength === 'number' ? minLength : 0);
}

/** JSON Schema counts code points. */
function withinLength(text: string, least: unknown, most: unknown): string {
  const points = [...text];
  const missing = typeof least === 'number' ? Math.max(0, least - points.length) : 0;
  const cut = typeof most === 'number' ? points.slice(0, most).join('') : text;
  return cut + '.'.repeat(missing);
}

/**
 * A number for a schema: the request's value for its name if it is a number, else the smallest allowed one that
 * counts.
 */
export function numberFor(schema: Schema, text: string | undefined, index: number): number {
  const isWhole = schema.type === 'integer';
  const step = numeric(schema.multipleOf) ?? (isWhole ? 1 : undefined);
  const least = lowest(schema, step ?? 0.5);
  const most = highest(schema, step ?? 0.5);
  const wanted = text === undefined ? Number.NaN : Number.parseFloat(text.replace(/[^\d.eE+-]/g, ''));
  const start = Number.isFinite(wanted) ? wanted : (least ?? Math.min(1, most ?? 1)) + index * (step ?? 1);
  const bounded = Math.max(Math.min(start, most ?? start), least ?? Number.NEGATIVE_INFINITY);
  return step === undefined ? bounded : inSteps(bounded, step, least, most);
}

function lowest(schema: Schema, step: number): number | undefined {
  const open = numeric(schema.exclusiveMinimum);
  const bounds = [
    numeric(schema.minimum),
    open === undefined ? undefined : justInside(open, step, schema.exclusiveMaximum ?? schema.maximum),
  ];
  return bounds.reduce((a, b) => (a === undefined ? b : b === undefined ? a : Math.max(a, b)));
}

function highest(schema: Schema, step: number): number | undefined {
  const open = numeric(schema.exclusiveMaximum);
  const bounds = [
    numeric(schema.maximum),
    open === undefined ? undefined : justInside(open, -step, schema.exclusiveMinimum ?? schema.minimum),
  ];
  return bounds.reduce((a, b) => (a === undefined ? b : b === undefined ? a : Math.min(a, b)));
}

/** One step inside an excluded bound, or halfway to the other bound if a step is too far. */
function justInside(bound: number, step: number, other: unknown): number {
  const end = numeric(other);
  const isTooFar = end !== undefined && Math.abs(end - bound) <= Math.abs(step) && !Number.isInteger(step);
  return isTooFar ? (bound + end) / 2 : bound + step;
}

function inSteps(value: number, step: number, least: number | undefined, most: number | undefined): number {
  const nearest = Math.round(value / step) * step;
  if (least !== undefined && nearest < least) return Math.ceil(least / step) * step;
  if (most !== undefined && nearest > most) return Math.floor(most / step) * step;
  return nearest;
}

function numeric(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
