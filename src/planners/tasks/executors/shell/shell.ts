import { toolSpan } from '../../../../kernel/telemetry/tool-span.ts';
import { programEnvironment } from '../../../../machine/program-environment.ts';
import {
  type ExecutableTask,
  type ExecutionContext,
  type ExecutionOutcome,
  type Executor,
  failureOf,
} from '../executor.ts';
import { splitCommandLine } from './command-line.ts';
import { namedCommand } from './named-command.ts';
import { type ProgramEnding, runProgram } from './run-program.ts';
import { taskVariables } from './task-variables.ts';

/** Options of {@link shellExecutor}. */
export interface ShellExecutorOptions {
  /**
   * The names of allowed programs, without a path. Allowing a program allows everything it can do: `npm` runs scripts,
   * `git` runs hooks, and `sh` runs anything.
   */
  readonly allow: readonly string[];
  /** The working directory of programs. */
  readonly cwd: string;
  /** The source of variables. Default: `process.env`. Only the usual ones are passed on (PATH, HOME, LANG, …). */
  readonly env?: NodeJS.ProcessEnv;
  /** The names of additional variables to pass on, such as a token that a program needs. */
  readonly passEnv?: readonly string[];
  /** The timeout of a program and its children. Default: 10 minutes. */
  readonly timeoutMs?: number;
  /** How much of stdout and stderr together to keep: the beginning and the end. Default: 64 KiB. */
  readonly maxOutputBytes?: number;
}

const DEFAULT_TIMEOUT_MS = 10 * 60_000;
const DEFAULT_MAX_OUTPUT_BYTES = 64 * 1024;

/**
 * Runs the command of a task without a shell: an allowed program with literal arguments. Anything that a shell would
 * interpret is refused.
 */
export function shellExecutor(options: ShellExecutorOptions): Executor {
  const allow = new Set(options.allow);
  return {
    name: 'shell',
    async execute(task, context) {
      context.signal.throwIfAborted();
      const command = namedCommand(task, allow);
      if (command.type === 'unclear') return { type: 'needs-clarification', question: command.question };
      const line = splitCommandLine(command.line);
      if (line.type === 'refused') return forbidden(`\`${command.line}\` was not run. ${line.problem}`);
      const refusal = programRefusal(line.words[0], allow);
      if (refusal !== undefined) return forbidden(refusal);
      const tool = { name: line.words[0], type: 'function' } as const;
      return await toolSpan(tool, () => run(line.words, { ...options, task }, context), failureOf);
    },
  };
}

function programRefusal(program: string, allow: ReadonlySet<string>): string | undefined {
  if (/[/\\]/.test(program))
    return `${program} was not run: programs are allowed by their name and found in PATH, not by a path.`;
  if (allow.has(program)) return undefined;
  const known = allow.size === 0 ? 'No program may be run' : `Only ${[...allow].join(', ')} may be run`;
  return `${program} was not run: it is not allowed. ${known}; allow it with --allow ${program}, or with allow: ['${program}'] in code.`;
}

async function run(
  [program, ...args]: readonly [string, ...string[]],
  options: ShellExecutorOptions & { readonly task: ExecutableTask },
  { signal, progress }: ExecutionContext,
): Promise<ExecutionOutcome> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, maxOutputBytes = DEFAULT_MAX_OUTPUT_BYTES } = options;
  const command = [program, ...args].join(' ');
  progress(`$ ${command}`);
  const ending = await runProgram({
    program,
    args,
    cwd: options.cwd,
    env: {
      ...programEnvironment(options.env ?? process.env, { pass: options.passEnv ?? [] }),
      NO_COLOR: '1',
      ...taskVariables(options.task),
    },
    timeoutMs,
    maxOutputBytes,
    signal,
    onLine: progress,
  });
  signal.throwIfAborted();
  return outcomeOf(command, ending, timeoutMs);
}

function outcomeOf(command: string, ending: ProgramEnding, timeoutMs: number): ExecutionOutcome {
  switch (ending.type) {
    case 'exited':
      return ending.exitCode === 0
        ? {
            type: 'completed',
            result: ending.output || `${command} ended with exit code 0 and wrote nothing.`,
          }
        : failed(`${command} ended with exit code ${ending.exitCode}`, 'rejected', ending.lastWords);
    case 'timed-out':
      return failed(
        `${command} was stopped, because it ran longer than ${timeoutMs} ms`,
        'timeout',
        ending.lastWords,
      );
    case 'killed':
      return failed(`${command} was killed by ${ending.signal}`, 'crash', ending.lastWords);
    case 'not-started':
      return failed(`${command} could not be started`, 'unavailable', ending.reason);
    default:
      return ending satisfies never;
  }
}

function forbidden(error: string): ExecutionOutcome {
  return { type: 'failed', error, failureClass: 'forbidden' };
}

function failed(what: string, failureClass: string, words: string): ExecutionOutcome {
  // A stack trace starts on a new line, so that the exit status is not part of it.
  const separator = words.includes('\n') ? '\n' : ' ';
  return { type: 'failed', error: words === '' ? `${what}.` : `${what}:${separator}${words}`, failureClass };
}
