import { describe, expect, it } from 'vitest';
import { isTaskMaster, readTaskMasterPlan } from './task-master-plan.ts';

const task = { id: 1, title: 'a' };
const stepOf = (change: object) => readTaskMasterPlan({ tasks: [{ ...task, ...change }] }).steps[0];
const objectiveOf = (metadata: object | null, tag = 'sprint') =>
  readTaskMasterPlan({ [tag]: { tasks: [], metadata } }).objective;

describe('the objective of a list of tasks', () => {
  it.each([
    [{ description: ' Ship it ', projectName: 'Shop' }, 'Ship it'],
    [{ description: ' ', projectName: ' Shop ' }, 'Shop'],
    [{ description: null, projectName: 'Shop' }, 'Shop'],
    [{ description: 'two\nlines', projectName: 'Shop' }, 'Shop'],
    [{ description: 'x'.repeat(240), projectName: 'Shop' }, 'x'.repeat(240)],
    [{ description: 'x'.repeat(241), projectName: 'Shop' }, 'Shop'],
    [{ description: '\u2026'.repeat(81), projectName: 'Shop' }, 'Shop'],
    [{ description: 'x'.repeat(241) }, 'x'.repeat(241)],
    [{}, 'Tasks of sprint'],
    [null, 'Tasks of sprint'],
  ])('is its description or the name of its project, whichever is short enough: %#', (metadata, text) => {
    expect(objectiveOf(metadata)).toEqual({ text, place: 'metadata' });
  });

  it('names the tool if the list has no tag', () => {
    expect(readTaskMasterPlan({ tasks: [] })).toEqual({
      objective: { text: 'Tasks of task-master', place: 'metadata' },
      abandoned: false,
      steps: [],
      leftOut: [],
    });
  });
});

describe('the list that is read', () => {
  const list = (title: string) => ({ tasks: [{ id: 1, title }] });
  const titleOf = (json: unknown, tag?: string) => readTaskMasterPlan(json, tag).steps[0]?.title.text;

  it('is that of the requested tag, or the only one', () => {
    const two = { master: list('of master'), other: list('of other') };
    expect(titleOf(two, 'other')).toBe('of other');
    expect(readTaskMasterPlan(two, 'other').leftOut).toEqual([{ kind: 'lists', items: ['master'] }]);
    expect(titleOf({ sprint: list('of sprint'), version: 1 })).toBe('of sprint');
    expect(() => titleOf(two)).toThrow(expect.objectContaining({ actual: 'the lists master, other' }));
    expect(() => titleOf({ sprint: list('a') }, 'other')).toThrow(
      expect.objectContaining({ place: 'other' }),
    );
  });

  it('is preferably the one without a tag', () => {
    expect(titleOf({ ...list('of none'), master: list('of master') }, 'master')).toBe('of none');
  });

  it.each([
    [{ tasks: [] }, true],
    [{ a: 1, master: { tasks: [] } }, true],
    [{ tasks: {} }, false],
    [{ a: null, b: [{ tasks: [] }] }, false],
    [[{ tasks: [] }], false],
    [null, false],
    ['tasks', false],
  ])('is there: %j', (json, isOne) => {
    expect(isTaskMaster(json)).toBe(isOne);
  });
});

describe('a task', () => {
  it('becomes a step with all of its texts, each with its position', () => {
    const file = {
      tasks: [
        {
          ...task,
          description: ' b ',
          details: ' c ',
          testStrategy: 'd',
          status: 'review',
          dependencies: [9, '8.7'],
        },
      ],
    };
    expect(readTaskMasterPlan(file).steps).toMatchObject([
      {
        title: { text: 'a', place: 'tasks[0].title' },
        details: { text: 'b', place: 'tasks[0].description' },
        status: 'in_progress',
        notes: [
          { text: 'c', place: 'tasks[0].details' },
          { text: 'Test: d', place: 'tasks[0].testStrategy' },
          { text: 'After task 9, task 8.7.', place: 'tasks[0]' },
          { text: 'In review.', place: 'tasks[0]' },
        ],
      },
    ]);
  });

  it('has no details or notes for blank or missing fields', () => {
    const bare = {
      title: { text: 'a', place: 'tasks[0].title' },
      details: undefined,
      status: 'pending',
      notes: [],
    };
    expect(stepOf({})).toMatchObject(bare);
    expect(stepOf({ description: ' ', details: '\n', testStrategy: '', status: null })).toMatchObject(bare);
  });

  it('comes after the steps of the tasks and subtasks that it depends on', () => {
    const file = {
      tasks: [
        {
          ...task,
          id: 7,
          subtasks: [
            { id: 1, title: 'b' },
            { id: '7.2', title: 'c', dependencies: [1, '7.1', 7] },
          ],
        },
        { ...task, id: 1, dependencies: [7, '7.2'] },
        { ...task, id: 'x', subtasks: [{ id: 1, title: 'd', dependencies: [2, 1, '7.1'] }] },
      ],
    };
    const { steps } = readTaskMasterPlan(file);
    expect(
      steps.map(({ key, links = [], notes }) => [
        key,
        ...links.map(({ from, type, place }) => `${type} ${from} ${place}`),
        ...notes.map(({ text }) => text),
      ]),
    ).toEqual([
      ['7'],
      ['7.1', 'parent 7 tasks[0].subtasks[0]'],
      [
        '7.2',
        'parent 7 tasks[0].subtasks[1]',
        'blocks 7.1 tasks[0].subtasks[1].dependencies',
        'blocks 7.1 tasks[0].subtasks[1].dependencies',
        'After task 7.',
      ],
      ['1', 'blocks 7 tasks[1].dependencies', 'blocks 7.2 tasks[1].dependencies'],
      ['x'],
      [
        'x.1',
        'parent x tasks[2].subtasks[0]',
        'blocks 7.1 tasks[2].subtasks[0].dependencies',
        'After task 2, task x.1.',
      ],
    ]);
  });

  it.each([
    ['toString', 'pending'],
    ['__proto__', 'pending'],
    ['not started', 'pending'],
    ['in_review', 'in_progress'],
    ['someday', 'blocked'],
    ["won't do", 'done'],
  ])('keeps a status without an equivalent in a note: %j', (status, becomes) => {
    expect(stepOf({ status })).toMatchObject({ status: becomes, notes: [{ text: `Status: ${status}.` }] });
  });

  it('is pending where its status is blank', () => {
    expect(stepOf({ status: ' ' })).toMatchObject({ status: 'pending', notes: [] });
  });
});

describe('a text that is too long for a step', () => {
  const piecesOf = (description: string) => {
    const step = stepOf({ description });
    const texts = [step?.details, ...(step?.notes ?? [])];
    expect(texts.every((each) => each?.place === 'tasks[0].description')).toBe(true);
    return texts.map((each) => each?.text);
  };
  const x = (length: number) => 'x'.repeat(length);

  it.each([
    ['is whole up to the limit', x(512), [x(512)]],
    ['is cut at the limit where there is nothing better', x(1025), [x(512), x(512), x(1)]],
    ['is cut at the last space', `${x(100)} ${x(100)} ${x(400)}`, [`${x(100)} ${x(100)}`, x(400)]],
    ['is cut at a space right after the limit', `${x(512)} y`, [x(512), 'y']],
    [
      'is cut at the last line end of the second half',
      `${x(300)}\n${x(100)} ${x(200)}`,
      [x(300), `${x(100)} ${x(200)}`],
    ],
    [
      'is not cut at a line end in its first half',
      `${x(256)}\n${x(100)} ${x(200)}`,
      [`${x(256)}\n${x(100)}`, x(200)],
    ],
    [
      'is cut at a line end right after the first half',
      `${x(257)}\n${x(100)} ${x(200)}`,
      [x(257), `${x(100)} ${x(200)}`],
    ],
    ['loses the blanks around a cut', `${x(400)}  \n  ${x(400)}`, [x(400), x(400)]],
    ['is measured as it is written in ASCII', '\u2026'.repeat(171), [`${'...'.repeat(170)}..`, '.']],
  ])('%s', (_, text, pieces) => {
    expect(piecesOf(text)).toEqual(pieces);
  });

  it('continues in notes of at most 512 characters, including test strategies', () => {
    const step = stepOf({ details: x(600), testStrategy: x(506) });
    expect(step?.notes.map(({ text }) => text)).toEqual([x(512), x(88), `Test: ${x(506)}`]);
  });
});
