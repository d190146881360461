import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answering, asleep, inputRequired, received, talk } from '../../../test/conversation-fixture.ts';
import { acceptAll } from '../../kernel/projection/projection.ts';
import type { ConversationFactOf } from '../facts.ts';
import { AttachmentFold, numbered } from './attachment-fold.ts';
import { Conversation } from './conversation.ts';

const file = (
  seq: number,
  name: string,
  content: string,
  origin = 'planner',
): ConversationFactOf<'attachment_added'> => ({
  seq,
  id: `f-${seq}`,
  ts: '',
  v: 1,
  type: 'attachment_added',
  name,
  mimeType: 'text/plain',
  sha256: content.padEnd(64, '0'),
  size: 1,
  origin,
});

describe('files of one name', () => {
  it('with other bytes both live, the later one under a number', () => {
    let fold = new AttachmentFold();
    fold = fold.accept(file(1, 'report.pdf', 'a'));
    fold = fold.accept(file(2, 'report.pdf', 'b'));
    fold = fold.accept(file(3, 'report.pdf', 'c'));
    expect(fold.all().map(({ name, sha256 }) => [name, sha256[0]])).toEqual([
      ['report.pdf', 'a'],
      ['report (2).pdf', 'b'],
      ['report (3).pdf', 'c'],
    ]);
  });

  it('with the same bytes are one', () => {
    let fold = new AttachmentFold();
    for (const content of ['a', 'b', 'a', 'b']) fold = fold.accept(file(1, 'n.txt', content));
    expect(fold.all().map(({ name }) => name)).toEqual(['n.txt', 'n (2).txt']);
  });

  it('do not take a name that another file has', () => {
    let fold = new AttachmentFold();
    fold = fold.accept(file(1, 'n (2).txt', 'a'));
    fold = fold.accept(file(2, 'n.txt', 'b'));
    fold = fold.accept(file(3, 'n.txt', 'c'));
    expect(fold.all().map(({ name }) => name)).toEqual(['n (2).txt', 'n.txt', 'n (3).txt']);
  });

  it.each([
    ['a.txt', 'a (2).txt'],
    ['a.tar.gz', 'a.tar (2).gz'],
    ['.env', '.env (2)'],
    ['README', 'README (2)'],
  ])('%s is numbered %s', (name, shown) => {
    expect(numbered(name, 2)).toBe(shown);
  });

  it('have names of their own, whatever comes in and is taken back', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom('a', 'a (2)', 'b.c'), fc.constantFrom('1', '2', '3'), fc.boolean()),
        ),
        fc.nat(20),
        (files, toSeq) => {
          let fold = new AttachmentFold();
          files.forEach(([name, content, made], i) => {
            fold = fold.accept(file(i + 1, name, content, made ? 'planner' : 'user'));
          });
          fold = fold.without(({ seq }) => seq > toSeq);
          for (const [name, content] of files) fold = fold.accept(file(100, name, content));
          for (const { name, sha256 } of fold.all()) {
            expect(fold.find(name)?.sha256).toBe(sha256);
            expect(fold.find(sha256)?.sha256).toBe(sha256);
          }
        },
      ),
    );
  });
});

describe('the projection', () => {
  it('is the same however the facts are cut into pieces, and those seen again change nothing', async () => {
    const { harness, append, facts } = talk();
    const one = harness(answering([asleep]).plan);
    for (let i = 0; i < 5; i++) {
      await append(inputRequired, received(`m${i}`));
      await one.runPlanningPass();
    }
    const all = await facts();
    const whole = acceptAll(new Conversation(), all);
    fc.assert(
      fc.property(fc.array(fc.nat(all.length)), (cuts) => {
        let pieces = new Conversation();
        for (const cut of [...cuts.toSorted((a, b) => a - b), all.length]) {
          pieces = acceptAll(pieces, all.slice(Math.max(0, pieces.head - 2), cut));
        }
        expect(pieces.facts()).toEqual(whole.facts());
        expect(pieces.triggers.fired()).toEqual(whole.triggers.fired());
        expect(pieces.ledger.commitsAlone).toBe(whole.ledger.commitsAlone);
      }),
    );
  });

  it('keeps planners from changing what the next one reads', async () => {
    const { append, conversation } = talk();
    await append({ type: 'tool_call', callId: 'c', name: 'n', args: { deep: { er: 1 } } });
    const [call] = (await conversation()).facts();
    expect(call?.args).toEqual({ deep: { er: 1 } });
    for (const part of [call, call?.args, Object(call?.args).deep]) expect(Object.isFrozen(part)).toBe(true);
  });

  it('does not stumble over facts that are not what their type says', async () => {
    const odd = [
      'status_changed',
      'compose_intent',
      'rewound',
      'pass_settled',
      'claimed',
      'attachment_added',
    ];
    const conversation = acceptAll(
      new Conversation(),
      odd.map((type, i) => ({ seq: i + 1, id: `f-${i}`, ts: '', type, v: 1 })),
    );
    expect(conversation.head).toBe(odd.length);
    expect(conversation.ledger.status).toBeUndefined();
  });
});
