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

  it.each([
    ['Rename the column, adapt the queries and drop the view.', 3],
    ['Fix the login and write a test for it.', 2],
    ['Cancel the order, forward the mail to the new address and return the keys.', 3],
    ['After upgrading Vite, remove the old config and delete the loader shims.', 2],
    ['Write, test and document the new endpoint.', 1],
    ['Write a script that reads a.csv, sums up the rows and writes b.csv.', 1],
    ['Write a script and run it.', 1],
    ['Write tests for the parser: empty input, long lines, garbage.', 1],
    ['Analyze code and run tests', 1],
  ])('gives one task for each action: %j', (text, count) => {
    expect(tasksOf(text)).toHaveLength(count);
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
    'Do not touch src/legacy.',
    "Please don't touch src/legacy.",
    'Never touch src/legacy.',
    'Avoid src/legacy.',
    'Leave src/legacy alone.',
    'Keep src/legacy unchanged.',
    'Without touching src/legacy, please.',
    'Out of scope: src/legacy.',
    'Non-goals: src/legacy.',
    'src/legacy must not be changed.',
    'src/legacy stays as it is.',
    'src/legacy is off limits.',
    'No changes in src/legacy.',
    'Nobody should touch src/legacy.',
    'Under no circumstances touch src/legacy.',
    'Make sure you do not touch src/legacy.',
  ])('is a constraint and no task: %j', (text) => {
    const { tasks, brief } = parsePlan(`Fix the parser. ${text}`);
    expect(tasks).toHaveLength(1);
    expect(brief.constraints).toEqual([expect.stringContaining('src/legacy')]);
  });

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

  it.each(['Use basic auth.', "Don't forget to add a test.", 'Keep the newest row of each customer.'])(
    'is not every similar sentence: %j',
    (text) => expect(tasksOf(text)).toHaveLength(1),
  );
});

describe('a statement', () => {
  it.each([
    'Currently the build is slow.',
    'I suspect the cache.',
    'The build takes 20 minutes.',
    'Repro: open the page and click Save.',
    'Expected: an empty list.',
    'Context: the old shop writes a BOM.',
    'Node 20 is required.',
    "I'll inform support.",
    'Tests fail on Windows.',
  ])('is background and no task: %j', (text) => {
    const { tasks, brief } = parsePlan(`${text}\n\nPlease fix the parser.`);
    expect(tasks).toHaveLength(1);
    expect(brief.background).toHaveLength(1);
  });

  it.each(['Thanks a lot!', 'lgtm 👍', 'Good morning,', 'The customer is very happy. No changes requested.'])(
    'alone requests nothing: %j',
    (text) => expect(tasksOf(text)).toEqual([]),
  );

  it.each(['Goal: fewer pages', 'Objective: fewer pages', 'Sprint goal: fewer pages'])(
    'may be the objective: %j',
    (text) => expect(parsePlan(`${text}\n\n- drop the intro`).brief.objective).toBe('fewer pages'),
  );

  it.each([
    'Done when the smoke test passes.',
    'We are done when there is a table.',
    'It should open without a dialog afterwards.',
    'The bundle should be smaller afterwards.',
    'All tests must pass.',
  ])('may be an acceptance criterion: %j', (text) => {
    const { tasks, brief } = parsePlan(`Fix the parser. ${text}`);
    expect(tasks).toHaveLength(1);
    expect(brief.acceptance).toHaveLength(1);
  });
});

describe('order', () => {
  it.each<[string, number[][]]>([
    ['Migrate the table, then backfill it, then drop the column.', [[], [1], [2]]],
    ['Build it. After that, test it.', [[], [1]]],
    ['Fill the gaps, mark the rest, then recompute the totals.', [[], [], [1, 2]]],
    ['1. export\n2. import (depends on 1)\n3. announce', [[], [1], []]],
    ['1. export\n2. import\n3. check it after 1 and 2', [[], [], [1, 2]]],
    ['a) collect logs\nb) add an index - after a', [[], [1]]],
    ['- add the route\n- test it once the route is there', [[], [1]]],
    ['- train A\n- train B\n- compare both after they are trained', [[], [], [1, 2]]],
    ['Set up the box, but before that take a snapshot.', [[2], []]],
    ['Do these in this order: 1) stop it 2) move it 3) start it', [[], [1], [2]]],
    ['1. export\n2. import\n3. verify\n\nEach step needs the one before it.', [[], [1], [2]]],
    ['1. export\n2. import\n3. switch\n\n3 depends on 2.', [[], [], [2]]],
    ['Deploy to staging. If it succeeds, deploy to production. If not, restore the dump.', [[], [1], [1]]],
    ['- one thing\n- another thing\n- a third thing', [[], [], []]],
    ['Ship it after 2 weeks. Write the notes.', [[], []]],
  ])('is read from %j', (text, order) => {
    expect(orderOf(text)).toEqual(order);
  });

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
