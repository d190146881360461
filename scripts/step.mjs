import { spawn } from 'node:child_process';

/** Something the person at the keyboard can act on; printed without a stack. */
export class SetupError extends Error {}

/** @typedef {{ file: string, args: readonly string[], cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean }} Command */

/**
 * Runs one command as one line of progress. What it prints is shown only when it fails.
 * On stderr, so that the output of the command that follows stays clean.
 *
 * @param {string} label
 * @param {Command} command
 */
export async function step(label, command) {
  process.stderr.write(`${label} ... `);
  const { failure, time } = await timed(command);
  process.stderr.write(`${time}\n`);
  if (failure !== undefined) throw new SetupError(failure);
}

/**
 * The same beside others: its line is written when it is over.
 *
 * @param {string} label
 * @param {Command} command
 * @returns {Promise<boolean>} whether it passed
 */
export async function stepBeside(label, command) {
  const { failure, time } = await timed(command);
  process.stderr.write(`${label} ... ${time}\n${failure === undefined ? '' : `${failure}\n`}`);
  return failure === undefined;
}

/** @param {Command} command */
async function timed(command) {
  const started = Date.now();
  const failure = await runQuietly(command);
  return {
    failure,
    time: failure === undefined ? `${((Date.now() - started) / 1000).toFixed(1)} s` : 'failed',
  };
}

/**
 * @param {Command} command
 * @returns {Promise<string | undefined>} what went wrong
 */
function runQuietly({ file, args, ...options }) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => resolve(`${file}: ${error.message}`));
    child.on('close', (code, signal) => {
      const ending = `${[file, ...args].join(' ')} ended with ${signal ?? `code ${code}`}`;
      resolve(code === 0 ? undefined : `${Buffer.concat(output).toString().trimEnd()}\n${ending}`);
    });
  });
}
