import type { Part } from '@a2a-js/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filePart, textPart } from '../../../test/a2a-fixture.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { contentId, contentOf, MAX_FILES, partsOf } from './message-content.ts';

const journal = openJournal(memoryStore(), 'j');
const read = (parts: readonly Part[], between = '\n') => contentOf(parts, journal, { between });
const other = (content: Part['content'], filename = ''): Part => ({
  content,
  filename,
  mediaType: '',
  metadata: undefined,
});

describe('the parts of a message', () => {
  it('are its text, in order', async () => {
    const data = other({ $case: 'data', value: { a: 1 } });
    const link = other({ $case: 'url', value: 'https://example.com/x' }, 'x.pdf');
    const { text, attachments } = await read([
      textPart('One'),
      data,
      link,
      other(undefined),
      textPart('Two'),
    ]);
    expect(text).toBe('One\n{\n  "a": 1\n}\nx.pdf: https://example.com/x\nTwo');
    expect(attachments).toEqual([]);
  });

  it('are data too, as text or, under the name of a file or when it is long, as a file', async () => {
    const long = { days: Array(2000).fill('a day') };
    const { text, attachments } = await read([
      other({ $case: 'data', value: { short: true } }, 'short'),
      other({ $case: 'data', value: { short: true } }, 'short.json'),
      other({ $case: 'data', value: long }, 'trip'),
      { ...other({ $case: 'data', value: { waiting: [] } }), metadata: { 'wayfold.repeatsTheText': true } },
    ]);
    expect(text).toBe('{\n  "short": true\n}');
    expect(attachments).toMatchObject([
      { name: 'short.json', mimeType: 'application/json' },
      { name: 'trip', mimeType: 'application/json' },
    ]);
  });

  it('are left out when they nest deeper than anybody can read', async () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    const { text } = await read([textPart('One'), other({ $case: 'data', value: deep })]);
    expect(text).toBe('One\n(Data that nests too deep was left out.)');
  });

  it('are its files, under names that lead nowhere', async () => {
    const names = ['a.txt', '../../etc/passwd', 'C:\\x\\b.txt', '..', '', 'a\u0000\nb.txt', 'x'.repeat(4000)];
    const { attachments, added } = await read(names.map((name) => filePart(name, new Uint8Array([1]))));
    expect(attachments.map(({ name }) => name)).toEqual([
      'a.txt',
      'passwd',
      'b.txt',
      'file-4.txt',
      'file-5.txt',
      'ab.txt',
      'x'.repeat(255),
    ]);
    for (const fact of added)
      expect(fact).toMatchObject({ type: 'attachment_added', origin: 'remote', size: 1 });
  });

  it('are kept whole when the text is too long for a fact, and cut when there are too many files', async () => {
    const long = await read([textPart('x'.repeat(300_000))]);
    expect(long.text.length).toBeLessThan(200_002);
    expect(long.attachments).toMatchObject([{ name: 'message.txt', size: 300_000 }]);
    const many = await read(
      Array.from({ length: MAX_FILES + 2 }, (_, i) => filePart(`${i}`, new Uint8Array([i]))),
    );
    expect(many.attachments).toHaveLength(MAX_FILES);
    expect(many.text).toContain('2 more files were left out');
  });

  it('link to a file that is fetched where that is allowed', async () => {
    const parts = [
      other({ $case: 'url', value: 'https://own/x' }, 'x.bin'),
      other({ $case: 'url', value: 'https://far/y' }),
    ];
    const fetchFile = async (url: string) =>
      url.startsWith('https://own') ? new Uint8Array([7]) : undefined;
    const { text, attachments } = await contentOf(parts, journal, { between: '\n', fetchFile });
    expect(attachments).toMatchObject([{ name: 'x.bin', size: 1 }]);
    expect(text).toBe('https://far/y');
  });

  it('bring over what was sent, whatever it is', async () => {
    const file = fc.record({
      name: fc.stringMatching(/^[a-z]{1,8}\.[a-z]{1,3}$/),
      bytes: fc.uint8Array({ maxLength: 50 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.array(file, { maxLength: 3 }), async (text, files) => {
        const attachments = await Promise.all(
          files.map(async ({ name, bytes }) => ({
            name,
            mimeType: 'a/b',
            ...(await journal.attachments.put(bytes)),
          })),
        );
        const readAttachment = (sha256: string) => journal.attachments.get(sha256);
        const came = await read(await partsOf({ text, attachments }, { readAttachment }));
        expect(came).toMatchObject({ text, attachments });
        expect(contentId(came)).toBe(contentId({ text, attachments }));
      }),
    );
  });
});
