import { describe, expect, it } from 'vitest';
import { countTokens } from '../../../model/tokens.ts';
import type { TaskAttachment } from '../facts.ts';
import { checkForm } from '../run/attachment-check.ts';
import type { Task } from '../state/planner-state.ts';
import { ContextMeter, contextOf, threadOf } from './context.ts';

const task = (id: number, result: string): Task => ({
  id,
  description: `task ${id}`,
  kind: 'Processing',
  attachments: [],
  status: 'Completed',
  result,
});

const WORK = { contextSummary: '#1 task 1: one', finished: [task(2, 'two'), task(3, 'three')] };
const LINES = ['#1 task 1: one', '#2 task 2: two', '#3 task 3: three'];

it('gives a task the summary and the tasks finished since', () => {
  expect(contextOf(WORK, 1000)).toBe(LINES.join('\n'));
});

describe('finished work as a conversation', () => {
  it("starts with the summary, as a person's message, followed by each result", () => {
    expect(threadOf(WORK)).toEqual([
      { role: 'user', text: LINES[0] },
      { role: 'assistant', text: LINES[1] },
      { role: 'assistant', text: LINES[2] },
    ]);
  });

  it('omits a missing summary', () => {
    expect(threadOf({ ...WORK, contextSummary: '' }).map(({ role }) => role)).toEqual([
      'assistant',
      'assistant',
    ]);
    expect(threadOf({ contextSummary: '', finished: [] })).toEqual([]);
  });

  it('contains up to 2000 characters of a result', () => {
    const [message] = threadOf({ contextSummary: '', finished: [task(1, 'x'.repeat(2001))] });
    expect(message?.text).toBe(`#1 task 1: ${'x'.repeat(1999)}…`);
  });
});

describe('a budget', () => {
  const tokens = LINES.reduce((sum, line) => sum + countTokens(`${line}\n`), 0);

  it('is exceeded by a single token', () => {
    const meter = new ContextMeter();
    expect(meter.isOverBudget(WORK, tokens)).toBe(false);
    expect(meter.isOverBudget(WORK, tokens - 1)).toBe(true);
  });

  it('is not exceeded by a summary alone, which cannot be shortened further', () => {
    expect(new ContextMeter().isOverBudget({ ...WORK, finished: [] }, 0)).toBe(false);
  });

  it('is measured again when the summary changes', () => {
    const meter = new ContextMeter();
    expect(meter.isOverBudget(WORK, tokens)).toBe(false);
    expect(meter.isOverBudget({ ...WORK, contextSummary: `${LINES[0]} and more` }, tokens)).toBe(true);
    expect(meter.isOverBudget(WORK, tokens)).toBe(false);
  });

  it('is not used by a missing summary, whatever was measured before', () => {
    const meter = new ContextMeter();
    const plain = { ...WORK, contextSummary: '' };
    const ofTasks = tokens - countTokens(`${LINES[0]}\n`);
    const over = () => [meter.isOverBudget(plain, ofTasks), meter.isOverBudget(plain, ofTasks - 1)];
    expect(over()).toEqual([false, true]);
    meter.isOverBudget(WORK, tokens);
    expect(over()).toEqual([false, true]);
  });
});

it.each<[TaskAttachment['kind']['type'], string, string | undefined]>([
  ['Link', 'http://example.com/', undefined],
  ['Link', 'https://example.com/', undefined],
  ['Link', 'ftp://example.com/', 'ftp: addresses are not fetched.'],
  ['Link', 'example.com', 'It is not a complete address.'],
  ['FileRef', 'notes.md', undefined],
  ['FileRef', 'a\0b', 'It is not a path.'],
  ['ImageRef', 'a\0b', 'It is not a path.'],
])('checks the format of a %s %j', (type, value, problem) => {
  const context = { task: { description: 'a' }, signal: new AbortController().signal };
  expect(checkForm({ kind: { type, value } }, context)).toBe(problem);
});
