import { ask, type CorpusCase, file, link, tool, work } from './corpus-case.ts';

/** Prose: where one sentence ends and the next starts, and where only something like it does. */
export const SENTENCES: readonly CorpusCase[] = [
  {
    name: 'the example of the design',
    input:
      'Add login with session cookies. Use basic auth. Read API spec at https://example.com/spec.pdf. Then write unit tests.',
    steps: [
      work('Add login with session cookies'),
      work('Use basic auth'),
      work('Read API spec at https://example.com/spec.pdf', link('https://example.com/spec.pdf')),
      work('Write unit tests'),
    ],
  },
  { name: 'one sentence', input: 'Refactor the parser.', steps: [work('Refactor the parser')] },
  {
    name: 'one sentence without a full stop',
    input: 'Analyze code and run tests',
    steps: [work('Analyze code and run tests')],
  },
  {
    name: 'every connector at the start of a sentence',
    input:
      'Read the file. Then parse it. Next, validate it. And then save it. After that, send it. Finally, delete the copy.',
    steps: [
      work('Read the file'),
      work('Parse it'),
      work('Validate it'),
      work('Save it'),
      work('Send it'),
      work('Delete the copy'),
    ],
  },
  {
    name: 'connectors in lower case without commas',
    input: 'read the file. then parse it. next validate it. finally save it',
    steps: [work('read the file'), work('Parse it'), work('Validate it'), work('Save it')],
  },
  {
    name: 'connectors inside a sentence',
    input: 'Check out main, then run the tests, and then tag the release; then push it.',
    steps: [work('Check out main'), tool('Run the tests'), work('Tag the release'), work('Push it')],
  },
  {
    name: 'a list of clauses that ends in finally',
    input: 'Open the report, then fill in the totals, and finally mail it to finance.',
    steps: [work('Open the report'), work('Fill in the totals'), work('Mail it to finance')],
  },
  {
    name: 'then without a comma does not cut',
    input: 'Stop the server and then start it again.',
    steps: [tool('Stop the server and then start it again')],
  },
  {
    name: 'if this, then that',
    input: 'If the build fails, then revert the commit. When it passes, then merge.',
    steps: [work('If the build fails, then revert the commit'), work('When it passes, then merge')],
  },
  {
    name: 'a condition in the middle',
    input: 'Watch the queue; if it grows, then add a worker.',
    steps: [work('Watch the queue; if it grows, then add a worker')],
  },
  {
    name: 'first and second',
    input: 'First, export the data. Second, clean it up. Lastly, import it again.',
    steps: [work('Export the data'), work('Clean it up'), work('Import it again')],
  },
  {
    name: 'first before a tool verb',
    input: 'First install the dependencies. Then build the image.',
    steps: [tool('Install the dependencies'), tool('Build the image')],
  },
  {
    name: 'words that look like connectors',
    input:
      'Next week we ship. Next.js needs an upgrade. First names are optional. Finally blocks must rethrow.',
    steps: [work('Next.js needs an upgrade'), work('Finally blocks must rethrow')],
    brief: { background: ['Next week we ship', 'First names are optional'] },
  },
  {
    name: 'abbreviations in the middle',
    input:
      'Support stores, e.g. Postgres, i.e. the ones we run. Ask for a review by Dr. Smith. Compare SQLite vs. DuckDB.',
    steps: [
      work('Support stores, e.g. Postgres, i.e. the ones we run'),
      ask('Ask for a review by Dr. Smith'),
      work('Compare SQLite vs. DuckDB'),
    ],
  },
  {
    name: 'etc. before a capital ends the sentence',
    input: 'Clean up logs, caches, etc. Write a summary. Keep configs, keys, etc. in the vault.',
    steps: [
      work('Clean up logs, caches, etc.'),
      work('Write a summary'),
      work('Keep configs, keys, etc. in the vault'),
    ],
  },
  {
    name: 'e.g. at the end of a sentence',
    input: 'Name a few peers, e.g. Then compare them.',
    steps: [work('Name a few peers, e.g.'), work('Compare them')],
  },
  {
    name: 'times of day',
    input: 'Freeze the branch at 5 p.m. on Friday. Release at 9 a.m. Send the notes at 10 a.m.',
    steps: [
      work('Freeze the branch at 5 p.m. on Friday'),
      work('Release at 9 a.m.'),
      work('Send the notes at 10 a.m.'),
    ],
  },
  {
    name: 'titles, companies and countries',
    input:
      'Call Mr. Jones and Mrs. Lee. Draft the contract for Acme Inc. and its U.S. branch. Incorporate in the U.S. Then open an account.',
    steps: [
      tool('Call Mr. Jones and Mrs. Lee'),
      work('Draft the contract for Acme Inc. and its U.S. branch'),
      work('Incorporate in the U.S.'),
      work('Open an account'),
    ],
  },
  {
    name: 'figures and numbers',
    input: 'Redraw fig. 3 and update table no. 7. It takes approx. 2 hours.',
    steps: [work('Redraw fig. 3 and update table no. 7')],
    brief: { background: ['It takes approx. 2 hours'] },
  },
  {
    name: 'dates',
    input: 'Ship on Jan. 5. Review it on Sept. 12. It was fine in Dec. Start now.',
    steps: [work('Ship on Jan. 5'), work('Review it on Sept. 12'), tool('Start now')],
    brief: { background: ['It was fine in Dec'] },
  },
  {
    name: 'words and file names that look like abbreviations',
    input:
      'Wait 500 ms. Add a ref. Fill in .env. Turn it to the max. Keep min. 3 and max. 5 replicas. Meet at 5 pm.',
    steps: [
      work('Wait 500 ms'),
      work('Add a ref'),
      work('Fill in .env', file('.env')),
      work('Turn it to the max'),
      work('Keep min. 3 and max. 5 replicas'),
      work('Meet at 5 pm'),
    ],
  },
  {
    name: 'initials',
    input: 'Cite J. R. Tolkien and D. Knuth. Check the quotes.',
    steps: [work('Cite J. R. Tolkien and D. Knuth'), work('Check the quotes')],
  },
  {
    name: 'letters that are names of things',
    input: 'Task A. Task B. Order vitamin C. Everybody takes it. Compare option D. Frank decides.',
    steps: [work('Task A'), work('Task B'), work('Order vitamin C'), work('Compare option D')],
    brief: { background: ['Everybody takes it', 'Frank decides'] },
  },
  {
    name: 'versions and decimals',
    input:
      'Upgrade React from 18.2 to v19.1.0. Raise the limit to 3.5 GB. Set pi to 3.14. Then release v2.0.0-rc.1.',
    steps: [
      work('Upgrade React from 18.2 to v19.1.0'),
      work('Raise the limit to 3.5 GB'),
      work('Set pi to 3.14'),
      work('Release v2.0.0-rc.1'),
    ],
  },
  {
    name: 'file names',
    input: 'Edit package.json and src/a.b.ts. Delete tsconfig.build.json.',
    steps: [
      work('Edit package.json and src/a.b.ts', file('package.json'), file('src/a.b.ts')),
      work('Delete tsconfig.build.json', file('tsconfig.build.json')),
    ],
  },
  {
    name: 'an ellipsis',
    input: 'Wait for it... and see. Think about naming… or leave it. Let the job finish... Then archive it.',
    steps: [
      work('Wait for it... and see'),
      work('Think about naming… or leave it'),
      work('Let the job finish...'),
      work('Archive it'),
    ],
  },
  {
    name: 'quoted strings',
    input:
      'Set the title to "Welcome back. Please log in." and the button to \'Go. Now.\' before the demo. Use “One. Two.” as placeholder.',
    steps: [
      work('Set the title to "Welcome back. Please log in." and the button to \'Go. Now.\' before the demo'),
      work('Use “One. Two.” as placeholder'),
    ],
  },
  {
    name: 'a quoted sentence closes the one around it',
    input: 'Answer "We are on it." Then close the ticket.',
    steps: [work('Answer "We are on it."'), work('Close the ticket')],
  },
  {
    name: 'then inside quotes',
    input: 'Print "ready, then steady" on the banner.',
    steps: [work('Print "ready, then steady" on the banner')],
  },
  {
    name: 'apostrophes are no quotes',
    input: "Don't touch the users' data. It's the team's job. Let's wait.",
    steps: [work('Wait')],
    brief: { constraints: ["Don't touch the users' data"], background: ["It's the team's job"] },
  },
  {
    name: 'a remark in parentheses',
    input: 'Fix the export (it drops rows. See the log) before Monday. (Optional. Add a test.)',
    steps: [
      work('Fix the export (it drops rows. See the log) before Monday'),
      work('(Optional. Add a test.)'),
    ],
  },
  {
    name: 'exclamation marks stay',
    input: 'Ship it! Celebrate!!',
    steps: [work('Ship it!'), work('Celebrate!!')],
  },
  {
    name: 'inline code with stops in it',
    input: 'Replace `a. B` with `foo.bar()`. Then run `npm run lint -- --fix .`.',
    steps: [work('Replace `a. B` with `foo.bar()`'), tool('Run `npm run lint -- --fix .`')],
  },
  {
    name: 'no space collapses inside code',
    input: 'Quote   the  `a  b`   twice',
    steps: [work('Quote the `a  b` twice')],
  },
  {
    name: 'a closing emoji',
    input: 'Can we ship? 🙂\nTell the team. 🎉',
    steps: [ask('Can we ship? 🙂'), work('Tell the team. 🎉')],
  },
  {
    name: 'a name keeps its small letter after a connector',
    input: 'Test on Android, then iOS 18 devices. Then npm audit. Then package.json is bumped.',
    steps: [tool('Test on Android'), work('iOS 18 devices'), tool('npm audit')],
    brief: { background: ['package.json is bumped'] },
  },
];
