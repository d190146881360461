import assert from 'node:assert/strict';
import { ATTACHMENT_GRACE_MS } from '../../journal/attachments.ts';
import { refuses } from './expectations.ts';
import type { Setting } from './setting.ts';
import type { Suite } from './suite.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const none = { count: 0, bytes: 0 };

/** Stores an attachment that is old enough to be collected. */
async function old({ open, clock }: Setting, text: string): Promise<string> {
  const { sha256 } = await open('j').attachments.put(bytes(text));
  clock.advance(ATTACHMENT_GRACE_MS + 1);
  return sha256;
}

export function attachmentsContract({ describe, it }: Suite): void {
  describe('attachments', () => {
    it('are read back byte by byte, including empty and large ones', async ({ open, second, reopen }) => {
      const every = Uint8Array.from({ length: 300_000 }, (_, i) => (i * 7) % 256);
      const refs = [
        await open('j').attachments.put(every),
        await open('j').attachments.put(new Uint8Array()),
      ] as const;
      assert.deepEqual(
        refs.map(({ size }) => size),
        [300_000, 0],
      );
      const { attachments } = open('j', reopen ? await reopen() : await second());
      assert.deepEqual(new Uint8Array(await attachments.get(refs[0].sha256)), every);
      assert.equal((await attachments.get(refs[1].sha256)).length, 0);
    });

    it('are stored once, however often they are put', async ({ open, store, second }) => {
      const other = await second();
      const refs = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          open(`j${i}`, i % 2 ? other : undefined).attachments.put(bytes('same')),
        ),
      );
      for (const ref of refs) assert.deepEqual(ref, refs[0]);
      const { attachments, attachmentBytes } = await store.usage();
      assert.deepEqual({ attachments, attachmentBytes }, { attachments: 1, attachmentBytes: 4 });
    });

    it('do not change with the array they came from', async ({ open }) => {
      const given = bytes('before');
      const { sha256 } = await open('j').attachments.put(given);
      given.fill(0);
      assert.equal(new TextDecoder().decode(await open('j').attachments.get(sha256)), 'before');
    });

    it('that are unknown are reported as not found', async ({ open, store }) => {
      assert.equal(await store.getAttachment('0'.repeat(64)), undefined);
      await refuses(open('j').attachments.get('0'.repeat(64)), 'attachment-not-found');
      await refuses(open('j').attachments.get('no hash'), 'attachment-not-found');
    });
  });

  describe('collecting attachments', () => {
    it('removes old ones that no fact refers to', async (setting) => {
      const hash = await old(setting, 'nobody wants me');
      assert.deepEqual(await setting.open('j').attachments.collect(), { count: 1, bytes: 15 });
      assert.equal(await setting.store.getAttachment(hash), undefined);
      assert.deepEqual(await setting.open('j').attachments.collect(), none);
    });

    it('keeps new ones, whose fact may follow', async ({ open, clock }) => {
      const { sha256 } = await open('j').attachments.put(bytes('fresh'));
      clock.advance(ATTACHMENT_GRACE_MS);
      assert.deepEqual(await open('j').attachments.collect(), none);
      assert.equal((await open('j').attachments.get(sha256)).length, 5);
    });

    it('removes new ones too without a grace period', async ({ open }) => {
      const { sha256 } = await open('j').attachments.put(bytes('named'));
      await open('j').append([{ type: 'file_added', sha256 }]);
      await open('j').attachments.put(bytes('nobody'));
      assert.deepEqual(await open('j').attachments.collect({ graceMs: 0 }), { count: 1, bytes: 6 });
      assert.equal((await open('j').attachments.get(sha256)).length, 5);
    });

    it('keeps old ones that were put again recently', async (setting) => {
      await old(setting, 'again');
      await setting.open('j').attachments.put(bytes('again'));
      assert.deepEqual(await setting.open('j').attachments.collect(), none);
    });

    it('keeps what any fact refers to, anywhere in its payload', async (setting) => {
      const { open } = setting;
      const deep = await old(setting, 'deep');
      const key = await old(setting, 'key');
      await open('other').append([
        { type: 'file_added', files: [{ name: 'a', sha256: deep }] },
        { type: 'files_listed', [key]: true },
      ]);
      assert.deepEqual(await open('j').attachments.collect(), none);
    });

    it('removes what only an erased fact referred to', async (setting) => {
      const { open } = setting;
      const hash = await old(setting, 'erased');
      await open('j').append([{ type: 'file_added', sha256: hash }]);
      await open('j').redact(1);
      assert.deepEqual(await open('j').attachments.collect(), { count: 1, bytes: 6 });
    });

    it('removes what only a deleted journal referred to', async (setting) => {
      const { open, store } = setting;
      const hash = await old(setting, 'deleted');
      await open('j').append([{ type: 'file_added', sha256: hash }]);
      await store.delete('j');
      assert.deepEqual(await open('j').attachments.collect(), { count: 1, bytes: 7 });
    });

    it('keeps what a fork of a deleted journal refers to', async (setting) => {
      const { open, store } = setting;
      const hash = await old(setting, 'inherited');
      await open('j').append([{ type: 'file_added', sha256: hash }]);
      await open('j').fork(1, 'f');
      await store.delete('j');
      assert.deepEqual(await open('f').attachments.collect(), none);
      await store.delete('f');
      assert.deepEqual(await open('f').attachments.collect(), { count: 1, bytes: 9 });
    });

    it('keeps what an imported journal refers to', async (setting) => {
      const { open, store } = setting;
      const hash = await old(setting, 'imported');
      await open('j').append([{ type: 'file_added', sha256: hash }]);
      const facts = await store.read('j', { from: 1, to: 1, limit: 1 });
      await store.restore(
        'copy',
        (async function* () {
          yield* facts;
        })(),
        '2026-01-01T00:00:00.000Z',
      );
      await store.delete('j');
      assert.deepEqual(await open('copy').attachments.collect(), none);
    });
  });
}
