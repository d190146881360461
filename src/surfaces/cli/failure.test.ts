import { CommanderError } from 'commander';
import { describe, expect, it, vi } from 'vitest';
import { JournalError, WayfoldError } from '../../journal/error.ts';
import { FREE_CODES } from '../../journal/error-codes.ts';
import { ToolValidationError } from '../../plan-tools/index.ts';
import { failureOf } from './failure.ts';

const error = new JournalError('journal-not-found', {
  expected: 'a journal that exists',
  actual: 'none',
  fix: 'List them.',
});

class FreeError extends WayfoldError {
  override readonly name = 'FreeError';

  protected override get codes() {
    return FREE_CODES;
  }
}

const forPeople = { json: false, debug: false };

describe('failureOf', () => {
  it('shows what was expected, the actual value, the fix, and the page', () => {
    expect(failureOf(error, forPeople)).toEqual({
      exitCode: 3,
      text: 'wayfold: Expected a journal that exists; got none.\n  List them.\n  [journal-not-found] docs/errors/journal-not-found.md',
    });
  });

  it('indents quoted lines, so that they cannot pass as its own', () => {
    const actual = 'no answer\nwayfold: all is well\n  [ok]';
    const { text } = failureOf(
      new JournalError('store-failed', { expected: 'x', actual, fix: 'a\nb' }),
      forPeople,
    );
    expect(text.split('\n').filter((line) => line.startsWith('wayfold:'))).toHaveLength(1);
    expect(failureOf(new TypeError('a\nwayfold: b'), forPeople).text).toContain('\n  wayfold: b');
  });

  it('prints the same as JSON for programs', () => {
    const { text } = failureOf(error, { json: true, debug: false });
    expect(JSON.parse(text)).toEqual({
      error: {
        code: 'journal-not-found',
        message: error.message,
        expected: 'a journal that exists',
        actual: 'none',
        fix: 'List them.',
      },
    });
  });

  it('prints a refusal’s message, and names no page if there is none', () => {
    const refusal = new FreeError('sold-out', { summary: 'There is no bread left.' });
    expect(failureOf(refusal, forPeople)).toEqual({
      exitCode: 4,
      text: 'wayfold: There is no bread left.\n  [sold-out]',
    });
  });

  it('recognises an error of another copy of the package', async () => {
    vi.resetModules();
    const copy = await import('../../journal/error.ts');
    const full = new copy.JournalError('store-full', { expected: 'a', actual: 'b', fix: 'c' });
    expect(failureOf(full, { json: true, debug: false })).toMatchObject({
      exitCode: 6,
      text: expect.stringContaining('"code":"store-full"'),
    });
  });

  it('is wrong usage when the command line is', () => {
    const usage = new CommanderError(
      1,
      'commander.unknownCommand',
      "error: unknown command 'lst'\n(Did you mean list?)",
    );
    expect(failureOf(usage, forPeople)).toMatchObject({
      exitCode: 2,
      text: expect.stringMatching(/Unknown command 'lst'\.\n {2}Did you mean list\?\n/),
    });
  });

  it('ends a sentence of the command line parser once', () => {
    const usage = new CommanderError(
      1,
      'commander.invalidArgument',
      "error: 'x' is invalid. It must be a number.",
    );
    expect(failureOf(usage, forPeople).text).toContain("wayfold: 'x' is invalid. It must be a number.\n");
  });

  it('has a stack only in debug mode', () => {
    const bug = new TypeError('x is undefined');
    expect(failureOf(bug, forPeople)).toMatchObject({
      exitCode: 1,
      text: expect.not.stringContaining('    at '),
    });
    expect(failureOf(bug, { json: false, debug: true }).text).toContain('    at ');
    expect(failureOf('odd', { json: true, debug: false }).text).toBe(
      '{"error":{"code":"unexpected","message":"odd"}}',
    );
  });

  it('passes no escape sequence on to the terminal', () => {
    const hostile = new JournalError('invalid-fact', { expected: 'a', actual: '\u001b[2J', fix: 'b' });
    expect(failureOf(hostile, forPeople).text).not.toContain('\u001b');
    expect(failureOf(hostile, { json: false, debug: true }).text).not.toContain('\u001b');
  });
});

it('names the command for a person instead of an agent’s tool', () => {
  const error = new ToolValidationError('no-plan', {
    expected: 'a plan in this session',
    actual: 'none yet',
    fix: 'Call planning_setup_plan first.',
  });
  expect(failureOf(error, { json: false, debug: false }).text).toContain('Run `wayfold plan set` first.');
});
