import { programEnvironment } from '../../../../machine/program-environment.ts';
import type { ProposedChange } from '../../facts.ts';
import { splitCommandLine } from '../shell/command-line.ts';
import { type ProgramEnding, runProgram } from '../shell/run-program.ts';

/** The result of a check of a change. */
export type CheckResult = ProposedChange['checks'][number];

/** The checks of a change. */
export interface ChangeChecks {
  /** Command lines, run one after the other without a shell. */
  readonly commands: readonly string[];
  readonly cwd: string;
  /** The source of variables. Only the usual ones are passed on. */
  readonly env: NodeJS.ProcessEnv;
  /** Variables to add. */
  readonly extraEnv: Readonly<Record<string, string>>;
  /** For each command. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly progress: (text: string) => void;
}

const MAX_OUTPUT_BYTES = 8 * 1024;

/** Runs the checks where the change was made. A failing one does not stop the others. */
export async function runChecks(checks: ChangeChecks): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const command of checks.commands) {
    checks.signal.throwIfAborted();
    results.push(await ran(command, checks));
  }
  return results;
}

async function ran(
  command: string,
  { cwd, env, extraEnv, timeoutMs, signal, progress }: ChangeChecks,
): Promise<CheckResult> {
  const line = splitCommandLine(command);
  if (line.type === 'refused') return { command, passed: false, output: `It was not run. ${line.problem}` };
  const [program, ...args] = line.words;
  progress(`$ ${command}`);
  const ending = await runProgram({
    program,
    args,
    cwd,
    env: { ...programEnvironment(env), NO_COLOR: '1', ...extraEnv },
    timeoutMs,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    signal,
    onLine: progress,
  });
  signal.throwIfAborted();
  return {
    command,
    passed: ending.type === 'exited' && ending.exitCode === 0,
    output: outputOf(ending, timeoutMs),
  };
}

function outputOf(ending: ProgramEnding, timeoutMs: number): string {
  switch (ending.type) {
    case 'exited':
      return ending.exitCode === 0 ? ending.output : `Exit code ${ending.exitCode}.\n${ending.output}`;
    case 'timed-out':
      return `It was stopped after ${timeoutMs / 1000} s.\n${ending.lastWords}`;
    case 'killed':
      return `It was killed by ${ending.signal}.\n${ending.lastWords}`;
    case 'not-started':
      return `It could not be started. ${ending.reason}`;
    default:
      return ending satisfies never;
  }
}
