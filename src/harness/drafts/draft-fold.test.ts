import { describe, expect, it } from 'vitest';
import { REDACTED } from '../../journal/fact.ts';
import { acceptAll } from '../../kernel/projection/projection.ts';
import type { ConversationFactOf } from '../facts.ts';
import { digestOf } from './digest.ts';
import { DraftFold } from './draft-fold.ts';

const envelope = (seq: number) => ({ seq, id: `f-${seq}`, ts: '', v: 1 });
const digest = (composeId: string) => digestOf({ composeId, text: `text of ${composeId}` });

const proposed = (
  seq: number,
  composeId: string,
  text = `text of ${composeId}`,
): ConversationFactOf<'compose_intent'> => ({
  ...envelope(seq),
  type: 'compose_intent',
  composeId,
  text,
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

const rewound = (seq: number): ConversationFactOf<'rewound'> => ({
  ...envelope(seq),
  type: 'rewound',
  toSeq: 0,
});
const erased = (seq: number, redactedType: string) => ({
  ...envelope(seq),
  type: REDACTED,
  redactedType,
  redactedAt: '',
});

/** A fold with drafts c1, c2, … at seq 1, 2, … */
function fold(drafts: number): DraftFold {
  return acceptAll(
    new DraftFold(),
    Array.from({ length: drafts }, (_, at) => proposed(at + 1, `c${at + 1}`)),
  );
}
const idsIn = ({ open }: DraftFold) => open.map(({ composeId }) => composeId);

describe('a draft', () => {
  it('is open with the digest of what it says, whatever stands beside it', () => {
    const one = fold(1);
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
    let one = fold(3);
    one = one.accept(dismissed(4, 'c3'));
    one = one.accept(proposed(5, 'c1'));
    one = one.accept(proposed(6, 'c3'));
    expect(idsIn(one)).toEqual(['c2', 'c1', 'c3']);
    expect(one.closed('c3')).toBeUndefined();
  });
});

describe('an approval', () => {
  it('stands once, and only for the draft it names with its digest', () => {
    let one = fold(1);
    expect(one.stands(approved(2, 'c9'))).toBe(false);
    one = one.accept(approved(2, 'c9'));
    expect(one.stands(approved(3, 'c1', { digest: digest('c2') }))).toBe(false);
    one = one.accept(approved(3, 'c1', { digest: digest('c2') }));
    expect(one.find('c1')).not.toHaveProperty('approval');
    expect(one.stands(approved(4, 'c1'))).toBe(true);
    one = one.accept(approved(4, 'c1'));
    expect(one.stands(approved(5, 'c1', { by: 'bob' }))).toBe(false);
    one = one.accept(approved(5, 'c1', { by: 'bob' }));
    expect(one.find('c1')?.approval).toEqual({ seq: 4, by: 'ann' });
  });

  it('ends with a failure to send, and another one can stand then', () => {
    let one = fold(1);
    one = one.accept(failed(2, 'c1'));
    expect(one.find('c1')).not.toHaveProperty('failure');
    one = one.accept(approved(3, 'c1'));
    one = one.accept(failed(4, 'c1'));
    expect(one.find('c1')).toMatchObject({ failure: 'no route' });
    expect(one.find('c1')).not.toHaveProperty('approval');
    expect(one.stands(approved(5, 'c1'))).toBe(true);
    one = one.accept(approved(5, 'c1'));
    one = one.accept(failed(6, 'c9'));
    expect(idsIn(one)).toEqual(['c1']);
  });

  it('that was for another journal does not count, and the drafts stay', () => {
    let one = fold(2);
    one = one.accept(approved(3, 'c1'));
    one = one.withoutApprovals();
    expect(one.open.map(({ composeId, approval }) => [composeId, approval])).toEqual([
      ['c1', undefined],
      ['c2', undefined],
    ]);
  });
});

describe('a dismissal', () => {
  it('stands once, and not against an approval', () => {
    let one = fold(2);
    one = one.accept(approved(3, 'c2'));
    expect(one.stands(dismissed(4, 'c1'))).toBe(true);
    one = one.accept(dismissed(4, 'c1'));
    expect(one.stands(dismissed(5, 'c1'))).toBe(false);
    one = one.accept(dismissed(5, 'c1'));
    expect(one.stands(dismissed(6, 'c2'))).toBe(false);
    one = one.accept(dismissed(6, 'c2'));
    expect([idsIn(one), one.closed('c1'), one.closed('c2')]).toEqual([
      ['c2'],
      { how: 'dismissed', seq: 4 },
      undefined,
    ]);
  });

  it('leaves the draft the latest that was not sent', () => {
    let one = fold(1);
    one = one.accept(dismissed(2, 'c1'));
    expect(one.latestUnsent).toMatchObject({ composeId: 'c1' });
  });
});

describe('the end of a conversation', () => {
  const status = (a2a: 'completed' | 'working') =>
    ({ ...envelope(4), type: 'status_changed', a2a }) satisfies ConversationFactOf<'status_changed'>;
  const before = [proposed(1, 'a'), proposed(2, 'b'), approved(3, 'b')];

  it('withdraws drafts that wait, and those that were approved and are not out', () => {
    const fold = acceptAll(new DraftFold(), [...before, status('completed')]);
    expect(fold.open).toEqual([]);
    expect(fold.closed('a')).toEqual({ how: 'ended', seq: 4 });
    expect(acceptAll(new DraftFold(), [...before, status('working')]).open).toHaveLength(2);
  });

  it('withdraws them also when the status was erased', () => {
    expect(acceptAll(new DraftFold(), [...before, erased(4, 'status_changed')]).open).toEqual([]);
  });
});

describe('a message that went out', () => {
  it('closes the draft it names', () => {
    let one = fold(2);
    one = one.accept(sent(3, 'other words', 'c1'));
    expect([idsIn(one), one.closed('c1')]).toEqual([['c2'], { how: 'sent', seq: 3 }]);
    expect(one.latestUnsent).toMatchObject({ composeId: 'c2' });
    one = one.accept(sent(4, 'other words', 'c2'));
    expect(one.latestUnsent).toBeUndefined();
  });

  it('closes the last draft that reads like it when it names none', () => {
    let one = fold(1);
    one = one.accept(proposed(2, 'c2', 'text of c1'));
    one = one.accept(sent(3, 'unheard of'));
    expect(idsIn(one)).toEqual(['c1', 'c2']);
    one = one.accept(sent(4, 'text of c1'));
    expect(idsIn(one)).toEqual(['c1']);
  });

  it('closes no draft that reads like it when it names another', () => {
    let one = fold(1);
    one = one.accept(sent(2, 'text of c1', 'c9'));
    expect(idsIn(one)).toEqual(['c1']);
    expect(one.closed('c9')).toBeUndefined();
  });

  it('and no longer says which it was, closes those that were being sent', () => {
    let one = fold(3);
    one = one.accept(approved(4, 'c1'));
    one = one.accept(erased(5, 'remote_sent'));
    expect([idsIn(one), one.closed('c1')]).toEqual([['c2', 'c3'], { how: 'sent', seq: 5 }]);
    expect(one.latestUnsent).toMatchObject({ composeId: 'c3' });
    one = one.accept(approved(6, 'c3'));
    one = one.accept(erased(7, 'remote_sent'));
    expect(one.latestUnsent).toBeUndefined();
  });
});

it('going back withdraws the drafts that wait, and not those on their way out', () => {
  let one = fold(3);
  one = one.accept(approved(4, 'c2'));
  one = one.accept(rewound(5));
  expect(idsIn(one)).toEqual(['c2']);
  expect([one.closed('c1'), one.closed('c3')]).toEqual([
    { how: 'rewound', seq: 5 },
    { how: 'rewound', seq: 5 },
  ]);
  expect(one.latestUnsent).toMatchObject({ composeId: 'c2' });
  one = one.accept(sent(6, '', 'c2'));
  one = one.accept(rewound(7));
  expect(one.latestUnsent).toBeUndefined();
});

it('stays as it was when others are made of it', () => {
  let one = fold(2);
  one = one.accept(dismissed(3, 'c1'));
  let copy = one;
  expect([copy.open, copy.closed('c1'), copy.latestUnsent]).toEqual([
    one.open,
    one.closed('c1'),
    one.latestUnsent,
  ]);
  copy = copy.accept(sent(4, '', 'c2'));
  expect([idsIn(one), one.closed('c2'), one.latestUnsent?.composeId]).toEqual([['c2'], undefined, 'c2']);
  expect([idsIn(copy), copy.closed('c2')?.how, copy.latestUnsent]).toEqual([[], 'sent', undefined]);
});
