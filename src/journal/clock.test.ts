import { describe, expect, it } from 'vitest';
import { collected } from '../../test/transfer-fixture.ts';
import { timestamp } from './clock.ts';
import { exportJournal, importJournal, memoryStore, openJournal } from './index.ts';

const LAST = Date.parse('9999-12-31T23:59:59.999Z');

describe('timestamp', () => {
  it('formats every time of the years 0 to 9999', () => {
    expect(timestamp(LAST)).toBe('9999-12-31T23:59:59.999Z');
    expect(timestamp(Date.parse('0000-01-01T00:00:00.000Z'))).toBe('0000-01-01T00:00:00.000Z');
  });

  it.each([LAST + 1, Date.parse('0000-01-01T00:00:00.000Z') - 1, Number.NaN, Number.POSITIVE_INFINITY, 9e15])(
    'refuses %d',
    (ms) => {
      expect(() => timestamp(ms)).toThrow(expect.objectContaining({ code: 'clock-out-of-range' }));
    },
  );
});

describe('a clock past the year 9999', () => {
  const clock = { now: () => LAST + 86_400_000 };
  const refused = (work: Promise<unknown>) =>
    expect(work).rejects.toMatchObject({ code: 'clock-out-of-range' });

  it('writes nothing', async () => {
    const store = memoryStore();
    await openJournal(store, 'a').append([{ type: 'noted' }]);
    const exported = await collected(exportJournal(store, 'a'));
    const before = await store.usage();
    const journal = openJournal(store, 'a', { clock });
    await refused(journal.append([{ type: 'noted' }]));
    await refused(openJournal(store, 'b', { clock }).append([{ type: 'noted' }]));
    await refused(journal.fork(1, 'c'));
    await refused(journal.redact(1));
    await refused(journal.attachments.put(new Uint8Array([1])));
    await refused(journal.attachments.collect());
    await refused(importJournal(store, exported, { id: 'd', clock }));
    expect(await store.usage()).toEqual(before);
    expect(await journal.facts()).toMatchObject([{ type: 'noted' }]);
  });
});
