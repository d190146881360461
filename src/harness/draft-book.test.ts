import { describe, expect, it } from 'vitest';
import { digestOf } from './digest.ts';
import { DraftBook } from './draft-book.ts';
import type { ConversationFactOf } from './facts.ts';

const envelope = (seq: number) => ({ seq, id: `f-${seq}`, ts: '', v: 1 });
const digest = (composeId: string) => digestOf({ composeId, text: `text of ${composeId}` });

const proposed = (seq: number, composeId: string): ConversationFactOf<'compose_intent'> => ({
  ...envelope(seq),
  type: 'compose_intent',
  composeId,
  text: `text of ${composeId}`,
  digest: 'f'.repeat(64),
});
const approved = (
  seq: number,
  composeId: string,
  own: { digest?: string; by?: string } = {},
): ConversationFactOf<'compose_approved'> => ({
  ...envelope(seq),
  type: 'compose_approved',
  composeId,
  digest: digest(composeId),
  by: 'ann',
  ...own,
});
const dismissed = (seq: number, composeId: string): ConversationFactOf<'compose_dismissed'> => ({
  ...envelope(seq),
  type: 'compose_dismissed',
  composeId,
});
const sent = (seq: number, text: string, composeId?: string): ConversationFactOf<'remote_sent'> => ({
  ...envelope(seq),
  type: 'remote_sent',
  messageId: `m${seq}`,
  text,
  ...(composeId !== undefined && { composeId }),
});
const failed = (seq: number, composeId: string): ConversationFactOf<'send_failed'> => ({
  ...envelope(seq),
  type: 'send_failed',
  composeId,
  error: 'no route',
});

/** A book with drafts c1, c2, … at seq 1, 2, … */
function book(drafts: number): DraftBook {
  const one = new DraftBook();
  for (let seq = 1; seq <= drafts; seq++) one.proposed(proposed(seq, `c${seq}`));
  return one;
}
const idsIn = ({ open }: DraftBook) => open.map(({ composeId }) => composeId);

describe('a draft', () => {
  it('is open with the digest of what it says, whatever stands beside it', () => {
    const one = book(1);
    expect(one.open).toStrictEqual([
      {
        composeId: 'c1',
        text: 'text of c1',
        attachments: undefined,
        nextStateHint: undefined,
        seq: 1,
        digest: digest('c1'),
      },
    ]);
    expect([one.find('c1'), one.find('c2'), one.latestUnsent]).toEqual([one.open[0], undefined, one.open[0]]);
  });

  it('whose id was used before comes last, and is open again', () => {
    const one = book(3);
    one.dismissed(dismissed(4, 'c3'));
    one.proposed(proposed(5, 'c1'));
    one.proposed(proposed(6, 'c3'));
    expect(idsIn(one)).toEqual(['c2', 'c1', 'c3']);
    expect(one.closed('c3')).toBeUndefined();
  });
});

describe('an approval', () => {
  it('stands once, and only for the draft it names with its digest', () => {
    const one = book(1);
    expect(one.approved(approved(2, 'c9'))).toBe(false);
    expect(one.approved(approved(3, 'c1', { digest: digest('c2') }))).toBe(false);
    expect(one.find('c1')).not.toHaveProperty('approval');
    expect(one.approved(approved(4, 'c1'))).toBe(true);
    expect(one.approved(approved(5, 'c1', { by: 'bob' }))).toBe(false);
    expect(one.find('c1')?.approval).toEqual({ seq: 4, by: 'ann' });
  });

  it('ends with a failure to send, and another one can stand then', () => {
    const one = book(1);
    one.failed(failed(2, 'c1'));
    expect(one.find('c1')).not.toHaveProperty('failure');
    one.approved(approved(3, 'c1'));
    one.failed(failed(4, 'c1'));
    expect(one.find('c1')).toMatchObject({ failure: 'no route' });
    expect(one.find('c1')).not.toHaveProperty('approval');
    expect(one.approved(approved(5, 'c1'))).toBe(true);
    one.failed(failed(6, 'c9'));
    expect(idsIn(one)).toEqual(['c1']);
  });

  it('that was for another journal does not count, and the drafts stay', () => {
    const one = book(2);
    one.approved(approved(3, 'c1'));
    one.withdrawApprovals();
    expect(one.open.map(({ composeId, approval }) => [composeId, approval])).toEqual([
      ['c1', undefined],
      ['c2', undefined],
    ]);
  });
});

describe('a dismissal', () => {
  it('stands once, and not against an approval', () => {
    const one = book(2);
    one.approved(approved(3, 'c2'));
    expect(one.dismissed(dismissed(4, 'c1'))).toBe(true);
    expect(one.dismissed(dismissed(5, 'c1'))).toBe(false);
    expect(one.dismissed(dismissed(6, 'c2'))).toBe(false);
    expect([idsIn(one), one.closed('c1'), one.closed('c2')]).toEqual([
      ['c2'],
      { how: 'dismissed', seq: 4 },
      undefined,
    ]);
  });

  it('leaves the draft the latest that was not sent', () => {
    const one = book(1);
    one.dismissed(dismissed(2, 'c1'));
    expect(one.latestUnsent).toMatchObject({ composeId: 'c1' });
  });
});

describe('a message that went out', () => {
  it('closes the draft it names', () => {
    const one = book(2);
    one.sent(sent(3, 'other words', 'c1'));
    expect([idsIn(one), one.closed('c1')]).toEqual([['c2'], { how: 'sent', seq: 3 }]);
    expect(one.latestUnsent).toMatchObject({ composeId: 'c2' });
    one.sent(sent(4, 'other words', 'c2'));
    expect(one.latestUnsent).toBeUndefined();
  });

  it('closes the last draft that reads like it when it names none', () => {
    const one = book(1);
    one.proposed({ ...proposed(2, 'c2'), text: 'text of c1' });
    one.sent(sent(3, 'unheard of'));
    expect(idsIn(one)).toEqual(['c1', 'c2']);
    one.sent(sent(4, 'text of c1'));
    expect(idsIn(one)).toEqual(['c1']);
  });

  it('closes no draft that reads like it when it names another', () => {
    const one = book(1);
    one.sent(sent(2, 'text of c1', 'c9'));
    expect(idsIn(one)).toEqual(['c1']);
    expect(one.closed('c9')).toBeUndefined();
  });

  it('and no longer says which it was, closes those that were being sent', () => {
    const one = book(3);
    one.approved(approved(4, 'c1'));
    one.sentUnnamed(5);
    expect([idsIn(one), one.closed('c1')]).toEqual([['c2', 'c3'], { how: 'sent', seq: 5 }]);
    expect(one.latestUnsent).toMatchObject({ composeId: 'c3' });
    one.approved(approved(6, 'c3'));
    one.sentUnnamed(7);
    expect(one.latestUnsent).toBeUndefined();
  });
});

it('going back withdraws the drafts that wait, and not those on their way out', () => {
  const one = book(3);
  one.approved(approved(4, 'c2'));
  one.rewound(5);
  expect(idsIn(one)).toEqual(['c2']);
  expect([one.closed('c1'), one.closed('c3')]).toEqual([
    { how: 'rewound', seq: 5 },
    { how: 'rewound', seq: 5 },
  ]);
  expect(one.latestUnsent).toMatchObject({ composeId: 'c2' });
  one.sent(sent(6, '', 'c2'));
  one.rewound(7);
  expect(one.latestUnsent).toBeUndefined();
});

it('a copy of a book goes its own way', () => {
  const one = book(2);
  one.dismissed(dismissed(3, 'c1'));
  const copy = one.copy();
  expect([copy.open, copy.closed('c1'), copy.latestUnsent]).toEqual([
    one.open,
    one.closed('c1'),
    one.latestUnsent,
  ]);
  copy.sent(sent(4, '', 'c2'));
  expect([idsIn(one), one.closed('c2'), one.latestUnsent?.composeId]).toEqual([['c2'], undefined, 'c2']);
  expect([idsIn(copy), copy.closed('c2')?.how, copy.latestUnsent]).toEqual([[], 'sent', undefined]);
});
