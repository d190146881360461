import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  guidance,
  inputRequired,
  received,
  sent,
  talk,
  working,
} from '../../../test/conversation-fixture.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { ingest } from './ingest.ts';

describe('ingesting', () => {
  it('drops a known message, in either direction, and uses no seq', async () => {
    const { journal } = talk();
    await ingest(journal, [received('m1'), sent('m2')]);
    const again = await ingest(journal, [received('m1', 'other words'), sent('m2'), received('m2')]);
    expect(again).toEqual({ facts: [], head: 2 });
    expect(await journal.head()).toBe(2);
  });

  it.each([
    ['a message without an id', { type: 'remote_received', text: 'hello' }],
    ['a status that is none', { type: 'status_changed', a2a: 'asleep' }],
  ])('refuses %s, also in a journal that takes any fact', async (_, fact) => {
    const journal = openJournal(memoryStore(), 'talk');
    await expect(ingest(journal, [inputRequired, fact])).rejects.toMatchObject({ code: 'invalid-payload' });
    expect(await journal.head()).toBe(0);
  });

  it('drops a status that is the current one, and keeps one that comes back', async () => {
    const { journal, types } = talk();
    await ingest(journal, [working, working, inputRequired]);
    await ingest(journal, [inputRequired]);
    await ingest(journal, [working]);
    expect(await types()).toHaveLength(3);
  });

  it('drops a file that came before, and keeps another of the same name', async () => {
    const { journal } = talk();
    const file = (content: string, origin = 'remote') => ({
      type: 'attachment_added',
      name: 'a.txt',
      mimeType: 'text/plain',
      sha256: content.repeat(64),
      size: 1,
      origin,
    });
    await ingest(journal, [file('a'), received('m1'), file('c', 'planner')]);
    await ingest(journal, [file('a'), received('m1')]);
    expect(await journal.head()).toBe(3);
    const { facts } = await ingest(journal, [file('b'), file('c')]);
    expect(facts).toHaveLength(2);
  });

  it('tells what was new and where the journal stands, also within one delivery', async () => {
    const { journal } = talk();
    const delivered = [working, received('m1'), received('m1'), working, inputRequired, sent('m1'), working];
    const { facts, head } = await ingest(journal, delivered);
    expect(facts.map((fact) => [fact.seq, fact.type])).toEqual([
      [1, 'status_changed'],
      [2, 'remote_received'],
      [3, 'status_changed'],
      [4, 'status_changed'],
    ]);
    expect(head).toBe(4);
  });

  it('keeps a file that a planner made, however often it is delivered', async () => {
    const { journal } = talk();
    const file = {
      type: 'attachment_added',
      name: 'a.txt',
      mimeType: 'text/plain',
      sha256: 'a'.repeat(64),
      size: 1,
      origin: 'user',
    };
    await ingest(journal, [file]);
    expect(await ingest(journal, [{ ...file, origin: 'tool' }])).toMatchObject({ head: 2 });
  });

  it('keeps everything else', async () => {
    const { journal } = talk();
    await ingest(journal, [guidance('g1')]);
    const { facts } = await ingest(journal, [guidance('g1')]);
    expect(facts).toMatchObject([{ type: 'user_guidance', seq: 2 }]);
  });

  it('sees what others appended', async () => {
    const { journal, open, append } = talk();
    await ingest(journal, [received('m1')]);
    await append(received('m2'));
    await ingest(open(), [received('m3')]);
    expect(await ingest(journal, [received('m2'), received('m3'), received('m4')])).toMatchObject({
      facts: [{ messageId: 'm4' }],
    });
  });

  it('adds each message once, however often and by how many it is delivered at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 30 }), async (ids) => {
        const { open, journal, facts } = talk();
        const deliveries = ids.map((id, i) => ingest(i % 2 ? journal : open(), [received(`m${id}`)]));
        await Promise.all(deliveries);
        const there = (await facts()).map((fact) => (fact.type === 'remote_received' ? fact.messageId : ''));
        expect(there.toSorted()).toEqual([...new Set(ids.map((id) => `m${id}`))].toSorted());
      }),
    );
  });

  it('appends nothing of a batch that the journal refuses', async () => {
    const { journal } = talk();
    await expect(ingest(journal, [received('m1'), { type: 'unheard_of' }])).rejects.toMatchObject({
      code: 'unknown-fact-type',
    });
    expect(await journal.head()).toBe(0);
    await ingest(journal, [received('m1')]);
    expect(await journal.head()).toBe(1);
  });

  it('starts over with a journal that was deleted and recreated', async () => {
    const store = memoryStore();
    const journal = openJournal(store, 'j');
    await ingest(journal, [received('m1'), received('m2')]);
    await store.delete('j');
    await journal.append([{ type: 'note' }]);
    expect(await ingest(journal, [received('m2')])).toMatchObject({ facts: [{ messageId: 'm2' }] });
  });
});
