import { describe, expect, it } from 'vitest';
import { joinedMessages, type MessageRange } from './message-range.ts';

/** What was said from one seq to another, where every fact says something. */
function stretch(from: number, to: number): MessageRange {
  const messages = Array.from({ length: to - from + 1 }, (_, at) => ({
    seq: from + at,
    ts: '2026-01-01T00:00:00.000Z',
    type: 'user_input',
  }));
  return { said: messages, saidBefore: from - 1 };
}

describe('what is known of a conversation', () => {
  it('is its newest part at first', () => {
    expect(joinedMessages(undefined, stretch(4, 9))).toEqual(stretch(4, 9));
  });

  it('reaches back as far as somebody looked, while more is said', () => {
    expect(joinedMessages(stretch(1, 9), stretch(4, 9))).toEqual(stretch(1, 9));
    expect(joinedMessages(stretch(2, 9), stretch(6, 11))).toEqual(stretch(2, 11));
    expect(joinedMessages(stretch(2, 9), stretch(10, 15))).toEqual(stretch(2, 15));
  });

  it('takes the newest part as it is by now', () => {
    const changed = { ...stretch(4, 9), said: stretch(4, 9).said.map((each) => ({ ...each, ok: true })) };
    expect(joinedMessages(stretch(2, 9), changed).said.slice(2)).toEqual(changed.said);
  });

  it('has no gap: what came before one is forgotten', () => {
    expect(joinedMessages(stretch(1, 9), stretch(12, 15))).toEqual(stretch(12, 15));
  });
});
