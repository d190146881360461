import { describe, expect, it } from 'vitest';
import { parsePlan } from './parse-tasks.ts';

const tasksOf = (text: string) => parsePlan(text).tasks.map(({ description }) => description);
const orderOf = (text: string) => parsePlan(text).tasks.map(({ dependsOn = [] }) => [...dependsOn]);

describe('a list without bullets', () => {
  it.each([
    ['letters', 'Chores\na. wash the car\nb. vacuum it (after a)\nc. fill up the tank', [[], [1], []]],
    [
      'ticket keys',
      'WEB-1: Add a footer\nWEB-2: Link it (needs WEB-1)\nWEB-3: Fix the 404 page',
      [[], [1], []],
    ],
    [
      'times',
      '08:00 set up chairs\n09:30 sound check\n10:00 doors open (after the sound check)',
      [[], [], [2]],
    ],
    ['bare numbers', 'steps\n1 clone the repo\n2 install it\n3 start it, after 2', [[], [], [2]]],
    ['arrows', 'pls do\n-> merge the branch\n-> cut rc1\n-> test rc1 (needs rc1)', [[], [], [2]]],
    ['one sign', '👉 roll back\n👉 tell support\n👉 post-mortem tomorrow', [[], [], []]],
    [
      'a colon before them',
      'pls fix:\ntab order in the form\neuro sign in the csv\nsave twice',
      [[], [], []],
    ],
  ])('is read by %s', (_, text, order) => {
    expect(orderOf(text)).toEqual(order);
  });

  it('has done items where lines are struck out', () => {
    const { tasks } = parsePlan('~~set up the repo~~\n~~CI~~\nwrite the docs\npublish it');
    expect(tasks.map(({ done }) => done ?? false)).toEqual([true, true, false, false]);
  });

  it('is not recognized in a chat, where numbers are times', () => {
    expect(
      tasksOf(
        '[10:02] anna: the db is full\n[10:05] anna: can you delete the old snapshots\n[10:06] ben: sure',
      ),
    ).toHaveLength(1);
  });
});

describe('a wish in the form of a question', () => {
  it.each([
    'hey can you bump lodash? ta',
    'Can the exporter also write xlsx?',
    'The order form, can it send a copy to the customer?',
    'Would it be possible to add a theme? And perhaps a second one?',
  ])('is work, which an answer does not complete: %j', (text) => {
    for (const { kind } of parsePlan(text).tasks) expect(kind).not.toBe('Clarification');
    expect(tasksOf(text)).not.toEqual([]);
  });
});

describe('a rule that starts with its object', () => {
  it.each([
    'Prod access not before the training!',
    'Emergency changes only with approval by the office.',
    'From Thursday on nobody merges to main.',
    'Virus scan comes in another ticket, so not here.',
    'Python, no pandas.',
    'Smoking in the garage is not permitted.',
    'The old server please not switch off!',
    "We don't need the drawings.",
    'Keep the tracking event.',
  ])('is no task: %j', (rule) => {
    const { tasks, brief } = parsePlan(`Fix the login page. ${rule}`);
    expect(tasks).toHaveLength(1);
    expect(brief.constraints).toHaveLength(1);
  });

  it('is recognized by the word nobody', () => {
    expect(parsePlan('Fix the alerts. Nobody sees failures.').brief.constraints).toEqual([]);
  });
});

describe('a conditional task', () => {
  it.each([
    ['Try a restart; if that does not help, reinstall it.', [[], [1]]],
    ['Get the numbers from Eva, and as soon as you have them, fill in the sheet.', [[], [1]]],
    ['Is the job still needed? If not, delete it. If so, move it to 3 am.', [[], [1], [1]]],
    ['Send the survey. Two days later remind those who did not answer.', [[], [1]]],
    ['Take a backup. Then drop the old table and rename the new one.', [[], [1], [1]]],
    ['Delete the folder. Before that, check the imports. Afterwards run the tests.', [[2], [], [1, 2]]],
    ['First install the deps, second run the migrations, third start the server.', [[], [1], [2]]],
  ])('depends on the task of the condition: %j', (text, order) => {
    expect(orderOf(text)).toEqual(order);
  });

  it('is recognized without a comma too', () => {
    expect(tasksOf('On Friday defrost the fridge. For those rated "high" propose one.')).toHaveLength(2);
  });
});

describe('a reference', () => {
  it.each([
    ['A. Collect the texts\nB. Translate A into French', [[], [1]]],
    ['1. order bulbs\n2. dig the bed\n3. plant them when 1 has arrived & 2 is finished', [[], [], [1, 2]]],
    ['1. cut roses, not before the first frost\n2. rake leaves', [[], []]],
    ['1) dump it\n2) load it\n3) mail me what was loaded in step 2', [[], [], [2]]],
    ['Please do not start with B until A is finished.\nA) clean the data\nB) train the model', [[], [1]]],
    ['- rotate the keys (first!)\n- update the docs', [[], [1]]],
  ])('implies an order: %j', (text, order) => {
    expect(orderOf(text)).toEqual(order);
  });
});

describe('a completed form or template', () => {
  it.each([
    [
      '// TODO: cache the rates\n// TODO(marco): remove the fallback',
      ['cache the rates', 'remove the fallback'],
    ],
    [
      '(1/3) create the records - done\n(2/3) point the proxy at it\n(3/3) switch it off',
      ['point the proxy at it', 'switch it off'],
    ],
    ['Agenda for tomorrow (FYI)\n09:00 welcome\n09:15 numbers\n10:00 coffee', []],
    ['npm audit says 3 high. update the deps', ['update the deps']],
    [
      '### Describe the bug\nOpening the dialog without a network crashes it.\n\n### Expected behaviour\nIt opens.',
      ['Opening the dialog without a network crashes it'],
    ],
  ])('contains only the requested tasks: %j', (text, tasks) => {
    const open = parsePlan(text).tasks.filter(({ done }) => !done);
    expect(open.map(({ description }) => description)).toEqual(tasks);
  });

  it('runs sequentially if its introduction says so', () => {
    expect(orderOf('Do these one after another, not in parallel:\n- reindex a\n- reindex b')).toEqual([
      [],
      [1],
    ]);
  });

  it('does not make a question wait for a command', () => {
    expect(orderOf('```sh\nnpm run build\n```\n\nWhich region should we use?')).toEqual([[], []]);
  });
});
