import { describe, expect, it } from 'vitest';
import { readMarkdownPlan } from './markdown-plan.ts';

const stepsOf = (...lines: string[]) =>
  readMarkdownPlan(lines.join('\n')).steps.map(({ title, details, status, notes }) => ({
    title: title.text,
    status,
    ...(details && { details: details.text.trim() }),
    ...(notes.length > 0 && { notes: notes.map(({ text }) => text.trim()) }),
  }));

describe('a checklist in Markdown', () => {
  it('may have any list marker, upper-case marks and ordered items', () => {
    expect(stepsOf('* [X] a', '+ [ ] b', '1. [~] c', '2) [!] d')).toEqual([
      { title: 'a', status: 'done' },
      { title: 'b', status: 'pending' },
      { title: 'c', status: 'in_progress' },
      { title: 'd', status: 'blocked' },
    ]);
  });

  it('takes its objective from the first heading of any level, and ignores other text', () => {
    const { objective, steps } = readMarkdownPlan(
      [
        'Some prose.',
        '',
        '### Ship it',
        'More prose.',
        '## Phase 1',
        '- [ ] a',
        '',
        'And more.',
        '    code',
        '- plain',
      ].join('\n'),
    );
    expect(objective).toEqual({ text: 'Ship it', place: 'line 3' });
    expect(steps).toMatchObject([{ title: { text: 'a', place: 'line 6' }, details: undefined, notes: [] }]);
  });

  it('has details below a step, and notes in its bullets', () => {
    expect(
      stepsOf(
        '- [ ] a',
        '',
        '  First paragraph',
        '  goes on.',
        '',
        '  Second paragraph.',
        '',
        '  - A note',
        '    that goes on',
        '    - with a point',
        '  * Another note',
        '- [x] b',
      ),
    ).toEqual([
      {
        title: 'a',
        status: 'pending',
        details: 'First paragraph\ngoes on.\n\nSecond paragraph.',
        notes: ['A note\nthat goes on\n- with a point', 'Another note'],
      },
      { title: 'b', status: 'done' },
    ]);
  });

  it('reads nested checkboxes as separate steps, in order, with their text', () => {
    expect(stepsOf('- [ ] a', '  - [x] a1', '    about a1', '  about a', '    1. [ ] a2', '- [ ] b')).toEqual(
      [
        { title: 'a', status: 'pending', details: 'about a' },
        { title: 'a1', status: 'done', details: 'about a1' },
        { title: 'a2', status: 'pending' },
        { title: 'b', status: 'pending' },
      ],
    );
  });

  it('may be indented with tabs', () => {
    expect(stepsOf('- [ ] a', '\tdetails', '\t- note', '\t- [x] a1')).toEqual([
      { title: 'a', status: 'pending', details: 'details', notes: ['note'] },
      { title: 'a1', status: 'done' },
    ]);
  });

  it('is not read from code', () => {
    expect(
      stepsOf(
        '```md',
        '- [ ] no',
        '```',
        '- [ ] a',
        '  ~~~',
        '  - [ ] no',
        '  ~~~',
        '~~~',
        '# no',
        '- [ ] no',
      ),
    ).toEqual([{ title: 'a', status: 'pending', details: '~~~\n- [ ] no\n~~~' }]);
  });

  it('is not read from comments, front matter and indented code', () => {
    const { objective, usualObjective, steps, leftOut } = readMarkdownPlan(
      [
        '---',
        'title: Kitchen',
        '# no: heading',
        '---',
        'Roadmap',
        '=======',
        '- [ ] a',
        '  <!--',
        '  - [ ] no',
        '  -->',
        '- [ ] <!-- b',
        '',
        '<!--',
        '- [ ] no',
        '-->',
        '',
        '    - [ ] no',
      ].join('\n'),
    );
    expect([objective?.text, usualObjective?.text]).toEqual(['Roadmap', 'Kitchen']);
    expect(steps.map(({ title }) => title.text)).toEqual(['a', '<!-- b']);
    expect(leftOut).toEqual([{ kind: 'text', items: ['lines 1-4', 'lines 13-17'] }]);
  });

  it('supports the boxes of editors and agents', () => {
    expect(stepsOf('- [/] a', '- [-] b', '- [>] c', '  of c', '- [<] d', '- [\u2713] e', '- [ ]* f')).toEqual(
      [
        { title: 'a', status: 'in_progress' },
        { title: 'b', status: 'done', notes: ['Cancelled, not carried out.'] },
        { title: 'c', status: 'blocked', details: 'of c', notes: ['Deferred.'] },
        { title: 'd', status: 'pending', notes: ['Scheduled.'] },
        { title: 'e', status: 'done' },
        { title: 'f', status: 'pending', notes: ['Optional.'] },
      ],
    );
  });

  it('distinguishes links and references from boxes', () => {
    expect(stepsOf('- [ ] a', '  - [x](https://example.com)', '  - [1] A book', '- [a] Not a box')).toEqual([
      { title: 'a', status: 'pending', notes: ['[x](https://example.com)', '[1] A book'] },
    ]);
  });

  it('drops the ids of an export, once', () => {
    expect(stepsOf('- [ ] S007: a', '- [ ] S008: S009: b', '- [ ] S1: c')).toEqual([
      { title: 'a', status: 'pending' },
      { title: 'S009: b', status: 'pending' },
      { title: 'S1: c', status: 'pending' },
    ]);
  });
});
