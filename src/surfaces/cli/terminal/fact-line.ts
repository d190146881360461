import { type Fact, REDACTED } from '../../../journal/fact.ts';
import type { Output, Span } from './output.ts';
import { columnWidth, cutToColumns } from './text/column-width.ts';
import { onOneLine } from './text/printable.ts';

const SEQ_COLUMNS = 6;
const TYPE_COLUMNS = 20;
/** No line shows more of a value, and measuring a long one is slow. */
const VALUE_CHARACTERS = 1000;

/** A fact on one line: seq, time, type, and as much of the payload as fits. */
export function factLine(fact: Fact, { columns }: Pick<Output, 'columns'>): readonly Span[] {
  const { seq, id: _id, ts, type, v: _v, ...payload } = fact;
  const isRedacted = type === REDACTED;
  const where = onOneLine(`${String(seq).padStart(SEQ_COLUMNS)}  ${ts}`);
  const kind = onOneLine(isRedacted ? String(payload.redactedType) : type).padEnd(TYPE_COLUMNS);
  const text = onOneLine(isRedacted ? `erased ${payload.redactedAt}` : payloadPreview(payload));
  const room = columns - columnWidth(`${where}  ${kind}  `);
  const shown = cutToColumns(text, Math.max(room, 20));
  return isRedacted
    ? [{ text: where, style: 'dim' }, { text: `  ` }, { text: `${kind}  ${shown}`, style: 'yellow' }]
    : [{ text: where, style: 'dim' }, { text: '  ' }, { text: kind, style: 'bold' }, { text: `  ${shown}` }];
}

function payloadPreview(payload: object): string {
  const fields = Object.entries(payload).map(([key, value]) => {
    const text = JSON.stringify(value);
    return `${key}=${text.length > VALUE_CHARACTERS ? text.slice(0, VALUE_CHARACTERS) : text}`;
  });
  return fields.join(' ');
}
