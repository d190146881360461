import { expect, test } from 'vitest';
import { JournalError } from '../../journal/error.ts';
import { ConflictError } from '../../kernel/error.ts';
import { refuse } from './refusal.ts';

test('a refusal with a message is reported as a conflict, with its code', () => {
  const fact = { type: 'line_refused', line: 7 };
  const refusal = refuse('There is no line 7.', { code: 'no-line', record: [fact] });
  expect(refusal).toMatchObject({ code: 'no-line', httpStatus: 409, exitCode: 4, record: [fact] });
});

test('a refusal with an error is reported as that error', () => {
  const cause = new JournalError('journal-not-found', {
    expected: 'a journal',
    actual: 'none',
    fix: 'Make one.',
  });
  const refusal = refuse(cause, { record: [{ type: 'tried' }] });
  const { code, message, expected, actual, fix, httpStatus, exitCode, page } = cause;
  expect(refusal).toMatchObject({ code, message, expected, actual, fix, httpStatus, exitCode, page });
  expect(refusal.record).toEqual([{ type: 'tried' }]);
});

test('a refusal with an error without values to compare has its summary', () => {
  const cause = new ConflictError({ summary: 'Task 7 waits for nobody.', fix: 'Look again.' });
  const { code, message, summary, fix } = cause;
  expect(refuse(cause)).toMatchObject({ code, message, summary, fix });
});
