import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256, sha256Portable } from './sha256.ts';

describe('SHA-256', () => {
  it('is that of FIPS 180', () => {
    const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(sha256('abc')).toBe(abc);
    expect(sha256Portable('abc')).toBe(abc);
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('is the same in a browser, for every text and all bytes', () => {
    const text = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((c) => String.fromCharCode(c)) });
    fc.assert(
      fc.property(
        fc.oneof(text, fc.string({ unit: 'binary' }), fc.uint8Array({ maxLength: 300 })),
        (input) => {
          expect(sha256Portable(input)).toBe(sha256(input));
        },
      ),
    );
  });

  it('of a text is that of its UTF-8 bytes, even in a view into a larger buffer', () => {
    const bytes = new TextEncoder().encode('xx€😀xx');
    expect(sha256(bytes.subarray(2, -2))).toBe(sha256('€😀'));
    expect(sha256Portable(bytes.subarray(2, -2))).toBe(sha256('€😀'));
  });
});
