import { ask, type CorpusCase, done, file, link, tool, work } from './corpus-case.ts';

/** Lists in every notation, nested and mixed with prose. */
export const LISTS: readonly CorpusCase[] = [
  {
    name: 'dashes',
    input: '- one thing\n- another thing',
    steps: [work('one thing'), work('another thing')],
  },
  {
    name: 'stars and pluses',
    input: '* alpha\n* beta\n+ gamma',
    steps: [work('alpha'), work('beta'), work('gamma')],
  },
  {
    name: 'numbers with a full stop and with a bracket',
    input: '1. Design the schema\n2. Write the queries\n3) Load the data\n(4) Check it',
    steps: [work('Design the schema'), work('Write the queries'), work('Load the data'), work('Check it')],
  },
  {
    name: 'check boxes',
    input: '- [ ] write docs\n- [x] fix typo\n* [X] add logo\n[ ] tag release\n1. [ ] announce',
    steps: [work('write docs'), done('fix typo'), done('add logo'), work('tag release'), work('announce')],
  },
  {
    name: 'typographic bullets',
    input: '• First draft\n• Second draft\n– Final draft\n☐ Print',
    steps: [work('First draft'), work('Second draft'), work('Final draft'), work('Print')],
  },
  { name: 'letters', input: 'a) collect data\nb) plot it', steps: [work('collect data'), work('plot it')] },
  {
    name: 'numbered steps by name',
    input: 'Step 1: Install Node\nStep 2: Clone the repository\nStep 3 - Start the server',
    steps: [tool('Install Node'), work('Clone the repository'), tool('Start the server')],
  },
  { name: 'an empty item', input: '1. \n2. Write\n-\n- [ ]\n3.', steps: [work('Write')] },
  { name: 'nothing but markers', input: '1. \n- \n* [ ] \n---\n', steps: [] },
  { name: 'blank text', input: ' \n\t\r\n ', steps: [] },
  {
    name: 'semicolons and commas at the end of items',
    input: '- cut;\n- paste,\n- save.',
    steps: [work('cut'), work('paste'), work('save')],
  },
  {
    name: 'blank lines between items',
    input: '1. Plan the sprint\n\n2. Groom the backlog\n\n\n3. Retro',
    steps: [work('Plan the sprint'), work('Groom the backlog'), work('Retro')],
  },
  {
    name: 'nested items',
    input: '- Login page\n  - add a form\n  - run the a11y check\n- Dashboard\n  - show totals',
    steps: [
      work('Login page: add a form'),
      tool('Login page: run the a11y check'),
      work('Dashboard: show totals'),
    ],
  },
  {
    name: 'three levels, by tabs',
    input: '1. Backend\n\t- Auth\n\t\t- hash passwords\n\t\t- rotate keys\n\t- Billing\n2. Release',
    steps: [
      work('Backend: Auth: hash passwords'),
      work('Backend: Auth: rotate keys'),
      work('Backend: Billing'),
      work('Release'),
    ],
  },
  {
    name: 'a parent with two sentences',
    input: '1. Open the dashboard. Click Export:\n   - choose CSV\n   - choose the last month',
    steps: [
      work('Open the dashboard'),
      work('Click Export: choose CSV'),
      work('Click Export: choose the last month'),
    ],
  },
  {
    name: 'a parent that says nothing',
    input: '- To do:\n  - water plants\n  - feed cat',
    steps: [work('water plants'), work('feed cat')],
  },
  {
    name: 'a question with its options',
    input: '- Which database?\n  - Postgres\n  - SQLite\n- Write the migration',
    steps: [ask('Which database? (Postgres; SQLite)'), work('Write the migration')],
  },
  {
    name: 'a parent with a link',
    input: '- Follow https://example.com/guide:\n  - create an account\n  - create a key',
    steps: [
      work('Follow https://example.com/guide: create an account', link('https://example.com/guide')),
      work('Follow https://example.com/guide: create a key', link('https://example.com/guide')),
    ],
  },
  {
    name: 'stars for depth',
    input: '* Fruit\n** buy apples\n** buy pears\n* Bread',
    steps: [work('Fruit: buy apples'), work('Fruit: buy pears'), work('Bread')],
  },
  {
    name: 'wrapped items',
    input:
      '- Add a banner\n  that can be closed\n- Write release notes for every change that users notice and send\nthem to support.',
    steps: [
      work('Add a banner that can be closed'),
      work('Write release notes for every change that users notice and send them to support'),
    ],
  },
  {
    name: 'several sentences in an item',
    input: '- Create a branch. Then commit the fix.\n- Open a pull request.',
    steps: [work('Create a branch'), work('Commit the fix'), work('Open a pull request')],
  },
  {
    name: 'an empty introduction before a list',
    input: 'Please do the following:\n- sweep\n- mop',
    steps: [work('sweep'), work('mop')],
  },
  {
    name: 'an introduction that names the subject',
    input: 'Here is the plan for the release:\n1. Bump the version\n2. Tag it',
    steps: [work('Release: Bump the version'), work('Release: Tag it')],
  },
  {
    name: 'an introduction, a list and prose after it',
    input:
      'For the settings page:\n\n* add a theme switch\n* save it\n\nThen tell the designers. Deploy on Friday.',
    steps: [
      work('Settings page: add a theme switch'),
      work('Settings page: save it'),
      work('Tell the designers'),
      tool('Deploy on Friday'),
    ],
  },
  {
    name: 'prose before a list',
    input: 'We lost the staging database. Restore it like this:\n1. Find the latest dump\n2. Import dump.sql',
    steps: [
      work('Restore it like this: Find the latest dump'),
      work('Restore it like this: Import dump.sql', file('dump.sql')),
    ],
    brief: { background: ['We lost the staging database'] },
  },
  {
    name: 'lines under an introduction',
    input: 'TODO:\nfix the header\nupdate the footer\n\ncall mom',
    steps: [work('fix the header'), work('update the footer'), tool('call mom')],
  },
  {
    name: 'a list on one line with brackets',
    input: 'Please do: 1) install deps 2) run tests 3) write the report',
    steps: [tool('install deps'), tool('run tests'), work('write the report')],
  },
  {
    name: 'a list on one line with full stops',
    input: '1. Pull main 2. Rebase the branch 3. Push it',
    steps: [work('Pull main'), work('Rebase the branch'), work('Push it')],
  },
  {
    name: 'sentences that end in numbers',
    input: '1. Raise retries to 2. Set the delay to 5. Restart it.\n2. Watch the graphs.',
    steps: [
      work('Raise retries to 2'),
      work('Set the delay to 5'),
      tool('Restart it'),
      work('Watch the graphs'),
    ],
  },
  {
    name: 'things that look like markers',
    input: '-5 is the lowest value\n--force is forbidden\n+1 from me\n*.ts files only\n2026 was good',
    steps: [],
    brief: {
      constraints: ['--force is forbidden'],
      background: ['-5 is the lowest value', '+1 from me', '*.ts files only', '2026 was good'],
    },
  },
  {
    name: 'Windows line ends',
    input: '1. Save the file\r\n2. Close it\r\n\r\nThen reboot.\r\n',
    steps: [work('Save the file'), work('Close it'), work('Reboot')],
  },
  {
    name: 'a connector in an item',
    input: '- Then paint the wall\n- finally, clean up',
    steps: [work('Paint the wall'), work('Clean up')],
  },
  {
    name: 'a line with a colon inside an item',
    input: '- Pack the boxes\n  Mind these:\n  - glasses\n- Load the van',
    steps: [work('Pack the boxes: glasses'), work('Load the van')],
  },
];
