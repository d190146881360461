import { describe, expect, it } from 'vitest';
import { markdownOf } from './markdown.ts';
import { type Inline, inlineOf } from './markdown-inline.ts';

const types = (text: string) => markdownOf(text).map(({ type }) => type);

/** What a person reads of a line. */
const words = (pieces: readonly Inline[]): string =>
  pieces.map((piece) => ('content' in piece ? words(piece.content) : piece.text)).join('');

describe('the blocks of Markdown', () => {
  it('tells headings, paragraphs, code, quotes, lists, tables and rules apart', () => {
    const text =
      '# A\n\nb\nc\n\n```ts\n# d\n```\n> e\n\n- f\n\n1. g\n\n| h | i |\n|---|---|\n| 1 | 2 |\n\n---';
    expect(types(text)).toEqual(['heading', 'paragraph', 'code', 'quote', 'list', 'list', 'table', 'rule']);
  });

  it('keeps the lines of a paragraph', () => {
    expect(markdownOf('a\nb')).toEqual([{ type: 'paragraph', text: 'a\nb' }]);
  });

  it('reads nested lists, boxes and the first number', () => {
    expect(markdownOf('- [x] a\n  - b\n- [ ] c')).toEqual([
      {
        type: 'list',
        start: undefined,
        items: [
          {
            checked: true,
            content: [
              { type: 'paragraph', text: 'a' },
              {
                type: 'list',
                start: undefined,
                items: [{ checked: undefined, content: [{ type: 'paragraph', text: 'b' }] }],
              },
            ],
          },
          { checked: false, content: [{ type: 'paragraph', text: 'c' }] },
        ],
      },
    ]);
    expect(markdownOf('4. a\n5. b')).toMatchObject([{ type: 'list', start: 4, items: [{}, {}] }]);
  });

  it('keeps items with an empty line between them in one list', () => {
    expect(markdownOf('1. a\n\n   more\n\n2. b\n\nend')).toMatchObject([
      { type: 'list', start: 1, items: [{ content: [{ text: 'a' }, { text: 'more' }] }, {}] },
      { type: 'paragraph', text: 'end' },
    ]);
  });

  it('takes an unclosed fence to the end', () => {
    expect(markdownOf('```\na\n\nb')).toEqual([{ type: 'code', language: '', text: 'a\n\nb' }]);
  });

  it('fills up short rows of a table and keeps escaped bars', () => {
    expect(markdownOf('a | b\n- | -\n1 \\| 2\n')).toMatchObject([
      { type: 'table', head: ['a', 'b'], rows: [['1 | 2', '']] },
    ]);
  });

  it('ends on any text, however deep', () => {
    expect(markdownOf('>'.repeat(5000)).length).toBe(1);
    expect(markdownOf('- '.repeat(5000)).length).toBe(1);
    expect(types('-\n-\n')).toEqual(['list']);
    expect(types('')).toEqual([]);
  });
});

describe('the pieces of a line', () => {
  it('reads code, emphasis and links', () => {
    expect(inlineOf('a **b _c_** `d*` ~~e~~ [f](https://example.org/x)')).toEqual([
      { type: 'text', text: 'a ' },
      {
        type: 'strong',
        content: [
          { type: 'text', text: 'b ' },
          { type: 'emphasis', content: [{ type: 'text', text: 'c' }] },
        ],
      },
      { type: 'text', text: ' ' },
      { type: 'code', text: 'd*' },
      { type: 'text', text: ' ' },
      { type: 'strike', content: [{ type: 'text', text: 'e' }] },
      { type: 'text', text: ' ' },
      { type: 'link', address: 'https://example.org/x', content: [{ type: 'text', text: 'f' }] },
    ]);
  });

  it.each([
    'snake_case_name',
    '2 * 3 * 4',
    '**open',
    '<b>bold</b> <script>alert(1)</script>',
    'a ` b',
    '[x] and (y)',
  ])('leaves %j as it is', (text) => {
    expect(inlineOf(text)).toEqual([{ type: 'text', text }]);
  });

  it.each(['[a](javascript:alert(1))', '[a](data:text/html,x)', '[a](/api/x)', '<javascript:alert(1)>'])(
    'makes no link of %j',
    (text) => {
      expect(inlineOf(text).map(({ type }) => type)).not.toContain('link');
      expect(words(inlineOf(text))).toBe(text);
    },
  );

  it('links bare addresses without the mark that ends a sentence', () => {
    expect(inlineOf('(see https://example.org/a_b, or <me@example.org>)')).toMatchObject([
      { text: '(see ' },
      { type: 'link', address: 'https://example.org/a_b' },
      { text: ', or ' },
      { type: 'link', address: 'mailto:me@example.org' },
      { text: ')' },
    ]);
  });

  it('shows a picture as a link: nothing is loaded from elsewhere', () => {
    expect(inlineOf('![chart](https://example.org/c.png)')).toMatchObject([
      { type: 'link', address: 'https://example.org/c.png', content: [{ text: 'chart' }] },
    ]);
  });

  it('takes marks off that are escaped', () => {
    expect(inlineOf('\\*a\\* \\n')).toEqual([{ type: 'text', text: '*a* \\n' }]);
  });

  it('reads marks that end together', () => {
    expect(inlineOf('***a***')).toEqual([
      { type: 'strong', content: [{ type: 'emphasis', content: [{ type: 'text', text: 'a' }] }] },
    ]);
  });

  it.each(['*a ', '**a', '[', '`'.repeat(3), '_a '])('reads %j a hundred thousand times over', (text) => {
    expect(words(inlineOf(text.repeat(100_000))).length).toBeGreaterThanOrEqual(100_000);
  });
});
