import { describe, expect, it } from 'vitest';
import { parsePlan } from './parse-tasks.ts';

const tasksOf = (text: string) => parsePlan(text).tasks.map(({ description }) => description);
const orderOf = (text: string) => parsePlan(text).tasks.map(({ dependsOn = [] }) => [...dependsOn]);

describe('a request', () => {
  it.each([
    ['Can you add dark mode?', 'Add dark mode'],
    ['Could you please add dark mode?', 'Add dark mode'],
    ['Would you mind adding dark mode?', 'add dark mode'],
    ['Please can you add dark mode?', 'Add dark mode'],
    ['Is it possible to add dark mode?', 'Add dark mode'],
    ['It would be great if you could add dark mode.', 'Add dark mode'],
    ["I'd like you to add dark mode.", 'Add dark mode'],
    ['Somebody should add dark mode.', 'Add dark mode'],
    ["Don't forget to add dark mode.", 'Add dark mode'],
    ['I think we should add dark mode.', 'Add dark mode'],
    ['Dark mode for the settings page, please.', 'Dark mode for the settings page'],
    ['Defragment the disk.', 'Defragment the disk'],
    ['Add dark mode, please.', 'Add dark mode'],
  ])('is a task without its polite phrase: %j', (text, description) => {
    const { tasks } = parsePlan(text);
    expect(tasks.map((task) => task.description.toLowerCase())).toEqual([description.toLowerCase()]);
    expect(tasks[0]?.kind).toBe('Processing');
  });

  it.each([
    'Which database do we use?',
    'Should we use Redis or Memcached?',
    'What is the retention of the audit log?',
    'Could somebody tell me who owns the billing cron?',
    'anyone know why the build is red',
  ])('is not recognized in a request for information or a choice: %j', (text) => {
    expect(parsePlan(text).tasks).toMatchObject([{ kind: 'Clarification' }]);
  });

  it('keeps the topic that it only refers to', () => {
    expect(tasksOf('The ICS feed sends local times without TZID. Fix that.')).toEqual([
      'The ICS feed sends local times without TZID: Fix that',
    ]);
    expect(tasksOf('`yarn lint` yells about unused imports, can you clean those up?')).toEqual([
      '`yarn lint` yells about unused imports: Clean those up',
    ]);
  });
});

describe('a rule', () => {
  it.each([
    ['Log blocked attempts, but never log passwords.', 'never log passwords'],
    ['Replace the spinner (do not copy their code).', 'do not copy their code'],
    ['Send the key by phone, never by mail.', 'Send the key by phone, never by mail'],
    ['Rename it everywhere without touching the generated files.', 'without touching the generated files'],
  ])('is found inside a request: %j', (text, rule) => {
    const { tasks, brief } = parsePlan(text);
    expect(tasks).toHaveLength(1);
    expect(brief.constraints).toEqual([rule]);
  });

  it('names the topic that it only refers to', () => {
    const { brief } = parsePlan('The client lives in gen/. Do not edit it. Fix the callers.');
    expect(brief.constraints).toEqual([expect.stringContaining('gen/')]);
  });
});

describe('a statement', () => {
  it.each(['Goal: fewer pages', 'Objective: fewer pages', 'Sprint goal: fewer pages'])(
    'may be the objective: %j',
    (text) => expect(parsePlan(`${text}\n\n- drop the intro`).brief.objective).toBe('fewer pages'),
  );
});

describe('order', () => {
  it('runs the commands under an item of a list one after the other', () => {
    const text = '1. Announce it.\n2. Promote the replica:\n\n```sh\nnpm run promote\nnpm run check\n```\n';
    expect(orderOf(text)).toEqual([[], [], [2]]);
  });

  it('never makes tasks wait for each other', () => {
    expect(orderOf('1. build (after 2)\n2. test (after 1)')).toEqual([[2], []]);
  });
});

describe('done work', () => {
  it.each([
    '- [x] write docs',
    '[X] write docs',
    '- ~~write docs~~',
    '- ~~write docs~~ ✔',
    '✅ write docs',
    '- write docs ✅',
    '- write docs (done)',
    '* DONE write docs',
    '1. [done] write docs',
    '- write docs: done',
    '- write docs done',
    'Done so far\n- write docs',
    '| task | status |\n|---|---|\n| write docs | done |',
  ])('is a done task: %j', (text) => {
    expect(parsePlan(text).tasks).toMatchObject([
      { description: expect.stringMatching(/write docs/i), done: true },
    ]);
  });

  it.each(['- [ ] write docs', '- [open] write docs', '- get the docs done', '✗ write docs'])(
    'is not every similar item: %j',
    (text) => expect(parsePlan(text).tasks).toMatchObject([{ description: expect.stringContaining('docs') }]),
  );

  it('may refer to tasks by their numbers', () => {
    const { tasks } = parsePlan('1. export\n2. import\n3. switch\n\nSteps 1 and 2 are already done.');
    expect(tasks.map(({ done = false }) => done)).toEqual([true, true, false]);
  });
});

describe('a block of commands', () => {
  it('gives one command a line, in order', () => {
    const text = '```sh\n# set up\n$ npm ci\n$ npm test\n```';
    expect(tasksOf(text)).toEqual(['`npm ci`', '`npm test`']);
    expect(parsePlan(text).tasks.map(({ kind }) => kind)).toEqual(['ToolCall', 'ToolCall']);
    expect(orderOf(text)).toEqual([[], [1]]);
  });

  it.each([
    '```console\n$ make test\nFAIL net\n```\n\nFix the tests.',
    'Repro:\n\n```sh\nmake test\n```\n\nFix the tests.',
    "Here's what we run:\n\n```sh\nmake test\n```\n\nFix the tests.",
  ])('is not run if it is only an illustration: %j', (text) => {
    expect(tasksOf(text)).toEqual(['Fix the tests']);
  });

  it('may be inside a sentence', () => {
    expect(tasksOf('Run `npm ci` and `npm test`.')).toEqual(['Run `npm ci`', 'Run `npm test`']);
  });
});

describe('a link', () => {
  it.each([
    ['Read the spec at https://a.example/spec.', undefined],
    ['Summarise https://a.example/spec.', undefined],
    ['Fix the crash on http://localhost:3000/login.', true],
    ['Add https://a.example to the footer.', true],
  ])('of %j is only mentioned: %s', (text, mentioned) => {
    expect(parsePlan(text).tasks[0]?.attachments[0]?.mentioned).toBe(mentioned);
  });
});

describe('a list without bullets', () => {
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
  it('is recognized by the word nobody', () => {
    expect(parsePlan('Fix the alerts. Nobody sees failures.').brief.constraints).toEqual([]);
  });
});

describe('a conditional task', () => {
  it('is recognized without a comma too', () => {
    expect(tasksOf('On Friday defrost the fridge. For those rated "high" propose one.')).toHaveLength(2);
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
