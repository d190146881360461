import { describe, expect, it } from 'vitest';
import {
  answering,
  DIGEST,
  draft,
  inputRequired,
  received,
  talk,
} from '../../../test/conversation-fixture.ts';
import { eventually } from '../../../test/eventually.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { react } from '../../kernel/index.ts';
import type { Timer } from '../../kernel/timer.ts';
import { approve } from './decisions.ts';
import { createSender, type SenderOptions } from './sender.ts';

/** A draft that was approved, and a sender that waits on a timer which goes off at once and notes for how long it was set. */
async function approved() {
  const talking = talk();
  const { journal, append, harness, clock } = talking;
  await append(inputRequired, received('m1'));
  await harness(answering([draft('c1')]).plan).runPlanningPass();
  const [approval] = (await approve(journal, { composeId: 'c1', digest: DIGEST })).facts;
  if (approval === undefined) throw new Error('not approved');
  const waits: number[] = [];
  const timer: Timer = {
    after(ms, run) {
      waits.push(ms);
      queueMicrotask(run);
      return () => {};
    },
  };
  const send = (options: Pick<SenderOptions, 'deliver'> & Partial<SenderOptions>, signal?: AbortSignal) =>
    react(journal, createSender({ journal, timer, ...options }), approval, {
      worker: 'sender',
      clock,
      timer: clock,
      ...(signal && { signal }),
    });
  return { ...talking, approval, send, waits };
}

const refusing = (error: unknown) => async () => {
  throw error;
};

describe('a message that cannot be delivered', () => {
  it('is tried five times, with delays that start at half a second and double', async () => {
    const { send, waits } = await approved();
    let calls = 0;
    const reaction = await send({
      deliver: async () => {
        calls += 1;
        throw new Error('no route');
      },
    });
    expect([calls, waits]).toEqual([5, [500, 1000, 2000, 4000]]);
    expect(reaction).toMatchObject({ facts: [{ type: 'send_failed', error: 'no route' }, {}] });
  });

  it('never waits longer than a minute', async () => {
    const { send, waits } = await approved();
    await send({ deliver: refusing(new Error('no')), attempts: 5, backoffMs: 20_000 });
    expect(waits).toEqual([20_000, 40_000, 60_000, 60_000]);
  });

  it('is tried once if only one attempt is allowed', async () => {
    const { send, waits } = await approved();
    await send({ deliver: refusing(new Error('no')), attempts: 1 });
    expect(waits).toEqual([]);
  });

  it.each([
    ['what was thrown, when that is no error', 'gone', '"gone"'],
    ['2000 characters of the reason', new Error('x'.repeat(2001)), 'x'.repeat(2000)],
  ])('is recorded with %s', async (_, thrown, error) => {
    const { send } = await approved();
    expect(await send({ deliver: refusing(thrown), attempts: 1 })).toMatchObject({ facts: [{ error }, {}] });
  });

  it('is left to the next worker, and not recorded, when this one has to stop', async () => {
    const { send, story } = await approved();
    const stopping = new AbortController();
    const stop = new Error('the host stops');
    const deliver = async () => {
      stopping.abort(stop);
      throw new Error('cut off');
    };
    await expect(send({ deliver, attempts: 1 }, stopping.signal)).rejects.toBe(stop);
    expect((await story()).at(-1)).toBe('compose_approved');
  });

  it('waits on nothing any more once this worker stops', async () => {
    const { send, clock } = await approved();
    const stopping = new AbortController();
    let waiting = 0;
    const timer: Timer = {
      after(ms, run) {
        waiting += 1;
        const cancel = clock.after(ms, run);
        return () => {
          waiting -= 1;
          cancel();
        };
      },
    };
    const sending = send({ deliver: refusing(new Error('no route')), timer }, stopping.signal);
    await eventually(() => waiting).toBe(1);
    stopping.abort(new Error('the host stops'));
    await expect(sending).rejects.toThrow('the host stops');
    expect(waiting).toBe(0);
  });
});

describe('a message', () => {
  it('has an id that follows from the journal, the draft and what it says', async () => {
    const { send } = await approved();
    const messages: unknown[] = [];
    await send({ deliver: async (message) => void messages.push(message) });
    expect(messages).toStrictEqual([
      {
        messageId: expect.stringMatching(/^m-[0-9a-f]{32}$/),
        composeId: 'c1',
        text: 'hi',
        attachments: [],
      },
    ]);
  });

  it('without files is recorded without files', async () => {
    const { send, facts } = await approved();
    await send({ deliver: async () => {} });
    expect((await facts()).at(-2)).toMatchObject({ type: 'remote_sent' });
    expect((await facts()).at(-2)).not.toHaveProperty('attachments');
  });
});

describe('a sender', () => {
  it('reacts to approvals, and sends nothing for one that cannot be read', async () => {
    const journal = openJournal(memoryStore(), 'j');
    await journal.append([draft('c1'), { type: 'compose_approved', composeId: 'c1' }]);
    const sender = createSender({ journal, deliver: refusing(new Error('never')) });
    expect([sender.name, sender.reactsTo]).toEqual(['send', ['compose_approved']]);
    const unreadable = (await journal.facts()).at(-1);
    if (unreadable === undefined) throw new Error('no fact');
    expect(await react(journal, sender, unreadable, { worker: 'w' })).toMatchObject({
      facts: [{ type: 'reaction_settled' }],
    });
  });

  it('says which digest was approved and which the draft has', async () => {
    const { journal, append, clock } = talk();
    await append({ ...draft('c1'), digest: DIGEST });
    await append({ type: 'compose_approved', composeId: 'c1', digest: 'b'.repeat(64), by: 'mallory' });
    const forged = (await journal.facts()).at(-1);
    if (forged === undefined) throw new Error('no fact');
    const sender = createSender({ journal, deliver: refusing(new Error('never')) });
    expect(await react(journal, sender, forged, { worker: 'w', clock })).toMatchObject({
      facts: [{ error: expect.stringMatching(new RegExp(`${'b'.repeat(64)}.*${DIGEST}`)) }, {}],
    });
  });

  it.each([
    [
      2,
      {
        type: 'send_failed',
        error: 'Sending is frozen after 2 passes without any action by a person or the other side.',
      },
    ],
    [3, { type: 'remote_sent' }],
  ])(
    'after two passes without anybody acting is frozen by a cap of 2 and not of 3: %i',
    async (runawayCap, outcome) => {
      const settled = { type: 'pass_settled', triggers: { status: 1 }, outcome: 'committed' };
      const { journal, append, clock } = talk();
      await append({ ...draft('c1'), digest: DIGEST }, settled, settled);
      const [approval] = (await approve(journal, { composeId: 'c1', digest: DIGEST, by: 'auto' })).facts;
      if (approval === undefined) throw new Error('not approved');
      const sender = createSender({ journal, deliver: async () => {}, runawayCap });
      expect(await react(journal, sender, approval, { worker: 'w', clock })).toMatchObject({
        facts: [outcome, {}],
      });
    },
  );
});
