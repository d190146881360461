import { expect, it } from 'vitest';
import { laneRows } from './lanes.ts';
import { messageItems } from './message-item.ts';

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;

it('shows what one side sent once, in its lane, and what each keeps to itself in the order of time', () => {
  const left = messageItems([
    { seq: 3, ts: at(1), type: 'user_guidance', text: 'At most 600' },
    { seq: 7, ts: at(3), type: 'remote_sent', text: 'We offer 550.' },
    { seq: 9, ts: at(9), type: 'remote_received', text: 'Agreed.' },
  ]);
  const right = messageItems([
    { seq: 4, ts: at(4), type: 'remote_received', text: 'We offer 550.' },
    { seq: 6, ts: at(6), type: 'tool_call', callId: 'c', name: 'check_budget', args: {} },
    { seq: 8, ts: at(8), type: 'remote_sent', text: 'Agreed.' },
  ]);
  expect(laneRows(left, right).map(({ lane, item }) => [lane, item.seq])).toEqual([
    ['left', 3],
    ['left', 7],
    ['right', 6],
    ['right', 8],
  ]);
});

it('keeps what came from somewhere else', () => {
  const left = messageItems([{ seq: 3, ts: at(1), type: 'remote_received', text: 'From a person' }]);
  expect(laneRows(left, [])).toHaveLength(1);
});
