import { describe, expect, it } from 'vitest';
import { parsePlan } from '../parse-tasks.ts';

const WORK = [
  'write the release notes',
  'migrate the orders database',
  'Fix the login page',
  'renew the certificate',
  'Add retries to the upload job',
  'order new badges',
  'Set up the mail relay',
] as const;
const OTHERS = ['publish the handbook', 'Rename the staging bucket'] as const;

/** What a line is when it is done; `$` stands for its words. */
const DONE = [
  ...['$ (done)', '$ [done]', '$ (DONE)', '$ {done}', '$ DONE', '$ done!', '$, done', '$ - done', '$ — done'],
  ...['$ → done', '$ -> done', '$ => done', '$: done', '$ = done', '$ ... done', '$ // done', '$ **done**'],
  ...['$. Done.', '$. Done ✓', '$. Already done.', '$;Done', '$ (status: done)', '$ - status: done'],
  ...['$. Status: done', '$: is done', '$: has been done', '$: completed', '$ - complete', '$ (100%)'],
  ...[
    '$: 100 % done',
    '$ (already done)',
    '$ (already merged)',
    '$ - already shipped',
    '$, already finished',
  ],
  ...[
    '$, already deployed',
    '$ - already live',
    '$ (merged)',
    '$ [resolved]',
    '$ (closed)',
    '$ (done by Kim)',
  ],
  ...['$ (done 3 May)', '$ – done on Monday', '$ (done in #123)', '$ — done, see #44', '$ (fixed in #123)'],
  ...['$ (done, nothing left to do)', '$ (we did this yesterday)', '$ (I did that already)', '$ (erledigt)'],
  ...['$ - fertig', '$ ✅', '$ ✔️', '$ ✓', '$ [x]', '$ :white_check_mark:', '$ #done', '$ @done(2024-05-01)'],
  ...[
    '✅ $',
    '✔ $',
    '☑ $',
    ':heavy_check_mark: $',
    '[x] $',
    '[X] $',
    'x $',
    '~~$~~',
    '<s>$</s>',
    '<del>$</del>',
  ],
  ...['DONE: $', '[DONE] $', 'Done: $', 'done: $', '(done) $', '**Done**: $', 'Completed: $', 'Finished: $'],
  ...['Already done: $', 'done yesterday: $', 'Week 1 (done): $', 'Step 1 - $ - done', '1/4 $ done'],
  ...['1/3: $ (done)', '**$** (done)', '$ _(done)_'],
];

/** What only speaks of being done. */
const OPEN = [
  ...['$ (not done)', '$ - not done yet', '$ (almost done)', '$ - half done', '$ (undone)', '$ - to be done'],
  ...['$, needs to be done by Friday', '$ - must be done by Friday', '$ - is this done?', '$ (is it done?)'],
  ...[
    '$, done when the tests pass',
    '$ (done when all tests pass)',
    '$ (done by Friday)',
    '$ (nearly finished)',
  ],
  ...['$ - done by the end of the week', '$, to be finished by 3 May', '$ (partly done)', '$ (80 % done)'],
  ...['$: 50% done', '$: not finished', '$ (unfinished)', '$ - incomplete', '$ until it is done'],
  ...[
    'once the tests are done, $',
    'after the review is done, $',
    '$ (not merged yet)',
    '$ - was never done',
  ],
  ...['$ - should be done soon', '[ ] $', '[~] $', '$ (in progress)', '$ ✗', '❌ $', 'TODO: $', '$ -> todo'],
  ...[
    '$ - nobody has done this yet',
    '$ (draft is done)',
    '$ (first part done)',
    '$ - only half of it is done',
  ],
  ...['$, tell me when done', '$ (ping me when done)', '$ - done means merged and deployed', '$ - pending'],
  ...[
    '$ (was done, reopened)',
    '$ (done wrong, do it again)',
    'not done: $',
    '$ - expected to be done Monday',
  ],
  ...['$ - will be done tomorrow', '$ → open', 'get it done: $', '$. Definition of done: it builds'],
];

const LETTER =
  'The customer asked about it on Monday and was not amused. Please do not change the price table.';

/** Where a line may stand. */
const SURFACES: Readonly<Record<string, (line: string) => string>> = {
  'between bullets': (line) => `- ${OTHERS[0]}\n- ${line}\n- ${OTHERS[1]}`,
  'in a numbered list': (line) => `1. ${line}\n2. ${OTHERS[0]}\n3. ${OTHERS[1]}`,
  'under a line that announces it': (line) => `To do:\n* ${OTHERS[0]}\n* ${line}\n* ${OTHERS[1]}`,
  'under headings': (line) => `# Release\n\n## Tasks\n\n- ${line}\n- ${OTHERS[0]}\n`,
  'in a letter': (line) => `Hi Kim,\n\n${LETTER}\n\n- ${OTHERS[0]}\n- ${line}\n\nThanks!`,
  'under another item': (line) => `- Website\n  - ${line}\n  - ${OTHERS[0]}\n- ${OTHERS[1]}`,
  'on lines of its own': (line) => `${line}\n${OTHERS[0]}\n${OTHERS[1]}`,
  'on lines of a letter': (line) => `Hi all,\n\n${LETTER}\n\n${line}\n${OTHERS[0]}\n\nBest, Kim`,
};

/** Every place with every piece of work in turn. */
const textsOf = (mark: string) =>
  Object.values(SURFACES).map((textOf, at) => {
    const work = WORK[(mark.length + at) % WORK.length] ?? WORK[0];
    return { work, text: textOf(mark.replace('$', work)) };
  });

describe('a plan read from any text', () => {
  it.each(DONE)('never starts a line marked as done, and starts its neighbours: %s', (mark) => {
    for (const { text, work } of textsOf(mark)) {
      const { tasks } = parsePlan(text);
      expect(tasks.filter((task) => !task.done && isAbout(task, work))).toEqual([]);
      for (const other of OTHERS) {
        if (!text.includes(other)) continue;
        const found = tasks.filter((task) => isAbout(task, other));
        expect(found.map(({ done }) => done)).toEqual([undefined]);
      }
    }
  });

  it.each(OPEN)('never marks work as done that a line only announces or asks about: %s', (mark) => {
    for (const { text } of textsOf(mark)) {
      expect(parsePlan(text).tasks.filter(({ done }) => done)).toEqual([]);
    }
  });
});

const DONE_NAMES = [
  ...[
    'Done',
    'DONE',
    'Completed',
    'Finished',
    'Erledigt',
    'Fertig',
    'Already done',
    'Done so far',
    '✅ Done',
  ],
  ...[
    'Done ✅',
    'What is done',
    'What we did last week',
    'Shipped',
    'Closed',
    'Week 1 (done)',
    'Phase 1 - done',
  ],
  ...['Finished tasks', 'Things that are done', 'Completed items'],
];
const OPEN_NAMES = [
  ...['To do', 'Not done', 'Not done yet', 'To be done', 'Almost done', 'Half done', 'Undone', 'Unfinished'],
  ...['Needs to be done by Friday', 'Must be done this week', 'Is this done?', 'Once the release is done'],
  ...[
    'Get these done',
    'What has to be done',
    'Nearly finished',
    'In progress',
    'Should be completed by May',
  ],
  ...[
    'To complete',
    'Not completed',
    'Yet to be done',
    'Has not been done',
    'Definition of done',
    'Done by Friday',
  ],
];
const SECTIONS: Readonly<Record<string, (name: string, items: readonly string[]) => string>> = {
  heading: (name, items) => `# Plan\n\n## ${name}\n\n${bullets(items)}\n\n## Next\n\n- buy a stamp\n`,
  'bold line': (name, items) => `**${name}**\n\n${bullets(items)}\n\n**Next**\n\n- buy a stamp`,
  'line before a list': (name, items) => `${name}:\n${bullets(items)}\n\nNext:\n- buy a stamp`,
  'line of a letter': (name, items) =>
    `Hi Kim,\n\n${LETTER}\n\n${name}:\n${bullets(items)}\n\nNext steps:\n- buy a stamp\n\nThanks, Jo`,
  'line before lines': (name, items) => `${name}:\n${items.join('\n')}\n\nNext:\nbuy a stamp\ncall Bob`,
  'item above items': (name, items) => `- ${name}\n  ${bullets(items, '  ')}\n- Next\n  - buy a stamp`,
};

describe('a section of any form', () => {
  it.each(DONE_NAMES)('is not started again under the name %j', (name) => {
    for (const [form, textOf] of Object.entries(SECTIONS)) {
      const { tasks } = parsePlan(textOf(name, WORK));
      const open = tasks.filter((task) => !task.done).map(({ description }) => description);
      expect([
        form,
        ...open.filter((words) => WORK.some((work) => isAbout({ description: words }, work))),
      ]).toEqual([form]);
      expect([form, open.some((words) => words.includes('buy a stamp'))]).toEqual([form, true]);
    }
  });

  it.each(OPEN_NAMES)('is not treated as done under the name %j', (name) => {
    for (const [form, textOf] of Object.entries(SECTIONS)) {
      const done = parsePlan(textOf(name, WORK)).tasks.filter((task) => task.done);
      expect([form, ...done]).toEqual([form]);
    }
  });
});

const DONE_CELLS = [
  ...[
    'done',
    'Done',
    'DONE',
    '✅',
    '✔',
    'x',
    'yes',
    'finished',
    'completed',
    'closed',
    'merged',
    'done (Kim)',
  ],
  ...['done 3 May', '✅ done', '100%', 'Done ✓', 'erledigt', 'shipped', 'already done', 'done, reviewed'],
];
const OPEN_CELLS = [
  ...['open', 'todo', 'in progress', 'not done', 'no', '', '-', '50%', 'half done', 'almost done', 'tbd'],
  ...[
    'done by Friday?',
    'to be done',
    '0%',
    'WIP',
    '❌',
    'waiting',
    '90 % done',
    'done?',
    'needs to be done',
  ],
];
const COLUMNS = [
  'Task | Status',
  'What | Done',
  'Step | Progress',
  'Feature | Status',
  'Work package | State',
];

describe('a row of any table', () => {
  const rowsOf = (cell: string) =>
    COLUMNS.flatMap((columns) => {
      const table = `| ${columns} |\n|---|---|\n| ${WORK[0]} | ${cell} |\n| ${OTHERS[0]} | open |`;
      return [table, `Hi all,\n\n${LETTER}\n\n${table}\n\nCall me if something is unclear.`];
    });

  it.each(DONE_CELLS)('is not started with the status %j', (cell) => {
    for (const text of rowsOf(cell)) {
      const { tasks } = parsePlan(text);
      expect(tasks.filter((task) => !task.done && isAbout(task, WORK[0]))).toEqual([]);
      expect(tasks.filter((task) => task.done && isAbout(task, OTHERS[0]))).toEqual([]);
    }
  });

  it.each(OPEN_CELLS)('is not done with the status %j', (cell) => {
    for (const text of rowsOf(cell)) expect(parsePlan(text).tasks.filter((task) => task.done)).toEqual([]);
  });
});

function bullets(items: readonly string[], indent = ''): string {
  return items.map((item) => `- ${item}`).join(`\n${indent}`);
}

/** By the last two words, which no other line has. */
function isAbout({ description }: { readonly description: string }, work: string): boolean {
  return description.toLowerCase().includes(work.toLowerCase().split(' ').slice(-2).join(' '));
}
