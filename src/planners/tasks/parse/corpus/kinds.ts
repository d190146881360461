import { ask, type CorpusCase, file, link, tool, work } from './corpus-case.ts';

/** What makes a step a tool call, a question or neither. */
export const KINDS: readonly CorpusCase[] = [
  {
    name: 'every tool verb',
    input:
      'Run it\nexecute it\nINSTALL it\nBuild it\nCompile it\nDeploy it\nTest it\nLint it\nFormat it\nCall it\nFetch it\nDownload it\nCurl it\nStart it\nStop it\nRestart it\nMigrate it',
    steps: [
      tool('Run it'),
      tool('execute it'),
      tool('INSTALL it'),
      tool('Build it'),
      tool('Compile it'),
      tool('Deploy it'),
      tool('Test it'),
      tool('Lint it'),
      tool('Format it'),
      tool('Call it'),
      tool('Fetch it'),
      tool('Download it'),
      tool('Curl it'),
      tool('Start it'),
      tool('Stop it'),
      tool('Restart it'),
      tool('Migrate it'),
    ],
  },
  {
    name: 'words that only contain a tool verb',
    input:
      'Prune the branches\nRunning late is fine\nBuilder pattern first\nRun-time errors matter\nTested code ships\nRerun nothing',
    steps: [work('Prune the branches'), work('Rerun nothing')],
    brief: {
      background: [
        'Running late is fine',
        'Builder pattern first',
        'Run-time errors matter',
        'Tested code ships',
      ],
    },
  },
  {
    name: 'a tool verb later in the step',
    input: 'Write a script and run it. Make the build pass.',
    steps: [work('Write a script and run it'), work('Make the build pass')],
  },
  {
    name: 'please before the verb',
    input: 'Please run the migration. Could you please add a test?',
    steps: [tool('Run the migration'), work('Add a test')],
  },
  {
    name: 'commands in backticks',
    input:
      'Check the tree with `git status`\n`ls -la`\nSee what `npx tsc --noEmit` says\n`./scripts/setup.sh --force`\n`NODE_ENV=test npm start`',
    steps: [
      tool('Check the tree with `git status`'),
      tool('`ls -la`'),
      tool('See what `npx tsc --noEmit` says'),
      tool('`./scripts/setup.sh --force`', file('./scripts/setup.sh')),
      tool('`NODE_ENV=test npm start`'),
    ],
  },
  {
    name: 'commands as they are typed',
    input:
      'git init\nnpm run build\n$ make\nnpx tsc\ndocker image must shrink\ngit push is slow\nping Bob\nnpm',
    steps: [
      tool('git init'),
      tool('npm run build'),
      tool('$ make'),
      tool('npx tsc'),
      work('docker image must shrink'),
      work('ping Bob'),
    ],
    brief: { background: ['git push is slow', 'npm'] },
  },
  {
    name: 'code in backticks that is no command',
    input:
      'Rename `foo` to `bar`\nSet `x = 1`\nReplace `const a = b` in `useState`\nShow the message `not found`\nRename `node` and `env`\nStyle `# Heading` and `open issues`',
    steps: [
      work('Rename `foo` to `bar`'),
      work('Set `x = 1`'),
      work('Replace `const a = b` in `useState`'),
      work('Show the message `not found`'),
      work('Rename `node` and `env`'),
      work('Style `# Heading` and `open issues`'),
    ],
  },
  {
    name: 'questions',
    input: 'Which database should we use? Postgres is fine. Should sessions expire?! Run the tests?',
    steps: [ask('Which database should we use?'), ask('Should sessions expire?!'), ask('Run the tests?')],
    brief: { background: ['Postgres is fine'] },
  },
  {
    name: 'a question mark that asks nothing',
    input:
      'Open https://example.com/search?q=tasks. Match `colou?r` everywhere. Change the label to "Are you sure?". Remove the cache (why is it there?) today.',
    steps: [
      work('Open https://example.com/search?q=tasks', link('https://example.com/search?q=tasks')),
      work('Match `colou?r` everywhere'),
      work('Change the label to "Are you sure?"'),
      work('Remove the cache (why is it there?) today'),
    ],
  },
  {
    name: 'a step that ends in an open question',
    input: 'Fix the login (which one?)',
    steps: [ask('Fix the login (which one?)')],
  },
  {
    name: 'a question about a command and a link',
    input: 'Should I run `npm ci` first? Is https://example.com/a?b=c the right page?',
    steps: [
      ask('Should I run `npm ci` first?'),
      ask('Is https://example.com/a?b=c the right page?', link('https://example.com/a?b=c')),
    ],
  },
  {
    name: 'requests to clarify',
    input:
      'Clarify whether tokens expire. Ask the user for a logo. Confirm with legal before launch. Check with Dana about the budget. Confirm whether we need SSO.',
    steps: [
      ask('Clarify whether tokens expire'),
      ask('Ask the user for a logo'),
      ask('Confirm with legal before launch'),
      ask('Check with Dana about the budget'),
      ask('Confirm whether we need SSO'),
    ],
  },
  {
    name: 'confirming and checking as work',
    input: 'Confirm that the tests pass. Check the logs. Asking nicely helps. Tasks are sorted.',
    steps: [work('Confirm that the tests pass'), work('Check the logs')],
    brief: { background: ['Asking nicely helps', 'Tasks are sorted'] },
  },
  {
    name: 'open points',
    input: '- Retention period: TBD\n- Not sure which region to use\n- It is unclear who owns billing',
    steps: [
      ask('Retention period: TBD'),
      ask('Not sure which region to use'),
      ask('It is unclear who owns billing'),
    ],
  },
  {
    name: 'questions without a mark',
    input:
      'should we use postgres or sqlite\nwhich region do we deploy to\nhow the login works goes into the docs',
    steps: [ask('should we use postgres or sqlite'), ask('which region do we deploy to')],
    brief: { background: ['how the login works goes into the docs'] },
  },
  {
    name: 'a verb in bold',
    input: '- **Run** the tests\n- *Build* the docs',
    steps: [tool('**Run** the tests'), tool('*Build* the docs')],
  },
];
