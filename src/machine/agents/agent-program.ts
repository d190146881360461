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
  /** Its stdin. */
  readonly input: string;
  readonly cwd: string;
  /** The complete environment: nothing of this process's own is added except the mark of the run. */
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** How much memory it and its children may use, where that can be measured. */
  readonly mostMemory?: number | undefined;
  /** Whether it has its working directory to itself: then everything that works there ends with it, however it ends. */
  readonly ownsDirectory?: boolean;
  /** How to install it. */
  readonly install: string;
  /** How to recognise that nobody is logged in, and how to log in. */
  readonly login?: { readonly pattern: RegExp; readonly fix: string };
}

/**
 * How much a program may write before it is killed. A plan takes a few kilobytes, the events around it a few
 * megabytes.
 */
const MAX_OUTPUT = 32 * 1024 * 1024;
/** How long a program may take to clean up after SIGTERM. */
const TERM_MS = 200;
/** How long to wait for remaining output after its end. */
const DRAIN_MS = 500;
const MAX_REPORTED = 600;
const LOOK_AT_MEMORY_MS = 200;
/**
 * Detached children are found only if they were seen before: often enough for that, and not so often that it
 * disturbs.
 */
const LOOK_AROUND_MS = 1000;

/**
 * Runs a program to its end, in its own process group. Everything it started is killed with it: when time is up,
 * when it writes too much, and when it leaves children behind. A child that left the group is not waited for, and
 * is killed too if the program was, or if it has its directory to itself.
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
    maxBuffer: MAX_OUTPUT,
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
    // At once, rather than when its pipes close: detached children may hold them.
    if (ownsDirectory || signal.aborted || memory.signal.aborted) family.endAll();
    // A daemon that it started keeps the pipes open as long as it runs.
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
    // The group is empty: there is nothing to kill.
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
      summary: `${file} wrote more than ${Math.round(MAX_OUTPUT / 1024 / 1024)} MB of output and was stopped.`,
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
  if (login?.pattern.test(written)) {
    return new AgentError('backend-not-logged-in', {
      summary: `${file} is not logged in: ${JSON.stringify(around(login.pattern, written))}.`,
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

/** The match of a pattern, with the words around it on its line. */
function around(pattern: RegExp, text: string): string {
  const { index = 0, 0: found = '' } = pattern.exec(text) ?? {};
  const [before = ''] = /[^\n]{0,60}$/.exec(text.slice(0, index)) ?? [];
  const [after = ''] = /^[^\n]{0,60}/.exec(text.slice(index + found.length)) ?? [];
  return onOneLine(before + found + after);
}

/** The end of a program's output, where the reason usually is. */
function tellingPart(text: string): string {
  const whole = onOneLine(text);
  if (whole.length <= MAX_REPORTED) return whole;
  const end = whole.slice(-MAX_REPORTED);
  return `…${end.slice(end.indexOf(' '))}`;
}

/** Invalid UTF-8 becomes replacement characters; the rest of the text is still usable. */
function decoded(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : new TextDecoder().decode(bytes);
}
