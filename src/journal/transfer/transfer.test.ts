import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storeWith } from '../../../test/store-with.ts';
import {
  clock,
  collected,
  edited,
  factsOf,
  given,
  linesOf,
  refusal,
} from '../../../test/transfer-fixture.ts';
import { SimulatedClock } from '../../testing/simulated-clock.ts';
import { ATTACHMENT_GRACE_MS, Attachments, MAX_ATTACHMENT_BYTES } from '../attachments.ts';
import { openJournal } from '../journal.ts';
import { memoryStore } from '../memory-store.ts';
import type { FactStore } from '../store.ts';
import { exportJournal } from './transfer-export.ts';
import { importJournal } from './transfer-import.ts';

describe('an export', () => {
  it('starts with a header that says where the journal ends', async () => {
    const [header] = await linesOf(await given([{ text: 'a' }, { text: 'b' }]));
    expect(JSON.parse(header ?? '')).toEqual({
      wayfold: 'journal',
      format: 2,
      id: 'trip',
      head: 2,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      exportedAt: '2026-11-15T08:00:00.000Z',
    });
  });

  it('has one line per fact, with its digest and hash', async () => {
    const store = await given([{ text: 'a' }]);
    const [, line] = await linesOf(store);
    const [stored] = await store.read('trip', { from: 1, to: 1, limit: 1 });
    const [fact] = await factsOf(store);
    expect(JSON.parse(line ?? '')).toEqual({
      fact,
      salt: stored?.salt,
      digest: stored?.digest,
      hash: stored?.hash,
    });
  });

  it('keeps the place, the type and the time of a redacted fact, and no payload', async () => {
    const store = await given([{ text: 'a' }, { text: 'my password' }]);
    await openJournal(store, 'trip', { clock }).redact(2);
    const lines = await linesOf(store);
    expect(lines.join()).not.toContain('password');
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({
      fact: { seq: 2, type: 'note_added' },
      redacted: '2026-11-15T08:00:00.000Z',
    });
  });

  it('contains no character that a reader might take for a line end', async () => {
    const text = 'a\u2028b\u2029c\u0085d\re\nf';
    const store = await given([{ text }]);
    const lines = await linesOf(store);
    expect(lines.join('')).not.toMatch(/[\r\n\u0085\u2028\u2029]/);
    const copy = memoryStore();
    await importJournal(copy, lines);
    expect(await factsOf(copy)).toMatchObject([{ text }]);
  });

  it('reads a page at a time', async () => {
    const store = await given([]);
    const facts = Array.from({ length: 1000 }, (_, n) => ({ type: 'counted', n }));
    for (let i = 0; i < 5; i++) await openJournal(store, 'long').append(facts);
    let pages = 0;
    const counting = storeWith(store, {
      read: (...args: Parameters<FactStore['read']>) => {
        pages += 1;
        return store.read(...args);
      },
    });
    const lines = exportJournal(counting, 'long', { attachments: false });
    for (let i = 0; i < 10; i++) await lines.next();
    await lines.return();
    expect(pages).toBe(1);
  });

  it('refuses a journal that does not exist', async () => {
    await expect(linesOf(memoryStore())).rejects.toMatchObject({ code: 'journal-not-found' });
  });

  it('refuses a journal whose chain is broken, so that no unreadable backup is made', async () => {
    const store = await given([{ text: 'a' }, { text: 'b' }]);
    const damaged = storeWith(store, {
      read: async (...args: Parameters<FactStore['read']>) =>
        (await store.read(...args)).map((fact) =>
          fact.seq === 2 ? { ...fact, payload: '{"text":"B"}' } : fact,
        ),
    });
    await expect(linesOf(damaged)).rejects.toMatchObject({
      code: 'store-corrupt',
      summary: expect.stringContaining('fact 2 of 2'),
    });
  });
});

describe('an import', () => {
  it('restores what was exported, with its own creation time and paused', async () => {
    const store = await given([{ text: 'a' }, { text: 'b' }]);
    const copy = memoryStore();
    const later = new SimulatedClock('2027-01-01T00:00:00.000Z');
    expect(await importJournal(copy, exportJournal(store, 'trip'), { clock: later })).toEqual({
      id: 'trip',
      head: 2,
    });
    expect(await factsOf(copy)).toEqual(await factsOf(store));
    expect(await copy.describe('trip')).toMatchObject({
      origin: { type: 'import' },
      nativeFrom: 3,
      createdAt: '2027-01-01T00:00:00.000Z',
    });
  });

  it('round-trips any facts through export, import and export', async () => {
    // A key named __proto__ is refused, and the generator likes it.
    const storable = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'));
    const payloads = fc.array(
      fc.record({ body: storable, text: fc.string({ unit: 'binary' }), erased: fc.boolean() }),
      { maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(payloads, async (notes) => {
        const store = await given([{ text: 'first' }, ...notes]);
        for (const [i, { erased }] of notes.entries())
          if (erased) await openJournal(store, 'trip', { clock }).redact(i + 2);
        const lines = await linesOf(store);
        const copy = memoryStore();
        await importJournal(copy, lines);
        expect(await linesOf(copy)).toEqual(lines);
        expect(await factsOf(copy)).toEqual(await factsOf(store));
        expect(await openJournal(copy, 'trip').verify()).toMatchObject({ ok: true });
      }),
    );
  });

  it('refuses a line with any changed byte, or reads the same facts from it', async () => {
    const store = await given([{ text: 'a' }, { text: 'grün', n: 1.5 }, { nested: { x: [1, null, true] } }]);
    const { sha256: picture } = await openJournal(store, 'trip').attachments.put(new Uint8Array([1, 2, 3]));
    await openJournal(store, 'trip', { clock }).append([{ type: 'picture_added', picture }]);
    const lines = await linesOf(store);
    const facts = await factsOf(store);
    const change = fc.record({ line: fc.nat(lines.length - 1), at: fc.nat(), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(change, async ({ line, at, byte }) => {
        const bytes = new TextEncoder().encode(lines[line]);
        bytes[at % bytes.length] = byte;
        const changed = lines.with(line, new TextDecoder().decode(bytes));
        const copy = memoryStore();
        try {
          await importJournal(copy, changed, { id: 'copy' });
        } catch (error) {
          expect(error).toMatchObject({ code: 'import-invalid' });
          expect(await copy.list({ limit: 1 })).toEqual([]);
          return;
        }
        expect(await factsOf(copy, 'copy')).toEqual(facts);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes another id', async () => {
    const copy = memoryStore();
    const lines = exportJournal(await given([{ text: 'a' }]), 'trip');
    expect(await importJournal(copy, lines, { id: 'trip:copy' })).toEqual({ id: 'trip:copy', head: 1 });
    await expect(importJournal(copy, [], { id: '../etc' })).rejects.toMatchObject({ code: 'import-invalid' });
    const again = exportJournal(copy, 'trip:copy');
    await expect(importJournal(copy, again, { id: '../etc' })).rejects.toMatchObject({
      code: 'invalid-journal-id',
    });
  });

  it('refuses an id that is taken', async () => {
    const store = await given([{ text: 'a' }]);
    await expect(importJournal(store, exportJournal(store, 'trip'))).rejects.toMatchObject({
      code: 'journal-exists',
    });
  });

  it('takes an empty journal', async () => {
    const store = await given([{ text: 'a' }]);
    await openJournal(store, 'trip').fork(0, 'empty');
    const copy = memoryStore();
    expect(await importJournal(copy, exportJournal(store, 'empty'))).toEqual({ id: 'empty', head: 0 });
  });

  it.each([
    ['CRLF line ends', (text: string) => `${text.replaceAll('\n', '\r\n')}\r\n`],
    ['blank lines at the end', (text: string) => `${text}\n\n  \n`],
    ['no line end at the end', (text: string) => text],
  ])('takes %s', async (_, write) => {
    const store = await given([{ text: 'a' }, { text: 'b' }]);
    const copy = memoryStore();
    await importJournal(copy, write((await linesOf(store)).join('\n')).split('\n'));
    expect(await factsOf(copy)).toEqual(await factsOf(store));
  });

  it('takes the whole text at once too', async () => {
    const store = await given([{ text: 'a' }]);
    const copy = memoryStore();
    expect(await importJournal(copy, (await linesOf(store)).join('\n'))).toMatchObject({ head: 1 });
  });

  it('accepts a fact with keys in another order, and stores it canonically', async () => {
    const lines = await linesOf(await given([{ a: 1, b: 2 }]));
    const swapped = lines.with(1, (lines[1] ?? '').replace('"a":1,"b":2', '"b": 2, "a": 1'));
    const copy = memoryStore();
    await importJournal(copy, swapped);
    expect(await linesOf(copy)).toEqual(lines);
  });

  it('never reads further ahead than one line', async () => {
    const lines = await linesOf(await given(Array.from({ length: 20 }, (_, n) => ({ n }))));
    let read = 0;
    let restored = 0;
    const source = (async function* () {
      for (const line of lines) {
        expect(read - restored).toBeLessThanOrEqual(2);
        read += 1;
        yield line;
      }
    })();
    const store: FactStore = Object.assign(memoryStore(), {
      restore: async (_: string, facts: AsyncIterable<unknown>) => {
        for await (const _ of facts) restored += 1;
      },
    });
    await importJournal(store, source);
    expect(restored).toBe(20);
  });

  it('closes the file it reads, even if it refuses it', async () => {
    let closed = 0;
    async function* source() {
      try {
        yield 'no header';
      } finally {
        closed += 1;
      }
    }
    await expect(importJournal(memoryStore(), source())).rejects.toMatchObject({ code: 'import-invalid' });
    expect(closed).toBe(1);
  });
});

describe('attachments', () => {
  async function withPicture(): Promise<{ store: FactStore; hash: string; bytes: Uint8Array }> {
    const store = await given([{ text: 'a' }]);
    const journal = openJournal(store, 'trip', { clock });
    const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => i % 251);
    const { sha256: hash } = await journal.attachments.put(bytes);
    await journal.append([
      { type: 'picture_added', picture: hash },
      { type: 'picture_shown', picture: hash, digestOfSomethingElse: 'f'.repeat(64) },
    ]);
    return { store, hash, bytes };
  }

  it('go with the facts that refer to them, once each and before the first fact', async () => {
    const { store, hash, bytes } = await withPicture();
    const lines = await linesOf(store);
    expect(lines.map((line) => Object.keys(JSON.parse(line))[0])).toEqual([
      'wayfold',
      'attachment',
      'fact',
      'fact',
      'fact',
    ]);
    const copy = memoryStore();
    await importJournal(copy, lines);
    expect(await openJournal(copy, 'trip').attachments.get(hash)).toEqual(bytes);
  });

  it('stay out when they are not wanted', async () => {
    const { store, hash } = await withPicture();
    const lines = await collected(exportJournal(store, 'trip', { attachments: false }));
    expect(lines.length).toBe(4);
    const copy = memoryStore();
    await importJournal(copy, lines);
    expect(await copy.getAttachment(hash)).toBeUndefined();
  });

  it.each([
    ['other bytes', { base64: btoa('other') }, '5 bytes with SHA-256'],
    ['text that is not base64', { base64: '%' }, 'not base64'],
    ['a wrong size', { size: 1 }, '100000 bytes'],
    ['a size beyond the limit', { size: MAX_ATTACHMENT_BYTES + 1 }, 'attachment.size'],
  ])('are refused with %s', async (_, change, actual) => {
    const { store } = await withPicture();
    const lines = await linesOf(store);
    const changed = edited(lines[1], ({ attachment }) => ({
      attachment: { ...Object(attachment), ...change },
    }));
    const target = memoryStore();
    expect(await refusal(lines.with(1, changed), target)).toMatchObject({
      expected: expect.stringMatching(/^line 2: /),
      actual: expect.stringContaining(actual),
    });
    expect((await target.usage()).attachments).toBe(0);
  });

  it('before a refused fact stay until they are collected', async () => {
    const { store, hash } = await withPicture();
    const lines = await linesOf(store);
    const target = memoryStore();
    const refused = await refusal(lines.with(-1, (lines.at(-1) ?? '').replace('shown', 'hidden')), target);
    expect(refused).toMatchObject({ fix: expect.stringContaining('The journal was not imported.') });
    expect(await target.usage()).toMatchObject({ journals: 0, facts: 0, attachments: 1 });
    const later = new SimulatedClock(Date.now() + ATTACHMENT_GRACE_MS + 60_000);
    expect(await new Attachments(target, later).collect()).toMatchObject({ count: 1 });
    expect(await target.getAttachment(hash)).toBeUndefined();
  });

  it('are refused after the first fact', async () => {
    const { store } = await withPicture();
    const [header = '', attachment = '', ...facts] = await linesOf(store);
    expect(await refusal([header, ...facts, attachment])).toMatchObject({ code: 'import-invalid' });
  });
});
