import { describe, expect, it } from 'vitest';
import { messageItems, withoutAsked } from './message-item.ts';

const ts = '2026-01-01T00:00:00.000Z';

describe('a conversation', () => {
  it('keeps what people and planners say apart from what the other side sees', () => {
    const items = messageItems([
      { seq: 1, ts, type: 'remote_received', text: 'Hello' },
      { seq: 2, ts, type: 'user_guidance', text: 'Be brief' },
      { seq: 3, ts, type: 'remote_sent', text: 'Hi' },
      { seq: 4, ts, type: 'planner_said', text: 'Planned 2 tasks.' },
      { seq: 5, ts, type: 'planner_said', text: '1. Run `npm test`: completed', by: 'kim' },
    ]);
    expect(
      items.map((item) => item.look === 'message' && [item.from, item.isPrivate, item.isMarkdown]),
    ).toEqual([
      ['remote', false, false],
      ['person', true, false],
      ['sent', false, false],
      ['planner', true, true],
      ['person', true, true],
    ]);
  });

  it('shows a tool once, with what came of it', () => {
    const items = messageItems([
      { seq: 1, ts, type: 'tool_call', callId: 'c1', name: 'stock', args: { sku: 'flour' }, why: 'to know' },
      { seq: 2, ts, type: 'tool_result', callId: 'c1', ok: false, error: 'no such sku' },
      { seq: 3, ts, type: 'tool_call', callId: 'c2', name: 'price', args: {} },
    ]);
    expect(items).toEqual([
      {
        look: 'tool',
        seq: 1,
        ts,
        name: 'stock',
        why: 'to know',
        args: { sku: 'flour' },
        outcome: { ok: false, value: 'no such sku' },
        isAsked: false,
      },
      {
        look: 'tool',
        seq: 3,
        ts,
        name: 'price',
        why: undefined,
        args: {},
        outcome: undefined,
        isAsked: false,
      },
    ]);
  });

  it('tells a call that waits for an answer from one that runs', () => {
    const items = messageItems([
      { seq: 1, ts, type: 'tool_call', callId: 'c1', name: 'sign', args: {} },
      { seq: 2, ts, type: 'agent_question', qid: 'q1', callId: 'c1', prompt: 'May I sign?' },
    ]);
    expect(items).toMatchObject([{ look: 'tool', isAsked: true, outcome: undefined }, { look: 'message' }]);
  });

  it('says which option was chosen when nothing was written', () => {
    expect(messageItems([{ seq: 1, ts, type: 'user_input', choose: 'replace-1' }])).toMatchObject([
      { text: 'Chose replace-1', from: 'person' },
    ]);
    const chosen = 'Replace it by Kingman, AZ';
    expect(messageItems([{ seq: 1, ts, type: 'user_input', choose: 'replace-1', chosen }])).toMatchObject([
      { text: chosen },
    ]);
  });

  it('leaves out facts that nobody said', () => {
    expect(messageItems([{ seq: 1, ts, type: 'something_else' }])).toEqual([]);
  });

  it('shows a file where it was added, and one that came with a message only there', () => {
    const menu = { name: 'menu.png', mimeType: 'image/png', sha256: 'aa', size: 10 };
    const order = { name: 'order.txt', mimeType: 'text/plain', sha256: 'bb', size: 20 };
    const items = messageItems(
      [
        { seq: 2, ts, type: 'remote_received', text: 'See the order', attachments: [order] },
        { seq: 4, ts, type: 'remote_sent', text: 'Hi' },
      ],
      [
        { ...order, seq: 1 },
        { ...menu, seq: 3 },
      ],
    );
    expect(items).toMatchObject([
      { look: 'message', attachments: [order] },
      { look: 'file', file: menu },
      { look: 'message', attachments: [] },
    ]);
  });
});

it('shows of a fork where it begins, and nothing as sent that the original sent', () => {
  const sent = (seq: number) => ({
    seq,
    ts: '2026-01-01T00:00:00.000Z',
    type: 'remote_sent',
    text: `Sent ${seq}`,
  });
  const fork = { at: 5, title: 'Letters', isReached: true };
  const items = messageItems([sent(3), sent(9)], [], fork);
  expect(items.map(({ look }) => look)).toEqual(['message', 'fork', 'message']);
  expect(items.map((item) => item.look === 'message' && item.isCopied)).toEqual([true, false, false]);
  const before = messageItems([sent(3)], [], { ...fork, isReached: false });
  expect(before.map((item) => item.look === 'message' && item.isCopied)).toEqual([true]);
});

it('leaves what a card asks to the card, and keeps what else a message tells', () => {
  const items = messageItems([
    { seq: 1, ts, type: 'user_input', text: 'Which day?' },
    { seq: 2, ts, type: 'agent_question', qid: 'q1', prompt: 'Which day?' },
    { seq: 3, ts, type: 'planner_said', text: 'Which day?' },
    { seq: 4, ts, type: 'planner_said', text: '- Reno added\n\nReno is far.\n1. Drive less\n2. Keep it' },
  ]);
  const command = { type: 'choose' };
  const waiting = [
    { type: 'question', seq: 2, text: 'Which day?' },
    {
      type: 'trip-repair',
      seq: 4,
      text: 'Reno is far.',
      options: [
        { label: 'Drive less', command },
        { label: 'Keep it', command },
      ],
    },
  ];
  const shown = withoutAsked(items, waiting);
  expect(shown.map((item) => item.look === 'message' && [item.seq, item.text])).toEqual([
    [1, 'Which day?'],
    [4, '- Reno added'],
  ]);
  expect(withoutAsked(items, [])).toEqual(items);
});
