import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExecutionOutcome } from '../executor.ts';
import { type ShellExecutorOptions, shellExecutor } from './shell.ts';

interface Given extends Partial<ShellExecutorOptions> {
  readonly signal?: AbortSignal;
  readonly onProgress?: (text: string) => void;
}

/** Nothing is found in its PATH: whatever gets as far as being started is not there. */
async function run(description: string, given: Given = {}): Promise<ExecutionOutcome> {
  const { signal = new AbortController().signal, onProgress, ...options } = given;
  const executor = shellExecutor({
    allow: ['npm', 'git'],
    cwd: tmpdir(),
    env: { PATH: '/nowhere' },
    ...options,
  });
  return await executor.execute(
    { id: 1, kind: 'ToolCall', description, parameters: description, attachments: [], context: '' },
    { signal, idempotencyKey: 'k', progress: (text) => onProgress?.(text) },
  );
}

it('is named shell', () => {
  expect(shellExecutor({ allow: [], cwd: '.' }).name).toBe('shell');
});

it('asks for the command if the task names none', async () => {
  expect(await run('Run the tests')).toEqual({
    type: 'needs-clarification',
    question:
      'Which command is to be run? It names no command. ' +
      'Answer with the command in backticks, such as `npm test`.',
  });
});

describe('what is refused', () => {
  it('is shell syntax, with an alternative', async () => {
    expect(await run('Run `npm ci && npm test`')).toEqual({
      type: 'failed',
      error:
        '`npm ci && npm test` was not run. `&` would make a shell run commands side by side or one after the other, ' +
        "but no shell is used here. Put it in single quotes ('…') if it is meant as it stands; make each command a task of its own.",
      failureClass: 'forbidden',
    });
  });

  it.each(['./npm', '/bin/npm', 'bin\\npm'])('is a program by its path: %s', async (program) => {
    expect(await run(`Run \`'${program}' test\``)).toEqual({
      type: 'failed',
      error: `${program} was not run: programs are allowed by their name and found in PATH, not by a path.`,
      failureClass: 'forbidden',
    });
  });

  it.each([
    [['npm', 'git'], 'Only npm, git may be run'],
    [[], 'No program may be run'],
  ])('is a program that is not in %j, with how to allow it', async (allow, known) => {
    expect(await run('Run `rm -rf x`', { allow })).toEqual({
      type: 'failed',
      error: `rm was not run: it is not allowed. ${known}; allow it with --allow rm, or with allow: ['rm'] in code.`,
      failureClass: 'forbidden',
    });
  });
});

describe('a program that cannot be started', () => {
  it('is reported as it was to run, and is unavailable', async () => {
    const reported: string[] = [];
    const outcome = await run(`Run \`npm 'a b' c\``, { onProgress: (text) => reported.push(text) });
    expect(reported).toEqual(['$ npm a b c']);
    expect(outcome).toEqual({
      type: 'failed',
      error:
        'npm a b c could not be started: There is no such program in PATH. Install it, or correct its name.',
      failureClass: 'unavailable',
    });
  });

  it.each([
    ['is missing', join(tmpdir(), 'no', 'such', 'directory')],
    ['is a file', import.meta.filename],
  ])('may have no working directory, if that %s', async (_, cwd) => {
    expect(await run('Run `npm test`', { cwd })).toEqual({
      type: 'failed',
      error: `npm test could not be started: The working directory ${cwd} does not exist.`,
      failureClass: 'unavailable',
    });
  });
});

it('does not start if the task was cancelled before', async () => {
  const reason = new Error('before');
  const reported: string[] = [];
  const outcome = run('Run `npm test`', {
    signal: AbortSignal.abort(reason),
    onProgress: (text) => reported.push(text),
  });
  await expect(outcome).rejects.toBe(reason);
  expect(reported).toEqual([]);
});

it('passes on the reason of the abort and not the exit status', async () => {
  const cancel = new AbortController();
  const reason = new Error('meanwhile');
  const outcome = run('Run `npm test`', { signal: cancel.signal, onProgress: () => cancel.abort(reason) });
  await expect(outcome).rejects.toBe(reason);
});
