import { describe, expect, it } from 'vitest';
import { readMarkdownPlan } from './markdown-plan.ts';

const read = (...lines: string[]) => readMarkdownPlan(lines.join('\n'));
/** The only step of a file, with the places of its texts. */
const stepOf = (...lines: string[]) => {
  const { steps } = read(...lines);
  expect(steps).toHaveLength(1);
  return steps[0];
};
const at = (line: number, text: string) => ({ text, place: `line ${line}` });

describe('the head of a file', () => {
  it.each([
    ['# Ship it', 'Ship it'],
    ['###### Ship it', 'Ship it'],
    ['#\t Ship # it', 'Ship # it'],
  ])('has the objective in %j', (line, objective) => {
    expect(read(line).objective).toEqual(at(1, objective));
  });

  it.each(['####### Seven', '#Tag', '# ', 'a # b', ' # set in', '#'])('has none in %j', (line) => {
    expect(read(line).objective).toBeUndefined();
  });

  it('marks the plan as abandoned on a line before its first step', () => {
    expect(read('# a', '', 'Status: abandoned, 0 of 0 steps done', 'More.')).toEqual({
      objective: at(1, 'a'),
      abandoned: true,
      steps: [],
      leftOut: [{ kind: 'text', items: ['line 4'] }],
    });
    expect(read('# a', 'Status: abandonedness').abandoned).toBe(false);
    expect(read('# a', 'The Status: abandoned').abandoned).toBe(false);
    expect(read('# a', 'Status: active').abandoned).toBe(false);
    expect(read('# a', '- [ ] b', 'Status: abandoned').abandoned).toBe(false);
  });
});

describe('an item of a list', () => {
  it.each([
    ['- [ ] a', 'a'],
    ['123456789. [ ] a', 'a'],
    ['-   [ ]   a  b ', 'a  b '],
    ['- [ ]', ''],
    ['- [ ] ', ''],
    ['- [ ] S001: a', 'a'],
    ['- [ ] S12345: a', 'a'],
    ['- [ ] S001:a', 'S001:a'],
    ['- [ ] see S001: a', 'see S001: a'],
  ])('is a step: %j', (line, title) => {
    expect(stepOf(line)?.title).toEqual(at(1, title));
  });

  it.each([
    '-[ ] a',
    '- [] a',
    '- [  ] a',
    '- [ ]a',
    '1234567890. [ ] a',
    '1: [ ] a',
    'a - [ ] b',
    '[ ] a',
    '- [y] a',
  ])('is not a step if others have boxes: %j', (line) => {
    expect(read('- [ ] first', 'Prose.', line).steps).toHaveLength(1);
  });

  it('is a step without a box if no item has one', () => {
    const { steps, leftOut } = read('# A', 'Prose.', '---', '- b', '  more', '  * c', '* * *', '2. d');
    expect(steps.map(({ title, status, details }) => [title, status, details])).toEqual([
      [at(4, 'b'), 'pending', at(5, 'more')],
      [at(6, 'c'), 'pending', undefined],
      [at(8, 'd'), 'pending', undefined],
    ]);
    expect(steps[1]?.links).toMatchObject([{ type: 'parent', from: 'line 4', to: 'line 6' }]);
    expect(leftOut).toEqual([{ kind: 'text', items: ['lines 2-3', 'line 7'] }]);
  });
});

describe('the text below a step', () => {
  it('is its details', () => {
    expect(stepOf('- [ ] a', '', '  One', '', '    two', ' ', '  three')).toMatchObject({
      title: at(1, 'a'),
      status: 'pending',
      details: at(3, 'One\n\n  two\n\nthree'),
      notes: [],
    });
  });

  it('is a note per bullet, including its indented lines', () => {
    expect(
      stepOf('- [ ] a', '  - One', '', '    two', '      three', '    - four', '  + five', '  six'),
    ).toMatchObject({
      title: at(1, 'a'),
      status: 'pending',
      details: at(8, 'six'),
      notes: [at(2, 'One\n\ntwo\n  three\n- four'), at(7, 'five')],
    });
  });

  it('continues a note after a blank line', () => {
    expect(stepOf('- [ ] a', '  - One', ' ', '    two')).toMatchObject({
      details: undefined,
      notes: [at(2, 'One\n\ntwo')],
    });
  });

  it('is unescaped', () => {
    expect(stepOf('- [ ] a', '  \\- One', '  - \\# two', '    1\\. three')).toMatchObject({
      details: at(2, '- One'),
      notes: [at(3, '# two\n1. three')],
    });
  });

  it('ends at the first unindented line, for good', () => {
    expect(stepOf('- [ ] a', '  One', 'Prose.', '  two', '  - three')).toMatchObject({
      details: at(2, 'One'),
      notes: [],
    });
    expect(stepOf('- [ ] a', ' One', '  two')).toMatchObject({ details: undefined });
  });

  it('belongs to the nearest step it is indented below', () => {
    const { steps } = read(
      '- [ ] a',
      '  - [ ] b',
      '    - [ ] c',
      '      of c',
      '    of b',
      '  of a',
      '  - [ ] d',
      '    of d',
      '- [ ] e',
      '  of e',
    );
    expect(steps.map(({ title, details }) => [title.text, details?.text])).toEqual([
      ['a', 'of a'],
      ['b', 'of b'],
      ['c', 'of c'],
      ['d', 'of d'],
      ['e', 'of e'],
    ]);
  });

  it('belongs to the later of two equally indented steps', () => {
    const { steps } = read('- [ ] a', '- [ ] b', '  of b');
    expect(steps.map(({ details }) => details?.text)).toEqual([undefined, 'of b']);
  });

  it('may be indented with a tab, however far the step is', () => {
    expect(read('    - [ ] a', '\tof a').steps[0]?.details?.text).toBe('of a');
  });
});

describe('code in a file', () => {
  it('is neither a heading nor a step, and ends with a fence of its kind that is as long', () => {
    expect(read('````', '# no', '```', '- [ ] no', '~~~~', '````', '# a', '- [ ] b')).toMatchObject({
      objective: at(7, 'a'),
      abandoned: false,
      steps: [{ title: at(8, 'b'), status: 'pending', details: undefined, notes: [] }],
    });
    expect(read('```', '# no', '`````', '# a').objective).toEqual(at(4, 'a'));
    expect(read('``', '# a').objective).toEqual(at(2, 'a'));
    expect(read('a ```', '# a').objective).toEqual(at(2, 'a'));
  });

  it('below a step belongs to its text, lists and all', () => {
    expect(
      stepOf(
        '- [ ] a',
        '  ```md',
        '  - [ ] no',
        '  - no',
        '',
        '  # no',
        '  ```',
        '  - One',
        '    ~~~',
        '    - no',
        '    ~~~',
      ),
    ).toMatchObject({
      title: at(1, 'a'),
      status: 'pending',
      details: at(2, '```md\n- [ ] no\n- no\n\n# no\n```'),
      notes: [at(8, 'One\n~~~\n- no\n~~~')],
    });
  });

  it('without indentation belongs to no step', () => {
    expect(stepOf('- [ ] a', '```', 'no', '```')).toMatchObject({ details: undefined, notes: [] });
  });
});
