import { describe, expect, it } from 'vitest';
import {
  asleep,
  guidance,
  inputRequired,
  received,
  sent,
  talk,
  working,
} from '../../../test/conversation-fixture.ts';
import { type Envelope, type ProposedFact, REDACTED } from '../../journal/fact.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { follow } from '../../kernel/projection/follow.ts';
import { acceptAll } from '../../kernel/projection/projection.ts';
import { userInputFamily } from '../family.ts';
import { Conversation, conversationProjection } from './conversation.ts';

const factsOf = (given: readonly ProposedFact[]): Envelope[] =>
  given.map((fact, at) => ({ id: `f-${at + 1}`, ts: '', v: 1, ...fact, seq: at + 1 }));

function conversation(...given: readonly ProposedFact[]): Conversation {
  return acceptAll(new Conversation(), factsOf(given));
}

const claimed = { type: 'claimed', work: 'plan', target: 1, worker: 'w', until: '2026-01-01T00:00:00.000Z' };
const settled = (triggers: Record<string, number>) => ({ type: 'pass_settled', triggers, outcome: 'empty' });
const waiting = ({ triggers }: Conversation) =>
  Object.fromEntries(triggers.fired().map(({ kind, seq }) => [kind, seq]));

describe('a conversation', () => {
  it('knows nothing at first', () => {
    const { head, lastFactSeq, lastFact, passClaim, nativeFrom } = new Conversation();
    expect({ head, lastFactSeq, lastFact, passClaim, nativeFrom }).toEqual({
      head: 0,
      lastFactSeq: 0,
      nativeFrom: 1,
    });
  });

  it('tells the last fact from bookkeeping', () => {
    const one = conversation(inputRequired, claimed);
    expect([one.head, one.lastFactSeq, one.lastFact?.type]).toEqual([2, 1, 'status_changed']);
    expect(one.facts().map(({ type }) => type)).toEqual(['status_changed']);
    expect(one.passClaim).toEqual({ target: 1, worker: 'w', until: Date.parse(claimed.until), seq: 2 });
  });

  it('counts going back as something that happened, and shows it to nobody', () => {
    const pass = [asleep, { ...settled({}), outcome: 'committed' }];
    const one = conversation(inputRequired, ...pass, claimed, { type: 'rewound', toSeq: 1 });
    expect([one.lastFactSeq, one.lastFact?.type, one.passClaim]).toEqual([5, 'status_changed', undefined]);
  });

  it('shows planners what they may not know the type of', () => {
    expect(conversation({ type: 'trip_noted', place: 'Porto' }).lastFact).toMatchObject({ place: 'Porto' });
  });
});

describe('what waits for planning', () => {
  it.each<[string, readonly ProposedFact[], Record<string, number>]>([
    ['the newest of each kind', [inputRequired, received('m1'), received('m2')], { status: 1, inbound: 3 }],
    ['nothing that was answered', [received('m1'), sent('m2')], {}],
    [
      'nothing whose answer was erased',
      [received('m1'), { type: REDACTED, redactedType: 'remote_sent' }],
      {},
    ],
    ['what comes after an answer', [received('m1'), sent('m2'), received('m3')], { inbound: 3 }],
    ['nothing that was settled', [inputRequired, received('m1'), settled({ status: 1, inbound: 2 })], {}],
    [
      'what came after it was settled',
      [guidance('g1'), settled({ guidance: 1 }), guidance('g2')],
      { guidance: 3 },
    ],
    [
      'nothing up to the newest that was settled, in whatever order',
      [guidance('g1'), guidance('g2'), settled({ guidance: 2 }), settled({ guidance: 1 })],
      {},
    ],
    ['no other status', [working], {}],
    [
      'nothing that was cancelled',
      [received('m1'), { type: 'work_cancelled' }, guidance('g1')],
      { guidance: 3 },
    ],
    [
      'nothing whose cancellation was erased',
      [received('m1'), { type: REDACTED, redactedType: 'work_cancelled' }, guidance('g1')],
      { guidance: 3 },
    ],
    [
      'what stands, again, after going back to it',
      [inputRequired, received('m1'), settled({ status: 1, inbound: 2 }), { type: 'rewound', toSeq: 2 }],
      { inbound: 2 },
    ],
    [
      'what people said since, after going back',
      [inputRequired, guidance('g1'), settled({ status: 1, guidance: 2 }), { type: 'rewound', toSeq: 1 }],
      { status: 1, guidance: 2 },
    ],
  ])('is %s', (_, given, fired) => {
    expect(waiting(conversation(...given))).toEqual(fired);
  });

  it('is not what planners did and was taken back', () => {
    const tool = { type: 'tool_result', callId: 'c', ok: true };
    const family = userInputFamily({ closing: [], triggers: [{ kind: 'tool', on: 'tool_result' }] });
    const fired = (toSeq: number) => {
      const pass = [tool, { type: 'pass_settled', triggers: {}, outcome: 'committed' }];
      const given = factsOf([working, ...pass, { type: 'rewound', toSeq }]);
      return waiting(acceptAll(new Conversation(family), given));
    };
    expect([fired(1), fired(2)]).toEqual([{}, { tool: 2 }]);
  });
});

describe('catching up', () => {
  it('reads the last fact that is known again, and what came after it', async () => {
    const { journal, append } = talk();
    await append(working, inputRequired);
    const from: unknown[] = [];
    const watched = {
      id: journal.id,
      facts: (range?: Parameters<typeof journal.facts>[0]) => {
        from.push(range?.from);
        return journal.facts(range);
      },
    };
    const following = follow(watched, conversationProjection());
    await following.catchUp();
    await append(guidance('g1'));
    const one = await following.catchUp();
    expect([from, one.head]).toEqual([[1, 2], 3]);
  });

  it('asks a copy where its own facts begin', async () => {
    const { journal, append } = talk();
    await append(working, inputRequired);
    const one = await follow(await journal.fork(2, 'copy'), conversationProjection()).catchUp();
    expect([one.nativeFrom, one.head]).toEqual([3, 2]);
  });

  it('forgets everything with a journal that was deleted, and its claim', async () => {
    const store = memoryStore();
    const journal = openJournal(store, 'j');
    await journal.append([received('m1'), claimed]);
    const following = follow(journal, conversationProjection());
    await following.catchUp();
    await store.delete('j');
    const one = await following.catchUp();
    const { head, lastFactSeq, passClaim, nativeFrom } = one;
    expect({ head, lastFactSeq, passClaim, nativeFrom }).toEqual({ head: 0, lastFactSeq: 0, nativeFrom: 1 });
    expect([one.facts().length, waiting(one)]).toEqual([0, {}]);
  });

  it('takes a journal that was made anew, and is as long, for what it is', async () => {
    const store = memoryStore();
    const journal = openJournal(store, 'j');
    await journal.append([received('m1'), received('m2')]);
    const following = follow(journal, conversationProjection());
    await following.catchUp();
    await store.delete('j');
    await journal.append([guidance('g1'), asleep]);
    const one = await following.catchUp();
    expect(one.facts().map(({ type }) => type)).toEqual(['user_guidance', 'sleep']);
  });
});
