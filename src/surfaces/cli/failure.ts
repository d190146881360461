import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommanderError } from 'commander';
import { ConfigError } from '../../harness/error.ts';
import { isWayfoldError, type WayfoldError } from '../../journal/error.ts';
import { inCommands } from '../../plan-tools/calls/in-commands.ts';
import { CliError } from './error.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { printable, setIn } from './terminal/text/printable.ts';

/** The output and exit code of an error. */
export interface Failure {
  readonly exitCode: ExitCode;
  readonly text: string;
}

/** Three lines for a person, or one JSON line for a program. With a stack only in debug mode. */
export function failureOf(error: unknown, { json, debug }: { json: boolean; debug: boolean }): Failure {
  const known = knownError(error);
  const stack = debug && error instanceof Error ? printable(`\n${error.stack}`) : '';
  const exitCode = known?.exitCode ?? EXIT.unexpected;
  if (json) return { exitCode, text: printable(JSON.stringify({ error: report(known, error) })) + stack };
  return { exitCode, text: printable(known ? failureText(known) : toldUnexpected(error)) + stack };
}

function knownError(error: unknown): WayfoldError | undefined {
  if (isWayfoldError(error)) return error;
  return error instanceof CommanderError ? usageError(error) : undefined;
}

function failureText({ code, summary, fix, page }: WayfoldError): string {
  const todo = inCommands(fix, 'wayfold plan').replace(/^Call /, 'Run ');
  const reference = page === undefined ? `[${code}]` : `[${code}] ${pathOf(page)}`;
  return [`wayfold: ${setIn(summary)}`, ...(todo === '' ? [] : [setIn(todo)]), reference].join('\n  ');
}

/** The path of the package's page on this machine, so that a terminal can open it. */
function pathOf(page: string): string {
  const path = fileURLToPath(new URL(`../../../${page}`, import.meta.url));
  const fromHere = relative(process.cwd(), path);
  return fromHere.length < path.length ? fromHere : path;
}

function toldUnexpected(error: unknown): string {
  return `wayfold: Unexpected failure: ${setIn(messageOf(error))}\n  Run it again with WAYFOLD_DEBUG=1 to see where, and report it.`;
}

function report(known: WayfoldError | undefined, error: unknown): object {
  if (known === undefined) return { code: 'unexpected', message: messageOf(error) };
  const { code, message, expected, actual, fix } = known;
  return {
    code,
    message,
    expected,
    actual,
    fix,
    ...(known instanceof ConfigError && { fields: known.reasons }),
  };
}

function usageError({ message }: CommanderError): CliError {
  const [problem = '', ...hints] = message.replace(/^error: /, '').split('\n');
  return new CliError('usage', {
    summary: `${problem.charAt(0).toUpperCase()}${problem.slice(1).replace(/\.$/, '')}.`,
    fix: hints.join(' ').replace(/^\((.+)\)$/, '$1') || 'Add --help to see how it is used.',
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
