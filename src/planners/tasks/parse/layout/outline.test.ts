import { describe, expect, it } from 'vitest';
import { inlineList } from './inline-list.ts';
import { columnOf, itemLine } from './list-marker.ts';
import { outlineOf } from './outline.ts';

/** The outline in short: `h2 Title`, `- item`, `-- item below`, `p words`, `c language|code`. */
function shown(text: string): string[] {
  return outlineOf(text).map((block) => {
    switch (block.type) {
      case 'heading':
        return `h${block.level} ${block.text}`;
      case 'item': {
        let depth = 1;
        for (let { parent } = block; parent; { parent } = parent) depth += 1;
        return `${'-'.repeat(depth)} ${block.text}`;
      }
      case 'prose':
        return `${block.isInItem ? 'in' : 'p'}${block.afterBlankLine ? '*' : ''} ${block.text}`;
      case 'fence':
        return `c ${block.language}|${block.code}`;
      default:
        return block satisfies never;
    }
  });
}

describe('headings', () => {
  it.each([
    ['# A', ['h1 A']],
    ['###### A ##', ['h6 A']],
    ['####### A', ['p* ####### A']],
    ['#A', ['p* #A']],
    ['    # A', ['p* # A']],
    ['h3. A', ['h3 A']],
    ['h7. A', ['p* h7. A']],
    ['**A**', ['h7 A']],
    ['__A__:', ['h7 A']],
    ['**A.**', ['p* **A.**']],
    ['**A** b', ['p* **A** b']],
    ['A\n===', ['h1 A']],
    ['A\n---', ['h2 A']],
    ['Longer\n---', ['p* Longer']],
    ['A\n\n---', ['p* A']],
    ['> # A', ['h1 A']],
  ])('of %j', (text, blocks) => {
    expect(shown(text)).toEqual(blocks);
  });
});

describe('lists', () => {
  it.each([
    ['- a\n- b', ['- a', '- b']],
    ['- a\n  - b\n    - c\n- d', ['- a', '-- b', '--- c', '- d']],
    ['- a\n - b', ['- a', '- b']],
    ['1. a\n\t- b', ['- a', '-- b']],
    ['* a\n** b\n*** c', ['- a', '-- b', '--- c']],
    ['- a\n  goes on', ['- a goes on']],
    ['- a\n  More.', ['- a', 'in More.']],
    ['- a\n\n  goes on', ['- a', 'in* goes on']],
    ['- a\nMore.\n  - b', ['- a', 'p More.', '- b']],
    ['- a\n---\n  - b', ['- a', '- b']],
    ['- a\n# H\n  - b', ['- a', 'h1 H', '- b']],
  ])('of %j', (text, blocks) => {
    expect(shown(text)).toEqual(blocks);
  });

  it('know which item has children, and which is numbered 1', () => {
    const items = outlineOf('1. a\n   - b\n2. c').flatMap((block) => (block.type === 'item' ? [block] : []));
    expect(items.map(({ hasChildren, isFirst }) => [hasChildren, isFirst])).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ]);
    expect(items[1]?.parent).toBe(items[0]);
  });
});

describe('code blocks', () => {
  it.each([
    ['```sh\na\n\nb\n```', ['c sh|a\n\nb']],
    ['~~~\na\n```\n~~~', ['c |a\n```']],
    ['````\n```\n````', ['c |```']],
    ['```\na\n`````', ['c |a']],
    ['```\na', ['c |a']],
    ['  ```\n    a\n b\n  ```', ['c |  a\nb']],
    ['- ```sh\n  a\n  ```', ['- ', 'c sh|a']],
    ['> ```\n> a\n> ```', ['c |> a']],
    ['```sh extra words\na\n```', ['c sh|a']],
    ['``` a ` b', ['p* ``` a ` b']],
  ])('of %j', (text, blocks) => {
    expect(shown(text)).toEqual(blocks);
  });

  it('are kept unchanged, and closed if they were left open', () => {
    const [block] = outlineOf('~~~~js\na\nb');
    expect(block).toMatchObject({ source: '~~~~js\na\nb\n~~~~' });
  });
});

describe('lines', () => {
  const long = (end: string) => `${'word '.repeat(12)}${end}`;

  it.each([
    ['a\nb', ['p* a', 'p b']],
    ['a\r\nb\u2028c', ['p* a', 'p b', 'p c']],
    [`${long('x')}\ngoes on`, [`p* ${long('x')} goes on`]],
    [`${long('x.')}\ngoes on`, [`p* ${long('x.')}`, 'p goes on']],
    [`${long('x.)')}\ngoes on`, [`p* ${long('x.)')}`, 'p goes on']],
    [`${long('x')}\nBegins`, [`p* ${long('x')}`, 'p Begins']],
    [`${'x'.repeat(60)}\ngoes on`, [`p* ${'x'.repeat(60)} goes on`]],
    [`${'x'.repeat(59)}\ngoes on`, [`p* ${'x'.repeat(59)}`, 'p goes on']],
    [`${'🙂'.repeat(40)}\ngoes on`, [`p* ${'🙂'.repeat(40)}`, 'p goes on']],
    ['> > a', ['p* a']],
    ['', []],
    ['***', []],
    ['|---|---|', []],
    ['- - -', []],
  ])('of %j', (text, blocks) => {
    expect(shown(text)).toEqual(blocks);
  });

  it.each([
    ['<!-- a -->\nb', ['p* b']],
    ['<!-- a\nb\n-->\nc', ['p* c']],
    ['a\n  <!-- b\n-->\nc', ['p* a', 'p c']],
    ['<!-- a', ['p* <!-- a']],
    ['a <!-- b -->', ['p* a <!-- b -->']],
  ])('omit comments: %j', (text, blocks) => {
    expect(shown(text)).toEqual(blocks);
  });
});

describe('a line that starts an item', () => {
  it.each([
    ['- a', 0, 'a'],
    ['  • a', 2, 'a'],
    ['\ta) a', 4, 'a'],
    ['12. a', 0, 'a'],
    ['1.Ärger', 0, 'Ärger'],
    ['(3) a', 0, 'a'],
    ['（3）a', 0, 'a'],
    ['3、a', 0, 'a'],
    ['① a', 0, 'a'],
    ['iv) a', 0, 'a'],
    ['[x] a', 0, 'a'],
    ['- [ ]  a', 0, 'a'],
    ['☐ a', 0, 'a'],
    ['- 1. a', 0, 'a'],
    ['Step 2: a', 0, 'a'],
    ['** a', 2, 'a'],
    ['*** a', 4, 'a'],
    ['-', 0, ''],
  ])('%j', (line, indent, text) => {
    expect(itemLine(line)).toMatchObject({ indent, text });
  });

  it.each(['a', '-a', '1.a', '1.5 a', '(a) b', '[link](x)', '[xx] a', 'Step: a', 'ab) c', '2024 was', ''])(
    'but not %j',
    (line) => {
      expect(itemLine(line)).toBeUndefined();
    },
  );

  it.each([
    ['1. a', true],
    ['1) a', true],
    ['(1) a', true],
    ['- 1. a', true],
    ['2. a', false],
    ['11. a', false],
    ['- a', false],
  ])('%j is numbered 1: %s', (line, isFirst) => {
    expect(itemLine(line)?.isFirst).toBe(isFirst);
  });

  it('counts a tab up to the next four columns', () => {
    expect([columnOf('\tx', 1), columnOf(' \tx', 2), columnOf('    \tx', 5), columnOf('ab', 2)]).toEqual([
      4, 4, 8, 2,
    ]);
  });
});

describe('a list on one line', () => {
  it.each([
    ['Do 1) a 2) b', false, { lead: 'Do', items: [' a ', ' b'] }],
    ['Do: (1) a (2) b', false, { lead: 'Do:', items: [' a ', ' b'] }],
    ['1. a 2. b 3. c', false, { lead: '', items: [' a ', ' b ', ' c'] }],
    ['a 2) b', true, { lead: '', items: ['a ', ' b'] }],
    ['a 2. b 3. c', true, { lead: '', items: ['a ', ' b ', ' c'] }],
    ['1) a "2) x" 2) b', false, { lead: '', items: [' a "2) x" ', ' b'] }],
    ['1) a 3) x 2) b', false, { lead: '', items: [' a 3) x ', ' b'] }],
  ])('is read from %j', (text, isFirst, list) => {
    expect(inlineList(text, isFirst)).toEqual(list);
  });

  it.each([
    ['1) a', false],
    ['1. a 2. b', false],
    ['a 2. b', true],
    ['1) a 2. b', false],
    ['2) a 3) b', false],
    ['x1) a x2) b', false],
    ['1) 5 2) 6', false],
    ['no numbers', false],
  ])('is not in %j', (text, isFirst) => {
    expect(inlineList(text, isFirst)).toBeUndefined();
  });
});
