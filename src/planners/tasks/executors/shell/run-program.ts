import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { RunMark } from '../../../../machine/run-mark.ts';
import { readErrorLines } from '../../../../model/compaction/error-lines.ts';
import { BoundedOutput } from './bounded-output.ts';

/** A program to run, without a shell and without input. */
export interface ProgramRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The complete environment; only a marker of the run is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
  /** Called with the last line of each chunk of output. */
  readonly onLine: (line: string) => void;
}

/**
 * The result of a program. `lastWords` is the end of stderr, preceded by that of stdout if it contains errors: many
 * compilers and test runners write errors there, while their launchers write to stderr.
 */
export type ProgramEnding =
  | {
      readonly type: 'exited';
      readonly exitCode: number;
      readonly output: string;
      readonly lastWords: string;
    }
  | { readonly type: 'killed'; readonly signal: string; readonly lastWords: string }
  | { readonly type: 'timed-out'; readonly lastWords: string }
  | { readonly type: 'not-started'; readonly reason: string };

/** How long a program may take to clean up after SIGTERM. */
const TERM_MS = 250;
/** How long to read output after the program exits. Only a child in its own session keeps the pipe open longer. */
const DRAIN_MS = 1000;
const LAST_WORDS_BYTES = 16 * 1024;
const MAX_LINE_LENGTH = 2000;

/**
 * Runs a program in its own process group. Its children are ended with it: on timeout, on abort, and when it leaves any
 * behind. A child that left the group may outlive a program that exited normally, as daemons do, but not one that was
 * killed.
 */
export async function runProgram(run: ProgramRun): Promise<ProgramEnding> {
  const { program, args, cwd, env, timeoutMs, maxOutputBytes, signal, onLine } = run;
  const mark = new RunMark();
  const child = execa(program, args, {
    cwd,
    env: { ...env, ...mark.env },
    extendEnv: false,
    stdin: 'ignore',
    buffer: false,
    encoding: 'buffer',
    timeout: timeoutMs,
    cancelSignal: signal,
    killDescendants: true,
    forceKillAfterDelay: TERM_MS,
    reject: false,
  });
  const output = new BoundedOutput(maxOutputBytes);
  const written = {
    stdout: new BoundedOutput(LAST_WORDS_BYTES),
    stderr: new BoundedOutput(LAST_WORDS_BYTES),
  };
  for (const name of ['stdout', 'stderr'] as const) {
    follow(child[name], (text) => {
      output.write(text);
      written[name].write(text);
      const line = lastLine(text);
      if (line !== '') onLine(line);
    });
  }
  let draining: NodeJS.Timeout | undefined;
  child.nodeChildProcess.on('exit', () => {
    endGroup(child.pid);
    draining = setTimeout(() => {
      child.stdout.destroy();
      child.stderr.destroy();
    }, DRAIN_MS);
  });
  const result = await child;
  clearTimeout(draining);
  if (result.timedOut || result.isCanceled) mark.endAll();
  const lastWords = lastWordsOf(plain(written.stdout), plain(written.stderr));
  if (result.timedOut) return { type: 'timed-out', lastWords };
  if (result.signal !== undefined) return { type: 'killed', signal: result.signal, lastWords };
  if (result.exitCode === undefined) return { type: 'not-started', reason: await whyNotStarted(result, cwd) };
  return { type: 'exited', exitCode: result.exitCode, output: plain(output), lastWords };
}

/** Each stream has its own decoder, for characters split between chunks. */
function follow(stream: Readable, onText: (text: string) => void): void {
  const decoder = new TextDecoder();
  stream.on('data', (bytes: Buffer) => onText(decoder.decode(bytes, { stream: true })));
  stream.on('end', () => onText(decoder.decode()));
  // Destroyed here, or broken with the program; the output so far is kept.
  stream.on('error', () => undefined);
}

/** A child that outlives its parent would keep the pipes and the working directory in use. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined || process.platform === 'win32') return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is empty.
  }
}

async function whyNotStarted(
  {
    code,
    originalMessage,
  }: { readonly code?: string | undefined; readonly originalMessage?: string | undefined },
  cwd: string,
): Promise<string> {
  const isDirectory = await stat(cwd).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isDirectory) return `The working directory ${cwd} does not exist.`;
  if (code === 'ENOENT') return 'There is no such program in PATH. Install it, or correct its name.';
  return code === 'EACCES' ? 'The file may not be executed.' : (originalMessage ?? 'The reason is unknown.');
}

function lastWordsOf(stdout: string, stderr: string): string {
  if (stderr === '' || stdout === '') return stderr || stdout;
  const tellsOfErrors = readErrorLines(stdout).some(
    ({ role, isTally }) => isTally || role === 'error' || role === 'finding',
  );
  return tellsOfErrors ? `${stdout}\n${stderr}` : stderr;
}

function lastLine(text: string): string {
  const end = text.slice(-MAX_LINE_LENGTH).trimEnd();
  return stripVTControlCharacters(end.slice(end.search(/[^\r\n]*$/))).trim();
}

function plain(output: BoundedOutput): string {
  return stripVTControlCharacters(output.text()).trim();
}
