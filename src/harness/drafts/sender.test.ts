import { describe, expect, it } from 'vitest';
import {
  answering,
  DIGEST,
  draft,
  inputRequired,
  received,
  talk,
  working,
} from '../../../test/conversation-fixture.ts';
import { eventually } from '../../../test/eventually.ts';
import { storeWith } from '../../../test/store-with.ts';
import { type FactStore, memoryStore } from '../../journal/index.ts';
import { react } from '../../kernel/index.ts';
import { ledgerOf } from '../conversation/ledger.ts';
import { approve } from './decisions.ts';
import { createSender, type OutgoingMessage, type SenderOptions } from './sender.ts';

/** The other side: it keeps one message of each id, and can be out of reach. */
function otherSide() {
  const received: string[] = [];
  const inbox = new Map<string, OutgoingMessage>();
  let failures = 0;
  const deliver = async (message: OutgoingMessage) => {
    received.push(message.messageId);
    if (failures-- > 0) throw new Error('no route');
    inbox.set(message.messageId, message);
  };
  const failing = (times: number) => {
    failures = times;
  };
  return { received, inbox, deliver, failing };
}

async function approved(store: FactStore = memoryStore()) {
  const talking = talk({ store });
  const { journal, append, harness, clock } = talking;
  await append(inputRequired, received('m1'));
  await harness(answering([draft('c1')]).plan).runPlanningPass();
  const { facts } = await approve(journal, { composeId: 'c1', digest: DIGEST });
  const [approval] = facts;
  if (approval === undefined) throw new Error('not approved');
  const send = (options: Partial<SenderOptions> & Pick<SenderOptions, 'deliver'>, over = journal) =>
    react(over, createSender({ journal: over, timer: clock, ...options }), approval, {
      worker: 'sender',
      clock,
      timer: clock,
    });
  return { ...talking, approval, send };
}

describe('an approved draft', () => {
  it('is sent once, exactly as approved, and recorded', async () => {
    const { send, journal } = await approved();
    const { deliver, inbox, received } = otherSide();
    const reaction = await send({ deliver });
    const [message] = inbox.values();
    expect(message).toMatchObject({ composeId: 'c1', text: 'hi' });
    expect(reaction).toMatchObject({
      ok: true,
      facts: [
        { type: 'remote_sent', messageId: message?.messageId, text: 'hi', composeId: 'c1' },
        { type: 'reaction_settled' },
      ],
    });
    expect(await send({ deliver })).toEqual({ ok: false, reason: 'settled' });
    expect(received).toHaveLength(1);
    expect((await journal.facts()).filter(({ type }) => type === 'remote_sent')).toHaveLength(1);
  });

  it('is retried with increasing delays under the same message id', async () => {
    const { send, clock } = await approved();
    const { deliver, received, failing, inbox } = otherSide();
    failing(3);
    const sending = send({ deliver, backoffMs: 100 });
    for (const [attempt, wait] of [100, 200, 400].entries()) {
      await eventually(() => received.length).toBe(attempt + 1);
      clock.advance(wait - 1);
      expect(received).toHaveLength(attempt + 1);
      clock.advance(1);
    }
    expect(await sending).toMatchObject({ facts: [{ type: 'remote_sent' }, {}] });
    expect(new Set(received).size).toBe(1);
    expect(inbox.size).toBe(1);
  });

  it('that cannot be delivered is recorded as failed, and can be approved again under the same message id', async () => {
    const { send, journal, clock } = await approved();
    const { deliver, received, failing } = otherSide();
    failing(2);
    const sending = send({ deliver, attempts: 2, backoffMs: 1 });
    await eventually(() => received.length).toBe(1);
    clock.advance(1);
    expect(await sending).toMatchObject({
      facts: [{ type: 'send_failed', composeId: 'c1', error: 'no route' }, {}],
    });
    const { facts } = await approve(journal, { composeId: 'c1', digest: DIGEST });
    const [again] = facts;
    if (again) await react(journal, createSender({ journal, deliver }), again, { worker: 'w', clock });
    expect(received).toHaveLength(3);
    expect(new Set(received).size).toBe(1);
  });

  it('is sent with its files, each by the approved hash', async () => {
    const { harness, append, journal, clock } = talk();
    const put = await journal.attachments.put(new TextEncoder().encode('a map'));
    await append(inputRequired);
    const file = {
      type: 'attachment_added',
      name: 'map.txt',
      mimeType: 'text/plain',
      ...put,
      origin: 'planner',
    };
    const compose = { ...draft('c1'), attachments: [{ name: 'map.txt' }], nextStateHint: 'completed' };
    await harness(answering([file, compose]).plan).runPlanningPass();
    const [waiting] = (await ledgerOf(journal)).drafts.open;
    if (waiting === undefined) throw new Error('no draft');
    const [approval] = (await approve(journal, waiting)).facts;
    const read: string[] = [];
    const sender = createSender({
      journal,
      deliver: async ({ attachments, nextStateHint }, { readAttachment }) => {
        for (const { name, sha256 = '' } of attachments) {
          read.push(
            `${name}: ${new TextDecoder().decode(await readAttachment(sha256))}, then ${nextStateHint}`,
          );
        }
      },
    });
    if (approval) await react(journal, sender, approval, { worker: 'w', clock });
    expect(read).toEqual(['map.txt: a map, then completed']);
    const recorded = (await journal.facts()).slice(-3);
    expect(recorded).toMatchObject([
      { type: 'remote_sent', attachments: [{ name: 'map.txt', sha256: put.sha256 }] },
      { type: 'status_changed', a2a: 'completed' },
      { type: 'reaction_settled' },
    ]);
    // One batch: nobody sees the last word without the end.
    expect(new Set(recorded.map(({ ts }) => ts)).size).toBe(1);
    expect((await ledgerOf(journal)).hasEnded).toBe(true);
  });

  it('is not sent again when it was sent another way', async () => {
    const { send, append } = await approved();
    const { deliver, received } = otherSide();
    await append({ type: 'remote_sent', messageId: 'm9', text: 'hi' });
    expect(await send({ deliver })).toMatchObject({ facts: [{ type: 'reaction_settled' }] });
    expect(received).toEqual([]);
  });

  it('is not sent while planning is frozen', async () => {
    const { harness, append, journal, clock } = talk();
    const one = harness(answering([{ type: 'sleep' }], [draft('c1')]).plan);
    for (let i = 0; i < 2; i++) {
      await append(working, inputRequired);
      await one.runPlanningPass();
    }
    const { facts } = await approve(journal, { composeId: 'c1', digest: DIGEST, by: 'auto' });
    const { deliver, received } = otherSide();
    const sender = createSender({ journal, deliver, runawayCap: 2 });
    const [approval] = facts;
    if (approval === undefined) throw new Error('not approved');
    const reaction = await react(journal, sender, approval, { worker: 'w', clock });
    expect(reaction).toMatchObject({ facts: [{ type: 'send_failed' }, {}] });
    expect(received).toEqual([]);
  });
});

describe('an invalid approval', () => {
  it('is refused when it names another digest', async () => {
    const { append, journal, clock, harness } = talk();
    await append(inputRequired);
    await harness(answering([draft('c1')]).plan).runPlanningPass();
    await append({ type: 'compose_approved', composeId: 'c1', digest: 'b'.repeat(64), by: 'mallory' });
    const forged = (await journal.facts()).at(-1);
    const { deliver, received } = otherSide();
    if (forged === undefined) throw new Error('no fact');
    const reaction = await react(journal, createSender({ journal, deliver }), forged, { worker: 'w', clock });
    expect(reaction).toMatchObject({ facts: [{ type: 'send_failed', composeId: 'c1' }, {}] });
    expect(received).toEqual([]);
  });

  it('sends nothing when another decision came first', async () => {
    const { append, journal, clock, approval, send } = await approved();
    await append({ type: 'compose_approved', composeId: 'c1', digest: DIGEST, by: 'late' });
    const late = (await journal.facts()).at(-1);
    const { deliver, received } = otherSide();
    if (late === undefined) throw new Error('no fact');
    await react(journal, createSender({ journal, deliver }), late, { worker: 'w', clock });
    expect(received).toEqual([]);
    await send({ deliver });
    expect(received).toHaveLength(1);
    expect(approval.seq).toBeLessThan(late.seq);
  });
});

describe('a crash', () => {
  it('between approval and send: whoever comes next sends', async () => {
    const { send, clock, append, approval } = await approved();
    await append({
      type: 'claimed',
      work: 'send',
      target: approval.seq,
      worker: 'dead',
      until: new Date(clock.now() + 1000).toISOString(),
    });
    const { deliver, inbox } = otherSide();
    expect(await send({ deliver })).toMatchObject({ ok: false, reason: 'held' });
    clock.advance(1000);
    expect(await send({ deliver })).toMatchObject({ ok: true });
    expect(inbox.size).toBe(1);
  });

  it('between send and record: the message is delivered again under the same id, and recorded once', async () => {
    const base = memoryStore();
    const { send, clock, facts } = await approved(base);
    const { deliver, received, inbox } = otherSide();
    const dying = storeWith(base, {
      append: (request) =>
        request.facts.some(({ type }) => type === 'remote_sent')
          ? new Promise(() => {})
          : base.append(request),
    });
    void send({ deliver }, talk({ store: dying }).journal);
    await eventually(() => inbox.size).toBe(1);

    clock.advance(30_000);
    expect(await send({ deliver }, talk({ store: base }).journal)).toMatchObject({ ok: true });
    expect(received).toHaveLength(2);
    expect(inbox.size).toBe(1);
    const sent = (await facts()).filter(({ type }) => type === 'remote_sent');
    expect(sent).toMatchObject([{ messageId: received[0] }]);
  });

  it('of the host while it waits for the next attempt leaves the draft to the next host', async () => {
    const { journal, clock, approval, send, story } = await approved();
    const { deliver, received, failing, inbox } = otherSide();
    failing(1);
    const stopping = new AbortController();
    const sending = react(journal, createSender({ journal, deliver, timer: clock }), approval, {
      worker: 'one',
      clock,
      timer: clock,
      signal: stopping.signal,
    });
    await eventually(() => received.length).toBe(1);
    await Promise.resolve();
    stopping.abort(new Error('the host stops'));
    await expect(sending).rejects.toThrow('the host stops');
    await send({ deliver });
    expect(inbox.size).toBe(1);
    expect((await story()).at(-1)).toBe('remote_sent');
  });
});
