import { type Fact, REDACTED } from '../journal/index.ts';
import { columnWidth, cutToColumns } from './column-width.ts';
import type { Output } from './output.ts';
import { printable } from './printable.ts';

const SEQ_COLUMNS = 6;
const TYPE_COLUMNS = 20;
/** Longer values are cut before they are even written out. */
const VALUE_CHARACTERS = 1000;

/** A fact on one line, for a person: where, when, what, and as much of the payload as fits. */
export function factLine(fact: Fact, output: Output): string {
  const { seq, id: _id, ts, type, v: _v, ...payload } = fact;
  const isRedacted = type === REDACTED;
  const name = isRedacted ? String(payload.redactedType) : type;
  const text = isRedacted ? `erased ${payload.redactedAt}` : payloadPreview(payload);
  const place = String(seq).padStart(SEQ_COLUMNS);
  const kind = name.padEnd(TYPE_COLUMNS);
  const room = output.columns - columnWidth(`${place}  ${ts}  ${kind}  `);
  const shown = cutToColumns(text, Math.max(room, 20));
  const where = output.style('dim', `${place}  ${ts}`);
  const what = isRedacted
    ? output.style('yellow', `${kind}  ${shown}`)
    : `${output.style('bold', kind)}  ${shown}`;
  return `${where}  ${what}`.trimEnd();
}

function payloadPreview(payload: object): string {
  const fields = Object.entries(payload).map(([key, value]) => {
    const text = JSON.stringify(value);
    return `${key}=${text.length > VALUE_CHARACTERS ? text.slice(0, VALUE_CHARACTERS) : text}`;
  });
  return printable(fields.join(' ')).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}
