import { ask, type CorpusCase, file, link, tool, work } from './corpus-case.ts';

/** Markdown documents, tickets, mails, notes and chat as they are pasted. */
export const DOCUMENTS: readonly CorpusCase[] = [
  {
    name: 'a title above a list',
    input: '# Release checklist\n\n1. Bump the version\n2. Publish it',
    steps: [work('Bump the version'), work('Publish it')],
  },
  {
    name: 'sections',
    input: '# Shop\n\n## Backend\n- add tests\n\n## Frontend\n- add tests\n- fix the cart',
    steps: [work('Backend: add tests'), work('Frontend: add tests'), work('Frontend: fix the cart')],
  },
  {
    name: 'nothing but headings',
    input: '# Write the parser\n## Document it',
    steps: [work('Write the parser'), work('Document it')],
  },
  {
    name: 'underlined and bold headings',
    input:
      'Release notes\n=============\n\nWrite them.\n\n**Server**\n- restart it\n\n**Client**\n- reload it',
    steps: [work('Write them'), tool('Server: restart it'), work('Client: reload it')],
  },
  {
    name: 'a title with a link',
    input: '# Ticket https://jira.example.com/AB-1\n- fix it',
    steps: [work('Ticket https://jira.example.com/AB-1: fix it', link('https://jira.example.com/AB-1'))],
  },
  {
    name: 'a fenced command after its sentence',
    input: 'Install everything first:\n\n```sh\nnpm ci\nnpm test\n```\n\nThen open a pull request.',
    steps: [
      tool('Install everything first: `npm ci`'),
      tool('Install everything first: `npm test`'),
      work('Open a pull request'),
    ],
  },
  {
    name: 'a fence with a list in it',
    input: 'Create this file:\n```yaml\n- name: one. Two\n- name: then three\n```\nCommit it.',
    steps: [work('Create this file:\n```yaml\n- name: one. Two\n- name: then three\n```'), work('Commit it')],
  },
  {
    name: 'a fence by itself',
    input: '```\ngit pull\nmake test\n```',
    steps: [tool('`git pull`'), tool('`make test`')],
  },
  {
    name: 'a fence that is left open',
    input: 'Apply this:\n~~~diff\n- old\n+ new',
    steps: [work('Apply this:\n~~~diff\n- old\n+ new\n~~~')],
  },
  {
    name: 'a fence in a list',
    input: '1. Start the database:\n   ```bash\n   docker compose up -d\n   ```\n2. Seed it',
    steps: [tool('Start the database: `docker compose up -d`'), work('Seed it')],
  },
  {
    name: 'a question about a fence',
    input: 'What does this print?\n```js\nconsole.log(1)\n```',
    steps: [ask('What does this print?\n```js\nconsole.log(1)\n```')],
  },
  {
    name: 'a link in a fence',
    input: 'Download the model\n```\ncurl -O https://example.com/model.bin\n```',
    steps: [
      tool(
        'Download the model: `curl -O https://example.com/model.bin`',
        link('https://example.com/model.bin'),
      ),
    ],
  },
  {
    name: 'hard-wrapped prose',
    input:
      'The importer has to accept files with a byte order mark, because the\nexport of the old shop writes one. Add a test for it and keep the speed\nas it is.',
    steps: [
      work(
        'The importer has to accept files with a byte order mark, because the export of the old shop writes one',
      ),
      work('Add a test for it'),
    ],
    brief: { constraints: ['keep the speed as it is'] },
  },
  {
    name: 'short lines are not joined',
    input: 'update the docs\nfix the build\nship it',
    steps: [work('update the docs'), work('fix the build'), work('ship it')],
  },
  {
    name: 'a long line before a capital is not joined',
    input: 'Move the whole configuration out of the code and into the environment\nWrite down every variable',
    steps: [
      work('Move the whole configuration out of the code and into the environment'),
      work('Write down every variable'),
    ],
  },
  {
    name: 'a mail',
    input:
      'Hi team,\n\nthe login page breaks on Safari. Please reproduce it on an iPhone first.\nCan you also tell me which release introduced it?\n\nThanks a lot,\nDana',
    steps: [
      work('the login page breaks on Safari: Reproduce it on an iPhone first'),
      ask('Can you also tell me which release introduced it?'),
    ],
  },
  {
    name: 'a quoted mail',
    input:
      '> Please update the invoice template.\n> - add the VAT id\n> - move the logo\n\nWill do the first one today.',
    steps: [work('Update the invoice template'), work('add the VAT id'), work('move the logo')],
    brief: { background: ['Will do the first one today'] },
  },
  {
    name: 'a greeting and nothing else',
    input: 'Hello!',
    steps: [],
  },
  {
    name: 'a ticket in wiki notation',
    input:
      'h2. Steps to reproduce\n# not a heading here\nh2. Acceptance criteria\n* Export has a header row\n* File is named export.csv',
    steps: [work('not a heading here')],
    brief: { acceptance: ['Export has a header row', 'File is named export.csv'] },
  },
  {
    name: 'a ticket',
    input:
      'PROJ-123: CSV export drops the last row\n\nSteps to reproduce:\n1. Open Reports\n2. Click Export\n\nExpected: all rows are there. Actual: the last one is missing.',
    steps: [work('PROJ-123: CSV export drops the last row')],
    brief: {
      background: [
        'Open Reports',
        'Click Export',
        'Expected: all rows are there',
        'Actual: the last one is missing',
      ],
    },
  },
  {
    name: 'a commit message',
    input:
      'feat(auth): add session cookies\n\n- store the session id in a cookie\n- expire it after 30 min. of silence\n\nFixes #12.\n\nSigned-off-by: A <a@example.com>',
    steps: [
      work('feat(auth): add session cookies'),
      work('store the session id in a cookie'),
      work('expire it after 30 min. of silence'),
    ],
    brief: { background: ['Fixes #12'] },
  },
  {
    name: 'chat without punctuation',
    input: 'hey\ncan we move the standup\nalso fix the flaky test in ci\nand bump node to 24',
    steps: [work('Move the standup'), work('also fix the flaky test in ci'), work('and bump node to 24')],
  },
  {
    name: 'chat in one line',
    input: 'fix the typo in README.md. bump version. then publish, then tell the channel',
    steps: [
      work('fix the typo in README.md', file('README.md')),
      work('bump version'),
      work('Publish'),
      work('Tell the channel'),
    ],
  },
  {
    name: 'meeting notes',
    input:
      '## Decisions\n- keep Postgres\n\n## Action items\n- [ ] Ana: draft the RFC by 12/10/2026\n- [ ] Ben: ask legal (TBD)\n\n## Open questions\n- Who owns on-call?',
    steps: [
      work('Ana: draft the RFC by 12/10/2026'),
      ask('Ben: ask legal (TBD)'),
      ask('Open questions: Who owns on-call?'),
    ],
    brief: { background: ['keep Postgres'] },
  },
  {
    name: 'a rule between parts',
    input: 'Write the intro.\n\n---\n\nWrite the ending.\n***\nPrint it.',
    steps: [work('Write the intro'), work('Write the ending'), work('Print it')],
  },
  {
    name: 'the comments of an issue template',
    input:
      '<!-- Describe the bug. Be precise. -->\nThe menu flickers.\n<!--\n- do not fill this in\n-->\nFix the menu.',
    steps: [work('Fix the menu')],
    brief: { background: ['The menu flickers'] },
  },
  {
    name: 'a comment that is left open',
    input: 'Write the page.\n<!-- Then the style sheet.',
    steps: [work('Write the page')],
    brief: { background: ['<!-- Then the style sheet'] },
  },
  {
    name: 'a paragraph and code under a parent',
    input:
      '- Login\n\n  It must support SSO.\n  - add a form\n- Logout\n  ```sh\n  curl -X POST /logout\n  ```\n  - check the cookie',
    steps: [
      work('Login: It must support SSO'),
      work('Login: add a form'),
      tool('Logout: `curl -X POST /logout`'),
      work('Logout: check the cookie'),
    ],
  },
];
