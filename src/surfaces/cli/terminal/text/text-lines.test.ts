import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textLines } from './text-lines.ts';

async function linesOf(...chunks: Uint8Array[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of textLines(
    (async function* () {
      yield* chunks;
    })(),
  ))
    lines.push(line);
  return lines;
}

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('textLines', () => {
  it('ends lines at line feeds only', async () => {
    expect(await linesOf(utf8('a\u2028b\nc\r\nd'))).toEqual(['a\u2028b', 'c\r', 'd']);
  });

  it('returns the same lines however the bytes are chunked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.nat(20), async (text, size) => {
        const bytes = utf8(text);
        const chunks: Uint8Array[] = [];
        for (let at = 0; at < bytes.length; at += size + 1) chunks.push(bytes.subarray(at, at + size + 1));
        const expected = new TextDecoder().decode(bytes).split('\n');
        // A line feed ends a line; it does not begin another.
        if (expected.at(-1) === '') expected.pop();
        expect(await linesOf(...chunks)).toEqual(expected);
      }),
    );
  });

  it('has no lines when there are no bytes', async () => {
    expect(await linesOf()).toEqual([]);
    expect(await linesOf(utf8('a\n'))).toEqual(['a']);
  });

  it('recognises a compressed file, however its bytes are chunked', async () => {
    for (const chunks of [[[0x1f, 0x8b, 8]], [[0x1f], [0x8b, 8]]]) {
      await expect(linesOf(...chunks.map((chunk) => new Uint8Array(chunk)))).rejects.toMatchObject({
        summary: expect.stringMatching(/^Line 1:/),
        fix: expect.stringContaining('gunzip -c FILE | wayfold journal import -'),
      });
    }
  });

  it('refuses invalid UTF-8, with the line', async () => {
    await expect(linesOf(utf8('a\nb\n'), new Uint8Array([0xff]))).rejects.toMatchObject({
      code: 'import-invalid',
      summary: expect.stringMatching(/^Line 3:/),
    });
  });

  it('refuses an endless line before it fills the memory', async () => {
    const chunk = utf8('x'.repeat(1024 * 1024));
    const endless = (async function* () {
      for (;;) yield chunk;
    })();
    await expect(textLines(endless).next()).rejects.toMatchObject({ code: 'import-invalid' });
  });
});
