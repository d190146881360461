import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashesIn, MAX_ATTACHMENT_BYTES } from './attachments.ts';
import { canonicalJson } from './integrity/canonical-json.ts';
import { sha256 } from './integrity/sha256.ts';
import { openJournal } from './journal.ts';
import { memoryStore } from './memory-store.ts';

describe('the attachments a payload refers to', () => {
  it('are all strings in it that look like a SHA-256', () => {
    const [a, b, c] = [sha256('a'), sha256('b'), sha256('c')];
    expect(hashesIn(canonicalJson({ one: a, list: [b, { [c]: 1 }] }))).toEqual([b, c, a]);
  });

  it('are not parts of longer strings, other digests or upper case', () => {
    const hash = sha256('a');
    const payload = {
      longer: `${hash}0`,
      sentence: `see ${hash}`,
      upper: hash.toUpperCase(),
      short: hash.slice(1),
      sha512: `${hash}${hash}`,
    };
    expect(hashesIn(canonicalJson(payload))).toEqual([]);
    expect(hashesIn('{}')).toEqual([]);
  });

  it('are found at any depth', () => {
    const hash = fc.uint8Array().map(sha256);
    fc.assert(
      fc.property(hash, fc.jsonValue(), fc.jsonValue(), (wanted, before, after) => {
        fc.pre(!JSON.stringify([before, after]).includes('__proto__'));
        expect(hashesIn(canonicalJson({ a: before, b: [[wanted]], c: after }))).toContain(wanted);
      }),
    );
  });
});

describe('an attachment', () => {
  it('that is too large is refused', async () => {
    const { attachments } = openJournal(memoryStore(), 'j');
    const tooLarge = attachments.put(new Uint8Array(MAX_ATTACHMENT_BYTES + 1));
    await expect(tooLarge).rejects.toMatchObject({ code: 'attachment-too-large' });
  });

  it.each(['../../etc/passwd', '', 'ABC', '0'.repeat(63)])('is not found under %j', async (name) => {
    const { attachments } = openJournal(memoryStore(), 'j');
    await expect(attachments.get(name)).rejects.toMatchObject({ code: 'attachment-not-found' });
  });
});
