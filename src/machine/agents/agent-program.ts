import { execa } from 'execa';
import { onOneLine } from '../bounded-text.ts';
import { ProcessFamily } from '../process-family.ts';
import type { Environment } from '../program-environment.ts';
import { RunMark } from '../run-mark.ts';
import type { AgentInvocation } from './agent-backend.ts';
import { variablesOf } from './agent-environment.ts';
import { AgentError } from './error.ts';

/** A program to run, without a shell. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  /** What it reads on stdin. */
  readonly input: string;
  readonly cwd: string;
  /** The whole environment: nothing of this process's own is added but the mark of the run. */
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** What it and all that it starts may hold of memory at once, where that can be seen. */
  readonly mostMemory?: number | undefined;
  /** Whether the directory it works in is there for it alone: then whatever works there ends with it, however it ends. */
  readonly ownsDirectory?: boolean;
  /** How to get it, for who does not have it. */
  readonly install: string;
  /** What it says when nobody is logged in, and how to log in. */
  readonly login?: { readonly said: RegExp; readonly fix: string };
}

/** What a program may write before it is ended. A plan takes some kilobytes, the events around it some megabytes. */
const MOST_OUTPUT = 32 * 1024 * 1024;
/** How long a program that is told to end may take to clean up. */
const TERM_MS = 200;
/** How long what a program wrote may take to come through after its end. */
const DRAIN_MS = 500;
const MOST_TOLD = 600;
const LOOK_AT_MEMORY_MS = 200;
/** What leaves a program is only found where it was seen before: often enough, and not often enough to disturb. */
const LOOK_AROUND_MS = 1000;

/**
 * Runs a program to its end, in a process group of its own. Whatever it started is ended with it: when time is up, when
 * it writes without end, and when it leaves children behind. A child that left the group is not waited for, and is ended
 * too when the program had to be, or has its directory for itself.
 */
export async function runProgram(program: Program): Promise<AgentInvocation> {
  const { file, args, input, cwd, env, signal } = program;
  const started = performance.now();
  const mark = new RunMark();
  const memory = new AbortController();
  const child = execa(file, args, {
    cwd,
    env: variablesOf(env, { PWD: cwd, OLDPWD: undefined, ...mark.env }),
    extendEnv: false,
    input,
    encoding: 'buffer',
    maxBuffer: MOST_OUTPUT,
    cancelSignal: AbortSignal.any([signal, memory.signal]),
    killDescendants: true,
    forceKillAfterDelay: TERM_MS,
    reject: false,
    stripFinalNewline: false,
  });
  const { nodeChildProcess } = child;
  const { mostMemory, ownsDirectory = false } = program;
  const family = new ProcessFamily({ mark, pid: child.pid, ...(ownsDirectory && { directory: cwd }) });
  const watch =
    mostMemory === undefined
      ? setInterval(() => family.look(), LOOK_AROUND_MS)
      : setInterval(() => family.memory() > mostMemory && memory.abort(), LOOK_AT_MEMORY_MS);
  let drained: NodeJS.Timeout | undefined;
  nodeChildProcess.on('exit', () => {
    endGroup(child.pid);
    // At once, and not when its pipes are closed: what left the group may be what holds them.
    if (ownsDirectory || signal.aborted || memory.signal.aborted) family.endAll();
    // A daemon that it started holds the pipes open for as long as it runs.
    drained = setTimeout(() => {
      nodeChildProcess.stdout?.destroy();
      nodeChildProcess.stderr?.destroy();
    }, DRAIN_MS);
  });
  const result = await child;
  clearTimeout(drained);
  clearInterval(watch);
  endGroup(child.pid);
  if (ownsDirectory || result.isCanceled || result.isMaxBuffer) family.endAll();
  const invocation: AgentInvocation = {
    command: [file, ...args],
    stdout: decoded(result.stdout),
    stderr: decoded(result.stderr),
    durationSeconds: (performance.now() - started) / 1000,
  };
  if (!result.failed) return invocation;
  if (memory.signal.aborted && !signal.aborted) throw tookMemory(program, invocation);
  throw failure(program, result, invocation);
}

function tookMemory({ file, mostMemory = 0 }: Program, invocation: AgentInvocation): AgentError {
  return new AgentError('backend-failed', {
    summary: `${file} used more than ${Math.round(mostMemory / 1024 / 1024)} MB of memory and was stopped.`,
    fix: 'Allow it more memory, or give it less to do.',
    invocation,
  });
}

/** A child that outlives its parent would keep the pipes open and the working directory in use. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined || process.platform === 'win32') return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is empty: there is nothing to end.
  }
}

interface Ending {
  readonly code?: string | undefined;
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  readonly isMaxBuffer?: boolean;
  readonly isCanceled?: boolean;
  readonly shortMessage?: string | undefined;
}

function failure(program: Program, ending: Ending, invocation: AgentInvocation): AgentError {
  const { file, install, login } = program;
  if (ending.code === 'ENOENT' || ending.code === 'EACCES') {
    return new AgentError('backend-missing', {
      summary:
        ending.code === 'ENOENT' ? `The program ${file} is not installed.` : `${file} is not executable.`,
      fix: install,
      invocation,
    });
  }
  if (ending.isMaxBuffer) {
    return new AgentError('backend-output-too-large', {
      summary: `${file} wrote more than ${Math.round(MOST_OUTPUT / 1024 / 1024)} MB of output and was stopped.`,
      fix: 'See the artifact of the attempt for the start of its output.',
      invocation,
    });
  }
  if (ending.isCanceled) {
    return new AgentError('backend-timeout', {
      summary: `${file} did not finish in time and was stopped.`,
      fix: 'Give it more time, or less to do.',
      invocation,
    });
  }
  const written = `${invocation.stderr}\n${invocation.stdout}`;
  if (login?.said.test(written)) {
    return new AgentError('backend-not-logged-in', {
      summary: `${file} is not logged in: ${JSON.stringify(around(login.said, written))}.`,
      fix: login.fix,
      invocation,
    });
  }
  const end =
    ending.signal ?? (ending.exitCode === undefined ? ending.shortMessage : `exit code ${ending.exitCode}`);
  return new AgentError('backend-failed', {
    summary: `${file} failed with ${end}: ${tellingPart(written) || 'it wrote nothing'}.`,
    fix: 'See the artifact of the attempt for its whole output.',
    invocation,
  });
}

/** What a pattern found, with the words before and after it on its line. */
function around(pattern: RegExp, text: string): string {
  const { index = 0, 0: found = '' } = pattern.exec(text) ?? {};
  const [before = ''] = /[^\n]{0,60}$/.exec(text.slice(0, index)) ?? [];
  const [after = ''] = /^[^\n]{0,60}/.exec(text.slice(index + found.length)) ?? [];
  return onOneLine(before + found + after);
}

/** The end of what a program wrote, where the reason usually stands. */
function tellingPart(text: string): string {
  const whole = onOneLine(text);
  if (whole.length <= MOST_TOLD) return whole;
  const end = whole.slice(-MOST_TOLD);
  return `…${end.slice(end.indexOf(' '))}`;
}

/** Bytes that are no UTF-8 become replacement characters: the rest of the text is still good. */
function decoded(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : new TextDecoder().decode(bytes);
}
