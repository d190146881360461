import { describe, expect, it } from 'vitest';
import { lastAnswer } from './last-answer.ts';
import { codeIn } from './task-code.ts';

describe('the code in a text', () => {
  it('is inline code with the preceding words', () => {
    expect(codeIn('Run `npm ci`, then ` npm test `')).toEqual([
      { code: 'npm ci', before: 'Run' },
      { code: 'npm test', before: 'Run `npm ci`, then' },
    ]);
  });

  it('is a block with its language and the words before the first block', () => {
    expect(codeIn('Run this:\n```sh\nnpm ci\n```\nand\n~~~\nnpm test\n~~~')).toEqual([
      { code: 'npm ci', language: 'sh', before: 'Run this:' },
      { code: 'npm test', language: '', before: 'Run this:' },
    ]);
  });

  it('is blocks first, then other inline code', () => {
    expect(codeIn('With `npm` and `make`:\n```sh\nnpm ci\n```')).toEqual([
      { code: 'npm ci', language: 'sh', before: 'With `npm` and `make`:' },
      { code: 'make', before: 'With `npm` and' },
    ]);
  });

  it.each([
    ['$ npm ci', 'npm ci'],
    ['$   npm ci', 'npm ci'],
    ['PS> npm ci', 'npm ci'],
    ['$HOME/x', '$HOME/x'],
    ['npm $ x', 'npm $ x'],
    ['$', '$'],
  ])('has no prompt: %j', (given, code) => {
    expect(codeIn(`Run \`${given}\``)).toEqual([{ code, before: 'Run' }]);
  });

  it('is empty without content', () => {
    expect(codeIn('Run it')).toEqual([]);
    expect(codeIn('Run:\n```\n\n```')).toEqual([]);
  });
});

describe('the last answer about a task', () => {
  const answerIn = (parameters: string) =>
    lastAnswer({ id: 1, kind: 'ToolCall', description: 'Do it', parameters, attachments: [], context: '' });

  it.each([
    ['Do it\n\nQuestion: How?\nAnswer:  so \n', 'so'],
    ['Do it\n\nQuestion: How?\nAnswer: so\n\nQuestion: Sure?\nAnswer: yes\nor no', 'yes\nor no'],
    ['Do it\n\nQuestion: How?\nAnswer: ', ''],
    ['Do it', undefined],
    ['Do it\n\nQuestion: How?', undefined],
    ['Other words\nAnswer: so', undefined],
  ])('in %j is %j', (parameters, answer) => {
    expect(answerIn(parameters)).toBe(answer);
  });

  it("is not one in the task's own text", () => {
    const description = 'Do it\nAnswer: 42';
    const task = { id: 1, kind: 'ToolCall', description, attachments: [], context: '' } as const;
    expect(lastAnswer({ ...task, parameters: description })).toBeUndefined();
  });
});
