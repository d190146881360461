import type { MessageItem } from './message-item.ts';

/** A row of a conversation of two sessions: what one of them said or did, in its lane. */
export interface LaneRow {
  readonly lane: 'left' | 'right';
  readonly key: string;
  readonly item: MessageItem;
}

/** Both sides of a conversation in the order of events. A message is shown once, with its sender. */
export function laneRows(left: readonly MessageItem[], right: readonly MessageItem[]): readonly LaneRow[] {
  const rows = [...rowsOf('left', left, right), ...rowsOf('right', right, left)];
  return rows
    .toSorted((a, b) => a.ts.localeCompare(b.ts) || a.row.item.seq - b.row.item.seq)
    .map(({ row }) => row);
}

function rowsOf(
  lane: LaneRow['lane'],
  own: readonly MessageItem[],
  other: readonly MessageItem[],
): readonly { readonly ts: string; readonly row: LaneRow }[] {
  const sent = new Set(other.flatMap((item) => (isFrom(item, 'sent') ? [item.text] : [])));
  let last = '';
  return own.flatMap((item) => {
    // Files and notes carry no time of their own: they belong after what stands before them.
    last = 'ts' in item ? item.ts : last;
    if (isFrom(item, 'remote') && sent.has(item.text)) return [];
    return [{ ts: last, row: { lane, key: `${lane}-${item.seq}-${item.look}`, item } }];
  });
}

function isFrom(
  item: MessageItem,
  from: 'sent' | 'remote',
): item is Extract<MessageItem, { look: 'message' }> {
  return item.look === 'message' && item.from === from;
}
