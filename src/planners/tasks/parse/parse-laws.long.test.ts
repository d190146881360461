import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePlan, parseTasks } from './parse-tasks.ts';

/** So many times the examples that are usual: rare pieces have to meet. */
const examples = (times: number) => ({ numRuns: times * (fc.readConfigureGlobal().numRuns ?? 100) });

const descriptions = (text: string) => parseTasks(text).map(({ description }) => description);

/** Pieces of text that the rules are about, and everything else that a string may hold. */
const fragment = fc.oneof(
  fc.constantFrom(
    ...[
      '- ',
      '* ',
      '1. ',
      '2) ',
      '[ ] ',
      '  ',
      '\n',
      '\r\n',
      '\n\n',
      '\t',
      '# ',
      '> ',
      '```',
      '~~~',
      '`',
      '``',
      '"',
      "'",
      '“',
    ],
    ...[
      '”',
      '«',
      '»',
      '(',
      ')',
      '[',
      '](',
      '![',
      '. ',
      '? ',
      '! ',
      '... ',
      '… ',
      '。',
      '？',
      ', then ',
      '; then ',
      ': ',
    ],
    ...[
      'Then ',
      'finally ',
      'e.g. ',
      'etc. ',
      'U.S. ',
      'v1.2.3',
      'https://',
      'www.',
      './a',
      'C:\\',
      '---',
      '===',
      '**',
      '1) a 2) b ',
    ],
    ...['\u0000', '\u2028', '\ufeff', '\ud800', '\udc00', '👩‍💻', '\u037e', '？'],
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('word', 'Word', 'run', 'a', '漢字', 'слово', '7'),
);
const anyText = fc.array(fragment, { maxLength: 40 }).map((fragments) => fragments.join(''));

describe('any text', () => {
  it('is parsed without an error, into one-line steps outside code', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { description } of parseTasks(text)) {
          expect(description.trim()).not.toBe('');
          const line = description.replace(/(?:^|\n)(?:`{3,}|~{3,})[\s\S]*$/, '');
          expect(line).not.toMatch(/[\n\r\u2028\u2029\v\f]/);
        }
      }),
      examples(5),
    );
  });

  it('gives the same steps each time, whatever was parsed in between', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, other) => {
        const first = parseTasks(text);
        parseTasks(other);
        expect(parseTasks(text)).toEqual(first);
      }),
    );
  });

  it('loses no word of its sentences but connectors', () => {
    const sentence = fc
      .array(fc.constantFrom('fix', 'the', 'parser', 'of', 'v1.2.3', 'package.json', '`a. b`'), {
        minLength: 2,
        maxLength: 6,
      })
      .map((words) => `Write ${words.join(' ')}`);
    fc.assert(
      fc.property(
        fc.array(sentence, { minLength: 1 }),
        fc.constantFrom('. ', '! ', '\n', '. Then ', ', then '),
        (sentences, glue) => {
          const kept = sentences.map((text) => (glue === '! ' ? `${text}!` : text));
          expect(descriptions(sentences.join(glue) + glue.trim().slice(0, 1).replace(',', '.'))).toEqual(
            kept,
          );
        },
      ),
    );
  });
});

describe('a URL', () => {
  const segment = fc.stringMatching(/^[a-z0-9_~-]{1,6}(?:[.,?=&:!][a-z0-9]{1,4})?$/);
  const url = fc
    .tuple(
      fc.constantFrom('http', 'https', 'ftp'),
      fc.array(segment, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
    )
    .map(
      ([scheme, path, bracket]) => `${scheme}://h.example/${path.join('/')}${bracket ? '/a_(b)' : '/end'}`,
    );
  const frame = fc.constantFrom(
    (link: string) => `Look at ${link} today`,
    (link: string) => `See ${link}`,
    (link: string) => `(see ${link})`,
    (link: string) => `Quote "${link}" there`,
    (link: string) => `Fetch \`curl ${link}\` now`,
  );
  const end = fc.constantFrom('.', '!', '?', ';\n', ',\n', '\n', '?!', '. Then', ', then');

  it('is unchanged in the steps and the brief, and attached to the steps that mention it', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(url, frame, end), { minLength: 1, maxLength: 6 }), (sentences) => {
        const text = `${sentences.map(([link, around, close]) => `${around(link)}${close}`).join(' ')} Look up`;
        const { tasks, brief } = parsePlan(text);
        const pieces = [...tasks.map(({ description }) => description), ...brief.background];
        const links = sentences.map(([link]) => link);
        for (const link of links) expect(pieces.some((piece) => piece.includes(link))).toBe(true);
        for (const { description, attachments } of tasks) {
          const mentioned = links.filter((link) => description.includes(link));
          for (const { kind } of attachments) expect(mentioned).toContain(kind.value);
          expect(attachments.length > 0).toBe(mentioned.length > 0);
        }
      }),
      examples(2),
    );
  });
});

describe('lists', () => {
  const words = fc
    .array(
      fc.constantFrom('Fix', 'the', 'https://x.example/a.b', 'e.g.', 'page', '`x. Y`', 'main.ts', 'done.'),
      { minLength: 1, maxLength: 5 },
    )
    .map((parts) => `Item ${parts.join(' ')}`);
  const item = fc
    .tuple(
      fc.constantFrom('-', '*', '+', '1.', '2)', '[ ]', '- [x]'),
      words,
      fc.array(words, { maxLength: 2 }),
    )
    .map(([marker, text, nested]) =>
      [`${marker} ${text}`, ...nested.map((child) => `   - ${child}`)].join('\n'),
    );
  const list = fc.array(item, { minLength: 1, maxLength: 5 }).map((items) => items.join('\n'));

  it('parsed one after the other give the steps of each', () => {
    fc.assert(
      fc.property(list, list, fc.constantFrom('\n', '\n\n', '\r\n'), (first, second, between) => {
        expect(parseTasks(first + between + second)).toEqual([...parseTasks(first), ...parseTasks(second)]);
      }),
    );
  });
});
