import assert from 'node:assert/strict';
import { MAX_FACT_BYTES } from '../../journal/fact.ts';
import { MAX_DEPTH } from '../../journal/integrity/canonical-json.ts';
import { assertWhole, note, notes, refuses, texts } from './expectations.ts';
import type { Suite } from './suite.ts';

const LARGE_ENVELOPE = '{"text":""}'.length;

export function readingContract({ describe, it }: Suite): void {
  describe('reading', () => {
    it('returns a range including both ends, in order', async ({ open }) => {
      await open('j').append(notes(9));
      const read = async (range: { from?: number; to?: number }) => texts(await open('j').facts(range));
      assert.deepEqual(await read({ from: 3, to: 5 }), ['3', '4', '5']);
      assert.deepEqual(await read({ from: 8 }), ['8', '9']);
      assert.deepEqual(await read({ to: 2 }), ['1', '2']);
      assert.deepEqual(await read({ from: 9, to: 9 }), ['9']);
      assert.deepEqual(await read({ from: 0, to: 1 }), ['1']);
    });

    it('returns nothing for an empty range', async ({ open }) => {
      await open('j').append(notes(3));
      assert.deepEqual(await open('j').facts({ from: 4 }), []);
      assert.deepEqual(await open('j').facts({ from: 3, to: 2 }), []);
      assert.deepEqual(await open('j').facts({ to: 0 }), []);
      assert.deepEqual(await open('unknown').facts(), []);
      assert.equal(await open('unknown').head(), 0);
    });

    it('pages without gaps or repetitions', async ({ open, store }) => {
      for (const from of [1, 1001, 2001]) await open('j').append(notes(1000, from));
      const page = await store.read('j', { from: 11, to: 3000, limit: 7 });
      assert.deepEqual(
        page.map(({ seq }) => seq),
        [11, 12, 13, 14, 15, 16, 17],
      );
      await assertWhole(open('j'), 3000);
    });

    it('returns at least one fact per page, however large facts are', async ({ open, store }) => {
      for (let i = 0; i < 5; i++) await open('j').append([note('x'.repeat(MAX_FACT_BYTES - LARGE_ENVELOPE))]);
      for (let from = 1; from <= 5; ) {
        const page = await store.read('j', { from, to: 5, limit: 1000 });
        assert.equal(page[0]?.seq, from);
        from += page.length;
      }
      await assertWhole(open('j'), 5);
    });

    it('keeps a payload of exactly the limit and refuses one byte more', async ({ open }) => {
      const threeBytes = '€'.repeat(Math.floor((MAX_FACT_BYTES - LARGE_ENVELOPE) / 3));
      const text = threeBytes + 'x'.repeat((MAX_FACT_BYTES - LARGE_ENVELOPE) % 3);
      await open('j').append([note(text)]);
      await refuses(open('j').append([note(`${text}x`)]), 'fact-too-large');
      const [fact] = await open('j').facts();
      assert.ok(fact?.text === text, 'the text came back changed');
      await assertWhole(open('j'), 1);
    });
  });

  describe('payloads are read back exactly', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 'core' : { in: nested(levels - 1) });
    const exact: Record<string, Record<string, unknown>> = {
      'lone surrogates': { high: '\ud800', low: 'a\udc00b', swapped: '\udc00\ud800', '\ud800key': 1 },
      'control characters': {
        nul: 'a\u0000b',
        '\u0000': '\u0000',
        all: '\u0001\u001f\u007f\u0080\u2028\u2029',
      },
      'emoji and combining marks': { text: '👩‍👩‍👧 e\u0301 é', '🗝️': true },
      quotes: { text: `'"\\/\`$1 $$ %s ? ; -- \\u0041` },
      'extreme numbers': {
        numbers: [1e21, 5e-324, 2 ** 53, -(2 ** 53), 1.7976931348623157e308, 0.1, 1e-7, 123456789.125],
      },
      'empty keys and values': { '': '', a: {}, b: [], c: null, d: [[]], ' ': ' ' },
      'keys of Object.prototype': { constructor: 1, toString: 'x', hasOwnProperty: null, valueOf: {} },
      'keys in another order': { b: 1, a: 2, B: 3, é: 4, '10': 5, '9': 6 },
      'the deepest nesting': { in: nested(MAX_DEPTH - 1) },
      'no payload at all': {},
    };
    for (const [kind, payload] of Object.entries(exact)) {
      it(`with ${kind}`, async ({ open, second, reopen }) => {
        await open('j').append([{ type: 'thing_seen', ...payload }]);
        const elsewhere = reopen ? await reopen() : await second();
        const [fact] = await open('j', elsewhere).facts();
        const { seq: _seq, id: _id, ts: _ts, v: _v, type: _type, ...read } = fact ?? {};
        assert.deepEqual(read, payload);
        await assertWhole(open('j', elsewhere), 1);
      });
    }

    it('except that -0 becomes 0 and undefined is dropped, as in JSON', async ({ open }) => {
      await open('j').append([{ type: 'thing_seen', zero: -0, gone: undefined }]);
      const [fact] = await open('j').facts();
      assert.ok(Object.is(fact?.zero, 0));
      assert.equal(Object.hasOwn(fact ?? {}, 'gone'), false);
    });
  });
}
