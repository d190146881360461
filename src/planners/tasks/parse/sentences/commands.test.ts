import { describe, expect, it } from 'vitest';
import { codeSpans } from '../spans/code-spans.ts';
import { isCommand, isCommandFence, isCommandSpan, isProgramName, isTypedCommand } from './commands.ts';

describe('code is a command', () => {
  it.each([
    'npm test',
    '  npm test  ',
    '$ deploy',
    'PS> deploy',
    'NODE_ENV=test CI=1 npm test',
    'make all',
    'go build ./...',
    './scripts/deploy.sh now',
    '/usr/bin/tool x',
    '../a/b-c x',
    'mytool --verbose',
    'mytool run -v',
    'mytool --level=3',
  ])('as in %j', (code) => {
    expect(isCommand(code)).toBe(true);
  });

  it.each([
    'npm',
    'user_id',
    '$deploy',
    'x $ deploy',
    'const a = npm',
    'return git status',
    'import x from y',
    'make = 1',
    'go is fun',
    'go are',
    'make : all',
    'see npm test',
    'mytool verbose',
    'My --verbose',
    'mytool ---x',
    'mytool a--b',
    'a/b x',
    '',
  ])('but not in %j', (code) => {
    expect(isCommand(code)).toBe(false);
  });

  it('of a program whose name is not a word', () => {
    expect(['npm', 'make', 'NPM'].map(isProgramName)).toEqual([true, false, false]);
  });
});

describe('text is a typed command', () => {
  it.each([
    'git push origin main',
    'npm ci',
    'npm -v',
    'npx vitest run',
    '$ make',
    'docker compose up',
    'git commit -m "x"',
    'git add b c d e f g',
  ])('as in %j', (text) => {
    expect(isTypedCommand(text)).toBe(true);
  });

  it.each([
    'git is a program',
    'npm',
    'npx',
    'make all',
    'git push the branch',
    'git push it, please',
    'git pull and merge',
    'git add b c d e f g h',
    'Use git push',
  ])('but not in %j', (text) => {
    expect(isTypedCommand(text)).toBe(false);
  });
});

describe('inline code is a command in context', () => {
  const isOne = (text: string) => {
    const [span] = codeSpans(text);
    return span !== undefined && isCommandSpan(text, span);
  };

  it.each([
    'Check with `npm test` first',
    '`deploy`',
    ' `deploy all`.',
    '`deploy`!',
    'Please run `deploy all` today',
    'After running `deploy all`',
    'Do it via `deploy all`',
    'Execute  `deploy all`',
    'Use the command `deploy all`',
  ])('%j', (text) => {
    expect(isOne(text)).toBe(true);
  });

  it.each([
    'Run `deploy`',
    'Rename `deploy all`',
    'The `deploy all`',
    '`deploy`?',
    '`deploy` it',
    '`Deploy all`',
    'Run `a, b`',
    'Rerun `deploy all`',
    'Run it once more, as said before: `deploy all`',
  ])('but not in %j', (text) => {
    expect(isOne(text)).toBe(false);
  });
});

it.each([
  ['sh', 'x = 1', true],
  ['Bash', '', true],
  ['json', 'npm test', false],
  ['', 'npm test', true],
  ['', '\n  \nnpm test\nx', true],
  ['', 'x = 1\nnpm test', false],
  ['', '', false],
])('a block in %j with %j contains commands: %s', (language, code, expected) => {
  expect(isCommandFence(language, code)).toBe(expected);
});
