import { describe, expect, it } from 'vitest';
import { namedCommand } from './named-command.ts';

const ALLOW = new Set(['npm', 'git', 'make']);

function commandIn(description: string, answer?: string) {
  const parameters =
    answer === undefined ? description : `${description}\n\nQuestion: Which?\nAnswer: ${answer}`;
  const command = namedCommand(
    { id: 1, kind: 'ToolCall', description, parameters, attachments: [], context: '' },
    ALLOW,
  );
  return command.type === 'command' ? command.line : command;
}

const unclear = (about: string) => ({ type: 'unclear', question: expect.stringContaining(about) });

describe('a command is found', () => {
  it.each([
    ['Run `npm test -- --run`', 'npm test -- --run'],
    ['`npm test`', 'npm test'],
    ['Check the types with `npm run types`', 'npm run types'],
    ['Run `$ npm test`', 'npm test'],
    ['Run `npm test` in `packages/core`', 'npm test'],
    ['Run ``npm run `odd` ``', 'npm run `odd`'],
    ['Release: run `./deploy`', './deploy'],
    ['Run the script: `deploy`', 'deploy'],
    ['Run this:\n```sh\nnpm ci\n```', 'npm ci'],
    ['Run this:\n~~~\n$ npm ci\n~~~', 'npm ci'],
    ['Install the packages\n  ```\n  npm ci\n  ```', 'npm ci'],
    ['Do both\n```sh\nnpm ci\nnpm test\n```', 'npm ci\nnpm test'],
    ['Run npm test', 'npm test'],
    ['run git push origin main', 'git push origin main'],
    ['Please run git add .', 'git add .'],
    ['git status', 'git status'],
    ['Execute make -j2 all', 'make -j2 all'],
    ['Run npm test | tee x', 'npm test | tee x'],
    ['  git status', 'git status'],
    ['`unknown-program`', 'unknown-program'],
    ['The answer is in `npm test`', 'npm test'],
    ['Try this:\n```sh\nyarn test\n```', 'yarn test'],
    ['Run git log --format=%h:%s -1.5x', 'git log --format=%h:%s -1.5x'],
    ['Run make  all', 'make  all'],
  ])('in %j', (description, line) => {
    expect(commandIn(description)).toBe(line);
  });
});

describe('a question is asked', () => {
  it.each([
    ['Run the tests', 'names no command'],
    ['Deploy to production', 'names no command'],
    ['Run yarn test', 'names no command'],
    ['Runnpm test', 'names no command'],
    ['Run `npm ci` and `npm test`', '`npm ci`, `npm test`'],
    ['Download the report for `user_id`', '`user_id`'],
    ['Run git status and tell me what changed', 'may be more than a command'],
    ['Run npm test, please', 'may be more than a command'],
    ['make the tests pass', 'may be more than a command'],
    ['Run npm test.', 'may be more than a command'],
    ['Run npm install 5.', 'may be more than a command'],
    ['Improve npm test', 'names no command'],
    ['Look at this:\n```json\n{"a": 1}\n```', 'None of its code is clearly'],
  ])('for %j', (description, about) => {
    expect(commandIn(description)).toEqual(unclear(about));
  });
});

it('is requested with what was found', () => {
  expect(commandIn('Run `npm ci` and `npm test`')).toEqual(unclear('`npm ci`, `npm test`'));
  expect(commandIn('Download the report for `user_id`')).toEqual(unclear('`user_id`'));
  expect(commandIn('make the tests pass')).toEqual(unclear('`make the tests pass`'));
});

describe('an answer', () => {
  it.each([
    ['npm run deploy', 'npm run deploy'],
    ['Use `npm run deploy`', 'npm run deploy'],
    ['`rm -rf x`', 'rm -rf x'],
    [' npm\trun deploy ', 'npm\trun deploy'],
  ])('of %j is the command', (answer, line) => {
    expect(commandIn('Deploy to production', answer)).toBe(line);
  });

  it('that is not a command keeps the one of the task', () => {
    expect(commandIn('Run `npm test`', 'Go on without it.')).toBe('npm test');
  });

  it('that is not a command leads to another question if the task has none', () => {
    expect(commandIn('Deploy to production', 'Yes, do it.')).toEqual(unclear('names no command'));
  });

  it('is the last one given', () => {
    const description = 'Deploy';
    const parameters = `${description}\n\nQuestion: A?\nAnswer: npm run a\n\nQuestion: B?\nAnswer: npm run b`;
    const task = { id: 1, kind: 'ToolCall', description, parameters, attachments: [], context: '' } as const;
    expect(namedCommand(task, ALLOW)).toEqual({ type: 'command', line: 'npm run b' });
  });
});
