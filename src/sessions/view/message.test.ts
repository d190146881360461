import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Message, messagePage, plannerTexts } from './message.ts';

const at = (seq: number) => ({ seq });

describe('a page of what was said', () => {
  it('has the newest messages, and counts those before', () => {
    expect(messagePage([1, 3, 5, 8].map(at), { limit: 2 })).toEqual({ messages: [5, 8].map(at), before: 2 });
    expect(messagePage([1, 3, 5, 8].map(at), { limit: 2, before: 5 })).toEqual({
      messages: [1, 3].map(at),
      before: 0,
    });
    expect(messagePage([3, 5].map(at), { limit: 2, before: 1 })).toEqual({ messages: [], before: 0 });
    expect(messagePage([], { limit: 2 })).toEqual({ messages: [], before: 0 });
  });

  it('keeps two messages of one fact together', () => {
    expect(messagePage([1, 4, 4, 6].map(at), { limit: 2 })).toEqual({
      messages: [4, 4, 6].map(at),
      before: 1,
    });
  });

  it('pages cover everything, each message once and in order', () => {
    const seqs = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 });
    fc.assert(
      fc.property(seqs, fc.integer({ min: 1, max: 9 }), (unsorted, limit) => {
        const all = unsorted.toSorted((a, b) => a - b).map((seq, place) => ({ seq, place }));
        let page = messagePage(all, { limit });
        const read = [...page.messages];
        while (page.before > 0) {
          page = messagePage(all, { limit, before: read[0]?.seq });
          read.unshift(...page.messages);
        }
        expect(read).toEqual(all);
      }),
    );
  });
});

describe('what a planner’s facts tell', () => {
  const ts = '2026-05-04T10:00:00.000Z';
  const reported = (seq: number, text: string): Message => ({ seq, ts, type: 'planner_said', text });
  const asked: Message = { seq: 4, id: 'f4', ts, v: 1, type: 'agent_question', qid: 'q1', prompt: 'When?' };

  it('is found by seq, and shortened', () => {
    const messages = [reported(2, 'Two'), asked, reported(4, 'Four'), reported(9, 'x'.repeat(600))];
    const texts = plannerTexts(messages, [9, 4, 3, 2, 10]);
    expect(texts.map((text) => text?.length ?? null)).toEqual([500, 4, null, 3, null]);
    expect(texts[0]).toMatch(/^x+…$/);
    expect(plannerTexts([], [1])).toEqual([null]);
  });
});
