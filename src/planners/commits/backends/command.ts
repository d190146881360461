import type { AgentBackend } from '../agent-task.ts';
import { PlanningError } from '../error.ts';
import { runProgram } from '../program.ts';
import type { Environment } from '../settings.ts';

/** Any program: the prompt on stdin, the plan as JSON on stdout. */
export function commandBackend({
  command,
  env,
}: {
  readonly command: readonly string[];
  /** The whole environment of the program. */
  readonly env: Environment;
}): AgentBackend {
  const [file, ...args] = command;
  if (file === undefined) {
    throw new PlanningError('invalid-planning-setting', {
      expected: 'WORKER_PLANNING_COMMAND to name the program of the command backend',
      actual: 'nothing',
      fix: 'Set it, such as WORKER_PLANNING_COMMAND="./plan.sh --fast".',
    });
  }
  return {
    name: 'command',
    nativeSchema: false,
    run: ({ prompt }, { workingDir, signal, gitEnv }) =>
      runProgram({
        file,
        args,
        input: prompt,
        cwd: workingDir,
        env: { ...env, ...gitEnv },
        signal,
        install: 'Correct WORKER_PLANNING_COMMAND: a name on the PATH, or a path from the current directory.',
      }),
  };
}
