import { describe, expect, it } from 'vitest';
import { Session } from '../../kernel/session/session.ts';
import { PlanningToolsSection } from '../prompt/planning-tools-section.ts';
import { formatOf, importPlan } from './plan-files.ts';

/** Imports as a program without types may do it. */
async function imported(...args: unknown[]): Promise<unknown> {
  const section = new PlanningToolsSection({ session: new Session() });
  return await Reflect.apply(importPlan, undefined, [section, ...args]);
}

const CORRECT = 'Correct the file, and import it again.';

describe('a file that cannot become a plan', () => {
  it.each([
    [
      '# Plan\n- [?] a',
      'line 2',
      '[ ], [x], [~], [/], [!], [-], [>] or [<] on line 2',
      '[?]',
      'Use one of them, and import the file again.',
    ],
    [
      '{"foo":1}',
      'objective',
      'a plan as Wayfold exports it',
      'Invalid input: expected string, received undefined at objective',
      CORRECT,
    ],
    [
      '{"objective":"a","owner":"b"}',
      '',
      'a plan as Wayfold exports it',
      'Unrecognized key: "owner"',
      CORRECT,
    ],
    [
      '{"tasks":[{"id":1,"title":"a"},{"id":2}]}',
      'tasks[1].title',
      'a tasks.json of task-master',
      'Invalid input: expected string, received undefined at tasks[1].title',
      CORRECT,
    ],
  ])(
    'reports the position, the expected and actual value and the fix: %s',
    async (text, place, expected, actual, fix) => {
      await expect(imported(text)).rejects.toMatchObject({
        name: 'PlanImportError',
        code: 'import-unreadable',
        message: `Expected ${expected}; got ${actual}. ${fix} [docs/errors/import-unreadable.md]`,
        place,
        expected,
        actual,
        fix,
      });
    },
  );

  it.each([
    [
      `# ${'x'.repeat(241)}`,
      'Objective must be <= 240 characters (line 1).',
      'line 1',
      240,
      '241 characters',
    ],
    [
      `# a\n- [ ] ${'x'.repeat(161)}`,
      'Title must be <= 160 characters (line 2).',
      'line 2',
      160,
      '161 characters',
    ],
    [
      `# a\n- [ ] b\n  ${'x'.repeat(513)}`,
      'Details must be <= 512 characters (line 3).',
      'line 3',
      512,
      '513 characters',
    ],
    [
      '# a\n- [ ] b\n  - \u8a08',
      'Note must be printable ASCII; found U+8A08 at character 1 (line 3).',
      'line 3',
      512,
      'U+8A08 at character 1',
    ],
    ['# a\n- [ ] ', 'Title must not be empty (line 2).', 'line 2', 160, '""'],
  ])('names the rule that a text breaks: %j', async (text, message, place, most, actual) => {
    await expect(imported(text)).rejects.toMatchObject({
      name: 'PlanImportError',
      message,
      place,
      expected: `1 to ${most} ASCII characters in ${place}`,
      actual,
      cause: { name: 'ToolValidationError', field: place },
    });
  });

  it.each([
    [{ objective: 'two\nlines' }, 'objective'],
    [{ objective: 'x'.repeat(241) }, 'objective'],
    [
      { objective: 'a', steps: [{ title: 'b' }, { title: 'c', details: 'x'.repeat(513) }] },
      'steps[1].details',
    ],
    [{ objective: 'a', steps: [{ title: 'b', notes: ['c', 'x'.repeat(513)] }] }, 'steps[0].notes[1]'],
  ])('names the place of a text in JSON: %#', async (file, place) => {
    await expect(imported(JSON.stringify(file))).rejects.toMatchObject({ code: 'import-unreadable', place });
  });

  it('names an invalid given objective', async () => {
    await expect(imported('- [ ] a', 'markdown', { objective: ' ' })).rejects.toMatchObject({
      code: 'import-unreadable',
      place: 'the objective given',
    });
  });

  it('reports a missing objective', async () => {
    await expect(imported('- [ ] a')).rejects.toMatchObject({ code: 'import-unreadable', place: 'line 1' });
  });

  it('reports invalid JSON with the parser’s message', async () => {
    await expect(imported('{"objective"')).rejects.toMatchObject({
      code: 'import-unreadable',
      place: undefined,
      cause: expect.any(SyntaxError),
    });
    await expect(imported('tasks:', 'task-master')).rejects.toMatchObject({
      code: 'import-unreadable',
    });
  });

  it('lists the formats', async () => {
    await expect(imported('# a', 'yaml')).rejects.toMatchObject({
      place: undefined,
      expected: 'one of the formats markdown, json, task-master, beads, backlog',
      actual: '"yaml"',
    });
  });

  it.each([
    [{ one: { tasks: [] }, two: { tasks: [] }, other: 1 }, undefined, 'the file', 'the lists one, two'],
    [{ master: { tasks: [] }, two: { tasks: [] } }, 'three', 'three', 'the lists master, two'],
    [{ version: 1 }, undefined, 'the file', 'no list of tasks'],
    [{ tasks: 'none' }, undefined, 'the file', 'no list of tasks'],
    [[{ tasks: [] }], undefined, 'the file', 'no list of tasks'],
    [null, 'three', 'three', 'no list of tasks'],
  ])('lists its task lists: %j', async (file, tag, place, actual) => {
    await expect(imported(JSON.stringify(file), 'task-master', { tag })).rejects.toMatchObject({
      place,
      actual,
    });
  });
});

it('a file may end its lines in any way', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const file = ['# Ship it', '- [x] Build', '  One', '  two', '- [ ] Test'].join(end);
    expect(await imported(file)).toMatchObject({
      plan: {
        objective: 'Ship it',
        steps: [
          { title: 'Build', details: 'One\ntwo', status: 'done' },
          { title: 'Test', status: 'pending' },
        ],
      },
    });
  }
});

describe('the format of a file', () => {
  it.each([
    ['', 'markdown'],
    ['# a', 'markdown'],
    ['a {"objective":"b"}', 'markdown'],
    ['[{"tasks":[]}]', 'markdown'],
    ['{"objective":"a"}', 'json'],
    ['\ufeff \n{"objective":"a"}', 'json'],
    ['{"objective":"a","steps":[]}', 'json'],
    ['{"tasks":{}}', 'json'],
    ['{"tags":[{"tasks":[]}],"none":null}', 'json'],
    ['{"tasks":[]}', 'task-master'],
    ['\ufeff{"tasks":[]}', 'task-master'],
    ['{"version":1,"none":null,"master":{"tasks":[]}}', 'task-master'],
  ])('is detected from its text: %j', (text, format) => {
    expect(formatOf(text)).toBe(format);
  });
});
