import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyBlock, hostileText } from '../../../test/hostile-blocks.ts';
import type { ViewBlock } from '../../harness/module/view-block.ts';
import { blocksMarkdown } from './markdown.ts';

const markdown = (...blocks: ViewBlock[]) => blocksMarkdown(blocks);

describe('blocks as Markdown', () => {
  it('writes steps as a nested checklist', () => {
    const items = [
      { id: '1', title: 'Paint', status: 'done', details: 'Two coats.\n\n- white', notes: ['dry\nby noon'] },
      {
        id: '2',
        title: 'Hang the door',
        status: 'waiting',
        dependsOn: ['1'],
        children: [{ id: '2a', title: 'Hinges', status: 'running' }],
      },
    ] as const;
    expect(markdown({ type: 'steps', title: 'House', items })).toBe(
      [
        '### House',
        '',
        '- [x] 1: Paint',
        '',
        '  > Two coats.',
        '  >',
        '  > - white',
        '',
        '  - Note: dry\\',
        '    by noon',
        '- [~] 2: Hang the door (waiting; depends on 1)',
        '  - [~] 2a: Hinges',
      ].join('\n'),
    );
  });

  it.each([
    ['pending', '- [ ] 1: x'],
    ['running', '- [~] 1: x'],
    ['waiting', '- [~] 1: x (waiting)'],
    ['blocked', '- [!] 1: x'],
    ['done', '- [x] 1: x'],
    ['failed', '- [!] 1: x (failed)'],
    ['cancelled', '- [-] 1: x (cancelled)'],
    ['simulated', '- [-] 1: x (simulated)'],
  ] as const)('shows that a step is %s', (status, line) => {
    expect(markdown({ type: 'steps', items: [{ id: '1', title: 'x', status }] })).toBe(line);
  });

  it('writes a table whose cells cannot end it', () => {
    const columns = [
      { key: 'a', label: 'A|B' },
      { key: 'toString', label: 'C' },
    ];
    const rows = [{ cells: { a: 'x | y\nz' } }, { cells: { a: null } }, { cells: { a: true } }];
    expect(markdown({ type: 'table', columns, rows })).toBe(
      ['| A\\|B | C |', '| --- | --- |', '| x \\| y z |  |', '|  |  |', '| yes |  |'].join('\n'),
    );
  });

  it('writes fields, progress and files', () => {
    expect(
      markdown(
        { type: 'fields', items: [{ label: 'Days', value: 3 }] },
        { type: 'progress', label: 'Tasks', value: 3, max: 10 },
        { type: 'progress', label: 'Found', value: 7 },
        { type: 'files', items: [{ name: 'a.txt', mediaType: 'text/plain', size: 3, text: 'a\n```\nb' }] },
      ).split('\n\n'),
    ).toEqual([
      '- **Days**: 3',
      'Tasks: 3 of 10',
      'Found: 7',
      '- a.txt (text/plain, 3 bytes)',
      '  ````\n  a\n  ```\n  b\n  ````',
    ]);
  });

  it('lists the points and names the lines of a map', () => {
    const text = markdown({
      type: 'map',
      points: [{ id: 'm', label: 'Munich', lat: 48.1371079, lng: 11.575, status: 'done' }],
      lines: [
        {
          id: 'l',
          label: 'Day 1',
          points: [
            [48, 11],
            [47, 12],
          ],
        },
      ],
    });
    expect(text).toBe(
      [
        '- Munich (48.13711, 11.575), done',
        '',
        'Lines:',
        '',
        '- Day 1: 2 points, from (48, 11) to (47, 12)',
      ].join('\n'),
    );
  });

  it('writes the first points of a series and counts the others', () => {
    const points = Array.from({ length: 25 }, (_, i) => [i, i * i] as const);
    const text = markdown({ type: 'chart', kind: 'line', x: 'Day', series: [{ name: 'Cost', points }] });
    const lines = text.split('\n');
    expect(lines.slice(0, 5)).toEqual(['**Cost**', '', '| Day | y |', '| --- | --- |', '| 0 | 0 |']);
    expect(lines.filter((line) => line.startsWith('| '))).toHaveLength(22);
    expect(lines.at(-1)).toBe('5 more points.');
  });

  it('quotes messages and fences other text', () => {
    expect(
      markdown(
        { type: 'messages', items: [{ id: '1', from: 'Ann', text: 'Hi\n# there', at: '2026-01-02' }] },
        { type: 'diff', text: '-a\n+b\n' },
        { type: 'json', title: 'Data', value: { a: [1] } },
      ),
    ).toBe(
      [
        '**Ann** (2026-01-02)',
        '',
        '> Hi',
        '> # there',
        '',
        '```diff',
        '-a',
        '+b',
        '```',
        '',
        '### Data',
        '',
        '```json',
        '{',
        '  "a": [',
        '    1',
        '  ]',
        '}',
        '```',
      ].join('\n'),
    );
  });

  it('includes actions only on request', () => {
    const pin = { label: 'Pin', command: { type: 'pin', line: 3 } };
    const block: ViewBlock = {
      type: 'steps',
      items: [{ id: '1', title: 'x', status: 'done', actions: [pin] }],
      actions: [{ label: 'Stop', command: { type: 'stop' } }],
    };
    expect(blocksMarkdown([block])).toBe('- [x] 1: x');
    expect(blocksMarkdown([block], { actions: true }).split('\n')).toEqual([
      '- [x] 1: x',
      '  - Pin (`pin` with `{"line":3}`)',
      '',
      'Actions:',
      '',
      '- Stop (`stop`)',
    ]);
  });

  it('names the actions of points, lines, areas and series below what they belong to', () => {
    const offered = (name: string) => [{ label: `Keep ${name}`, command: { type: 'keep', name } }];
    const border = [[1, 2] as const];
    const blocks: readonly ViewBlock[] = [
      {
        type: 'map',
        points: [{ id: 'camp', lat: 1, lng: 2, actions: offered('camp') }],
        lines: [{ id: 'river', points: border, actions: offered('river') }],
        areas: [{ id: 'wood', points: border, actions: offered('wood') }],
      },
      { type: 'chart', kind: 'bar', series: [{ name: 'Rain', points: [[1, 2]], actions: offered('rain') }] },
    ];
    expect(blocksMarkdown(blocks)).not.toContain('keep');
    const lines = blocksMarkdown(blocks, { actions: true }).split('\n');
    const below = (text: string) => lines[lines.findIndex((line) => line.startsWith(text)) + 1];
    expect(below('- camp')).toBe('  - Keep camp (`keep` with `{"name":"camp"}`)');
    expect(below('- river')).toBe('  - Keep river (`keep` with `{"name":"river"}`)');
    expect(below('- wood')).toBe('  - Keep wood (`keep` with `{"name":"wood"}`)');
    expect(lines.slice(-3)).toEqual(['| 1 | 2 |', '', '- Keep rain (`keep` with `{"name":"rain"}`)']);
  });

  it('leaves out blocks with nothing in them, and keeps two lists apart', () => {
    const list: ViewBlock = { type: 'fields', items: [{ label: 'a', value: 1 }] };
    expect(markdown({ type: 'markdown', text: ' \n' }, list, list)).toBe(
      '- **a**: 1\n\n<!-- -->\n\n- **a**: 1',
    );
  });
});

describe('a Markdown text between blocks', () => {
  const end: ViewBlock = { type: 'progress', label: 'End', value: 1 };
  const written = (text: string) => markdown({ type: 'markdown', text }, end).split('\n').slice(0, -2);

  it.each([
    ['a heading, a list and code', '# A\n\n- b\n  - c\n\n```ts\nconst a = <b>1;\n```'],
    ['code in a list item', '1. Run\n\n   ```sh\n   <x> y\n   ```'],
    ['an address and code inside a line', 'See <https://a.example> and `Array<string>`.'],
    ['a line break of two spaces', 'a  \nb'],
  ])('stays as it is with %s', (_, text) => {
    expect(written(text).join('\n')).toBe(text);
  });

  it.each([
    ['```\ncode', ['```', 'code', '```']],
    ['~~~~ js\n~~~', ['~~~~ js', '~~~', '~~~~']],
    ['```\n```\u00a0', ['```', '```\u00a0', '```']],
    ['- a\n  ```\n  b', ['- a', '  ```', '  b', '  ```']],
  ])('has an open fence closed: %j', (text, lines) => {
    expect(written(text)).toEqual(lines);
  });

  it.each(['- ```\n<!--', '- a\n  ```\nb', '> ```\n> a'])(
    'is quoted where fences are unclear: %j',
    (text) => {
      expect(written(text).every((line) => line.startsWith('>'))).toBe(true);
    },
  );

  it.each([
    ['<!-- a', '&lt;!-- a'],
    ['- <details>', '- &lt;details>'],
    ['[~]: /url', '\\[~]: /url'],
    ['- [a\\]b]: /url', '- \\[a\\]b]: /url'],
    ['[^1]: note', '\\[^1]: note'],
    ['[x', '\\[x'],
    ['\u001b[2Ja\u202eb', '\\[2Jab'],
  ])('cannot affect the rest of the document: %j', (text, line) => {
    expect(written(text)).toEqual([line]);
  });

  it('never swallows the following text', () => {
    const piece = fc.constantFrom(
      '```',
      '````',
      '~~~',
      '    ',
      '\t',
      '\n',
      '\r',
      'a',
      '`',
      '<!--',
      '<pre>',
      ' b',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const lines = outsideFences(markdown({ type: 'markdown', text: pieces.join('') }, end).split('\n'));
        expect(lines.at(-1)).toBe('End: 1');
        expect(lines.filter((line) => /^ {0,3}<[a-z!]/.test(line))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a very long text', () => {
  it.each(['#', '~', ' ', '`', '[', '<', '\\'])('of %j is read once', (sign) => {
    const text = `x${sign.repeat(500_000)}\u2028x\n${sign.repeat(500_000)}\u2028x`;
    expect(blocksMarkdown([{ type: 'markdown', text }]).length).toBeGreaterThan(0);
    expect(blocksMarkdown([{ type: 'markdown', text: `~~~\n${text}` }]).length).toBeGreaterThan(0);
    expect(blocksMarkdown([{ type: 'fields', title: text, items: [] }])).toEqual(expect.any(String));
  });
});

describe('texts of a planner', () => {
  const seen = hostileText.filter((text) => /[\p{L}\p{N}]/u.test(text));

  it('change no line of the document but their own', () => {
    fc.assert(
      fc.property(
        fc.array(anyBlock(fc.constant('word')), { maxLength: 3 }),
        fc.infiniteStream(seen),
        fc.boolean(),
        (blocks, texts, actions) => {
          const plain = blocks.filter(({ type }) => type !== 'markdown');
          const hostile = plain.map((block) => withTexts(block, texts));
          expect(shape(blocksMarkdown(hostile, { actions }))).toEqual(
            shape(blocksMarkdown(plain, { actions })),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('contain no control characters', () => {
    fc.assert(
      fc.property(fc.array(anyBlock(), { maxLength: 3 }), (blocks) => {
        const text = blocksMarkdown(blocks, { actions: true });
        expect(text).not.toMatch(/(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u);
      }),
    );
  });
});

/** The lines that are not code, of a document without lists and quotations. */
function outsideFences(lines: readonly string[]): string[] {
  const outside: string[] = [];
  let open: string | undefined;
  for (const line of lines) {
    const [, mark] = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line) ?? [];
    if (open === undefined) {
      if (mark === undefined) outside.push(line);
      open = mark;
    } else if (mark?.startsWith(open) && /^ {0,3}(?:`+|~+)[ \t]*$/.test(line)) open = undefined;
  }
  return outside;
}

/** The block with another text for each `word`. */
function withTexts(block: ViewBlock, texts: IterableIterator<string>): ViewBlock {
  return JSON.parse(JSON.stringify(block), (_, value: unknown) =>
    value === 'word' ? texts.next().value : value,
  );
}

/** What each line is, without its words: how far it is set in, its mark, its cells. */
function shape(text: string): string[] {
  const shapes: string[] = [];
  let fence: string | undefined;
  let goesOn = false;
  for (const line of text.split('\n')) {
    const [, indent = '', mark = ''] =
      /^( *)([-+*] (?:\[.\] )?|> ?|#{1,6} |`{3,}|~{3,}|\||<|\d+[.)] |)/.exec(line) ?? [];
    if (fence !== undefined) {
      if (line === fence) fence = undefined;
    } else if (goesOn) {
      expect(mark).toBe('');
    } else if (/^[`~]{3}/.test(mark)) {
      fence = `${indent}${mark}`;
      shapes.push(`${indent}code`);
    } else if (mark.startsWith('>')) {
      if (shapes.at(-1) !== `${indent}quotation`) shapes.push(`${indent}quotation`);
    } else {
      const cells = mark === '|' ? (line.match(/(?<!\\)(?:\\\\)*\|/g)?.length ?? 0) : '';
      shapes.push(`${indent}${mark}${cells}${line === '' ? '' : 'text'}`);
    }
    goesOn = fence === undefined && !mark.startsWith('>') && /(?<!\\)(?:\\\\)*\\$/.test(line);
  }
  // A comment keeps two lists apart where the words of the first look like one, too.
  return shapes.filter((each) => each !== '<text').filter((each, i, all) => each !== '' || all[i - 1] !== '');
}
